import { describe, expect, test } from 'vitest';
import { type Channel, notify, notifyAll } from '../../../src/store/connection/channels.ts';
import { type Database, openDatabase } from '../../../src/store/connection/database.ts';
import { withTransaction } from '../../../src/store/connection/sql.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();

/** Ends the connections that are listening; answers how many. */
async function cutListeners(): Promise<number> {
  const { rowCount } = await db.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()`,
  );
  return rowCount ?? 0;
}

async function hear(channel: Channel, from: Database = db.database) {
  const heard: string[] = [];
  const stop = await from.listen(channel, (payload) => heard.push(payload));
  return { heard, stop };
}

describe('notifications', () => {
  test('reach every handler of the channel, and no other', async () => {
    const [first, second, other] = [
      await hear('keys_changed'),
      await hear('keys_changed'),
      await hear('labels_changed'),
    ];
    await notify(db.database.pool, 'keys_changed', 'one');
    await notifyAll(db.database.pool, 'keys_changed', ['two', 3]);
    await notifyAll(db.database.pool, 'keys_changed', []);
    await notify(db.database.pool, 'labels_changed', 'end');
    await expect.poll(() => other.heard).toEqual(['end']);
    expect(first.heard).toEqual(['one', 'two', '3']);
    expect(second.heard).toEqual(['one', 'two', '3']);
    await first.stop();
    await notify(db.database.pool, 'keys_changed', 'four');
    await expect.poll(() => second.heard).toEqual(['one', 'two', '3', 'four']);
    expect(first.heard).toEqual(['one', 'two', '3']);
    await second.stop();
    await other.stop();
  });

  test('come when the transaction commits, and not when it does not', async () => {
    const { heard, stop } = await hear('wallet_changed');
    const failing = withTransaction(db.database.pool, async (client) => {
      await notify(client, 'wallet_changed', 'undone');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await withTransaction(db.database.pool, (client) => notify(client, 'wallet_changed', 'done'));
    await expect.poll(() => heard).toEqual(['done']);
    await stop();
  });

  test('a cut connection is made anew: handlers are told once, and hear again', async () => {
    const errors: unknown[] = [];
    const own = await openDatabase({ url: db.url, onError: (error) => errors.push(error) });
    const sync = await hear('wallet_changed', own);
    const labels = await hear('labels_changed', own);
    for (let round = 1; round <= 3; round += 1) {
      expect(await cutListeners()).toBeGreaterThan(0);
      // '' says that something may have been missed.
      await expect.poll(() => labels.heard.filter((payload) => payload === '')).toHaveLength(round);
      await notify(db.database.pool, 'wallet_changed', `round ${round}`);
      await expect.poll(() => sync.heard).toContain(`round ${round}`);
    }
    expect(errors.length).toBeGreaterThan(0);
    await own.close();
  });

  test('a handler that throws does not disturb the others', async () => {
    const errors: unknown[] = [];
    const own = await openDatabase({ url: db.url, onError: (error) => errors.push(error) });
    await own.listen('lookups_changed', () => {
      throw new Error('handler');
    });
    const { heard } = await hear('lookups_changed', own);
    await notify(db.database.pool, 'lookups_changed', 'x');
    await expect.poll(() => heard).toEqual(['x']);
    expect(String(errors[0])).toContain('handler');
    await own.close();
  });
});

describe('connections', () => {
  test('one that breaks, idle or in use, fails its query at most; the process and the pool live', async () => {
    const errors: unknown[] = [];
    const own = await openDatabase({ url: db.url, onError: (error) => errors.push(error) });
    const killed = withTransaction(own.pool, async (client) => {
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
      await db.database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await expect.poll(() => errors.length).toBeGreaterThan(0);
      await client.query('SELECT 1');
    });
    await expect(killed).rejects.toThrow();
    const { rows } = await own.pool.query('SELECT pg_backend_pid() AS pid');
    await db.database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect.poll(() => own.pool.totalCount).toBe(0);
    expect((await own.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(await own.prisma.wallet.count()).toBe(0);
    await own.close();
  });

  test('settings of the session: planner and time limit, both for pg and Prisma', async () => {
    const own = await openDatabase({ url: db.url, statementTimeoutMs: 500 });
    expect((await own.pool.query('SHOW random_page_cost')).rows).toEqual([{ random_page_cost: '1.1' }]);
    await expect(own.pool.query('SELECT pg_sleep(5)')).rejects.toThrow(/statement timeout/);
    await expect(own.prisma.$queryRawUnsafe('SELECT 1 FROM pg_sleep(5)')).rejects.toThrow(
      /statement timeout/,
    );
    await own.close();
    expect((await db.database.pool.query('SHOW statement_timeout')).rows).toEqual([
      { statement_timeout: '30s' },
    ]);
  });

  test('a database that cannot be reached is an error at once', async () => {
    await expect(openDatabase({ url: 'postgres://nobody@127.0.0.1:1/x' })).rejects.toThrow(/ECONNREFUSED/);
  });
});
