import type { CostMethod as Method, Currency as Money, Period as Span } from '../../../domain/ids.ts';
import type { Address } from '../../../domain/model.ts';
import type { TokenBalanceOrder as Order, TokenBalanceView } from '../../../use-cases/model/figures-model.ts';
import { debtDescription, maximumHeld } from '../../../use-cases/model/figures-model.ts';
import type { SortDirection as Direction } from '../../../use-cases/model/requests.ts';
import { defaultPageSize } from '../../../use-cases/model/view-model.ts';
import { pageOfArray } from '../../../use-cases/pages/offset-page.ts';
import type { PageArguments } from '../../../use-cases/pages/paging.ts';
import { builder } from '../../builder/builder.ts';
import {
  type Connection,
  connectionArguments,
  connectionCost,
  connectionType,
  forwardArguments,
  readPage,
} from '../../builder/connections.ts';
import type { GraphqlContext } from '../../builder/context.ts';
import {
  BasisStatus,
  CostMethod,
  Currency,
  Period,
  SortDirection,
  SpamFilter,
  TokenBalanceOrder,
} from '../../builder/enums.ts';
import { given } from '../../builder/input-values.ts';
import { chosenLedger, ledgerChoice } from '../../builder/ledger-choice.ts';
import {
  Counterparty,
  Debt,
  HeldAmount,
  RawToken,
  Reconciliation,
  Token,
  TokenBalance,
  Wallet,
} from '../../builder/refs.ts';
import { ownWallet } from '../../builder/wallet-reference.ts';
import { DisposalConnection } from './disposal.ts';
import { LotConnection } from './lot.ts';

/** What the cost of a query is reckoned with. */
const usualHeld = 3;

TokenBalance.implement({
  description: 'What a wallet holds of one token, what it cost and what it earned.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id'),
    wallet: t.field({ type: Wallet, ...ownWallet }),
    token: t.expose('token', { type: Token, nullable: true, description: 'null when it is not recognised.' }),
    rawToken: t.expose('rawToken', { type: RawToken }),
    balance: t.expose('balance', {
      type: 'Decimal',
      description:
        'What the wallet has and what protocols hold of it; what is owed is in `debt`. May be negative, where history is missing.',
    }),
    price: t.expose('price', { type: 'Decimal', nullable: true }),
    value: t.expose('value', { type: 'Decimal', description: '0 without a price.' }),
    averageCost: t.expose('averageCost', { type: 'Decimal', description: '0 without a known cost.' }),
    costBasis: t.expose('costBasis', { type: 'Decimal' }),
    unrealizedPnl: t.expose('unrealizedPnl', { type: 'Decimal' }),
    totalRealizedPnl: t.expose('totalRealizedPnl', {
      type: 'Decimal',
      description: 'In the period asked for.',
    }),
    income: t.expose('income', {
      type: 'Decimal',
      description: 'In the period: claims, airdrops and rewards at market value.',
    }),
    expenses: t.expose('expenses', {
      type: 'Decimal',
      description: 'In the period: gas that belongs to no acquisition or disposal.',
    }),
    period: t.expose('period', { type: Period }),
    costMethod: t.expose('costMethod', { type: CostMethod }),
    currency: t.expose('currency', { type: Currency }),
    priceSource: t.exposeString('priceSource', {
      nullable: true,
      description: 'Ends in `:stale` when the price is the last one known, of more than an hour before.',
    }),
    pricedAt: t.expose('pricedAt', { type: 'DateTime', nullable: true }),
    basisStatus: t.expose('basisStatus', {
      type: BasisStatus,
      description:
        'The worst of the open lots and of what was disposed of and earned in the period, in the currency asked for.',
    }),
    isBooked: t.exposeBoolean('isBooked', {
      description: 'false: the ledger has yet to book it, and costs and gains are 0 until it has.',
    }),
    isSpam: t.exposeBoolean('isSpam'),
    reconciliation: t.expose('reconciliation', { type: Reconciliation, nullable: true }),
    asOf: t.expose('asOf', { type: 'DateTime', description: 'The moment that these figures stand for.' }),
    lots: t.field({
      type: LotConnection,
      description: 'The open lots behind averageCost, oldest first.',
      args: forwardArguments,
      complexity: connectionCost,
      resolve: ({ id }, args, { readModel, caller }) =>
        readPage(args, (page) => readModel.listLots(caller, id, page), null),
    }),
    disposals: t.field({
      type: DisposalConnection,
      description: 'What totalRealizedPnl is the sum of, newest first.',
      args: forwardArguments,
      complexity: connectionCost,
      resolve: ({ id }, { first, after }, { readModel, caller }) =>
        // Without arguments a page would be a numbered one, and this list has none.
        readPage(
          { first: first ?? defaultPageSize, after },
          (page) => readModel.listDisposals(caller, id, 'first' in page ? page : {}),
          null,
        ),
    }),
  }),
});

/** What protocols hold and what is owed. */
builder.objectFields(TokenBalance, (t) => ({
  heldAmount: t.expose('heldAmount', {
    type: 'Decimal',
    description:
      'The part of the balance that protocols hold: what was handed to them and no token stands for.',
  }),
  held: t.expose('held', {
    type: [HeldAmount],
    description: `Which contracts hold it, the ${maximumHeld} largest first.`,
    complexity: { field: 1, multiplier: usualHeld },
  }),
  debt: t.expose('debt', { type: 'Decimal', description: debtDescription }),
  debts: t.expose('debts', {
    type: [Debt],
    description: `To which contracts it is owed, the ${maximumHeld} largest first.`,
    complexity: { field: 1, multiplier: usualHeld },
  }),
}));

HeldAmount.implement({
  description: 'What a contract holds of a balance.',
  fields: (t) => ({
    contract: t.expose('contract', {
      type: 'Address',
      description: 'The contract that logged the deposit, or the counterparty where none did.',
    }),
    counterparty: t.expose('counterparty', {
      type: Counterparty,
      description: 'The contract, as labels name it.',
    }),
    amount: t.expose('amount', { type: 'Decimal' }),
    costBasis: t.expose('costBasis', {
      type: 'Decimal',
      description: 'The part of costBasis that it holds.',
    }),
  }),
});

Debt.implement({
  description: 'What is owed to a contract.',
  fields: (t) => ({
    contract: t.expose('contract', {
      type: 'Address',
      description: 'The contract that logged the loan, or the counterparty where none did.',
    }),
    counterparty: t.expose('counterparty', {
      type: Counterparty,
      description: 'The contract, as labels name it.',
    }),
    amount: t.expose('amount', { type: 'Decimal', description: 'Negative.' }),
  }),
});

Reconciliation.implement({
  description: 'The balance compared with the chain.',
  fields: (t) => ({
    onChainBalance: t.expose('onChainBalance', { type: 'Decimal' }),
    difference: t.expose('difference', { type: 'Decimal' }),
    blockNumber: t.exposeInt('blockNumber'),
    checkedAt: t.expose('checkedAt', { type: 'DateTime' }),
  }),
});

export const TokenBalanceFilter = builder.inputType('TokenBalanceFilter', {
  description: 'Everything given must hold. An empty list filters nothing.',
  fields: (t) => ({
    chainIds: t.intList(),
    tokens: t.idList({ description: 'Token ids or contract addresses.' }),
    spam: t.field({ type: SpamFilter, description: 'EXCLUDE unless given.' }),
    hideZero: t.boolean({ description: 'Leave out what is sold out.' }),
  }),
});

export const TokenBalanceConnection = connectionType<TokenBalanceView>('TokenBalance', TokenBalance, {
  links: 'absent',
});

/** The arguments of a list of balances, beside its wallets. */
export const balanceListArguments = builder.args((t) => ({
  period: t.field({ type: Period, defaultValue: 'MAX' }),
  ...ledgerChoice,
  filter: t.field({ type: TokenBalanceFilter }),
  orderBy: t.field({ type: TokenBalanceOrder, defaultValue: 'VALUE' }),
  order: t.field({ type: SortDirection, description: 'DESC unless given, but ASC by TOKEN.' }),
}));

export function readBalances(
  { caller, readModel }: GraphqlContext,
  wallets: readonly Address[],
  input: PageArguments & {
    period?: Span | null | undefined;
    costMethod?: Method | null | undefined;
    currency?: Money | null | undefined;
    filter?: typeof TokenBalanceFilter.$inferInput | null | undefined;
    orderBy?: Order | null | undefined;
    order?: Direction | null | undefined;
  },
): Promise<Connection<TokenBalanceView>> {
  const { period, orderBy, order } = input;
  // REST has the whole list on one page, so that there is no page to link to.
  return readPage(
    input,
    async (page) => {
      const balances = await readModel.listBalances(caller, {
        wallets,
        period: period ?? 'MAX',
        ...chosenLedger(input),
        filter: given(input.filter),
        ...given({ orderBy, order }),
      });
      return pageOfArray(balances, page);
    },
    null,
  );
}

builder.queryField('tokenBalances', (t) =>
  t.field({
    type: TokenBalanceConnection,
    nullable: true,
    description:
      'One entry per wallet and fungible token that it holds or once held; the most valuable first unless ordered otherwise.',
    args: {
      wallets: t.arg({ type: ['Address'], required: true }),
      ...balanceListArguments,
      ...connectionArguments,
    },
    complexity: connectionCost,
    resolve: (_root, args, context) => readBalances(context, args.wallets, args),
  }),
);
