import { builder } from '../builder.ts';
import { SpamFilter } from '../enums.ts';
import { Transfer, TransferAdded } from '../refs.ts';

TransferAdded.implement({
  description: 'An event of the stream of new transfers.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      description: 'Give the last one that you received as `after`, and the stream goes on behind it.',
    }),
    transfer: t.expose('transfer', {
      type: Transfer,
      nullable: true,
      description:
        'null in the first event, which says where the stream begins, and where only spam was stored that you do not want.',
    }),
  }),
});

builder.subscriptionField('transferAdded', (t) =>
  t.field({
    type: TransferAdded,
    description:
      'Each transfer that is stored from now on, or since the event whose cursor is `after`, in the order in which they are ' +
      'stored: an older one comes later when a chain is added, or while the history is loaded. Nothing is missed. A transfer ' +
      'comes again, with the same id, when a re-org or a reload stored it anew; one that a re-org undid is not announced. It ' +
      'comes before its price is known. A cursor lasts for 7 days. The stream ends with an error when a wallet is unregistered.',
    args: {
      wallets: t.arg({ type: ['Address'], required: true, description: '1 to 50 wallets.' }),
      after: t.arg.string({ description: 'The cursor of an event of a stream of the same wallets.' }),
      spam: t.arg({ type: SpamFilter, defaultValue: 'EXCLUDE' }),
    },
    subscribe: (_root, { wallets, after, spam }, { readModel, caller }) =>
      readModel.watchTransfers(caller, { wallets, after: after ?? undefined, spam: spam ?? 'EXCLUDE' }),
    resolve: (arrival) => arrival,
  }),
);
