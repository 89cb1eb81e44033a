/**
 * The ledger and its second computation (scripts/recompute/) on the same invented histories: every lot, disposal and result is
 * the same to the last digit, by every method and in every currency.
 */
import { expect, test } from 'vitest';
import { bookHistory } from '../../scripts/recompute/book.ts';
import { compareBookings } from '../../scripts/recompute/bookings.ts';
import { type Account, type Books, openLotsOf } from '../../scripts/recompute/books.ts';
import { figuresOf, type Status, since, statusOf } from '../../scripts/recompute/figures.ts';
import { compareForm } from '../../scripts/recompute/form-8949.ts';
import { type Settings, usualSettings } from '../../scripts/recompute/history.ts';
import { type Method, methods } from '../../scripts/recompute/lots.ts';
import type { Amount } from '../../scripts/recompute/money.ts';
import { requireCalendar } from '../../src/cli/export/export-options.ts';
import type { AccountTotals, DisposalRow } from '../../src/domain/accounting/amounts/types.ts';
import { bookingOf } from '../../src/domain/accounting/booking/booked-treatment.ts';
import {
  createPartWriter,
  type Form8949Options,
  form8949Columns,
  formParts,
  overallTotalLines,
  partOf,
} from '../../src/domain/accounting/form-8949.ts';
import type { YearTotals } from '../../src/domain/accounting/form-totals.ts';
import type { Ledger } from '../../src/domain/accounting/ledger.ts';
import type { CurrencyRates } from '../../src/domain/money/currencies.ts';
import { formatUnits } from '../../src/domain/money/money.ts';
import { csvLine } from '../../src/domain/text/csv.ts';
import { ledgerTokenOf, movementIdOf, readLedgerToken } from '../../src/store/ledger/ledger-rows.ts';
import { createRandom } from '../support/random.ts';
import { address } from '../support/records.ts';
import { bookByLedger, historyOf, movementsIn, ratesAt, told } from './both-books.ts';
import { inventWorld, wallets } from './invented-world.ts';

// ── What is compared ──

const money = (amount: bigint | null | undefined): string =>
  amount === null || amount === undefined ? '' : formatUnits(amount, 18);
const digits = (amount: Amount | null): string => (amount === null ? '' : amount.plus(0).toFixed());

function ledgerTexts(
  ledger: Ledger,
  disposals: readonly DisposalRow[],
  method: Method,
  currency: number,
): string[] {
  const decimals = new Map(ledger.accounts().map((one) => [`${one.wallet} ${one.token}`, one.decimals]));
  const units = (amount: bigint, of: { wallet: string; token: string }): string =>
    formatUnits(amount, decimals.get(`${of.wallet} ${of.token}`) ?? 0);
  const status = (basis: readonly Status[]): string => basis[currency] ?? '';
  const ofAccount = (account: AccountTotals): string[] => {
    const { wallet, token, balance, income, expenses, fees } = account;
    const figures = account.methods.find((one) => one.method === method);
    const head = ['account', wallet, token, units(balance, account), money(figures?.costBasis[currency])];
    const lots = ledger
      .openLots(wallet, token, method)
      .map((lot) =>
        [
          ...['lot', wallet, token, lot.acquiredBy ?? '', units(lot.quantity, account)],
          ...[units(lot.remaining, account), money(lot.cost[currency]), status(lot.basis)],
        ].join(' '),
      );
    const results = [figures?.realized, income, expenses, fees].map((amounts) => money(amounts?.[currency]));
    const held = account.held.map(({ heldBy, quantity: part }, place) =>
      [
        'held',
        wallet,
        token,
        heldBy,
        units(part, account),
        money(figures?.heldCosts[place]?.[currency]),
      ].join(' '),
    );
    const owed = account.owed.map(({ lender, quantity: part }) =>
      ['owed', wallet, token, lender, units(part, account)].join(' '),
    );
    return [[...head, ...results].join(' '), ...lots, ...held, ...owed];
  };
  const rows = disposals
    .filter((row) => row.method === method)
    .map((row) =>
      [
        ...['disposal', row.wallet, row.token, row.treatment, row.treatment === 'GAS' ? '' : row.disposedBy],
        ...[row.acquiredBy ?? '', row.acquiredAt ?? '', units(row.quantity, row)],
        ...[money(row.proceeds[currency]), money(row.cost[currency]), status(row.basis)],
      ].join(' '),
    );
  return [...ledger.accounts().flatMap(ofAccount), ...rows].sort();
}

function computedTexts(books: Books, currency: number): string[] {
  const ofAccount = (account: Account): string[] => {
    const { wallet, asset } = account;
    const own = figuresOf(account, since(books, 0), currency);
    const lots = openLotsOf(account).map((lot) =>
      [
        ...[
          'lot',
          wallet,
          asset,
          lot.acquiredBy ?? '',
          digits(lot.isPool ? lot.quantity : lot.first.quantity),
        ],
        ...[digits(lot.quantity), digits(lot.costs[currency] ?? null), statusOf(lot, currency)],
      ].join(' '),
    );
    const figures = [own.balance, own.costBasis, own.realized, own.income, own.expenses, own.fees].map(
      digits,
    );
    const held = own.held.map(({ contract, amount, cost }) =>
      ['held', wallet, asset, contract, digits(amount), digits(cost)].join(' '),
    );
    const owed = own.owed.map(({ contract, amount }) =>
      ['owed', wallet, asset, contract, digits(amount)].join(' '),
    );
    return [['account', wallet, asset, ...figures].join(' '), ...lots, ...held, ...owed];
  };
  const rows = books.disposals.map((one) =>
    [
      ...['disposal', one.wallet, one.asset, one.treatment, one.disposedBy ?? ''],
      ...[one.acquiredBy ?? '', one.acquiredAt ?? '', digits(one.quantity)],
      ...[
        digits(one.proceeds[currency] ?? null),
        digits(one.costs[currency] ?? null),
        statusOf(one, currency),
      ],
    ].join(' '),
  );
  return [...[...books.accounts.values()].flatMap(ofAccount), ...rows].sort();
}

test.each<Partial<Settings>>([
  {},
  { receiptTokens: 'realize', deposits: 'realize' },
  { liquidityTokens: 'carry', ownTransfers: 'realize' },
])(
  'invented histories have the same figures in the ledger and in its second computation, with %o',
  (change) => {
    const settings = { ...usualSettings, ...change };
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= 7; seed += 1) {
      const world = inventWorld(createRandom(seed));
      const { ledger, disposals } = bookByLedger(world, settings);
      const history = historyOf(world);
      const moved = new Map(world.transfers.map((row) => [movementIdOf(row), ledgerTokenOf(row)]));
      // Of another token than that of the transfer: it is what that settled.
      const isSettled = ({ treatment, disposedBy, token }: DisposalRow): boolean =>
        treatment === 'DISPOSAL' && moved.get(disposedBy) !== token;
      seen.set('settled', (seen.get('settled') ?? 0) + disposals.filter(isSettled).length);
      for (const method of methods) {
        const books = bookHistory(history, method, settings);
        told.forEach((name, currency) => {
          const served = ledgerTexts(ledger, disposals, method, currency);
          expect({ seed, method, name, lines: computedTexts(books, currency) }).toEqual({
            ...{ seed, method, name, lines: served },
          });
          for (const line of served) {
            const [kind = ''] = line.split(' ');
            seen.set(kind, (seen.get(kind) ?? 0) + 1);
            if (line.includes(' BASIS_TRANSFER ')) seen.set('fee', (seen.get('fee') ?? 0) + 1);
            const [, status] = /^(?:lot|disposal) .* (COMPLETE|UNPRICED)$/.exec(line) ?? [];
            if (name === 'EUR' && status !== undefined) seen.set(status, (seen.get(status) ?? 0) + 1);
          }
        });
      }
    }
    expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10_000);
    // Of the currency that has a rate on most days.
    expect(seen.get('COMPLETE')).toBeGreaterThan(300);
    expect(seen.get('UNPRICED')).toBeGreaterThan(100);
    expect((seen.get('settled') ?? 0) > 10).toBe(settings.deposits === 'carry');
    expect((seen.get('held') ?? 0) > 500).toBe(settings.deposits === 'carry');
    expect(seen.get('owed')).toBeGreaterThan(500);
    // Of what was met over a bridge.
    expect((seen.get('fee') ?? 0) > 30).toBe(settings.deposits === 'carry');
  },
);

test.each<Partial<Settings>>([
  {},
  { receiptTokens: 'realize', deposits: 'realize' },
  { liquidityTokens: 'carry', ownTransfers: 'realize' },
])('each transfer of invented histories is said to be booked as it is in both, with %o', (change) => {
  const settings = { ...usualSettings, ...change };
  const said = new Map<string, number>();
  for (let seed = 1; seed <= 7; seed += 1) {
    const world = inventWorld(createRandom(seed));
    const bookings = movementsIn(world).map(
      (movement) => [movement.id, bookingOf(movement, settings)] as const,
    );
    const bookedAs = new Map(bookings.map(([id, booking]) => [id, booking ?? '']));
    const { compared, differences } = compareBookings(historyOf(world, bookedAs), settings);
    expect({ seed, differences }).toEqual({ seed, differences: [] });
    expect(compared.get('bookings')).toBeGreaterThan(100);
    for (const [, booking] of bookings) said.set(booking ?? '', (said.get(booking ?? '') ?? 0) + 1);
  }
  const names = ['ACQUISITION', 'DISPOSAL', 'INCOME', 'CARRY', 'LIABILITY'];
  for (const name of names) expect(said.get(name), name).toBeGreaterThan(10);
  expect((said.get('OWN_MOVE') ?? 0) > 10).toBe(settings.ownTransfers === 'carry');
  expect((said.get('HELD') ?? 0) > 10).toBe(settings.deposits === 'carry');
});

test('what is exchanged on its way over a bridge is sold for the same in both', () => {
  let exchanged = 0;
  for (let seed = 1; seed <= 14; seed += 1) {
    const world = inventWorld(createRandom(seed), true);
    const { ledger, disposals } = bookByLedger(world, usualSettings);
    const arrivals = world.transfers.filter(
      ({ side, taxTreatment }) => side === 'inflow' && taxTreatment === 'CARRY',
    );
    const tokens = new Map(arrivals.map((row) => [movementIdOf(row), ledgerTokenOf(row)]));
    const isExchanged = ({ treatment, disposedBy, token }: DisposalRow): boolean =>
      treatment === 'DISPOSAL' && tokens.has(disposedBy) && tokens.get(disposedBy) !== token;
    exchanged += disposals.filter(isExchanged).length;
    for (const method of methods) {
      const books = bookHistory(historyOf(world), method, usualSettings);
      expect({ seed, method, lines: computedTexts(books, 0) }).toEqual({
        ...{ seed, method, lines: ledgerTexts(ledger, disposals, method, 0) },
      });
    }
  }
  expect(exchanged).toBeGreaterThan(20);
});

test('in a currency that is always worth one dollar every figure is that in dollars', () => {
  const isDollar = (timestamp: number): CurrencyRates => ({ ...ratesAt(timestamp), EUR: '1' });
  for (let seed = 1; seed <= 7; seed += 1) {
    const { ledger, disposals } = bookByLedger(inventWorld(createRandom(seed)), usualSettings, isDollar);
    for (const method of methods) {
      const [dollars, euros] = (['USD', 'EUR'] as const).map((name) =>
        ledgerTexts(ledger, disposals, method, told.indexOf(name)),
      );
      expect({ seed, method, lines: euros }).toEqual({ seed, method, lines: dollars });
    }
  }
});

test.each([
  { method: 'FIFO', timeZone: 'UTC', gas: 'month', reported: 'nothing' },
  { method: 'LIFO', timeZone: 'America/New_York', gas: 'year', reported: 'proceeds' },
  { method: 'HIFO', timeZone: 'Asia/Tokyo', gas: 'each', reported: 'basis' },
] as const)('Form 8949 of invented histories: $method, $timeZone, fees by $gas', ({ method, ...form }) => {
  let compared = 0;
  for (let seed = 1; seed <= 6; seed += 1) {
    const world = inventWorld(createRandom(seed));
    const { disposals, ledger } = bookByLedger(world);
    const options = { ...form, method, calendar: requireCalendar(form.timeZone) };
    const file = formOf(
      disposals.filter((row) => row.method === method),
      ledger,
      options,
    );
    const tally = compareForm(file, bookHistory(historyOf(world), method), { ...form, year: null });
    expect({ seed, differences: tally.differences }).toEqual({ seed, differences: [] });
    compared += tally.compared.get('form 8949') ?? 0;
  }
  expect(compared).toBeGreaterThan(3_000);
});

/** The file as the command writes it, every token called TKN. */
function formOf(rows: readonly DisposalRow[], ledger: Ledger, options: Form8949Options): string {
  const decimals = new Map(ledger.accounts().map(({ token, decimals: digits }) => [token, digits]));
  const entries = rows.map((row) => {
    const token = readLedgerToken(row.token);
    const figures = { proceeds: row.proceeds[0] ?? null, cost: row.cost[0] ?? 0n, gain: row.gain[0] ?? null };
    const exported = {
      ...row,
      ...figures,
      token,
      decimals: decimals.get(row.token) ?? 0,
      transaction: null,
      basis: row.basis[0] ?? 'MISSING',
    };
    const symbol = token.tokenId === null ? 'TKN' : `TKN #${token.tokenId}`;
    return { row: exported, wallet: address(Number(row.wallet)), symbol };
  });
  const totals: YearTotals[] = [];
  const lines = formParts.flatMap((part) => {
    const writer = createPartWriter(part, options);
    const own = entries.filter(({ row }) => partOf(row, options.calendar) === part);
    const written = wallets.flatMap((wallet) => [
      ...own.filter((entry) => entry.wallet === wallet).flatMap((entry) => [writer.add(entry)]),
      ...writer.endWallet(),
    ]);
    totals.push(writer.totals);
    return [...written.filter((cells) => cells !== null), ...writer.totalLines()];
  });
  return [form8949Columns, ...lines, ...overallTotalLines(totals, options)].map(csvLine).join('');
}
