/** Compares what was held at a moment of the past with books that end there. */
import type { Api } from './api.ts';
import { bookHistory } from './book.ts';
import { assetOf } from './compare.ts';
import { figuresOf, since, unrealized } from './figures.ts';
import { type Currency, type History, places, type Settings } from './history.ts';
import type { Method } from './lots.ts';
import { readOptional, sum, zero } from './money.ts';
import { compareTexts, digits, emptyTally, numeral, type Tally, time } from './tally.ts';

interface Question {
  method: Method;
  currency: Currency;
  settings: Settings;
}

const figureNames = [
  ...[
    'balance',
    'held_amount',
    'debt',
    'value',
    'debt_value',
    'cost_basis',
    'average_cost',
    'unrealized_pnl',
  ],
] as const;

/** At the moment of a transaction; of each currency another one, from early to late. */
export async function compareHoldings(
  api: Api,
  history: History,
  { method, currency, settings }: Question,
): Promise<Tally> {
  const tally = emptyTally();
  const { place } = currency;
  const { groups, wallets } = history;
  const at = groups[Math.floor((groups.length * (place + 1)) / (places.length + 1))]?.time;
  if (at === undefined) return tally;
  const books = bookHistory(
    { ...history, groups: groups.filter((group) => group.time <= at) },
    method,
    settings,
  );
  // Nothing happened since: the status is that of what is open.
  const happened = since(books, Number.POSITIVE_INFINITY);
  const rows = await api.rows('/wallet/holding/', {
    ...{ wallet: wallets.join(), cost_method: method, currency: currency.name, at: time(at) },
  });
  const served = new Map(rows.map((row) => [`${row.text('wallet')} ${assetOf(row)}`, row]));
  const held = [...books.accounts].filter(
    ([, { balance, debts }]) => !balance.isZero() || [...debts.values()].some(({ owed }) => !owed.isZero()),
  );
  for (const name of new Set([...served.keys(), ...held.map(([own]) => own)])) {
    const row = served.get(name);
    const account = held.find(([own]) => own === name)?.[1];
    const price = readOptional(row?.text('price') ?? '');
    const what = `${method} ${currency.name} ${time(at)} ${name}`;
    compareTexts(
      tally,
      'holdings',
      what,
      row === undefined
        ? {}
        : {
            ...Object.fromEntries(figureNames.map((figure) => [figure, numeral(row.text(figure))])),
            basis_status: row.text('basis_status'),
          },
      account === undefined ? {} : ownFigures(figuresOf(account, happened, place), price),
    );
  }
  return tally;
}

function ownFigures(own: ReturnType<typeof figuresOf>, price: ReturnType<typeof readOptional>) {
  const owed = sum(own.owed.map(({ amount }) => amount)).negated();
  // The service keeps 100 digits.
  const worth = (amount: typeof owed): string => digits(amount.times(price ?? zero).toSignificantDigits(100));
  return {
    balance: digits(own.balance),
    held_amount: digits(sum(own.held.map(({ amount }) => amount))),
    debt: digits(owed),
    value: worth(own.balance),
    debt_value: worth(owed),
    cost_basis: digits(own.costBasis),
    average_cost: digits(own.averageCost),
    unrealized_pnl: digits(unrealized(own, price)),
    basis_status: own.status,
  };
}
