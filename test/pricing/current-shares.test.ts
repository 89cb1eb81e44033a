/** Shares that no source knows are priced by what their parts are worth at the same moment, however quiet their chain is. */
import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem';
import { beforeEach, expect, test } from 'vitest';
import { type Address, type Hex, zeroAddress } from '../../src/domain/model.ts';
import { createPriceBook } from '../../src/ingest/pricing/book/price-book.ts';
import { createCurrentPrices } from '../../src/ingest/pricing/current-prices.ts';
import { createQuoter } from '../../src/prices/quote/quote.ts';
import { findLatestPrices } from '../../src/store/prices/price-reads.ts';
import { storeCurrentPrices, storePrices } from '../../src/store/prices/price-rows.ts';
import { createStubSource, type StubAnswer } from '../prices/support/stub-source.ts';
import { recogniseTokens, registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase({ perTest: true });

/** A vault of euros, a vault of its shares, and a pair of the wrapped coin and of a token that nobody of ours holds. */
const euro = address(0xe0);
const vault = address(0xe1);
const wrappedCoin = address(0xe2);
const other = address(0xe3);
const pair = address(0xe4);
/** Comes before what it stands for. */
const over = address(0xd0);
const shares = [over, vault, pair];

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

/** At the head a share of the vault is 1.5 euros, one of the vault over it two, and each of the 100 of the pair 2 coins and 30 others. */
function answerOf(to: Address, name: string, blockNumber: number | undefined): unknown {
  if (name === 'decimals') return to === euro ? 6 : 18;
  if (to === vault && name === 'asset') return euro;
  if (to === vault && name === 'convertToAssets') return blockNumber === headNumber ? 1_500_000n : 1n;
  if (to === over && name === 'asset') return vault;
  if (to === over && name === 'convertToAssets') return 2n * 10n ** 18n;
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
  await recogniseTokens(db.database, shares, 18);
  const at = { walletId, blockNumber: 5 };
  await storeTestRows(db.database, 1, {
    transactions: [transactionRecord(at)],
    transfers: shares.map((tokenAddress, index) => transferRecord({ ...at, index }, { tokenAddress })),
  });
  // As the hour's transfers were priced: what is due is derived anew.
  const derived = { hour: hourBegins / 3600, price: '7', observedAt: hourBegins, confidence: 0.5 };
  await storePrices(
    db.database,
    [
      { ...derived, chainId: 1, address: vault, source: 'vault', provenance: {} },
      { ...derived, chainId: 1, address: pair, source: 'pool-share', provenance: {} },
      { ...derived, chainId: 1, address: over, source: 'vault', provenance: {} },
    ],
    [],
    [],
  );
});

const known: Readonly<Record<Address, StubAnswer>> = { [euro]: '1.1', [zeroAddress]: '2000', [other]: '10' };

interface Told {
  /** What each source says. */
  sources?: readonly Readonly<Record<Address, StubAnswer>>[];
  head?: { number: number; timestamp: number } | null;
}

/** The newest block is of five seconds after the hour began; nothing has happened since. */
const quiet = { number: headNumber, timestamp: hourBegins + 5 };

/** Prices of now, which are asked for so many seconds after the hour began. */
function currentPrices() {
  const asked: Address[] = [];
  const clock = { seconds: 0, now: () => clock.seconds * 1000, elapsed: () => 0, sleep: async () => {} };
  let told: Required<Told>;
  const sources = (['chainlink', 'defillama', 'coingecko'] as const).map((name, index) =>
    createStubSource(name, ({ token }) => {
      if (index === 0) asked.push(token.address);
      const answer = told.sources[index]?.[token.address] ?? { reason: 'unknown-token' };
      return typeof answer === 'string' ? { priceUsd: answer, observedAt: clock.seconds } : answer;
    }),
  );
  const quoter = createQuoter({ sources, clock });
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
    headOf: async () => told.head,
  });
  return async (seconds: number, { sources: all = [known], head = quiet }: Told = {}) => {
    clock.seconds = hourBegins + seconds;
    told = { sources: all, head };
    asked.length = 0;
    reads = 0;
    await prices.refresh([{ walletId, version: 1n }]);
    const stored = await findLatestPrices(
      db.database,
      shares.map((address) => ({ chainId: 1, address })),
    );
    const [ofOver, ofVault, ofPair] = shares.map((share) => {
      const row = stored.find(({ address }) => address === share);
      return row === undefined ? null : [row.price, row.observedAt - hourBegins, row.source];
    });
    return { vault: ofVault, pair: ofPair, over: ofOver, asked: asked.toSorted(), reads };
  };
}

const last = (source: string) => ['7', 0, source];

test('when the next hour has begun they are of now: at the newest block, by prices of now', async () => {
  const { asked, ...found } = await currentPrices()(3_606);
  expect(found).toMatchObject({
    // 1.5 × 1.1; (200 × 2,000 + 3,000 × 10) / 100; 2 × 1.65.
    ...{
      vault: ['1.65', 3_606, 'vault'],
      pair: ['4300', 3_606, 'pool-share'],
      over: ['3.3', 3_606, 'vault'],
    },
  });
  // The shares themselves; then what they stand for together, the wrapped coin as its coin; then what the inner vault stands for.
  expect(asked).toEqual([...shares, vault, zeroAddress, other, euro].toSorted());
});

test('what was derived within half an hour stands: each takes reads of a node', async () => {
  const at = currentPrices();
  expect(await at(1_799)).toEqual({
    ...{ vault: last('vault'), pair: last('pool-share'), over: last('vault') },
    ...{ asked: shares.toSorted(), reads: 0 },
  });
  expect(await at(1_800)).toMatchObject({ vault: ['1.65', 1_800, 'vault'] });
  expect(await at(2_100)).toMatchObject({ vault: ['1.65', 1_800, 'vault'], reads: 0 });
});

test('what could not be derived is tried again after ten minutes', async () => {
  const at = currentPrices();
  expect(await at(1_800, { sources: [{}] })).toMatchObject({ vault: last('vault') });
  expect(await at(2_399)).toMatchObject({ vault: last('vault'), reads: 0 });
  expect(await at(2_400)).toMatchObject({ vault: ['1.65', 2_400, 'vault'] });
});

test('a part that could not be asked for leaves the last price; one that nobody knows is worth the other side', async () => {
  const down: Told = { sources: [{ ...known, [other]: { reason: 'source-down' } }] };
  expect(await currentPrices()(3_600, down)).toMatchObject({
    ...{ vault: ['1.65', 3_600, 'vault'], pair: last('pool-share') },
  });
  const { [other]: _, ...rest } = known;
  // 200 × 2,000 × 2 / 100.
  expect(await currentPrices()(3_700, { sources: [rest] })).toMatchObject({
    pair: ['8000', 3_700, 'pool-share'],
  });
});

test('a share that a source cannot tell of for now is derived, also as a part', async () => {
  const down: Told = { sources: [{ ...known, [vault]: { reason: 'source-down' } }] };
  expect(await currentPrices()(3_600, down)).toMatchObject({
    ...{ vault: ['1.65', 3_600, 'vault'], over: ['3.3', 3_600, 'vault'] },
  });
});

test('parts are compared with a majority of the sources: what they disagree about leaves the last price', async () => {
  // Beside a last price that the first source is near to, that one alone would be believed.
  await storeCurrentPrices(db.database, [
    {
      ...{ chainId: 1, address: euro, price: '1.1', observedAt: hourBegins + 3_000 },
      ...{ source: 'chainlink', confidence: 1, provenance: {} },
    },
  ]);
  const split: Told = { sources: [known, { ...known, [euro]: '2.2' }, { ...known, [euro]: '4.4' }] };
  expect(await currentPrices()(3_600, split)).toMatchObject({
    ...{ vault: last('vault'), over: last('vault'), pair: ['4300', 3_600, 'pool-share'] },
  });
});

test('a share is as old as the oldest of its parts', async () => {
  const old: StubAnswer = { priceUsd: '10', observedAt: hourBegins + 3_000 };
  expect(await currentPrices()(3_600, { sources: [{ ...known, [other]: old }] })).toMatchObject({
    ...{ vault: ['1.65', 3_600, 'vault'], pair: ['4300', 3_000, 'pool-share'] },
  });
});

test('a chain whose node tells no head, or stands still for a day, leaves the last prices', async () => {
  const still = { number: headNumber, timestamp: hourBegins + 5 };
  for (const [seconds, head] of [
    [3_601, null],
    [86_406, still],
  ] as const) {
    const { asked: _, reads: __, ...found } = await currentPrices()(seconds, { head });
    expect(found).toEqual({ vault: last('vault'), pair: last('pool-share'), over: last('vault') });
  }
});
