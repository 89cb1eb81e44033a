/** How many transfers have a price is counted by the writers: after every kind of change the counters are what the rows say. */
import { beforeEach, expect, test } from 'vitest';
import { recount } from '../../../src/store/history/recount.ts';
import {
  clearTradePrices,
  priceCoverage,
  priceTransfers,
  repriceTransfers,
} from '../../../src/store/prices/transfer-prices.ts';
import { commitStep } from '../../../src/store/sync/commit.ts';
import { resetSync } from '../../../src/store/sync/leases.ts';
import { statementsOf } from '../../support/builders.ts';
import { leaseTestWallet, registerTestWallet, stepOf, storeTestRows } from '../../support/loaded-wallet.ts';
import { address, hash, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase({ perTest: true });
const token = address(9);
let walletId: number;

beforeEach(async () => {
  walletId = await registerTestWallet(db.database, 1);
});

/** In each block one transfer with a price to come, one of an NFT, and one of spam. */
function rowsOf(blocks: readonly number[], tokenAddress = token) {
  const at = blocks.map((blockNumber) => ({ walletId, blockNumber, hash: hash(blockNumber) }));
  return {
    transactions: at.map((place) => transactionRecord(place)),
    transfers: at.flatMap((place) => [
      transferRecord({ ...place, index: 0 }, { tokenAddress, standard: 'erc20' }),
      transferRecord({ ...place, index: 1 }, { tokenAddress, standard: 'erc721', tokenId: 7n }),
      transferRecord({ ...place, index: 2 }, { tokenAddress, standard: 'erc20', spamReason: 'airdrop' }),
    ]),
  };
}

const pricesOf = (blocks: readonly number[], source: string) =>
  rowsOf(blocks).transfers.map(({ position }) => ({
    ...{ position, tokenAddress: token, price: '3', unit: '1', source },
  }));

/** By the counters; the rows are counted one by one beside. */
async function coverage(): Promise<[priced: number, unpriced: number]> {
  const { rows } = await db.database.pool.query<{ priced: number; unpriced: number }>(
    `SELECT count(price)::int AS priced, (count(*) - count(price))::int AS unpriced FROM transfer
     WHERE spam_reason IS NULL AND standard IN ('native', 'erc20')`,
  );
  const counted = await priceCoverage(db.database);
  expect(counted).toEqual(rows[0]);
  return [counted.priced, counted.unpriced];
}

test('rows that come, are priced, priced again, lose their price, are replaced, rolled back and removed', async () => {
  await storeTestRows(db.database, 1, rowsOf([1, 2, 3, 4]));
  expect(await coverage()).toEqual([0, 4]);
  await priceTransfers(db.database, walletId, pricesOf([1, 2], 'trade'));
  expect(await coverage()).toEqual([2, 2]);
  await priceTransfers(db.database, walletId, pricesOf([2, 3], 'chainlink'));
  expect(await coverage()).toEqual([3, 1]);
  await repriceTransfers(db.database, walletId, pricesOf([3], 'defillama'));
  expect(await coverage()).toEqual([3, 1]);
  await clearTradePrices(db.database, walletId);
  expect(await coverage()).toEqual([1, 3]);
  // The same rows again; then one with another token, which loses its price.
  await storeTestRows(db.database, 1, rowsOf([3]));
  expect(await coverage()).toEqual([1, 3]);
  await storeTestRows(db.database, 1, rowsOf([3], address(8)));
  expect(await coverage()).toEqual([0, 4]);
  await priceTransfers(db.database, walletId, pricesOf([4], 'chainlink'));
  const lease = await leaseTestWallet(db.database);
  await commitStep(db.database, lease, stepOf({ rollbackTo: 2, ...rowsOf([5]) }, { release: true }));
  expect(await coverage()).toEqual([0, 3]);
  await db.database.transaction((client) => recount(client, { walletId, chainId: 1 }, 2));
  expect(await coverage()).toEqual([0, 3]);
  await resetSync(db.database, walletId);
  expect(await coverage()).toEqual([0, 0]);
});

test('no transfer is read for it', async () => {
  const statements = await statementsOf(() => priceCoverage(db.database));
  expect(statements.filter((text) => /\btransfer\b/.test(text))).toEqual([]);
});
