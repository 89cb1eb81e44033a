/** An issue of a wallet's figures. */
import { z } from 'zod';
import { formatTime } from '../../domain/time/time.ts';
import { type IssueView, issueCodes } from '../../use-cases/model/figures-model.ts';
import { addressField, idField } from './objects/fields.ts';
import { orNull, plain, textOrNull } from './objects/json.ts';
import { tokenJson, tokenSchema } from './objects/token.ts';

export const issueSchema = z
  .strictObject({
    code: z.enum(issueCodes),
    message: z.string().meta({ description: 'What it is, and what to do about it' }),
    wallet: addressField,
    token: tokenSchema.nullable(),
    transfer: z.string().nullable().meta({ description: 'Id of the transfer that it is about' }),
    timestamp: z.iso.datetime().nullable(),
    blockchain: idField('blockchain').nullable().meta({ description: 'null: of all chains' }),
  })
  .meta({ id: 'Issue' });

export function issueJson(issue: IssueView): string {
  const time = issue.timestamp === null ? null : formatTime(issue.timestamp);
  return (
    `{"code":${plain(issue.code)},"message":${JSON.stringify(issue.message)},"wallet":${plain(issue.wallet)},` +
    `"token":${orNull(issue.token, tokenJson)},"transfer":${textOrNull(issue.transferId)},"timestamp":${textOrNull(time)},` +
    `"blockchain":${textOrNull(issue.blockchain?.id ?? null)}}`
  );
}
