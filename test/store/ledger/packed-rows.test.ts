/** Rows that hold many lots or parts of disposals: every list gives what the ledger said, however pages and rows meet. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { DisposalRow, LedgerMovement, OpenLot } from '../../../src/domain/accounting/amounts/types.ts';
import { type LedgerResult, runLedger } from '../../../src/domain/accounting/ledger.ts';
import { costMethods } from '../../../src/domain/ids.ts';
import { bookedCurrencies } from '../../../src/domain/money/currencies.ts';
import { itemPosition, transactionPosition } from '../../../src/domain/position.ts';
import { movementKeyOf } from '../../../src/store/ledger/ledger-rows.ts';
import { emptyOutput, lotsRows, writeLedgerOutput } from '../../../src/store/ledger/ledger-writes.ts';
import {
  countDisposals,
  countLots,
  pageDisposals,
  pageLots,
  type StoredDisposal,
} from '../../../src/store/ledger/lists/account-lots.ts';
import { exportDisposals } from '../../../src/store/ledger/lists/ledger-export.ts';
import {
  countLotsOf,
  countWalletDisposals,
  findLedgerAccounts,
  pageWalletDisposals,
  readLots,
  type WalletDisposalPlace,
} from '../../../src/store/ledger/lists/ledger-lists.ts';
import { packDisposals } from '../../../src/store/ledger/packed-disposals.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
const run = { walletId: 1, runIds: [1n], stateRunIds: [1n] };
const token = `1:0x${'7'.repeat(40)}`;
const unit = 10n ** 18n;
const price = 10n ** 36n;
const firstTime = 1_700_000_000;
const told = bookedCurrencies('EUR');

/** One transaction per second. Number by number another price; now and then none in the reporting currency, or none at all. */
function movement(number: number, side: 'inflow' | 'outflow', quantity: bigint): LedgerMovement {
  const timestamp = firstTime + number;
  const at = { timestamp, chainId: 1, blockNumber: number, transactionIndex: 0 };
  const position = transactionPosition(at) + itemPosition({ kind: 'log', index: 0, batch: 0 }, side);
  const factors = [1n, 3n, 7n, 11n, 13n].map((factor) => (price * BigInt(number + 1)) / factor);
  return {
    ...{ id: `1.${position}`, position, transaction: position.slice(0, 30), timestamp, wallet: 'own', token },
    ...{
      decimals: 18,
      side,
      quantity,
      priceTier: 'reference',
      carry: null,
      feeValue: null,
      statedBasis: null,
    },
    prices: number % 11 === 5 ? null : [...factors, number % 4 === 0 ? null : price],
    treatment: side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL',
    ...{ heldBy: null, lender: null, crossing: null, settles: null },
  };
}

/** 150 purchases of one and a bit, a sale of 40, one of 70 and a bit, one of 0.3, and then more than is held, twice. */
const history = [
  ...Array.from({ length: 150 }, (_, number) => movement(number, 'inflow', unit + BigInt(number))),
  movement(150, 'outflow', 40n * unit),
  movement(151, 'outflow', 70n * unit + 12_345n),
  movement(152, 'outflow', (3n * unit) / 10n),
];
const beyond = [movement(153, 'outflow', 60n * unit), movement(154, 'outflow', unit)];

function bookHistory(movements: readonly LedgerMovement[]): LedgerResult {
  const settings = {
    ownTransfers: 'carry',
    receiptTokens: 'realize',
    liquidityTokens: 'realize',
    deposits: 'carry',
  } as const;
  return runLedger(movements, { methods: costMethods, currencies: told, priceDecimals: 36, ...settings });
}

const sold = bookHistory([...history, ...beyond]);
/** As they stand before more is sold than there is. */
const held = bookHistory(history);

beforeAll(async () => {
  const output = emptyOutput();
  output.disposals.push(...packDisposals(sold.disposals));
  for (const account of held.ledger.accounts()) output.balances.push({ ...account, hasOutflow: true });
  for (const method of costMethods) {
    output.lots.push(
      ...lotsRows({ wallet: 'own', token, method }, held.ledger.openLots('own', token, method)),
    );
  }
  await db.database.pool.query(
    `INSERT INTO ledger_run (id, client_id, wallet_ids, settings) SELECT 1, 1, '{1}', '{}'`,
  );
  await writeLedgerOutput(db.database, { id: 1n, walletIdOf: () => 1 }, output);
});

function partView(row: DisposalRow, currency: number) {
  return {
    ...{ part: row.part, disposedAt: row.disposedAt, treatment: row.treatment, source: row.source },
    acquiredBy: row.acquiredBy === null ? null : movementKeyOf(row.acquiredBy),
    ...{ acquiredAt: row.acquiredAt, quantity: row.quantity, cost: row.cost[currency] },
    ...{ proceeds: row.proceeds[currency], gain: row.gain[currency], basis: row.basis[currency] },
    ...{ decimals: 18, disposedBy: movementKeyOf(row.disposedBy) },
  };
}

const lotView = (lot: OpenLot, place: number, currency: number) => ({
  ...{ place, decimals: 18, quantity: lot.quantity, remaining: lot.remaining, acquiredAt: lot.acquiredAt },
  acquiredBy: lot.acquiredBy === null ? null : movementKeyOf(lot.acquiredBy),
  ...{ cost: lot.cost[currency], basis: lot.basis[currency] },
});

/** By each method in another currency, and by each in that which stands behind the others. */
const choices = costMethods.flatMap((method, index) => [
  { method, currency: told[index] ?? 'USD' },
  { method, currency: 'EUR' } as const,
]);

describe.each(choices)('$method in $currency', ({ method, currency }) => {
  const place = told.indexOf(currency);
  const key = { run, token, method };
  /** Newest first. */
  const expected = sold.disposals
    .filter((row) => row.method === method)
    .map((row) => partView(row, place))
    .reverse();
  const expectedLots = held.ledger
    .openLots('own', token, method)
    .map((lot, index) => lotView(lot, index, place));

  test('disposals come back part by part, whatever the pages', async () => {
    // More parts than one row has, where there are lots.
    expect(expected.length > 100 || method === 'WAC').toBe(true);
    for (const limit of [1_000, 7, 16]) {
      const found: StoredDisposal[] = [];
      for (let last: StoredDisposal | undefined; ; last = found.at(-1)) {
        const after = last === undefined ? null : { position: last.disposedBy.position, part: last.part };
        const page = await pageDisposals(db.database, key, { currency, fromPosition: null, after, limit });
        found.push(...page);
        if (page.length < limit) break;
      }
      expect(found).toEqual(expected);
    }
    expect(await countDisposals(db.database, key, null)).toBe(expected.length);
    const fromPosition = beyond[0]?.position ?? '';
    expect(await countDisposals(db.database, key, fromPosition)).toBe(
      expected.filter(({ disposedBy }) => disposedBy.position >= fromPosition).length,
    );
  });

  test('over all tokens: by cursor and by number', async () => {
    const accounts = await findLedgerAccounts(db.database, [run]);
    const filter = { runs: [run], accounts, method, fromPosition: null };
    expect(await countWalletDisposals(db.database, filter)).toBe(expected.length);
    const slice = { currency, offset: 0, limit: 13 };
    let after: WalletDisposalPlace | null = null;
    for (let from = 0; from < expected.length; from += 13) {
      const page = await pageWalletDisposals(db.database, filter, { ...slice, after });
      const { account: _, transaction: __, ...last } = page.at(-1) ?? {};
      expect(last).toEqual(expected[Math.min(from + 12, expected.length - 1)]);
      const byNumber = await pageWalletDisposals(db.database, filter, {
        ...slice,
        after: null,
        offset: from,
      });
      expect(byNumber).toEqual(page);
      const end = page.at(-1);
      after = { position: end?.disposedBy.position ?? '', walletId: 1, token, part: end?.part ?? 0 };
    }
  });

  test('the export has the same, oldest first', async () => {
    const found: unknown[] = [];
    const request = { method, currency, from: 0, to: 2_000_000_000 };
    for await (const rows of exportDisposals(db.database, run, request)) found.push(...rows);
    expect(found).toEqual(
      expected.toReversed().map(({ part: _, acquiredBy: __, disposedBy: ___, ...row }) => ({
        ...row,
        token: { chainId: 1, tokenAddress: token.slice(2), tokenId: null },
        // Rows of the ledger alone are stored here.
        transaction: null,
      })),
    );
  });

  test('open lots come back by their places', async () => {
    expect(await countLots(db.database, key)).toBe(expectedLots.length);
    const accounts = await findLedgerAccounts(db.database, [run]);
    expect(await countLotsOf(db.database, accounts, method)).toEqual([expectedLots.length]);
    const [account] = accounts;
    if (account === undefined) throw new Error('there is no account');
    for (const [from, until] of [
      [0, 1],
      [0, 200],
      [3, 30],
      [33, 38],
      [38, 60],
    ] as const) {
      const wanted = expectedLots.slice(from, until);
      expect(await pageLots(db.database, key, { currency, fromPlace: from, limit: until - from })).toEqual(
        wanted,
      );
      const lots = await readLots(db.database, [{ account, from, until }], { method, currency });
      expect(lots.map(({ lot }) => lot)).toEqual(wanted);
    }
  });
});

test('a run that was given up while it was booked takes no more rows: its purge may be over', async () => {
  const { pool } = db.database;
  await pool.query(
    `INSERT INTO ledger_run (id, client_id, wallet_ids, settings, superseded_at) SELECT 2, 1, '{1}', '{}', now()`,
  );
  const output = { ...emptyOutput(), disposals: packDisposals(sold.disposals) };
  for (const id of [2n, 3n]) {
    const written = writeLedgerOutput(db.database, { id, walletIdOf: () => 1 }, output);
    await expect(written).rejects.toThrow('the run was given up while it was booked');
  }
  const { rows } = await pool.query('SELECT DISTINCT run_id FROM ledger_disposal');
  expect(rows).toEqual([{ run_id: '1' }]);
});

test('years are summed from what the first method gained in dollars', async () => {
  const { rows } = await db.database.pool.query<{ gain: string }>(
    'SELECT sum(gain)::text AS gain FROM ledger_disposal',
  );
  const gains = sold.disposals.filter(({ method }) => method === 'FIFO').map(({ gain }) => gain[0] ?? 0n);
  expect(rows[0]?.gain).toBe(String(gains.reduce((sum, gain) => sum + gain, 0n)));
});

test('a part of a disposal takes about 110 bytes, all methods in one row', async () => {
  const { rows } = await db.database.pool.query<{ bytes: string; rows: string }>(
    'SELECT sum(pg_column_size(disposal)) AS bytes, count(*) AS rows FROM ledger_disposal disposal',
  );
  const parts = sold.disposals.length;
  // 40 + 70 parts by lots are seven rows at most, the others one each.
  expect(Number(rows[0]?.rows)).toBeLessThanOrEqual(3 + 5 + 1 + 4 + 1);
  expect(Number(rows[0]?.bytes) / parts).toBeLessThan(140);
});
