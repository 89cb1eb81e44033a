/** A process's access to the database: Prisma and plain pg on one pool, and the listening connection. */
import { tracingChannel } from 'node:diagnostics_channel';
import { setTimeout as delay } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { RetryableError } from '../../errors.ts';
import { isSpread, markSpread } from '../cluster/wallet-statements.ts';
import { PrismaClient } from '../generated/client.ts';
import { CancellablePool } from './cancellation.ts';
import type { Channel } from './channels.ts';
import { createListener } from './listener.ts';
import { createPollingListener } from './polling-listener.ts';
import { createPreparedStatements, type PreparedStatements } from './prepared-statements.ts';
import {
  inspectSession,
  isRefusedOption,
  type SessionFacts,
  type SessionSettings,
  startupOptions,
} from './session.ts';
import { withTransaction } from './sql.ts';

export interface Database {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  /** The statements that the pool's connections have prepared. */
  readonly prepared: PreparedStatements;
  readonly url: string;
  /** What its connections keep; behind a transaction pooler, little. */
  readonly session: SessionFacts;
  /**
   * Runs `work` in one transaction: all of it is committed, or, when it throws, nothing. The database that a leader writes to
   * (leadership.ts) proves in it first that it still leads.
   */
  transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>;
  /**
   * Calls the handler for each notification, and with '' when some may have been missed: after an interruption, and every five
   * seconds where nothing can be heard: connections keep no session, or the database is a standby.
   */
  listen(channel: Channel, handler: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Size of the pool. Default 16. */
  maximumConnections?: number;
  /** After this long the server gives up a statement. 0: never. Default 30,000; bulk writes set their own. */
  statementTimeoutMs?: number;
  /** How often changes are looked for where they cannot be heard. Default 5,000. */
  pollMs?: number;
  /** Told of idle connections that broke; the pool replaces them by itself. */
  onError?: (error: unknown) => void;
}

const connectTimeoutMs = 15_000;
/** A connection has its statements prepared and planned: after a short silence the next page should still find it. */
const idleConnectionMs = 300_000;
/** A process that is stopped in the middle of a transaction would keep its rows locked: then the server gives them free. */
const idleTransactionMs = 10_000;

/** Opens the pool; fails when the database cannot be reached. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, statementTimeoutMs = 30_000, pollMs = 5_000, onError = () => {} } = options;
  const settings: SessionSettings = {
    // Solid state disks: the default keeps the planner from index scans. Compiling queries costs more than they do.
    ...{ random_page_cost: '1.1', jit: 'off' },
    // A statement takes one processor: with helpers, the few large ones of one key would take all of them.
    max_parallel_workers_per_gather: '0',
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(idleTransactionMs),
  };
  const plain: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    ...{ keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
    application_name: 'wallet-data',
  };
  const wished = { ...plain, options: startupOptions(settings) };
  const { pool, connection, session } = await openPool(wished, settings, options).catch((error: unknown) => {
    if (!isRefusedOption(error)) throw error;
    return openPool(plain, settings, options);
  });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  // A standby hears nothing.
  const listener =
    session.isKept && !session.isReadOnly
      ? createListener(connection, onError)
      : createPollingListener(pollMs, onError);
  return {
    ...{
      prisma,
      pool,
      url,
      session,
      prepared: createPreparedStatements({ isPlannedOnce: !session.isSpread }),
    },
    transaction: (work) => withTransaction(pool, work),
    listen: listener.listen,
    async close() {
      await listener.close();
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

async function openPool(
  connection: pg.ClientConfig,
  settings: SessionSettings,
  { maximumConnections = 16, onError = () => {} }: DatabaseOptions,
): Promise<{ pool: pg.Pool; connection: pg.ClientConfig; session: SessionFacts }> {
  const pool = new CancellablePool(
    { ...connection, max: maximumConnections, idleTimeoutMillis: idleConnectionMs },
    onError,
  );
  pool.on('error', onError);
  // A connection that breaks while it is checked out emits on itself; unheard, that would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError);
    tellStatements(client);
  });
  pool.on('acquire', (client) => {
    if (isSpread(pool)) markSpread(client);
  });
  try {
    const session = await inspectSession(pool, connection, settings);
    if (session.isSpread) markSpread(pool);
    return { pool, connection, session };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Who traces listens to it (tracing/spans.ts). While nobody does, that is one look at each statement. */
const statements = tracingChannel('wallet-data:statement');

/** What is shown of a statement: its beginning, and never its values. */
const shownLength = 300;

const aboutStatement = (text: string) => ({
  name: text.trimStart().split(/\s/, 1)[0]?.toUpperCase() ?? 'SQL',
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, shownLength) },
});

/** Tells of a statement that is a stream, from its beginning to its end. */
export const tellStream = <Result>(text: string, work: () => Promise<Result>): Promise<Result> =>
  statements.hasSubscribers ? statements.tracePromise(work, aboutStatement(text)) : work();

/** Has the connection tell of its statements. Those that are streams are told of by who feeds them (`tellStream`). */
function tellStatements(client: pg.PoolClient): void {
  // Looked up each time, so that whoever listens to the driver's own function (as tests do) hears of these, too.
  const run = (list: unknown[]): unknown =>
    Reflect.apply(Reflect.get(Object.getPrototypeOf(client), 'query'), client, list);
  const query = (...given: unknown[]): unknown => {
    if (!statements.hasSubscribers) return run(given);
    const text = textOf(given[0]);
    if (text === null) return run(given);
    const about = aboutStatement(text);
    const last = given.length - 1;
    return typeof given[last] === 'function'
      ? statements.traceCallback((...list: unknown[]) => run(list), last, about, client, ...given)
      : statements.tracePromise(async () => run(given), about);
  };
  Object.defineProperty(client, 'query', { value: query, configurable: true, writable: true });
}

function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return null;
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : null;
}

/** @throws RetryableError when it does not answer within two seconds. */
export async function checkDatabase(database: Database): Promise<void> {
  const answer = database.pool.query('SELECT 1');
  const late = delay(2_000, undefined, { ref: false }).then(() => {
    throw new RetryableError('the database did not answer within two seconds');
  });
  await Promise.race([answer, late]);
}
