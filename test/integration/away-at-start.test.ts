/**
 * A database that is away for a moment while the service starts, as one is that recovers from a crash or was taken over: the service
 * starts all the same. Faults are those of PostgreSQL, thrown by triggers; connections for notifications are cut by the test.
 */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { createLogger } from '../../src/logger.ts';
import { startService } from '../../src/main.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { startWorker } from '../../src/worker.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let own: TestDatabase;
beforeEach(async () => {
  own = await createTestDatabase();
});
afterEach(() => own.drop());

const config = (): ReturnType<typeof loadConfig> =>
  loadConfig({
    environment: { PORT: '0', DATABASE_URL: own.url, BOOTSTRAP_API_KEY: 'away-at-start-key' },
    file: { chains: [{ chainId: 1, rpc: ['http://127.0.0.1:1'], pollSeconds: 60 }] },
  });

/** Whatever is written to the table fails so many times; a sequence goes on over roll-backs. */
async function failWrites(table: string, times: number, code: string): Promise<void> {
  await own.database.pool.query(`
    CREATE SEQUENCE ${table}_tries;
    CREATE FUNCTION refuse_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('${table}_tries') <= ${times} THEN
        RAISE EXCEPTION 'refused by the test' USING ERRCODE = '${code}';
      END IF;
      RETURN NULL; END $$;
    CREATE TRIGGER refuse_${table} BEFORE INSERT OR UPDATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_${table}()`);
}

/** Those of clients alone: PostgreSQL's own workers come and go. */
const connectionsOf = async (): Promise<number> => {
  const { rows } = await own.database.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  return rows[0]?.count ?? Number.NaN;
};

test('a step that meets it is made again, each of them, and the service answers', async () => {
  // What is written first by: the chains, the keys of the API, the look-ups of the worker.
  const tables = ['blockchain', 'api_key', 'asset'];
  for (const table of tables) await failWrites(table, 2, '57P03');
  const lines: string[] = [];
  const log = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  const service = await startService(config(), { logger: pino({ level: 'warn' }, log) });
  try {
    for (const table of tables) {
      const { rows } = await own.database.pool.query<{ tries: string }>(
        `SELECT last_value AS tries FROM ${table}_tries`,
      );
      expect([table, Number(rows[0]?.tries)]).toEqual([table, expect.toSatisfy((tries) => tries > 2)]);
    }
    const answer = await fetch(`${service.url}/wallet/manage/`, {
      headers: { 'x-api-key': 'away-at-start-key' },
    });
    expect(answer.status).toBe(200);
    expect(lines.filter((line) => line.includes('waiting for the database'))).toHaveLength(6);
  } finally {
    await service.stop();
  }
});

test('a fault that does not pass by itself ends the start at once', async () => {
  await failWrites('asset', 100, '42501');
  const before = await connectionsOf();
  await expect(startService(config(), { logger: createLogger({ level: 'fatal' }) })).rejects.toThrow(
    'refused by the test',
  );
  // Who made the database may have left meanwhile.
  await expect.poll(connectionsOf).toBeLessThanOrEqual(before);
});

test('a worker that cannot start to the end stops what it has begun', async () => {
  let asked = 0;
  let heard = 0;
  const refusing = (refused: number): Database => ({
    ...own.database,
    async listen(channel, handler) {
      asked += 1;
      if (asked === refused) throw Object.assign(new Error('refused by the test'), { code: 'ECONNREFUSED' });
      const end = await own.database.listen(channel, handler);
      heard += 1;
      return async () => {
        heard -= 1;
        await end();
      };
    },
  });
  const log = createLogger({ level: 'fatal' });
  const [first, last] = [1, 12];
  let refusals = 0;
  for (let refused = first; refused <= last; refused += 1) {
    asked = 0;
    // What a job listens to later, by itself, keeps no worker from starting.
    const stop = await startWorker(config(), refusing(refused), log).catch((error: unknown) => {
      expect(String(error)).toContain('refused by the test');
      refusals += 1;
      return null;
    });
    if (stop !== null) {
      expect(heard).toBeGreaterThan(0);
      await stop();
    }
    expect([refused, heard]).toEqual([refused, 0]);
  }
  expect(refusals).toBeGreaterThan(last / 2);
});
