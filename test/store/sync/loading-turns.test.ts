/** Turns of clients: who has much to load does not keep the others waiting, and a lease costs the same whoever waits. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { leaseNext, leaseSync } from '../../../src/store/sync/leases.ts';
import { beforeFirst, findWaiting, type LoadingTurn } from '../../../src/store/sync/loading-turns.ts';
import { registerWallets } from '../../../src/store/sync/registrations.ts';
import { unregisterWallets } from '../../../src/store/sync/unregistrations.ts';
import { openMeasured } from '../../support/blocks-read.ts';
import { statementsOf } from '../../support/builders.ts';
import { address } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
const chains = [{ chainId: 1, fromBlock: 0 }];
let large: number;
let small: number;

beforeEach(async () => {
  large = (await ensureClient(db.database, 'large')).id;
  small = (await ensureClient(db.database, 'small')).id;
});
afterEach(async () => {
  await db.database.pool.query('TRUNCATE wallet, registration, sync CASCADE');
});

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const register = (clientId: number, wallets: readonly number[]) =>
  registerWallets(db.database, { clientId, addresses: wallets.map(address), chains });

/** Leases one after the other, and keeps them: by the numbers of the wallets. */
async function lease(count: number, turn: LoadingTurn): Promise<number[]> {
  const leased: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const row = await leaseSync(db.database, { owner: 'a', leaseMs: 60_000, chainIds: [1], turn });
    if (row === null) break;
    leased.push(Number(row.address));
  }
  return leased;
}

describe('turns', () => {
  test('of a client with 1,000 wallets and a later one with two, the two are among the first four leases', async () => {
    await register(large, numbers(1, 1_000));
    await register(small, [5_001, 5_002]);
    const first = await lease(4, { clientId: beforeFirst });
    expect(first.filter((wallet) => wallet > 5_000)).toEqual([5_001, 5_002]);
    // The other two turns were the large client's, oldest first.
    expect(first.filter((wallet) => wallet <= 5_000)).toEqual([1, 2]);
  });

  test('several workers, each with turns of its own, come to the small client at once too', async () => {
    await register(large, numbers(1, 100));
    await register(small, [5_001, 5_002]);
    const turns = numbers(0, 3).map(() => ({ clientId: beforeFirst }));
    const leased = (await Promise.all(turns.map((turn) => lease(3, turn)))).flat();
    expect(new Set(leased).size).toBe(9);
    expect(leased).toEqual(expect.arrayContaining([5_001, 5_002]));
  });

  test('a wallet of both is loaded in the turn of the client with fewer; when that one leaves, in the turn of the other', async () => {
    await register(large, numbers(1, 50));
    await register(small, [50]);
    expect(await lease(2, { clientId: large })).toEqual([50, 1]);
    await db.database.pool.query('UPDATE sync SET lease_owner = NULL');
    await unregisterWallets(db.database, small, [address(50)]);
    expect(await lease(2, { clientId: large })).toEqual([1, 2]);
  });

  test('who has nothing due takes no turn, and everything due is leased in the end', async () => {
    await register(large, numbers(1, 5));
    await register(small, [5_001]);
    await db.database.pool.query(
      "UPDATE sync SET next_run_at = now() + interval '1 hour' FROM wallet WHERE wallet.id = wallet_id AND address = $1",
      [address(5_001)],
    );
    expect(await lease(10, { clientId: beforeFirst })).toEqual([1, 2, 3, 4, 5]);
  });

  test('what follows its chain is checked once a round, however much is to be loaded', async () => {
    await register(large, numbers(1, 20));
    await db.database.pool.query(
      'UPDATE sync SET follows = true FROM wallet WHERE wallet.id = wallet_id AND address = ANY($1)',
      [[19, 20].map(address)],
    );
    expect(await lease(4, { clientId: beforeFirst })).toEqual([1, 19, 2, 20]);
  });
});

test('where nothing is due, one statement says when something will be: of these chains, and of rows that nobody has leased', async () => {
  const ask = () => leaseNext(db.database, { owner: 'a', leaseMs: 60_000, chainIds: [1] });
  const set = (number: number, values: string) =>
    db.database.pool.query(
      `UPDATE sync SET ${values} FROM wallet WHERE wallet.id = wallet_id AND address = $1`,
      [address(number)],
    );
  expect(await ask()).toEqual({ lease: null, nextInMs: Number.POSITIVE_INFINITY });
  await register(large, numbers(1, 5));
  await set(1, "next_run_at = now() + interval '300 seconds'");
  await set(2, "next_run_at = now() + interval '200 seconds', follows = true");
  await set(3, "next_run_at = now() + interval '10 seconds', chain_id = 10");
  await set(4, "next_run_at = now(), lease_owner = 'b', lease_until = now() + interval '1 minute'");
  await set(5, "next_run_at = now() + interval '500 seconds'");
  const nextInSeconds = async () => {
    const answer = await ask();
    return answer.lease === null ? answer.nextInMs / 1000 : 0;
  };
  expect(await statementsOf(ask)).toHaveLength(1);
  const atCheck = await nextInSeconds();
  expect(atCheck).toBeGreaterThan(150);
  expect(atCheck).toBeLessThanOrEqual(200);
  await set(2, "next_run_at = now() + interval '900 seconds'");
  const atOwn = await nextInSeconds();
  expect(atOwn).toBeGreaterThan(250);
  expect(atOwn).toBeLessThanOrEqual(300);
});

test('a lease reads as much of 100,000 rows as of 100, whoever has them', async () => {
  const { database, measure } = await openMeasured(db.url);
  onTestFinished(database.close);
  const fill = async (clients: number, wallets: number): Promise<void> => {
    const rows = `FROM generate_series(1, ${clients * wallets}) n`;
    await db.database.pool.query(`TRUNCATE wallet, registration, sync CASCADE;
      INSERT INTO client (id, name) SELECT 100 + n, 'client ' || n FROM generate_series(1, ${clients}) n ON CONFLICT DO NOTHING;
      INSERT INTO wallet (id, address) SELECT n, '0x' || lpad(to_hex(n), 40, '0') ${rows};
      INSERT INTO registration (client_id, wallet_id) SELECT 101 + n % ${clients}, n ${rows};
      INSERT INTO sync (wallet_id, chain_id, from_block, client_id) SELECT n, 1, 0, 101 + n % ${clients} ${rows};
      ANALYZE wallet, registration, sync`);
  };
  const leaseOne = () =>
    leaseSync(database, { owner: 'a', leaseMs: 60_000, chainIds: [1], turn: { clientId: beforeFirst } });
  await fill(10, 10);
  const ofFew = await measure(leaseOne);
  await fill(10, 10_000);
  const ofMany = await measure(leaseOne);
  // Indexes are a level or two higher; a scan of the rows would be 2,000 blocks.
  expect(ofMany).toBeLessThan(ofFew + 100);
});

describe('who waits to be loaded', () => {
  const waiting = async (limit = 100, owner = 'a') =>
    (await findWaiting(db.database, { chainId: 1, owner, limit })).map(({ address: one, fromBlock }) => [
      Number(one),
      fromBlock,
    ]);
  const set = (columns: string, wallet: number) =>
    db.database.pool.query(
      `UPDATE sync SET ${columns} FROM wallet WHERE wallet.id = wallet_id AND address = $1`,
      [address(wallet)],
    );

  test('the first of each client, then the second; from the block behind what is stored', async () => {
    await register(large, numbers(1, 300));
    await register(small, [5_001, 5_002]);
    await set('synced_block = 17', 2);
    expect(await waiting(5)).toEqual([
      [1, 0],
      [5_001, 0],
      [2, 18],
      [5_002, 0],
      [3, 0],
    ]);
    // Of one client so many are looked at.
    expect(await waiting(1_000)).toHaveLength(100 + 2);
  });

  test('not what is loaded, follows, rests, or is with another process; what is with this one', async () => {
    await register(large, numbers(1, 6));
    await set('loaded_at = now()', 1);
    await set('follows = true, loaded_at = now()', 2);
    await set("next_run_at = now() + interval '1 minute'", 3);
    await set("lease_owner = 'b', lease_until = now() + interval '1 minute'", 4);
    await set("lease_owner = 'a', lease_until = now() + interval '1 minute'", 5);
    expect(await waiting()).toEqual([
      [5, 0],
      [6, 0],
    ]);
    expect(await waiting(100, 'b')).toEqual([
      [4, 0],
      [6, 0],
    ]);
  });
});
