/**
 * Receipts of lending protocols are worth what they stand for, where a listed contract of the protocol names them: whatever else a
 * token says of itself makes nothing of it worth money. The chain answers as the contracts do, by their published interfaces.
 */
import { ILendingPool_ABI } from '@bgd-labs/aave-address-book/abis';
import {
  type Abi,
  decodeFunctionData,
  encodeFunctionResult,
  parseAbi,
  toFunctionSelector,
  zeroAddress,
} from 'viem';
import { beforeAll, expect, test } from 'vitest';
import type { Address, Hex } from '../../src/domain/model.ts';
import { createPriceBook, type PriceBook } from '../../src/ingest/pricing/book/price-book.ts';
import { createWalletPricing } from '../../src/ingest/pricing/wallet-pricing.ts';
import { createQuoter } from '../../src/prices/quote/quote.ts';
import { upsertContractLabels, upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { storePrices } from '../../src/store/prices/price-rows.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
const hour = 480_000;

/** USDC of six decimals at 0.99, the coin at 2,000. */
const usdc = address(0xa1);
const pool = address(0xb1);
const oldPool = address(0xb2);
const comet = address(0xb3);
const comptroller = address(0xb4);
const stranger = address(0xb9);

/** Aave 3: IPool, DataTypes.ReserveDataLegacy. */
const poolAbi = parseAbi([
  'struct ReserveData { uint256 configuration; uint128 liquidityIndex; uint128 currentLiquidityRate; uint128 variableBorrowIndex; uint128 currentVariableBorrowRate; uint128 currentStableBorrowRate; uint40 lastUpdateTimestamp; uint16 id; address aTokenAddress; address stableDebtTokenAddress; address variableDebtTokenAddress; address interestRateStrategyAddress; uint128 accruedToTreasury; uint128 unbacked; uint128 isolationModeTotalDebt; }',
  'function getReserveData(address asset) view returns (ReserveData)',
]);
const tokenAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function UNDERLYING_ASSET_ADDRESS() view returns (address)',
  'function POOL() view returns (address)',
  'function baseToken() view returns (address)',
  'function comptroller() view returns (address)',
  'function underlying() view returns (address)',
  'function exchangeRateStored() view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
]);
const comptrollerAbi = parseAbi([
  'function markets(address) view returns (bool isListed, uint256 collateralFactorMantissa, bool isComped)',
]);

/** What a contract answers, by function; everything else reverts. */
interface Contract {
  abi: Abi;
  answers: Readonly<Record<string, unknown>>;
}
const token = (answers: Contract['answers']): Contract => ({ abi: tokenAbi, answers });

const reserve = {
  ...{ configuration: 0n, liquidityIndex: 1n, currentLiquidityRate: 2n, variableBorrowIndex: 3n },
  ...{ currentVariableBorrowRate: 4n, currentStableBorrowRate: 5n, lastUpdateTimestamp: 6, id: 7 },
  ...{ aTokenAddress: address(1), stableDebtTokenAddress: zeroAddress, variableDebtTokenAddress: address(2) },
  ...{ interestRateStrategyAddress: address(0xff), accruedToTreasury: 8n, unbacked: 9n },
  isolationModeTotalDebt: 10n,
};
const ofAave = (lender: Address) => ({ UNDERLYING_ASSET_ADDRESS: usdc, POOL: lender, decimals: 6 });
/** As though it held all that it says to have issued. */
const covered = { totalSupply: 1n, balanceOf: 10n ** 30n };
const ofCompound = { comptroller, underlying: usdc, exchangeRateStored: 2n * 10n ** 14n, decimals: 8 };

const contracts: Readonly<Record<Address, Contract>> = {
  [usdc]: token({ decimals: 6 }),
  [pool]: { abi: poolAbi, answers: { getReserveData: reserve } },
  [oldPool]: {
    abi: ILendingPool_ABI,
    answers: { getReserveData: { ...reserve, configuration: { data: 0n }, aTokenAddress: address(3) } },
  },
  // A pool that nobody listed says what its owner wants.
  [stranger]: { abi: poolAbi, answers: { getReserveData: { ...reserve, aTokenAddress: address(11) } } },
  [comptroller]: { abi: comptrollerAbi, answers: { markets: [true, 0n, true] } },
  [comet]: token({ baseToken: usdc, decimals: 6 }),
  [address(1)]: token(ofAave(pool)),
  [address(2)]: token(ofAave(pool)),
  [address(3)]: token(ofAave(oldPool)),
  [address(4)]: token(ofCompound),
  [address(5)]: token({ ...ofCompound, underlying: undefined }),
  [address(10)]: token({ ...ofAave(pool), ...covered }),
  [address(11)]: token({ ...ofAave(stranger), ...covered }),
  [address(12)]: token({ ...ofAave(address(12)), ...covered }),
  [address(13)]: token({ baseToken: usdc, decimals: 6, ...covered }),
  [address(14)]: token({ ...ofCompound, comptroller: stranger, ...covered }),
  [address(15)]: token({ ...ofCompound, comptroller: pool, ...covered }),
};

function call({ to, data }: { to: Hex; data: Hex }): Hex | null {
  const contract = Object.entries(contracts).find(([place]) => place === to)?.[1];
  const isKnown = contract?.abi.some(
    (item) => item.type === 'function' && data.startsWith(toFunctionSelector(item)),
  );
  if (contract === undefined || isKnown !== true) return null;
  const { functionName } = decodeFunctionData({ abi: contract.abi, data });
  const result = contract.answers[functionName];
  return result === undefined ? null : encodeFunctionResult({ abi: contract.abi, functionName, result });
}

const price = (place: Address, amount: string) => ({
  ...{ chainId: 1, address: place, hour, price: amount, observedAt: hour * 3600, source: 'chainlink' },
  ...{ confidence: 1, provenance: {} },
});

beforeAll(async () => {
  await upsertContractLabels(
    db.database,
    [pool, oldPool, comet, comptroller].map((place) => ({
      ...{ chainId: 1, address: place, name: 'A lending protocol', tags: ['lending', 'a-protocol'] },
    })),
  );
  await storePrices(db.database, [price(usdc, '0.99'), price(zeroAddress, '2000')]);
});

function openBook(): PriceBook {
  return createPriceBook({
    database: db.database,
    quoter: createQuoter({
      sources: [],
      clock: { now: () => hour * 3_600_000, elapsed: () => 0, sleep: async () => {} },
    }),
    readerOf: () => ({
      chainId: 1,
      callContracts: async (calls) => calls.map(call),
      blockAtTime: async () => 1,
    }),
    ...{ wrapped: [], twins: [], rateTokens: [] },
  });
}

async function priceOf(place: Address, decimals: number): Promise<string | null> {
  const need = { token: { chainId: 1, address: place, decimals }, time: hour * 3600 };
  const [found] = (await openBook().pricesAt([need])).prices.values();
  return found?.price ?? null;
}

test.each([
  ['an aToken of Aave 3: one for one', address(1), 6, '0.99'],
  ['an aToken of Aave 2', address(3), 6, '0.99'],
  ['a Comet', comet, 6, '0.99'],
  // 0.0002 ÷ 10^18 × 10^18: one cToken of 10^8 units stands for 10^8 × 0.0002 = 20,000 units, 0.02 USDC: 0.0198.
  ['a cToken at its rate', address(4), 8, '0.0198'],
  // 20,000 units of 10^18: 2 × 10^-14 ETH at 2,000.
  ['a cToken of the chain’s coin', address(5), 8, '0.00000000004'],
])('%s', async (_, place, decimals, expected) => {
  expect(await priceOf(place, decimals)).toBe(expected);
});

test.each([
  ['a debt token', address(2)],
  ['a token that says to be of a listed pool, which does not know it', address(10)],
  ['a token of a pool that nobody listed', address(11)],
  ['a token that is its own pool', address(12)],
  ['a Comet that nobody listed', address(13)],
  ['a cToken of a comptroller that nobody listed', address(14)],
  ['a cToken whose comptroller is a listed contract that lists no markets', address(15)],
])('%s has no price', async (_, place) => {
  expect(await priceOf(place, 6)).toBeNull();
});

test('a debt token counts what is owed, by the word of a listed pool alone', async () => {
  const owedOf = (place: Address) => openBook().owedOf({ chainId: 1, address: place });
  expect(await owedOf(address(2))).toEqual({ chainId: 1, address: usdc, decimals: 6 });
  for (const other of [address(1), address(10), address(11), address(12)])
    expect(await owedOf(other)).toBeNull();
});

test('what moves of a debt has the price of what is owed, and no value; what is not known as a debt has none', async () => {
  const { database } = db;
  const debt = address(2);
  await upsertTokens(database, [
    {
      ...{ chainId: 1, address: debt, name: 'Debt', symbol: 'DEBT', decimals: 6 },
      ...{ assetSlug: 'debt', isTrusted: false },
    },
  ]);
  const walletId = await registerTestWallet(database, 1);
  const at = { walletId, timestamp: hour * 3600, hash: hash(1) };
  const moved = { tokenAddress: debt, amount: 5_000_000n };
  const transfers = [
    transferRecord({ ...at, index: 0 }, { ...moved, taxTreatment: 'LIABILITY' }),
    transferRecord({ ...at, index: 1 }, { ...moved, taxTreatment: 'ACQUISITION' }),
  ];
  await storeTestRows(database, 1, { transactions: [transactionRecord(at)], transfers });
  const { signal } = new AbortController();
  await createWalletPricing({ database, book: openBook(), rateTokens: [], signal }).run(walletId, [1]);
  const { rows } = await database.pool.query(
    'SELECT price::text, value FROM transfer WHERE wallet_id = $1 ORDER BY position',
    [walletId],
  );
  expect(rows).toEqual([
    { price: '0.99', value: null },
    { price: null, value: null },
  ]);
});
