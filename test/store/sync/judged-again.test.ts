/** Which transactions are looked at again when a contract becomes known, and how their rows come in the place of the former. */
import { expect, test } from 'vitest';
import type { TransactionRecord, TransferRecord } from '../../../src/domain/model.ts';
import { findJudgedBefore, storeJudgedAgain } from '../../../src/store/sync/judged-again.ts';
import { handBack, leaseRow } from '../../../src/store/sync/leases.ts';
import { registerTestWallet, storeTestRows } from '../../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
const [chainId, otherChain] = [1, 2];
const [late, other] = [address(0xe1), address(0xe2)];
const stranger = address(0x5555);

/** A transaction of a block of its own, with its transfers at the indexes that they have in the list. */
function block(
  place: { walletId: number; chainId: number },
  blockNumber: number,
  given: { transaction: Partial<TransactionRecord>; transfers: Partial<TransferRecord>[] },
): { transactions: TransactionRecord[]; transfers: TransferRecord[] } {
  const at = { ...place, blockNumber };
  return {
    transactions: [transactionRecord(at, given.transaction)],
    transfers: given.transfers.map((fields, index) => transferRecord({ ...at, index }, fields)),
  };
}

const receive = { from: stranger, category: 'RECEIVE', kind: 'RECEIVE' } as const;
const sent = (tokenAddress = late, counterparty = address(2)) =>
  ({ side: 'outflow', tokenAddress, counterparty }) as const;

test('places: what may be spam now, and what may have another largest transfer', async () => {
  const walletId = await registerTestWallet(db.database, 41);
  const wallet = address(41);
  const came = { tokenAddress: late };
  const blocks = [
    // Looked at where the token says spam: what others sent.
    { transaction: receive, transfers: [came] },
    { transaction: receive, transfers: [{ ...came, spamReason: 'forged' as const }] },
    // Not: it is judged so already, by its amount, or the wallet asked for it.
    { transaction: receive, transfers: [{ ...came, spamReason: 'airdrop' as const }] },
    { transaction: receive, transfers: [{ ...came, amount: 0n, spamReason: 'zero-value' as const }] },
    { transaction: { ...receive, from: wallet }, transfers: [came] },
    // Looked at where decimals are known: two parties in one direction.
    { transaction: { from: wallet }, transfers: [sent(), sent(other, address(3))] },
    // Not: one party, one token, the other direction, or spam beside it; nor where the largest names nobody.
    { transaction: { from: wallet }, transfers: [sent(), sent(other)] },
    { transaction: { from: wallet }, transfers: [sent(), sent(late, address(3))] },
    { transaction: { from: wallet }, transfers: [sent(), { tokenAddress: other, counterparty: address(3) }] },
    {
      transaction: { from: wallet },
      transfers: [sent(), { ...sent(other, address(3)), spamReason: 'forged' as const }],
    },
    {
      transaction: { from: wallet, category: 'SWAP' as const },
      transfers: [sent(), sent(other, address(3))],
    },
  ];
  for (const [index, given] of blocks.entries())
    await storeTestRows(db.database, chainId, block({ walletId, chainId }, index + 1, given));

  const found = async (spam: boolean, decimals: boolean, most = 100): Promise<number[]> => {
    const contracts = { chainId, spam: spam ? [late] : [], withDecimals: decimals ? [late] : [] };
    const places = await findJudgedBefore(db.database, contracts, most);
    expect(places.every((place) => place.walletId === walletId && place.tokenAddress === late)).toBe(true);
    return places.map(({ blockNumber }) => blockNumber);
  };
  expect(await found(true, false)).toEqual([1, 2]);
  expect(await found(false, true)).toEqual([6]);
  expect(await found(true, true)).toEqual([1, 2, 6]);
  expect(await found(true, true, 2)).toEqual([1, 2]);
  expect(await found(false, false)).toEqual([]);
});

test('rows come in the place of the former while the lease holds, and only where they stand', async () => {
  const walletId = await registerTestWallet(db.database, 42, [otherChain]);
  const at = { walletId, chainId: otherChain };
  const former = block(at, 1, { transaction: receive, transfers: [{ tokenAddress: late }] });
  await storeTestRows(db.database, otherChain, former);
  await storeTestRows(
    db.database,
    otherChain,
    block(at, 2, { transaction: receive, transfers: [{ tokenAddress: other }] }),
  );
  await db.database.pool.query(
    "UPDATE transfer SET price = 2, value = 10, price_source = 'manual' WHERE wallet_id = $1",
    [walletId],
  );
  const judged = block(at, 1, {
    transaction: { ...receive, category: 'CONTRACT_EXECUTION', kind: 'CONTRACT_EXECUTION', isSpam: true },
    transfers: [{ tokenAddress: late, category: 'CONTRACT_EXECUTION', spamReason: 'airdrop' }],
  });
  const stored = async (): Promise<unknown[]> => {
    const { rows } = await db.database.pool.query(
      `SELECT spam_reason, price::float8 AS price, (SELECT spam_transfer_count FROM counter WHERE wallet_id = $1 AND chain_id = 2) AS spam
       FROM transfer WHERE wallet_id = $1 ORDER BY position`,
      [walletId],
    );
    return rows.map(({ spam_reason: reason, price, spam }) => [reason, price, spam]);
  };
  const unchanged = [
    [null, 2, 0],
    [null, 2, 0],
  ];

  const lost = await leaseRow(db.database, at, { owner: 'one', leaseMs: 0 });
  const lease = await leaseRow(db.database, at, { owner: 'two', leaseMs: 60_000 });
  if (lost === null || lease === null) throw new Error('not leased');
  expect(await leaseRow(db.database, at, { owner: 'three', leaseMs: 60_000 })).toBeNull();
  expect(await storeJudgedAgain(db.database, lost, judged)).toBe(false);
  // A re-org has put the transaction elsewhere.
  const elsewhere = block(at, 3, {
    transaction: { ...receive, hash: former.transactions[0]?.hash ?? '0x' },
    transfers: [],
  });
  expect(await storeJudgedAgain(db.database, lease, elsewhere)).toBe(false);
  expect(await stored()).toEqual(unchanged);

  expect(await storeJudgedAgain(db.database, lease, judged)).toBe(true);
  // What is spam has no price; the other row is as it was.
  expect(await stored()).toEqual([
    ['airdrop', null, 1],
    [null, 2, 1],
  ]);
  await handBack(db.database, lease);
  expect(await leaseRow(db.database, at, { owner: 'four', leaseMs: 60_000 })).not.toBeNull();
});
