/** What is computed without a source: trades' other sides, blocks by time, a token's last trade. */
import { describe, expect, test } from 'vitest';
import { zeroAddress } from '../../src/domain/model.ts';
import { createSourceReader } from '../../src/ingest/pricing/chain-source-reader.ts';
import { tradePrices } from '../../src/ingest/pricing/trade-prices.ts';
import { withBuiltInPrices } from '../../src/prices/built-in.ts';
import type { TransferRow } from '../../src/store/history/columns/transfer-columns.ts';
import { lastTransferPrices, priceTransfers } from '../../src/store/prices/transfer-prices.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { address, hash, transactionRecord, transferRecord, unpriced } from '../support/records.ts';

const decimals = (): number => 6;
const at = { walletId: 1, blockNumber: 5, hash: hash(1) };

const moved = (index: number, amount: bigint, fields: Partial<TransferRow> = {}): TransferRow => ({
  ...transferRecord({ ...at, index }, { amount, side: amount < 0n ? 'outflow' : 'inflow', ...fields }),
  ...unpriced,
  ...fields,
});

describe('a trade', () => {
  const paid = moved(0, -2_000_000n, { tokenAddress: address(1), price: '3' });

  test('prices its other side, net of what came back', () => {
    const back = moved(1, 500_000n, { tokenAddress: address(1), price: '3' });
    const got = moved(2, 9_000_000n, { tokenAddress: address(2) });
    // 1.5 × 3 USD for 9.
    expect(tradePrices([paid, back, got], decimals)).toEqual([
      { position: got.position, tokenAddress: address(2), price: '0.5', unit: '0.000001', source: 'trade' },
    ]);
  });

  test('prices what was sold as well, and an NFT as one', () => {
    const nft = moved(1, -1n, { tokenAddress: address(3), standard: 'erc721', tokenId: 7n });
    const received = { ...paid, amount: 2_000_000n };
    const found = tradePrices([received, nft], (transfer) => (transfer.tokenId === null ? 6 : 0));
    expect(found).toMatchObject([{ position: nft.position, price: '6', unit: '1', source: 'trade' }]);
  });

  test('prices nothing when it does not follow', () => {
    const one = moved(1, 9_000_000n, { tokenAddress: address(2) });
    const other = moved(2, 9_000_000n, { tokenAddress: address(3) });
    const unpricedPayment = { ...paid, price: null };
    expect(tradePrices([paid, one, other], decimals)).toEqual([]);
    expect(tradePrices([unpricedPayment, one], decimals)).toEqual([]);
    expect(tradePrices([one], decimals)).toEqual([]);
    expect(tradePrices([paid, one], () => null)).toEqual([]);
  });

  test('teaches nothing where a debt was taken or went: a loan is no price', () => {
    const got = moved(2, 9_000_000n, { tokenAddress: address(2) });
    const debt = moved(3, 5_000_000n, { tokenAddress: address(5), taxTreatment: 'LIABILITY', price: '1' });
    expect(tradePrices([paid, got, debt], decimals)).toEqual([]);
  });

  test('is not disturbed by spam in it', () => {
    const spam = moved(1, 9_000_000n, { tokenAddress: address(4), spamReason: 'airdrop' });
    const got = moved(2, 9_000_000n, { tokenAddress: address(2) });
    expect(tradePrices([paid, spam, got], decimals).map(({ position }) => position)).toEqual([got.position]);
  });
});

test('the block at a time is the last one at or before it, found in few questions', async () => {
  let questions = 0;
  // Two seconds a block, but for a pause of an hour before block 600.
  const timeOf = (block: number): number => 1_000 + 2 * block + (block >= 600 ? 3_600 : 0);
  const block = (number: number) => ({ number, hash: hash(number), timestamp: timeOf(number) });
  const reader = createSourceReader({
    chainId: 1,
    getHead: async () => block(1_000),
    getBlock: async (number) => {
      questions += 1;
      return block(number);
    },
    callContracts: async () => [],
  });
  expect(await reader.blockAtTime(999)).toBeNull();
  expect(await reader.blockAtTime(1_000)).toBe(0);
  expect(await reader.blockAtTime(1_003)).toBe(1);
  expect(await reader.blockAtTime(1_004)).toBe(2);
  expect(await reader.blockAtTime(3_000)).toBe(599);
  expect(await reader.blockAtTime(timeOf(600))).toBe(600);
  expect(await reader.blockAtTime(1e9)).toBe(1_000);
  const before = questions;
  expect(await reader.blockAtTime(3_000)).toBe(599);
  expect(questions).toBe(before);
  expect(questions).toBeLessThan(60);
});

test('calls at several blocks are grouped by block and answered in order', async () => {
  const asked: (number | undefined)[] = [];
  const reader = createSourceReader({
    chainId: 1,
    getHead: async () => ({ number: 9, hash: hash(9), timestamp: 9 }),
    getBlock: async () => null,
    callContracts: async (calls, blockNumber) => {
      asked.push(blockNumber);
      return calls.map(
        ({ data }) => `${data}${blockNumber === undefined ? 'ff' : `0${blockNumber}`}` as const,
      );
    },
  });
  const to = address(1);
  const calls = [
    { to, data: '0xaa' as const, blockNumber: 5 },
    { to, data: '0xbb' as const },
    { to, data: '0xcc' as const, blockNumber: 5 },
  ];
  expect(await reader.callContractsAtBlocks?.(calls)).toEqual(['0xaa05', '0xbbff', '0xcc05']);
  expect(asked).toEqual([5, undefined]);
});

test('configured feeds come on top of the built-in ones, of the chains that are read alone', () => {
  const own = { chainlink: { feeds: { 1: { [address(1)]: address(2) } } } };
  const { chainlink, uniswap } = withBuiltInPrices(own, [1, 31_337]);
  expect(Object.keys(chainlink.feeds)).toEqual(['1', '31337']);
  expect(chainlink.feeds[1]?.[address(1)]).toBe(address(2));
  expect(chainlink.feeds[1]?.[zeroAddress]).toBe('0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419');
  expect(chainlink.feeds[31_337]).toEqual({});
  expect(Object.keys(uniswap)).toEqual(['1']);
});

test('pricing is for what has no price, and a token keeps the price of its last move', async () => {
  const { database, drop } = await createTestDatabase();
  try {
    const walletId = await registerTestWallet(database, 1);
    const rows = [1, 2].map((block) => ({ walletId, blockNumber: block, hash: hash(block) }));
    const transfers = rows.map((row) =>
      transferRecord(row, { tokenAddress: address(9), amount: -1_500_000n }),
    );
    await storeTestRows(database, 1, { transactions: rows.map((row) => transactionRecord(row)), transfers });
    const [first, second] = transfers.map(({ position, tokenAddress }) => ({
      ...{ position, tokenAddress, unit: '0.000001', source: 'trade' },
    }));
    if (first === undefined || second === undefined) throw new Error('no transfers');
    expect(await priceTransfers(database, walletId, [{ ...first, price: '2' }])).toBe(1);
    expect(
      await priceTransfers(database, walletId, [
        { ...first, price: '7' },
        { ...second, price: '4' },
      ]),
    ).toBe(1);
    const { rows: stored } = await database.pool.query(
      'SELECT price::text, value::text FROM transfer WHERE wallet_id = $1 ORDER BY position',
      [walletId],
    );
    expect(stored).toEqual([
      { price: '2', value: '-3' },
      { price: '4', value: '-6' },
    ]);
    const tokens = [9, 10].map((number) => ({ chainId: 1, address: address(number) }));
    expect(await lastTransferPrices(database, { walletIds: [walletId], tokens })).toMatchObject([
      { address: address(9), price: '4', source: 'trade' },
    ]);
  } finally {
    await drop();
  }
});
