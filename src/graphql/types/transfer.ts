import type { Address } from '../../domain/model.ts';
import { settlesDescription } from '../../use-cases/model/figures-model.ts';
import type { SortDirection as Direction } from '../../use-cases/model/requests.ts';
import type { TransferFilter as Filter, TransferView } from '../../use-cases/model/view-model.ts';
import { restPaths, transferParameters } from '../../use-cases/pages/page-links.ts';
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
  BookedAs,
  Currency,
  PriceTier,
  Side,
  SortDirection,
  SpamFilter,
  SpamReason,
  TaxTreatment,
  TransactionCategory,
} from '../builder/enums.ts';
import { given } from '../builder/input-values.ts';
import { pureField } from '../builder/marks.ts';
import {
  Blockchain,
  Counterparty,
  FlowTotals,
  Nft,
  RawToken,
  Settlement,
  Token,
  Transaction,
  Transfer,
  Wallet,
} from '../builder/refs.ts';
import { ownWallet } from '../builder/wallet-reference.ts';

/** Of transfers and of transactions. */
export const positionDescription =
  'Its place in the order that the ledger books by: as text, over all chains; a transaction stands before its transfers.';

const valueDescription =
  'amount × price; null for a token that stands for a debt, whose price is that of what is owed.';
const heldByDescription =
  "The contract that holds it, lent it, or takes it to another chain, as an event says, whatever address the tokens went to or came from; null: none does. What is HELD, or leaves over a bridge, is then the counterparty's.";

Transfer.implement({
  description: 'One inflow or outflow of a wallet inside a transaction.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    transaction: t.field({
      type: Transaction,
      resolve: async ({ transactionId }, _args, { loaders }) => {
        const transaction = await loaders.transaction.load(transactionId);
        if (transaction === null) throw new Error(`transfer without its transaction ${transactionId}`);
        return transaction;
      },
    }),
    hash: t.expose('hash', { type: 'Hash' }),
    wallet: t.field({ type: Wallet, ...ownWallet }),
    blockchain: t.expose('blockchain', { type: Blockchain }),
    timestamp: t.expose('timestamp', { type: 'DateTime' }),
    token: t.expose('token', {
      type: Token,
      nullable: true,
      description: 'null for NFTs and for tokens that are not recognised.',
    }),
    nft: t.expose('nft', { type: Nft, nullable: true }),
    rawToken: t.expose('rawToken', { type: RawToken }),
    amount: t.expose('amount', {
      type: 'Decimal',
      description: 'Signed: negative for outflows. NFTs: a quantity.',
    }),
    side: t.expose('side', { type: Side }),
    price: t.expose('price', {
      type: 'Decimal',
      nullable: true,
      description: "USD per unit at the transaction's time; null when no price is known.",
    }),
    value: t.expose('value', { type: 'Decimal', nullable: true, description: valueDescription }),
    priceSource: t.exposeString('priceSource', {
      nullable: true,
      description: 'A source, `median`, or how it was derived: trade, twin, vault, pool-share.',
    }),
    fee: t.expose('fee', {
      type: 'Decimal',
      description:
        "The transaction's network fee that this wallet paid, in the native token; repeated on each of its transfers.",
    }),
    category: t.string({
      nullable: true,
      description: 'Reserved by the specification: always null.',
      extensions: pureField,
      resolve: () => null,
    }),
    taxTreatment: t.expose('taxTreatment', { type: TaxTreatment, nullable: true }),
    isError: t.exposeBoolean('isError'),
    isSpam: t.exposeBoolean('isSpam'),
    counterparty: t.expose('counterparty', { type: Counterparty }),
    spamReason: t.expose('spamReason', {
      type: SpamReason,
      nullable: true,
      description: 'Why it is spam; null when it is none.',
    }),
    priceTier: t.expose('priceTier', {
      type: PriceTier,
      description:
        'The side of a trade whose worst leg has the better tier decides what the trade is worth; on a tie the side received.',
    }),
    position: t.exposeString('position', { description: positionDescription }),
    heldBy: t.expose('heldBy', {
      type: 'Address',
      nullable: true,
      description: heldByDescription,
    }),
  }),
});

builder.objectFields(Transfer, (t) => ({
  bookedAs: t.field({
    type: BookedAs,
    nullable: true,
    description:
      'What your ledger makes of it, with your other wallets, your settings and your corrections in force. What goes and comes back of a token in one transaction is netted after that. null: the ledger leaves it out, as spam and what moves nothing; always for a credential of some wallets.',
    // Its transaction is read in all of the client's wallets.
    complexity: { field: 4, multiplier: 1 },
    resolve: (transfer, _args, { loaders }) => loaders.bookedAs.load(transfer),
  }),
  settles: t.expose('settles', { type: Settlement, nullable: true, description: settlesDescription }),
}));

Settlement.implement({
  description: 'An account with a protocol that a transfer settles without moving it.',
  fields: (t) => ({
    contract: t.expose('contract', { type: 'Address', description: 'Who held it, or lent it.' }),
    rawToken: t.expose('rawToken', {
      type: RawToken,
      nullable: true,
      description: 'null: no event names it; it is the one that the contract holds.',
    }),
    amount: t.expose('amount', {
      type: 'Decimal',
      nullable: true,
      description: 'null where the token is not known.',
    }),
    units: t.exposeString('units', { description: 'The amount in base units.' }),
    price: t.expose('price', {
      type: 'Decimal',
      nullable: true,
      description: "USD per unit at the transaction's time; null when no price is known.",
    }),
    priceTier: t.expose('priceTier', { type: PriceTier }),
  }),
});

export const TransferFilter = builder.inputType('TransferFilter', {
  description: 'Everything given must hold. An empty list filters nothing.',
  fields: (t) => ({
    counterparties: t.field({ type: ['Address'] }),
    tokens: t.idList({ description: 'Token ids or contract addresses.' }),
    chainIds: t.intList(),
    side: t.field({ type: Side }),
    from: t.field({ type: 'DateTime', description: 'At this moment or later.' }),
    to: t.field({ type: 'DateTime', description: 'Before this moment.' }),
    categories: t.field({ type: [TransactionCategory] }),
    minValue: t.field({
      type: 'Decimal',
      description: 'At least this value in USD, in or out; what has no price is left out.',
    }),
    spam: t.field({ type: SpamFilter, description: 'INCLUDE unless given.' }),
  }),
});

interface TransferConnection extends Connection<TransferView> {
  wallets: readonly Address[];
  filter: Filter;
}

export const TransferConnection = connectionType<TransferView, TransferConnection>('Transfer', Transfer, {
  links: true,
  anchor: true,
});

FlowTotals.implement({
  fields: (t) => ({
    inflow: t.expose('inflow', { type: 'Decimal' }),
    outflow: t.expose('outflow', { type: 'Decimal' }),
    net: t.expose('net', { type: 'Decimal', description: 'inflow − outflow.' }),
    unpricedCount: t.exposeInt('unpricedCount', {
      description: 'Transfers that have no price and are left out.',
    }),
  }),
});

builder.objectField(TransferConnection, 'totals', (t) =>
  t.field({
    type: FlowTotals,
    description: 'Money in and out over the whole list, not just this page.',
    args: { currency: t.arg({ type: Currency, defaultValue: 'USD' }) },
    resolve: ({ wallets, filter }, { currency }, { readModel, caller }) =>
      readModel.flowTotals(caller, { wallets, filter, currency: currency ?? 'USD' }),
  }),
);

builder.objectField(TransferConnection, 'pageTotals', (t) =>
  t.field({
    type: FlowTotals,
    description: 'Money in and out of the transfers on this page alone.',
    args: { currency: t.arg({ type: Currency, defaultValue: 'USD' }) },
    resolve: ({ page }, { currency }, { readModel, caller }) =>
      readModel.totalsOf(caller, page.items, currency ?? 'USD'),
  }),
);

/** The arguments of a list of transfers, beside its wallets. */
export const transferListArguments = builder.args((t) => ({
  filter: t.field({ type: TransferFilter }),
  order: t.field({ type: SortDirection, defaultValue: 'DESC' }),
}));

export async function readTransfers(
  context: GraphqlContext,
  wallets: readonly Address[],
  input: PageArguments & {
    filter?: typeof TransferFilter.$inferInput | null | undefined;
    order?: Direction | null | undefined;
  },
): Promise<TransferConnection> {
  const { caller, readModel, baseUrl } = context;
  const filter = given(input.filter);
  const request = { wallets, filter, order: input.order ?? 'DESC' };
  const connection = await readPage(input, (page) => readModel.listTransfers(caller, request, page), {
    baseUrl,
    path: restPaths.transfers,
    parameters: (pageSize) => transferParameters(request, pageSize),
  });
  return { ...connection, wallets, filter };
}

builder.queryField('transfers', (t) =>
  t.field({
    type: TransferConnection,
    nullable: true,
    description: 'The audit trail of one or several wallets, merged; newest first unless ordered otherwise.',
    args: {
      wallets: t.arg({ type: ['Address'], required: true }),
      ...transferListArguments,
      ...anchoredArguments,
    },
    complexity: connectionCost,
    resolve: (_root, args, context) => readTransfers(context, args.wallets, args),
  }),
);
