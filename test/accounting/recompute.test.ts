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
import {
  groupsOf,
  inCurrencies,
  type Settings,
  type Transaction,
  type Transfer,
  usualSettings,
} from '../../scripts/recompute/history.ts';
import { type Method, methods } from '../../scripts/recompute/lots.ts';
import { type Amount, Exact, readAmount, readOptional } from '../../scripts/recompute/money.ts';
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
import { type Ledger, runLedger } from '../../src/domain/accounting/ledger.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import { bridgedAsset } from '../../src/domain/money/assets.ts';
import { bookedCurrencies, type CurrencyRates } from '../../src/domain/money/currencies.ts';
import { formatUnits } from '../../src/domain/money/money.ts';
import { priceTierOf } from '../../src/domain/money/price-sources.ts';
import { csvLine } from '../../src/domain/text/csv.ts';
import { ledgerPriceDecimals, movementsOf } from '../../src/ingest/accounting/movements.ts';
import type { TransactionRow } from '../../src/store/history/columns/transaction-columns.ts';
import type { TransferRow } from '../../src/store/history/columns/transfer-columns.ts';
import { ledgerTokenOf, movementIdOf, readLedgerToken } from '../../src/store/ledger/ledger-rows.ts';
import { createRandom } from '../support/random.ts';
import { address } from '../support/records.ts';
import { digitsOf, dollar, inventWorld, slugOf, type World, wallets } from './invented-world.ts';

/** The ledgers are booked in this one, too. */
const told = bookedCurrencies('EUR');

/** By the hour; one currency has no rate at all, others have none now and then. Of states it is the day's: of every ninth there is none. */
function ratesAt(timestamp: number): CurrencyRates {
  const hour = Math.floor(timestamp / 3600);
  const ETH = new Exact(2000 + (hour % 997)).div(7).toSignificantDigits(20).toFixed();
  const day = Math.floor(hour / 24);
  const EUR = day % 9 === 0 ? null : new Exact(9 + (day % 5)).div('8.7').toSignificantDigits(30).toFixed();
  return { ETH, MATIC: hour % 5 === 0 ? null : '0.7123', AVAX: null, XDAI: '1', EUR };
}
const nativePriceAt = (_chain: number, timestamp: number): string | null =>
  Math.floor(timestamp / 3600) % 7 === 0 ? null : String(1500 + (timestamp % 977));
const isReference = (_chain: number, token: string): boolean => token === zeroAddress || token === dollar;

// ── Both computations ──

function movementsIn({ transactions, transfers }: World, rates = ratesAt) {
  const addressOf = new Map(wallets.map((wallet, index) => [index + 1, wallet]));
  const context = {
    ...{ addressOf, isReference, nativePriceAt, ratesAt: rates, currencies: told },
    decimalsOf: digitsOf,
    assetOf: (chain: number, token: string) => bridgedAsset(slugOf(chain, token)) || null,
  };
  const rows = Map.groupBy(transactions, ({ position }) => position);
  return [...rows].flatMap(([position, own]) => {
    const of = transfers.filter((transfer) => transfer.position.startsWith(position));
    return movementsOf({ transactions: own, transfers: of }, context).movements;
  });
}

function bookByLedger(world: World, settings: Settings = usualSettings, rates = ratesAt) {
  return runLedger(movementsIn(world, rates), {
    ...{ methods: [...methods], currencies: told, priceDecimals: ledgerPriceDecimals },
    ...settings,
  });
}

function historyOf({ transactions, transfers }: World, bookedAs: ReadonlyMap<string, string> = new Map()) {
  const walletOf = (walletId: number): string => wallets[walletId - 1] ?? '';
  const rates = (timestamp: number) =>
    told.map((currency) =>
      currency === 'USD' ? new Exact(1) : readOptional(ratesAt(timestamp)[currency] ?? ''),
    );
  const digitsIn = (row: TransferRow): number => digitsOf(row.chainId, row.tokenAddress) ?? 0;
  const units = (amount: bigint, row: TransferRow): Amount =>
    readAmount(formatUnits(amount, row.tokenId === null ? digitsIn(row) : 0));
  const asTransaction = (row: TransactionRow): Transaction => ({
    ...{ id: row.hash, hash: row.hash, wallet: walletOf(row.walletId), coinSymbol: 'TKN' },
    chain: String(row.chainId),
    ...{ time: row.timestamp, position: row.position, kind: row.kind, rates: rates(row.timestamp) },
    fee: readAmount(formatUnits(row.fee, 18)),
    bridgeMessage: row.bridgeMessage ?? '',
    feePrices: inCurrencies(readOptional(nativePriceAt(1, row.timestamp) ?? ''), rates(row.timestamp)),
  });
  const tiers = { reference: 1, 'deep-pool': 2, other: 3 };
  const asTransfer = (row: TransferRow): Transfer => ({
    ...{ id: movementIdOf(row), transactionId: row.hash, wallet: walletOf(row.walletId) },
    ...{ chain: String(row.chainId), slug: slugOf(row.chainId, row.tokenAddress) },
    ...{ time: row.timestamp, position: row.position, token: row.tokenAddress, symbol: 'TKN' },
    tokenId: row.tokenId === null ? null : String(row.tokenId),
    decimals: digitsIn(row),
    ...{
      out: row.side === 'outflow',
      quantity: units(row.amount, row).abs(),
      price: readOptional(row.price ?? ''),
    },
    tier: tiers[priceTierOf(row.priceSource, isReference(1, row.tokenAddress))],
    ...{ treatment: row.taxTreatment ?? '', counterparty: row.counterparty },
    bookedAs: bookedAs.get(movementIdOf(row)) ?? '',
    heldBy: row.heldBy,
    settles: row.settles && {
      ...{ contract: row.settles.contract, token: row.settles.token },
      ...{ units: new Exact(String(row.settles.amount)), price: readOptional(row.settledPrice ?? '') },
      quantity:
        row.settles.token &&
        readAmount(formatUnits(row.settles.amount, digitsOf(row.chainId, row.settles.token) ?? 0)),
      tier: tiers[
        priceTierOf(row.settledPriceSource, row.settles.token !== null && isReference(1, row.settles.token))
      ],
    },
  });
  const real = transfers.filter(({ amount }) => amount !== 0n).map(asTransfer);
  return { wallets, groups: groupsOf(transactions.map(asTransaction), real), mark: '' };
}

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
