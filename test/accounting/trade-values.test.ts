/** The value that a trade shows is the value that the ledger books, whatever its legs and where their prices come from. */
import { beforeAll, expect, test } from 'vitest';
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import { readPacked, takeInteger } from '../../src/store/connection/packed-integers.ts';
import type { TransferPrice } from '../../src/store/history/price-writes.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { tradeOf } from '../../src/use-cases/history/trades.ts';
import { exchange, usdc } from '../support/history.ts';
import { createRandom } from '../support/random.ts';
import { hash, repeated } from '../support/records.ts';
import { bookStale, day, ether, type Row, transaction, useBooks } from './scenario.ts';

const trader = repeated('1');
const plain = repeated('7');
const sources = ['chainlink', 'uniswap', 'defillama', 'coingecko', 'median', 'trade', 'vault', null] as const;
const unitOf = new Map<Address, bigint>([
  [zeroAddress, ether],
  [usdc, 1_000_000n],
  [plain, ether],
]);

const books = useBooks(() => day(100));

const swap = { kind: 'SWAP', category: 'SWAP' } as const;
const at = (walletId: number, number: number) => ({
  ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
});

/**
 * The example: 1,000 USDC at 1 (a market price: a stablecoin is known well whoever says its price) for 1 PLAIN at 990 by the
 * same market. Then swaps of one to four legs, some of them there and back.
 */
function historyOf(walletId: number): { rows: Row[]; prices: TransferPrice[] } {
  const prices: TransferPrice[] = [];
  const random = createRandom(5);
  const between = (low: number, high: number): number => low + random.below(high - low + 1);
  const priced = (row: Row, said: readonly (readonly [string, string] | null)[]): Row => {
    row.transfers.forEach(({ position, tokenAddress }, index) => {
      const [price, source] = said[index] ?? [];
      const unit = tokenAddress === usdc ? '0.000001' : '0.000000000000000001';
      if (price !== undefined && source !== undefined)
        prices.push({ position, tokenAddress, price, unit, source });
    });
    return row;
  };
  const example = transaction(at(walletId, 0), swap, [
    { token: usdc, side: 'outflow', amount: 1_000_000_000n, counterparty: exchange },
    { token: plain, side: 'inflow', amount: ether, counterparty: exchange },
  ]);
  const rows = [
    priced(example, [
      ['1', 'defillama'],
      ['990', 'defillama'],
    ]),
  ];
  for (let number = 1; number <= 80; number += 1) {
    const moves = Array.from({ length: between(1, 5) }, (_, index) => {
      const token = random.pick([...unitOf.keys()]);
      const side =
        index === 0 ? 'outflow' : index === 1 ? 'inflow' : random.pick(['inflow', 'outflow'] as const);
      const amount = ((unitOf.get(token) ?? 1n) * BigInt(between(1, 999_999))) / 1_000n;
      return { token, side, amount, counterparty: exchange } as const;
    });
    const said = moves.map(() => {
      const source = random.pick(sources);
      return source === null ? null : ([`${between(0, 3_000)}.${between(1, 99)}`, source] as const);
    });
    rows.push(priced(transaction(at(walletId, number), swap, moves), said));
  }
  return { rows, prices };
}

beforeAll(async () => {
  const { database } = books;
  await upsertTokens(database, [
    {
      chainId: 1,
      address: plain,
      name: 'Plain',
      symbol: 'PLAIN',
      decimals: 18,
      assetSlug: null,
      isTrusted: false,
    },
  ]);
  let prices: TransferPrice[] = [];
  const walletId = await books.storeWallet(trader, (id) => {
    const history = historyOf(id);
    prices = history.prices;
    return history.rows;
  });
  await priceTransfers(database, walletId, prices);
  await bookStale(database);
});

/** By time: the proceeds of what was sold, in 10^-18 USD; null where some are not known. */
async function bookedValues(): Promise<Map<number, bigint | null>> {
  const { rows } = await books.database.pool.query<{ at: string; proceeds: string }>(
    `SELECT disposed_at::text AS at, proceeds::text FROM ledger_disposal WHERE slice = 0`,
  );
  const totals = new Map<number, bigint | null>();
  for (const { at, proceeds } of rows) {
    // The first is of dollars.
    const value = takeInteger(readPacked(proceeds));
    const sum = totals.get(Number(at));
    totals.set(Number(at), value === null || sum === null ? null : (sum ?? 0n) + value);
  }
  return totals;
}

async function shownValues(): Promise<Map<number, string | null>> {
  const request = { wallets: [trader], filter: {}, order: 'ASC' } as const;
  const page = await books.readModel.listTransactions(books.caller, request, { mode: 'cursor', first: 100 });
  const transfers = await books.readModel.transfersOf(
    books.caller,
    page.items.map(({ id }) => id),
  );
  return new Map(
    page.items.flatMap((item, index) => {
      const trade = tradeOf(item, transfers[index] ?? []);
      return trade === null ? [] : [[item.timestamp, trade.value] as const];
    }),
  );
}

const inUnits = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
};

test('a stablecoin decides the value of a trade, as it does in the ledger: 1,000, not 990', async () => {
  expect((await shownValues()).get(day(0))).toBe('1000');
  expect((await bookedValues()).get(day(0))).toBe(1_000n * ether);
});

test('shown = booked, for every trade', async () => {
  const booked = await bookedValues();
  const shown = await shownValues();
  expect(shown.size).toBeGreaterThan(30);
  for (const [time, value] of shown) {
    expect([time, value === null ? null : inUnits(value)]).toEqual([time, booked.get(time)]);
  }
});
