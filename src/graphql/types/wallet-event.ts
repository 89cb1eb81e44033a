import {
  defaultEvents,
  type EventListPage,
  maximumEvents,
  type WalletEventView,
} from '../../use-cases/model/event-model.ts';
import { builder } from '../builder/builder.ts';
import { Finality, RetractionReason, TransferField, WalletEventType } from '../builder/enums.ts';
import {
  Blockchain,
  ComparedBalance,
  Issue,
  LedgerBooking,
  LoadingProgress,
  StreamedEvent,
  Transfer,
  Wallet,
  WalletEvent,
  WalletEventConnection,
} from '../builder/refs.ts';
import { ownWallet } from '../builder/wallet-reference.ts';

WalletEvent.implement({
  description:
    'What happened to a wallet. Whoever reads the list of transfers and applies the events behind it in their order keeps that list.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'The same whenever it is read, and in REST: by it, what came twice is known.',
    }),
    type: t.expose('type', { type: WalletEventType, description: 'What happened.' }),
    sequence: t.field({
      type: 'BigInt',
      description: '1, 2, 3 … per wallet, from your registration of it on, without a gap over all types.',
      resolve: ({ sequence }) => String(sequence),
    }),
    previous: t.field({
      type: 'BigInt',
      description:
        'The number of the event before it of those asked for; on the first of a page the number that it was read from.',
      resolve: ({ previous }) => String(previous),
    }),
    timestamp: t.expose('timestamp', { type: 'DateTime', description: 'When it was stored.' }),
    wallet: t.field({ type: Wallet, description: 'To which wallet.', ...ownWallet }),
    blockchain: t.expose('blockchain', {
      type: Blockchain,
      description:
        'On which chain; of LEDGER_BOOKED where the booking began: figures of all chains may differ.',
    }),
    finality: t.expose('finality', {
      type: Finality,
      nullable: true,
      description: 'Of `transfer`. null where there is none.',
    }),
    transferId: t.exposeID('transferId', {
      nullable: true,
      description: "The transfer's. null for events that are of no single transfer.",
    }),
    transfer: t.expose('transfer', {
      type: Transfer,
      nullable: true,
      description:
        'As it is now, which may be later than the event. null where it is gone, as this event or a later one says, and for events that are of ' +
        'no single transfer.',
    }),
    changed: t.expose('changed', {
      type: [TransferField],
      nullable: true,
      description:
        'What may be different. null where transfers are new, or anything of them may be different.',
    }),
  }),
});

/** What there is to say, by type. */
builder.objectFields(WalletEvent, (t) => ({
  reason: t.expose('retraction', {
    type: RetractionReason,
    nullable: true,
    description: 'Of TRANSFER_RETRACTED; null for others.',
  }),
  from: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Of HISTORY_CHANGED: when the first of the transfers happened; null for others.',
    resolve: ({ between }) => between?.from ?? null,
  }),
  to: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Of HISTORY_CHANGED: the second after the last of the transfers; null for others.',
    resolve: ({ between }) => between?.to ?? null,
  }),
  balance: t.expose('balance', {
    type: ComparedBalance,
    nullable: true,
    description: 'Of BALANCE_DIFFERS and BALANCE_AGREES; null for others.',
  }),
  issue: t.expose('issue', {
    type: Issue,
    nullable: true,
    description: 'Of ISSUE_OPENED and ISSUE_CLOSED; null for others.',
  }),
  booking: t.expose('booking', {
    type: LedgerBooking,
    nullable: true,
    description: 'Of LEDGER_BOOKED; null for others.',
  }),
  progress: t.expose('progress', {
    type: LoadingProgress,
    nullable: true,
    description: 'Of WALLET_PROGRESS; null for others.',
  }),
  error: t.field({
    type: 'String',
    nullable: true,
    description: 'Of WALLET_FAILED: what it means for the data, and what to do; null for others.',
    resolve: ({ error }) => error?.message ?? null,
  }),
}));

ComparedBalance.implement({
  description: "A balance beside the chain's, in base units.",
  fields: (t) => ({
    tokenAddress: t.expose('tokenAddress', {
      type: 'Address',
      description: 'The contract; all zero: the native token.',
    }),
    onChain: t.expose('onChain', { type: 'BigInt', description: 'What the chain says.' }),
    difference: t.expose('difference', {
      type: 'BigInt',
      description: "The chain's less what the transfers come to; your opening lots are not counted.",
    }),
    blockNumber: t.exposeInt('blockNumber', { description: 'As of this block.' }),
  }),
});

LoadingProgress.implement({
  description: 'How far a history on a chain was.',
  fields: (t) => ({
    fromBlock: t.exposeInt('fromBlock', { description: 'The first block that is read.' }),
    block: t.exposeInt('block', {
      nullable: true,
      description: 'The last block that was stored. null: none was.',
    }),
    headBlock: t.exposeInt('headBlock', {
      nullable: true,
      description: 'The head of the chain, when it was last asked for. null: it was not yet.',
    }),
  }),
});

LedgerBooking.implement({
  description: 'That your ledger of a wallet was booked anew.',
  fields: (t) => ({
    from: t.expose('from', {
      type: 'DateTime',
      nullable: true,
      description: 'Lots, disposals, totals and issues from this time on may differ. null: all.',
    }),
    opened: t.exposeInt('opened', {
      description: 'Issues that were not there before; at most 500 are told one by one.',
    }),
    closed: t.exposeInt('closed', {
      description: 'Issues that are not there any more; at most 500 are told one by one.',
    }),
  }),
});

const edge = builder.edgeObject({ name: 'WalletEventEdge', type: WalletEvent });

const edgesOf = (page: EventListPage): { cursor: string; node: WalletEventView }[] =>
  page.events.map((node, index) => ({ cursor: page.cursorAt(index), node }));

WalletEventConnection.implement({
  description: "A page of events: each wallet's in their order, between wallets by time.",
  fields: (t) => ({
    edges: t.field({ type: [edge], description: 'The events and their cursors.', resolve: edgesOf }),
    nodes: t.field({
      type: [WalletEvent],
      description: 'The events without their cursors.',
      resolve: ({ events }) => [...events],
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Whether there is more by now.',
      resolve: (page) => ({
        hasNextPage: page.hasMore,
        hasPreviousPage: false,
        startCursor: page.events.length === 0 ? null : page.cursorAt(0),
        endCursor: page.cursor,
      }),
    }),
  }),
});

builder.queryField('events', (t) =>
  t.field({
    type: WalletEventConnection,
    nullable: true,
    description:
      'What happened to wallets, oldest first, to be followed: `pageInfo.endCursor` is where to go on from, also of an empty page. ' +
      'Events are kept for 30 days.',
    args: {
      wallets: t.arg({
        type: ['Address'],
        required: true,
        description: '1 to 50 wallets that you registered.',
      }),
      after: t.arg.string({
        description:
          'A cursor of events of the same wallets; of one wallet also the `sequence` of an event; `latest`: behind all. Left out: those that ' +
          'are kept.',
      }),
      first: t.arg.int({
        description: `How many events: 1 to ${maximumEvents}, ${defaultEvents} by default.`,
      }),
      types: t.arg({
        type: [WalletEventType],
        description: 'Only events of these types. Left out: all but WALLET_PROGRESS and TRANSFER_FINALIZED.',
      }),
    },
    complexity: ({ first }) => ({
      field: 1,
      multiplier: Math.min(Math.max(first ?? defaultEvents, 1), maximumEvents),
    }),
    resolve: (_root, { wallets, after, first, types }, { readModel, caller }) =>
      readModel.listEvents(caller, {
        ...{ wallets, after: after ?? undefined, types: types ?? undefined },
        limit: first ?? defaultEvents,
      }),
  }),
);

StreamedEvent.implement({
  description: 'What the stream of events sends.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      description: 'Give the last one that you received as `after`, and the stream goes on behind it.',
    }),
    event: t.expose('event', {
      type: WalletEvent,
      nullable: true,
      description: 'null: nothing but how far the stream has come, as at its beginning.',
    }),
  }),
});

builder.subscriptionField('events', (t) =>
  t.field({
    type: StreamedEvent,
    description:
      'What happens to wallets from now on, or since the event whose cursor is `after`: the same events as `Query.events`, as they are stored. ' +
      'A cursor lasts for 30 days. The stream ends with an error when a wallet is unregistered.',
    args: {
      wallets: t.arg({
        type: ['Address'],
        required: true,
        description: '1 to 50 wallets that you registered.',
      }),
      after: t.arg.string({ description: 'As of `Query.events`. Left out: `latest`.' }),
      types: t.arg({
        type: [WalletEventType],
        description: 'Only events of these types. Left out: all but WALLET_PROGRESS and TRANSFER_FINALIZED.',
      }),
    },
    subscribe: (_root, { wallets, after, types }, { readModel, caller }) =>
      readModel.watchEvents(caller, { wallets, after: after ?? undefined, types: types ?? undefined }),
    resolve: (message) => message,
  }),
);
