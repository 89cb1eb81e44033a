import type { Address } from '../../domain/model.ts';
import { tradeOf } from '../../use-cases/history/trades.ts';
import { nftsOf, spamReasonOf } from '../../use-cases/history/transaction-details.ts';
import {
  bridgeMessageDescription,
  bridgeMessageFilterDescription,
} from '../../use-cases/model/figures-model.ts';
import type { SortDirection as Direction } from '../../use-cases/model/requests.ts';
import type { TransactionView } from '../../use-cases/model/view-model.ts';
import { restPaths, transactionParameters } from '../../use-cases/pages/page-links.ts';
import type { PageArguments } from '../../use-cases/pages/paging.ts';
import { builder } from '../builder/builder.ts';
import {
  anchoredArguments,
  type Connection,
  connectionCost,
  connectionType,
  readPage,
} from '../builder/connections.ts';
import type { GraphqlContext } from '../builder/context.ts';
import {
  FunctionSource,
  SortDirection,
  SpamFilter,
  SpamReason,
  TransactionCategory,
  TransactionKind,
} from '../builder/enums.ts';
import { given } from '../builder/input-values.ts';
import {
  Blockchain,
  Counterparty,
  Nft,
  Rates,
  Token,
  Trade,
  TradeLeg,
  Transaction,
  Transfer,
  Wallet,
} from '../builder/refs.ts';
import { ownWallet } from '../builder/wallet-reference.ts';
import { positionDescription } from './transfer.ts';

/** What most transactions stay below; only the cost of a query is reckoned with it. */
const usualTransfers = 3;

Transaction.implement({
  description: "One transaction as a wallet's history shows it.",
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    hash: t.expose('hash', { type: 'Hash' }),
    wallet: t.field({ type: Wallet, ...ownWallet }),
    blockchain: t.expose('blockchain', { type: Blockchain }),
    timestamp: t.expose('timestamp', { type: 'DateTime' }),
    blockNumber: t.exposeInt('blockNumber'),
    fee: t.expose('fee', {
      type: 'Decimal',
      description:
        'The network fee that this wallet paid, in the native token; 0 when another account sent it.',
    }),
    category: t.expose('category', { type: TransactionCategory }),
    kind: t.expose('kind', { type: TransactionKind }),
    kindReason: t.exposeString('kindReason', {
      nullable: true,
      description:
        'On what the kind stands: the event of a protocol and the contract that logged it, a listed contract, the called function, or the flows alone.',
    }),
    function: t.exposeString('function', {
      nullable: true,
      description: 'Name of the called function, or its 4-byte selector; null for plain transfers.',
    }),
    functionSource: t.expose('functionSource', {
      type: FunctionSource,
      nullable: true,
      description: 'Who named the function; null where nobody did.',
    }),
    bridgeMessage: t.exposeString('bridgeMessage', { nullable: true, description: bridgeMessageDescription }),
    otherEnd: t.field({
      type: Transaction,
      nullable: true,
      description:
        'The other end of a crossing over a bridge, where one of your wallets has it and the bridge names both ends; null: it has none that is known.',
      resolve: (transaction, _args, { loaders }) => loaders.otherEnd.load(transaction),
    }),
    isError: t.exposeBoolean('isError'),
    isSpam: t.exposeBoolean('isSpam', { description: 'Every transfer in it is spam.' }),
    counterparty: t.expose('counterparty', { type: Counterparty }),
    transfers: t.field({
      type: [Transfer],
      complexity: { field: 1, multiplier: usualTransfers },
      resolve: ({ id }, _args, { loaders }) => loaders.transfersOf.load(id),
    }),
    trade: t.field({
      type: Trade,
      nullable: true,
      description:
        'What was sold and bought, netted; null when nothing was traded. Its value is what the ledger books, before corrections.',
      complexity: { field: 1, multiplier: usualTransfers },
      resolve: async (transaction, _args, { loaders }) =>
        tradeOf(transaction, await loaders.transfersOf.load(transaction.id)),
    }),
    nfts: t.field({
      type: [Nft],
      description: 'The NFTs that moved in it, each once.',
      complexity: { field: 1, multiplier: usualTransfers },
      resolve: async ({ id }, _args, { loaders }) => nftsOf(await loaders.transfersOf.load(id)),
    }),
    spamReason: t.field({
      type: SpamReason,
      nullable: true,
      description:
        'Why it is spam; null when it is none. Of several reasons the first of FORGED, ZERO_VALUE, AIRDROP.',
      complexity: { field: 1, multiplier: usualTransfers },
      resolve: async (transaction, _args, { loaders }) =>
        transaction.isSpam ? spamReasonOf(transaction, await loaders.transfersOf.load(transaction.id)) : null,
    }),
    position: t.exposeString('position', { description: positionDescription }),
  }),
});

/** What the ledger reckons with: prices of the transaction's hour. */
builder.objectFields(Transaction, (t) => ({
  feePrice: t.field({
    type: 'Decimal',
    nullable: true,
    description:
      "What the ledger values the fee by: USD per unit of the chain's coin in that hour, or the last of the 24 hours before it.",
    resolve: async (transaction, _args, { loaders }) =>
      (await loaders.transactionPrices.load(transaction)).feePrice,
  }),
  feePriceSource: t.string({
    nullable: true,
    resolve: async (transaction, _args, { loaders }) =>
      (await loaders.transactionPrices.load(transaction)).feePriceSource,
  }),
  rates: t.field({
    type: Rates,
    resolve: async (transaction, _args, { loaders }) =>
      (await loaders.transactionPrices.load(transaction)).rates,
  }),
}));

Rates.implement({
  description:
    'What figures of a transaction are converted by: USD per unit of each currency in its hour, or the last of the 24 hours before it.',
  fields: (t) => ({
    ETH: t.expose('ETH', { type: 'Decimal', nullable: true }),
    MATIC: t.expose('MATIC', { type: 'Decimal', nullable: true }),
    AVAX: t.expose('AVAX', { type: 'Decimal', nullable: true }),
    XDAI: t.expose('XDAI', { type: 'Decimal', nullable: true }),
    reporting: t.expose('reporting', { type: 'Decimal', nullable: true }),
  }),
});

Trade.implement({
  fields: (t) => ({
    sold: t.field({
      type: [TradeLeg],
      complexity: { field: 1, multiplier: usualTransfers },
      resolve: ({ sold }) => [...sold],
    }),
    bought: t.field({
      type: [TradeLeg],
      complexity: { field: 1, multiplier: usualTransfers },
      resolve: ({ bought }) => [...bought],
    }),
    value: t.expose('value', { type: 'Decimal', nullable: true }),
  }),
});

TradeLeg.implement({
  fields: (t) => ({
    token: t.expose('token', { type: Token, nullable: true }),
    nft: t.expose('nft', { type: Nft, nullable: true }),
    amount: t.expose('amount', { type: 'Decimal' }),
    price: t.expose('price', { type: 'Decimal', nullable: true }),
    value: t.expose('value', { type: 'Decimal', nullable: true }),
  }),
});

export const TransactionFilter = builder.inputType('TransactionFilter', {
  description: 'Everything given must hold. An empty list filters nothing.',
  fields: (t) => ({
    counterparties: t.field({ type: ['Address'] }),
    notCounterparties: t.field({ type: ['Address'], description: 'With none of these addresses.' }),
    chainIds: t.intList(),
    categories: t.field({ type: [TransactionCategory] }),
    kinds: t.field({ type: [TransactionKind] }),
    from: t.field({ type: 'DateTime', description: 'At this moment or later.' }),
    to: t.field({ type: 'DateTime', description: 'Before this moment.' }),
    isError: t.boolean(),
    spam: t.field({ type: SpamFilter, description: 'INCLUDE unless given.' }),
    hash: t.field({ type: 'Hash', description: 'The one with this hash, on whatever chain.' }),
    bridgeMessage: t.string({ description: bridgeMessageFilterDescription }),
  }),
});

export const TransactionConnection = connectionType<TransactionView>('Transaction', Transaction, {
  links: true,
  anchor: true,
});

/** The arguments of a list of transactions, beside its wallets. */
export const transactionListArguments = builder.args((t) => ({
  filter: t.field({ type: TransactionFilter }),
  order: t.field({ type: SortDirection, defaultValue: 'DESC' }),
}));

export function readTransactions(
  context: GraphqlContext,
  wallets: readonly Address[],
  input: PageArguments & {
    filter?: typeof TransactionFilter.$inferInput | null | undefined;
    order?: Direction | null | undefined;
  },
): Promise<Connection<TransactionView>> {
  const { caller, readModel, baseUrl } = context;
  const request = { wallets, filter: given(input.filter), order: input.order ?? 'DESC' };
  return readPage(input, (page) => readModel.listTransactions(caller, request, page), {
    baseUrl,
    path: restPaths.transactions,
    parameters: (pageSize) => transactionParameters(request, pageSize),
  });
}

builder.queryField('transactions', (t) =>
  t.field({
    type: TransactionConnection,
    nullable: true,
    description: 'The full history of one or several wallets, merged; newest first unless ordered otherwise.',
    args: {
      wallets: t.arg({ type: ['Address'], required: true }),
      ...transactionListArguments,
      ...anchoredArguments,
    },
    complexity: connectionCost,
    resolve: (_root, args, context) => readTransactions(context, args.wallets, args),
  }),
);

builder.queryField('transaction', (t) =>
  t.field({
    type: Transaction,
    nullable: true,
    description:
      "The transaction with this hash in your wallets; null when none of them has it. It shows one wallet's side: that of `wallet`, " +
      'else of the one that you registered first of those that have it. `transactions(filter: { hash })` lists all sides.',
    args: {
      hash: t.arg({ type: 'Hash', required: true }),
      chainId: t.arg.int({ description: 'Only on this chain; left out: on any, the lowest chain id first.' }),
      wallet: t.arg({ type: 'Address', description: 'One that you registered.' }),
    },
    resolve: (_root, { hash, chainId, wallet }, { readModel, caller }) =>
      readModel.findTransaction(caller, { hash, ...given({ chainId, wallet }) }),
  }),
);
