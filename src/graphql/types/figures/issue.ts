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
    token: t.expose('token', { type: Token, nullable: true }),
    transfer: t.field({
      type: Transfer,
      nullable: true,
      resolve: ({ transferId }, _args, context) => transferById(transferId, context),
    }),
    timestamp: t.expose('timestamp', { type: 'DateTime', nullable: true }),
  }),
});
