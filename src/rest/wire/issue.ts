/** An issue of a wallet's figures. */
import { z } from 'zod';
import { formatTime } from '../../domain/time/time.ts';
import { atStakeDescription, type IssueView, issueCodes } from '../../use-cases/model/figures-model.ts';
import { addressField, idField } from './objects/fields.ts';
import { numeralOrNull, orNull, plain, textOrNull } from './objects/json.ts';
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
    summary: z.string().meta({ description: 'The message without what to do about it' }),
    needs_action: z.boolean().meta({
      description: 'false where it only explains a figure, as the interest of a debt that has accrued does',
    }),
    at_stake: z.number().nullable().meta({ description: atStakeDescription }),
  })
  .meta({ id: 'Issue' });

export function issueJson(issue: IssueView): string {
  const time = issue.timestamp === null ? null : formatTime(issue.timestamp);
  return (
    `{"code":${plain(issue.code)},"message":${JSON.stringify(issue.message)},"wallet":${plain(issue.wallet)},` +
    `"token":${orNull(issue.token, tokenJson)},"transfer":${textOrNull(issue.transferId)},"timestamp":${textOrNull(time)},` +
    `"blockchain":${textOrNull(issue.blockchain?.id ?? null)},"summary":${JSON.stringify(issue.summary)},` +
    `"needs_action":${issue.needsAction},"at_stake":${numeralOrNull(issue.atStake)}}`
  );
}
