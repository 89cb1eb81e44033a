/** Compares what the service answers with what the books here say, figure by figure. */
import type { Api, Moment } from './api.ts';
import { averageOf, type Books, openLotsOf } from './books.ts';
import type { Row } from './csv.ts';
import {
  type Figures,
  figuresOf,
  type Period,
  periodStart,
  periods,
  type Since,
  since,
  statusOf,
  unrealized,
  worst,
} from './figures.ts';
import type { Currency, History } from './history.ts';
import { type Amount, readAmount, readOptional, sum, zero } from './money.ts';
import {
  addTally,
  compareLines,
  compareTexts,
  digits,
  digitsOrNone,
  emptyTally,
  numeral,
  type Tally,
  time,
} from './tally.ts';

/** One method's books and one currency: what is asked for at once. */
export interface Choice {
  api: Api;
  history: History;
  books: Books;
  currency: Currency;
}

const queryOf = ({ history, books, currency }: Choice): Record<string, string> => ({
  wallet: history.wallets.join(),
  cost_method: books.method,
  currency: currency.name,
});
/** As the books name what a row is about. */
export const assetOf = (row: Row): string => {
  const tokenId = row.text('raw_token_id');
  return `${row.text('chain_id')}:${row.text('raw_token_address')}${tokenId === '' ? '' : `:${tokenId}`}`;
};

/** Balances and totals of every period, lots and disposals. */
export async function compareChoice(choice: Choice): Promise<Tally> {
  const tally = emptyTally();
  await compareLots(tally, choice);
  await compareDisposals(tally, choice);
  for (const period of periods) {
    const query = { ...queryOf(choice), period };
    const balances = await choice.api.rows('/wallet/balance/', query);
    const { results, at } = await choice.api.results('/wallet/total/', query);
    addTally(
      tally,
      bestOf(
        variants(choice, period, at).map((happened) => {
          const one = emptyTally();
          compareBalances(one, choice, { period, balances, happened });
          compareTotals(one, choice, { period, balances, happened, totals: results });
          return one;
        }),
      ),
    );
  }
  return tally;
}

/** The period ends in the second that the service answered in, which is known to a few seconds only. */
function variants({ books }: Choice, period: Period, { from, to }: Moment): Since[] {
  const found = new Map<string, Since>();
  for (let now = from - 1; now <= to; now += 1) {
    const start = periodStart(period, now);
    const name = [books.disposals, books.results]
      .map((all) => all.filter((one) => one.time < start).length)
      .join();
    if (!found.has(name)) found.set(name, since(books, start));
  }
  return [...found.values()];
}

function bestOf(tallies: readonly Tally[]): Tally {
  const [best] = tallies.toSorted((a, b) => a.differences.length - b.differences.length);
  return best ?? emptyTally();
}

interface Answers {
  period: Period;
  balances: readonly Row[];
  happened: Since;
}

function compareBalances(
  tally: Tally,
  { books, currency }: Choice,
  { period, balances, happened }: Answers,
): void {
  const { place } = currency;
  const open = new Set(
    [...books.accounts].flatMap(([name, { isNft, balance, hasOutflow, debts }]) => {
      const isOwed = [...debts.values()].some(({ owed }) => !owed.isZero());
      return isNft || (balance.isZero() && !hasOutflow && !isOwed) ? [] : [name];
    }),
  );
  for (const row of balances) {
    const name = `${row.text('wallet')} ${assetOf(row)}`;
    open.delete(name);
    const account = books.accounts.get(name);
    const what = `${books.method} ${currency.name} ${period} ${name}`;
    const own = account === undefined ? null : figuresOf(account, happened, place);
    const price = readOptional(row.text('price'));
    compareTexts(tally, 'balances', what, servedFigures(row), own === null ? {} : balanceFigures(own, price));
  }
  for (const name of open)
    compareTexts(
      tally,
      'balances',
      `${books.method} ${currency.name} ${period} ${name}`,
      {},
      { row: 'is there' },
    );
}

const servedFigures = (row: Row): Record<string, string> => ({
  balance: numeral(row.text('balance')),
  value: numeral(row.text('value')),
  cost_basis: numeral(row.text('cost_basis')),
  average_cost: numeral(row.text('average_cost')),
  unrealized_pnl: numeral(row.text('unrealized_pnl')),
  total_realized_pnl: numeral(row.text('total_realized_pnl')),
  income: numeral(row.text('income')),
  expenses: numeral(row.text('expenses')),
  basis_status: row.text('basis_status'),
  held_amount: numeral(row.text('held_amount')),
  held: partsText([row.text('held_contract'), row.text('held_part'), row.text('held_cost_basis')]),
  debt: numeral(row.text('debt')),
  debts: partsText([row.text('debt_contract'), row.text('debt_part')]),
});

/** Cells of parts side by side, as one text per part, in an order of our own: equal parts come in any. */
function partsText(cells: readonly string[]): string {
  const [contracts = [], ...numbers] = cells.map((cell) => (cell === '' ? [] : cell.split('; ')));
  const parts = contracts.map((contract, place) =>
    [contract, ...numbers.map((list) => numeral(list[place] ?? ''))].join(' '),
  );
  return parts.sort().join(', ');
}

const debtOf = ({ owed }: Figures): Amount => sum(owed.map(({ amount }) => amount)).negated();
const heldOf = ({ held }: Figures): Amount => sum(held.map(({ amount }) => amount));

const balanceFigures = (own: Figures, price: Amount | null): Record<string, string> => ({
  balance: digits(own.balance),
  // The service keeps 100 digits.
  value: digits(own.balance.times(price ?? zero).toSignificantDigits(100)),
  cost_basis: digits(own.costBasis),
  average_cost: digits(own.averageCost),
  unrealized_pnl: digits(unrealized(own, price)),
  total_realized_pnl: digits(own.realized),
  income: digits(own.income),
  expenses: digits(own.expenses),
  basis_status: own.status,
  held_amount: digits(heldOf(own)),
  held: own.held
    .map(({ contract, amount, cost }) => [contract, digits(amount), digits(cost)].join(' '))
    .sort()
    .join(', '),
  debt: digits(debtOf(own)),
  debts: own.owed
    .map(({ contract, amount }) => [contract, digits(amount.negated())].join(' '))
    .sort()
    .join(', '),
});

/** Over tokens and NFTs, for each wallet and all together; worth at the prices that the balances were served with. */
function compareTotals(
  tally: Tally,
  { books, currency, history }: Choice,
  { period, balances, happened, totals }: Answers & { totals: readonly Row[] },
): void {
  const { place } = currency;
  for (const row of totals) {
    const wallets = row.text('wallet') === '' ? history.wallets : [row.text('wallet')];
    const own = [...books.accounts.values()].filter(({ wallet }) => wallets.includes(wallet));
    const figures = own.map((account) => ({ account, of: figuresOf(account, happened, place) }));
    const held = balances.filter(
      (one) =>
        wallets.includes(one.text('wallet')) &&
        ['balance', 'debt'].some((name) => !readAmount(one.text(name)).isZero()),
    );
    const priced = held.flatMap((one) => {
      const account = books.accounts.get(`${one.text('wallet')} ${assetOf(one)}`);
      const price = readOptional(one.text('price'));
      return account === undefined || price === null
        ? []
        : [{ of: figuresOf(account, happened, place), price }];
    });
    const total = (figure: (of: Figures) => Amount): string =>
      digits(sum(figures.map(({ of }) => figure(of))));
    const heldNfts = own.filter(({ isNft, lots }) => isNft && lots.length > 0).length;
    compareTexts(
      tally,
      'totals',
      `${books.method} ${currency.name} ${period} ${row.text('wallet') || 'all wallets'}`,
      servedTotals(row),
      {
        realized_pnl: total(({ realized }) => realized),
        unrealized_pnl: digits(sum(priced.map(({ of, price }) => unrealized(of, price)))),
        income: total(({ income }) => income),
        expenses: total(({ expenses }) => expenses),
        fees: total(({ fees }) => fees),
        cost_basis: total(({ costBasis }) => costBasis),
        net_worth: digits(sum(priced.map(({ of, price }) => of.balance.plus(debtOf(of)).times(price)))),
        own_value: digits(sum(priced.map(({ of, price }) => of.balance.minus(heldOf(of)).times(price)))),
        held_value: digits(sum(priced.map(({ of, price }) => heldOf(of).times(price)))),
        debt_value: digits(sum(priced.map(({ of, price }) => debtOf(of).times(price)))),
        unpriced_count: String(held.length - priced.length + heldNfts),
        basis_status: worst(figures.map(({ of }) => of.status)),
      },
    );
  }
}

const servedTotals = (row: Row): Record<string, string> => ({
  realized_pnl: numeral(row.text('realized_pnl')),
  unrealized_pnl: numeral(row.text('unrealized_pnl')),
  income: numeral(row.text('income')),
  expenses: numeral(row.text('expenses')),
  fees: numeral(row.text('fees')),
  cost_basis: numeral(row.text('cost_basis')),
  net_worth: numeral(row.text('net_worth')),
  own_value: numeral(row.text('own_value')),
  held_value: numeral(row.text('held_value')),
  debt_value: numeral(row.text('debt_value')),
  unpriced_count: row.text('unpriced_count'),
  basis_status: row.text('basis_status'),
});

async function compareLots(tally: Tally, choice: Choice): Promise<void> {
  const { api, books, currency } = choice;
  const { place } = currency;
  // The pool of WAC has no date.
  const dated = (text: string): string => (books.method === 'WAC' ? '' : text);
  const served = (await api.rows('/wallet/lot/', queryOf(choice))).map((row) => [
    ...[row.text('wallet'), assetOf(row), row.text('acquired_by'), dated(row.text('acquired_at'))],
    ...['quantity', 'remaining', 'unit_cost', 'cost'].map((name) => numeral(row.text(name))),
    row.text('basis_status'),
  ]);
  const computed = [...books.accounts.values()].flatMap((account) =>
    openLotsOf(account).map((lot) => {
      const cost = lot.costs[place] ?? zero;
      const quantity = books.method === 'WAC' ? lot.quantity : lot.first.quantity;
      return [
        ...[
          account.wallet,
          account.asset,
          lot.acquiredBy ?? '',
          dated(time(lot.time)),
          digits(quantity),
          digits(lot.quantity),
        ],
        ...[digits(averageOf(cost, lot.quantity)), digits(cost), statusOf(lot, place)],
      ];
    }),
  );
  compareLines(tally, 'lots', `${books.method} ${currency.name}`, served, computed);
}

async function compareDisposals(tally: Tally, choice: Choice): Promise<void> {
  const { api, books, currency } = choice;
  const { place } = currency;
  const names = ['quantity', 'proceeds', 'cost', 'gain'];
  const served = (await api.rows('/wallet/disposal/', queryOf(choice))).map((row) => [
    ...[
      row.text('wallet'),
      assetOf(row),
      row.text('disposed_by'),
      row.text('tx_id'),
      row.text('disposed_at'),
    ],
    ...[row.text('treatment'), row.text('is_fee'), row.text('acquired_by'), row.text('acquired_at')],
    ...names.map((name) => numeral(row.text(name))),
    row.text('basis_status'),
  ]);
  const computed = books.disposals.map((one) => {
    const proceeds = one.proceeds[place] ?? null;
    const cost = one.costs[place] ?? zero;
    return [
      ...[one.wallet, one.asset, one.disposedBy ?? '', one.transactionId, time(one.time), one.treatment],
      ...[
        String(one.treatment === 'GAS'),
        one.acquiredBy ?? '',
        one.acquiredAt === null ? '' : time(one.acquiredAt),
      ],
      ...[
        digits(one.quantity),
        digitsOrNone(proceeds),
        digits(cost),
        digitsOrNone(proceeds?.minus(cost) ?? null),
      ],
      statusOf(one, place),
    ];
  });
  compareLines(tally, 'disposals', `${books.method} ${currency.name}`, served, computed);
}
