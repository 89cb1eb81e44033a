/** Shares that no source knows are priced by what their parts are worth at the same moment, however quiet their chain is. */
import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem';
import { beforeEach, expect, test } from 'vitest';
import { type Address, type Hex, zeroAddress } from '../../src/domain/model.ts';
import type { PriceSourceName } from '../../src/domain/money/price-sources.ts';
import { createPriceBook } from '../../src/ingest/pricing/book/price-book.ts';
import { createCurrentPrices } from '../../src/ingest/pricing/current-prices.ts';
import { createQuoter } from '../../src/prices/quote/quote.ts';
import { findLatestPrices } from '../../src/store/prices/price-reads.ts';
import { storePrices } from '../../src/store/prices/price-rows.ts';
import { createStubSource, type StubAnswer } from '../prices/support/stub-source.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase({ perTest: true });

/** A vault of euros, and a pair of the wrapped coin and of a token that nobody of ours holds. */
const euro = address(0xe0);
const vault = address(0xe1);
const wrappedCoin = address(0xe2);
const other = address(0xe3);
const pair = address(0xe4);

const abi = parseAbi([
  'function asset() view returns (address)',
  'function convertToAssets(uint256) view returns (uint256)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function totalSupply() view returns (uint256)',
  'function decimals() view returns (uint8)',
]);
const headNumber = 700;

/** At the head a share of the vault is 1.5 euros, and of the 100 shares of the pair each has 2 coins and 30 others. */
function answerOf(to: Address, name: string, blockNumber: number | undefined): unknown {
  if (name === 'decimals') return to === euro ? 6 : 18;
  if (to === vault && name === 'asset') return euro;
  if (to === vault && name === 'convertToAssets') return blockNumber === headNumber ? 1_500_000n : 1n;
  if (to !== pair) return null;
  const reserves = [200n * 10n ** 18n, 3_000n * 10n ** 18n, 0];
  // Within a block reserves can be moved: the state before it counts.
  const isThen = blockNumber === undefined || blockNumber === headNumber - 1;
  const answers: Record<string, unknown> = {
    ...{ token0: wrappedCoin, token1: other, getReserves: isThen ? reserves : [1n, 1n, 0] },
    totalSupply: 100n * 10n ** 18n,
  };
  return answers[name] ?? null;
}

function answer(to: Address, data: Hex, blockNumber: number | undefined): Hex | null {
  let called: ReturnType<typeof decodeFunctionData<typeof abi>>;
  try {
    called = decodeFunctionData({ abi, data });
  } catch {
    return null;
  }
  const result = answerOf(to, called.functionName, blockNumber);
  return result === null
    ? null
    : encodeFunctionResult({ abi, functionName: called.functionName, result: result as never });
}

const hourBegins = 1_700_000_000 - (1_700_000_000 % 3600);
let walletId: number;

beforeEach(async () => {
  walletId = await registerTestWallet(db.database, 1);
  const held = [vault, pair];
  await db.database.pool.query(
    `INSERT INTO asset (slug, name, symbol) VALUES ('coin', 'Coin', 'COIN') ON CONFLICT DO NOTHING`,
  );
  for (const token of held) {
    await db.database.pool.query(
      `INSERT INTO token (chain_id, address, decimals, asset_slug) VALUES (1, $1, 18, 'coin')
       ON CONFLICT (chain_id, address) DO UPDATE SET decimals = 18, asset_slug = 'coin'`,
      [token],
    );
  }
  const at = { walletId, blockNumber: 5 };
  await storeTestRows(db.database, 1, {
    transactions: [transactionRecord(at)],
    transfers: held.map((tokenAddress, index) => transferRecord({ ...at, index }, { tokenAddress })),
  });
  // As the hour's transfers were priced: what is due is derived anew.
  const derived = { hour: hourBegins / 3600, price: '7', observedAt: hourBegins, confidence: 0.5 };
  await storePrices(
    db.database,
    [
      { ...derived, chainId: 1, address: vault, source: 'vault', provenance: {} },
      { ...derived, chainId: 1, address: pair, source: 'pool-share', provenance: {} },
    ],
    [],
    [],
  );
});

const known: Readonly<Record<Address, StubAnswer>> = { [euro]: '1.1', [zeroAddress]: '2000', [other]: '10' };

/** Asks so many seconds after the hour began, at a chain whose newest block is of before it. */
async function refreshAt(
  seconds: number,
  told: Readonly<Record<Address, StubAnswer>> = known,
  head: { number: number } | null = { number: headNumber },
) {
  const now = hourBegins + seconds;
  const asked: Address[] = [];
  const source = createStubSource('chainlink' satisfies PriceSourceName, ({ token }) => {
    asked.push(token.address);
    const answer = told[token.address] ?? { reason: 'unknown-token' };
    return typeof answer === 'string' ? { priceUsd: answer, observedAt: now } : answer;
  });
  const clock = { now: () => now * 1000, elapsed: () => now * 1000, sleep: async () => {} };
  const quoter = createQuoter({ sources: [source], clock });
  const wrapped = [
    { token: { chainId: 1, address: wrappedCoin }, original: { chainId: 1, address: zeroAddress } },
  ];
  let reads = 0;
  const book = createPriceBook({
    ...{ database: db.database, quoter, wrapped, twins: [], rateTokens: [], now: clock.now },
    readerOf: () => ({
      chainId: 1,
      async callContracts(calls, blockNumber) {
        reads += 1;
        return calls.map(({ to, data }) => answer(to, data, blockNumber));
      },
      blockAtTime: () => Promise.reject(new Error('a moment was looked for')),
    }),
  });
  const prices = createCurrentPrices({
    ...{ database: db.database, quoter, book, rateTokens: [], wrapped, clock },
    headOf: async () => head,
  });
  await prices.refresh([{ walletId, version: 1n }]);
  const stored = await findLatestPrices(
    db.database,
    [vault, pair].map((address) => ({ chainId: 1, address })),
  );
  const priceOf = (token: Address) => {
    const row = stored.find(({ address }) => address === token);
    return row === undefined ? null : [row.price, row.observedAt - hourBegins, row.source];
  };
  return { vault: priceOf(vault), pair: priceOf(pair), asked, reads };
}

test('when the next hour has begun they are of now: at the newest block, by prices of now', async () => {
  const { asked, ...found } = await refreshAt(3_601);
  // 1.5 × 1.1; and (200 × 2,000 + 3,000 × 10) / 100.
  expect(found).toMatchObject({ vault: ['1.65', 3_601, 'vault'], pair: ['4300', 3_601, 'pool-share'] });
  // The shares themselves; then what they stand for, the wrapped coin as its coin.
  expect(asked.toSorted()).toEqual([euro, vault, pair, zeroAddress, other].toSorted());
});

test('what was derived within half an hour stands: each takes reads of a node', async () => {
  const { asked, ...found } = await refreshAt(1_799);
  expect(found).toEqual({ vault: ['7', 0, 'vault'], pair: ['7', 0, 'pool-share'], reads: 0 });
  expect(asked.toSorted()).toEqual([vault, pair].toSorted());
  expect(await refreshAt(1_800)).toMatchObject({ vault: ['1.65', 1_800, 'vault'] });
});

test('a part that could not be asked for leaves the last price; one that nobody knows is worth the other side', async () => {
  const down = await refreshAt(3_600, { ...known, [other]: { reason: 'source-down' } });
  expect(down).toMatchObject({ vault: ['1.65', 3_600, 'vault'], pair: ['7', 0, 'pool-share'] });
  const { [other]: _, ...rest } = known;
  // 200 × 2,000 × 2 / 100.
  expect(await refreshAt(3_700, rest)).toMatchObject({ pair: ['8000', 3_700, 'pool-share'] });
});

test('a chain that does not tell its head leaves the last prices', async () => {
  expect(await refreshAt(3_601, known, null)).toMatchObject({
    vault: ['7', 0, 'vault'],
    pair: ['7', 0, 'pool-share'],
  });
});
