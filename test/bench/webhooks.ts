/**
 * Webhooks while nothing happens: 1,000 endpoints of 1,000 wallets each, a million lanes, and what a sender asks the database then. The
 * bar: no statement but those of the poll, which comes every 30 seconds.
 */
import pg from 'pg';
import { createWebhookSender } from '../../src/ingest/webhooks/webhook-sender.ts';
import { systemClock } from '../../src/outgoing/clock.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { type Database, openDatabase } from '../../src/store/connection/database.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { findWalletsBehind } from '../../src/store/webhooks/lane-search.ts';
import { createSecretBox } from '../../src/store/webhooks/secret-box.ts';
import { startEmptyDatabase } from './data/prepare.ts';
import { type BenchmarkOptions, grouped, medianOf, printTable } from './report.ts';

const defaultSize = 1_000;
const pollMs = 30_000;
/** Told of each wallet; a client's own make a tenth of it. */
const told = 1_000;

export async function run(options: BenchmarkOptions): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const server = await startEmptyDatabase('webhooks');
  stack.defer(server.stop);
  const database = await openDatabase({ url: server.url, statementTimeoutMs: 0 });
  stack.defer(() => database.close());
  const size = options.size || defaultSize;
  const seconds = options.seconds || 65;
  await fill(database, size);
  const polls: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const begun = performance.now();
    const behind = await findWalletsBehind(database);
    polls.push(performance.now() - begun);
    if (behind.length > 0) throw new Error(`${behind.length} wallets are behind, and nothing has happened`);
  }
  const statements = await statementsIn(database, seconds);
  printTable([
    [`${grouped(size)} endpoints × ${grouped(size)} wallets, idle for ${seconds} s`, ''],
    ['lanes', grouped(size * size)],
    ['statements, all of the polls every 30 s', String(statements)],
    ['statements per second', (statements / seconds).toFixed(2)],
    ['the look at all wallets, median ms', medianOf(polls).toFixed(1)],
  ]);
}

/** Endpoints of one client, all of whose lanes have sent all that was told. */
async function fill(database: Database, size: number): Promise<void> {
  const { id: clientId } = await ensureClient(database, 'bench');
  const addresses = Array.from(
    { length: size },
    (_, number) => `0x${(number + 1).toString(16).padStart(40, '0')}` as const,
  );
  await registerWallets(database, { clientId, addresses, chains: [], limit: size });
  const sql = (text: string, values: unknown[] = []) => database.pool.query(text, values);
  await sql(
    `INSERT INTO ledger_input (wallet_id, last_told) SELECT wallet_id, $1 FROM registration
     ON CONFLICT (wallet_id) DO UPDATE SET last_told = excluded.last_told`,
    [told],
  );
  await sql(
    'INSERT INTO client_log (wallet_id, client_id, told) SELECT wallet_id, client_id, $1 FROM registration',
    [told / 10],
  );
  await sql(
    `INSERT INTO webhook_endpoint (client_id, url, description, types, chain_ids, all_wallets, secret, created_by)
     SELECT $1, 'https://example.com/' || number, '', '{}', '{}', true, '', 'bench' FROM generate_series(1, $2::int) number`,
    [clientId, size],
  );
  await sql(
    `INSERT INTO webhook_lane (endpoint_id, wallet_id, client_id, cursor, told_before, previous)
     SELECT endpoint.id, wallet_id, registration.client_id, $1, 0, $1 FROM webhook_endpoint endpoint, registration`,
    [told + told / 10],
  );
  await sql('VACUUM (ANALYZE)');
}

/** How many statements a sender sends in so many seconds. */
async function statementsIn(database: Database, seconds: number): Promise<number> {
  let statements = 0;
  const original = pg.Client.prototype.query;
  Reflect.set(pg.Client.prototype, 'query', function counted(this: pg.Client, ...parts: unknown[]) {
    statements += 1;
    return Reflect.apply(original, this, parts);
  });
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const nothing = async (): Promise<never> => {
    throw new Error('nothing is to be sent');
  };
  const sender = createWebhookSender({
    ...{ database, log: quiet, owner: 'bench', clock: systemClock, random: Math.random, pollMs },
    ...{ timeoutMs: 15_000, leaseMs: 60_000, feed: { read: nothing }, post: nothing },
    box: createSecretBox(() => []),
  });
  try {
    await sender.start();
    // Listening, and the first look.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    statements = 0;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    await sender.stop();
  } finally {
    Reflect.set(pg.Client.prototype, 'query', original);
  }
  return statements;
}
