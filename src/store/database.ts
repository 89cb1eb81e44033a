/** A process's access to the database: Prisma and plain pg on one pool, and the listening connection. */
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { CancellablePool } from './cancellation.ts';
import type { Channel } from './channels.ts';
import { PrismaClient } from './generated/client.ts';
import { createListener } from './listener.ts';

export interface Database {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  readonly url: string;
  /** Calls the handler for each notification, and with '' after an interruption: some may have been missed. */
  listen(channel: Channel, handler: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Size of the pool. Default 16. */
  maximumConnections?: number;
  /** After this long the server gives up a statement. 0: never. Default 30,000; bulk writes set their own. */
  statementTimeoutMs?: number;
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
  const { url, maximumConnections = 16, statementTimeoutMs = 30_000, onError = () => {} } = options;
  const connection: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    // Solid state disks: the default keeps the planner from index scans. Compiling queries costs more than they do. A statement
    // takes one processor: with helpers, the few large ones of one key would take all of them.
    options: `-c random_page_cost=1.1 -c jit=off -c max_parallel_workers_per_gather=0 -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${idleTransactionMs}`,
    application_name: 'wallet-data',
  };
  const pool = new CancellablePool(
    { ...connection, max: maximumConnections, idleTimeoutMillis: idleConnectionMs },
    onError,
  );
  pool.on('error', onError);
  // A connection that breaks while it is checked out emits on itself; unheard, that would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError);
  });
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  const listener = createListener(connection, onError);
  return {
    prisma,
    pool,
    url,
    listen: listener.listen,
    async close() {
      await listener.close();
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}
