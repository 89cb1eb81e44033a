/** Which wallets of a client with very many are linked with one: the same as among few, and for as many blocks. */
import { expect, onTestFinished, test } from 'vitest';
import type { TransactionKind } from '../../../src/domain/model.ts';
import { markSpread } from '../../../src/store/cluster/wallet-statements.ts';
import { type Database, openDatabase } from '../../../src/store/connection/database.ts';
import { findLinkedWallets } from '../../../src/store/ledger/search/linked-wallets.ts';
import { commitStep } from '../../../src/store/sync/commit.ts';
import { leaseSync } from '../../../src/store/sync/leases.ts';
import { openMeasured } from '../../support/blocks-read.ts';
import { stepOf } from '../../support/loaded-wallet.ts';
import { fillRegistrations } from '../../support/many-registrations.ts';
import { address, hash, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
/** Of fillRegistrations, where there is one client. */
const clientId = 101;
const stranger = address(0xdead);

interface Row {
  walletId: number;
  block: number;
  side: 'inflow' | 'outflow';
  counterparty: ReturnType<typeof address>;
  bridgeMessage?: string;
}

/** Stores one transfer of a wallet; rows of equal blocks are of one transaction. */
async function store({ walletId, block, side, counterparty, bridgeMessage }: Row): Promise<void> {
  const { database } = db;
  await database.pool.query('UPDATE sync SET next_run_at = now(), follows = false WHERE wallet_id = $1', [
    walletId,
  ]);
  const lease = await leaseSync(database, { owner: 'test', leaseMs: 60_000, chainIds: [1] });
  if (lease === null) throw new Error('nothing to lease');
  const at = { walletId, blockNumber: block, hash: hash(block) };
  const kind: TransactionKind = side === 'outflow' ? 'BRIDGE_OUT' : 'BRIDGE_IN';
  const crossing = bridgeMessage === undefined ? {} : { bridgeMessage, kind };
  const rows = {
    transactions: [transactionRecord(at, { counterparty, ...crossing })],
    transfers: [transferRecord(at, { side, counterparty })],
  };
  await commitStep(
    database,
    lease,
    stepOf(rows, { release: true, syncedBlock: block, nextRunInMs: 3_600_000 }),
  );
}

const linkedWith = async (walletId: number, database: Database = db.database) =>
  (await findLinkedWallets(database, { clientId, walletId })).map((wallet) => wallet.walletId);

/**
 * 1 is named by 2, names 3, and shares a transaction with 4, through a stranger's contract; of one that 5 has, too, both sent something away.
 * What 1 sends over a bridge arrives at 7; what 8 sends, at 9. What arrives at 10 and 11 under one name is no crossing between the two.
 */
async function fill(count: number): Promise<void> {
  await fillRegistrations(db.database, count, 1);
  await store({ walletId: 2, block: 200, side: 'outflow', counterparty: address(1) });
  await store({ walletId: 1, block: 201, side: 'outflow', counterparty: address(3) });
  await store({ walletId: 1, block: 202, side: 'outflow', counterparty: stranger });
  await store({ walletId: 4, block: 202, side: 'inflow', counterparty: stranger });
  await store({ walletId: 5, block: 201, side: 'outflow', counterparty: stranger });
  await store({ walletId: 6, block: 203, side: 'inflow', counterparty: stranger });
  const bridged = { counterparty: stranger, bridgeMessage: 'across:1:5' };
  await store({ walletId: 1, block: 204, side: 'outflow', ...bridged });
  await store({ walletId: 7, block: 205, side: 'inflow', ...bridged });
  await store({ walletId: 8, block: 206, side: 'outflow', ...bridged, bridgeMessage: 'across:1:6' });
  await store({ walletId: 9, block: 207, side: 'inflow', ...bridged, bridgeMessage: 'across:1:6' });
  await store({ walletId: 10, block: 208, side: 'inflow', ...bridged, bridgeMessage: 'across:1:7' });
  await store({ walletId: 11, block: 209, side: 'inflow', ...bridged, bridgeMessage: 'across:1:7' });
}

const linked = [1, 2, 3, 4, 7];

test.each([100, 101, 2_000])(
  'among %i wallets: who is named, who names, who shares a transaction, who is the other end of a crossing',
  async (count) => {
    await fill(count);
    for (const walletId of linked) expect(await linkedWith(walletId)).toEqual(linked);
    expect(await linkedWith(6)).toEqual([6]);
    expect(await linkedWith(8)).toEqual([8, 9]);
    expect(await linkedWith(10)).toEqual([10]);
    // A wallet of nobody's is no start, and another client's wallets are not seen.
    expect(await linkedWith(count + 1)).toEqual([]);
    expect(await findLinkedWallets(db.database, { clientId: 102, walletId: 1 })).toEqual([]);
  },
);

test('where wallets lie on several nodes, each is asked by itself', async () => {
  await fill(100);
  const apart = await openDatabase({ url: db.url });
  onTestFinished(apart.close);
  markSpread(apart.pool);
  for (const walletId of linked) expect(await linkedWith(walletId, apart)).toEqual(linked);
  expect(await linkedWith(9, apart)).toEqual([8, 9]);
  expect(await linkedWith(10, apart)).toEqual([10]);
});

test('the links of a wallet cost as much to find among 30,000 wallets as among 2,000', async () => {
  const { database, measure } = await openMeasured(db.url);
  onTestFinished(database.close);
  const cost = async (count: number): Promise<number> => {
    await fill(count);
    // Two hundred others have a transaction of their own, and name somebody.
    await db.database.pool.query(`
      INSERT INTO counterparty_counter (wallet_id, counterparty, chain_id, transfer_count, spam_transfer_count)
        SELECT n, '0x' || lpad(to_hex(n + 10000000), 40, '0'), 1, 1, 0 FROM generate_series(12, 200) n;
      INSERT INTO transaction SELECT (jsonb_populate_record(pattern, jsonb_build_object('wallet_id', n, 'position', lpad(n::text, 60, '0'),
        'hash', '0x' || lpad(to_hex(n), 64, '0')))).* FROM transaction pattern, generate_series(12, 200) n WHERE wallet_id = 6;
      ANALYZE transaction, transfer, counterparty_counter, registration, wallet`);
    return measure(() => findLinkedWallets(database, { clientId, walletId: 1 }));
  };
  const few = await cost(2_000);
  const many = await cost(30_000);
  // Indexes may be a level higher. Each of 30,000 looked up once would be 90,000 blocks.
  expect(many).toBeLessThan(2 * few);
  expect(await linkedWith(1)).toEqual(linked);
});
