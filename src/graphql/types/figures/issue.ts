import { atStakeDescription } from '../../../use-cases/model/figures-model.ts';
import { connectionType } from '../../builder/connections.ts';
import { IssueCode } from '../../builder/enums.ts';
import { Issue, Token, Transfer } from '../../builder/refs.ts';
import { transferById } from './lot.ts';

export const IssueConnection = connectionType('Issue', Issue, { links: false });

Issue.implement({
  description: "Something in a wallet's figures that a person should look at.",
  fields: (t) => ({
    code: t.expose('code', { type: IssueCode }),
    message: t.exposeString('message', { description: 'What it is, and what to do about it.' }),
    summary: t.exposeString('summary', {
      description: 'The message without what to do about it: for pages that have ways of their own.',
    }),
    needsAction: t.exposeBoolean('needsAction', {
      description: 'False where it only explains a figure, as the interest of a debt that has accrued does.',
    }),
    atStake: t.expose('atStake', {
      type: 'Decimal',
      nullable: true,
      description: atStakeDescription,
    }),
    token: t.expose('token', { type: Token, nullable: true }),
    transfer: t.field({
      type: Transfer,
      nullable: true,
      resolve: ({ transferId }, _args, context) => transferById(transferId, context),
    }),
    timestamp: t.expose('timestamp', { type: 'DateTime', nullable: true }),
  }),
});
