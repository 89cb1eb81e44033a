import { builder } from '../builder/builder.ts';
import { SpamFilter, TransferEventType, TransferField } from '../builder/enums.ts';
import { pureField } from '../builder/marks.ts';
import { Blockchain, Transfer, TransferAdded, Wallet } from '../builder/refs.ts';
import { walletReference } from '../builder/wallet-reference.ts';

TransferAdded.implement({
  description:
    'An event of the stream of transfers. Kept by id (ADDED and CHANGED set, REMOVED deletes), the events make the list of transfers.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      description: 'Give the last one that you received as `after`, and the stream goes on behind it.',
    }),
    type: t.expose('type', { type: TransferEventType }),
    id: t.exposeID('id', {
      nullable: true,
      description:
        "The transfer's. null for CURSOR, and for a REMOVED that takes away every transfer of `wallet` on `blockchain`: the history was " +
        'reset, and what is loaded anew follows as ADDED.',
    }),
    transfer: t.expose('transfer', {
      type: Transfer,
      nullable: true,
      description: 'As it is now. null for CURSOR and REMOVED.',
    }),
    fields: t.expose('fields', {
      type: [TransferField],
      nullable: true,
      description:
        'For CHANGED: what may be different; what the commit changed of some of its transfers is told with each. null for other events.',
    }),
    wallet: t.field({
      type: Wallet,
      nullable: true,
      description: 'Whose transfer it is, or was. null for CURSOR.',
      extensions: pureField,
      resolve: ({ wallet }) => (wallet === null ? null : walletReference(wallet)),
    }),
    blockchain: t.expose('blockchain', {
      type: Blockchain,
      nullable: true,
      description: 'The chain that it is, or was, on. null for CURSOR.',
    }),
  }),
});

builder.subscriptionField('transferAdded', (t) =>
  t.field({
    type: TransferAdded,
    description:
      'Each transfer that is stored, changes or is taken away from now on, or since the event whose cursor is `after`, in the order ' +
      'in which that is stored: an older transfer comes later when a chain is added, or while the history is loaded. Nothing is ' +
      'missed. A transfer comes before its price is known, and CHANGED when it is; a re-org tells REMOVED of what it undid and ' +
      'CHANGED of what it moved. One that becomes spam that you do not want is REMOVED, one that ceases to be is CHANGED, though you ' +
      'have not met it. An event may tell what you know already. A cursor lasts for 30 days. The stream ends with an error when a ' +
      'wallet is unregistered.',
    args: {
      wallets: t.arg({ type: ['Address'], required: true, description: '1 to 50 wallets.' }),
      after: t.arg.string({ description: 'The cursor of an event of a stream of the same wallets.' }),
      spam: t.arg({ type: SpamFilter, defaultValue: 'EXCLUDE' }),
    },
    subscribe: (_root, { wallets, after, spam }, { readModel, caller }) =>
      readModel.watchTransfers(caller, { wallets, after: after ?? undefined, spam: spam ?? 'EXCLUDE' }),
    resolve: (event) => event,
  }),
);
