/** Loading one wallet by the service's own worker, from the registration over HTTP to its being loaded. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ConfigFile } from '../../../src/config-file.ts';
import { benchKey, startContender } from '../contenders/start.ts';

type Chain = NonNullable<ConfigFile['chains']>[number];

export interface Loaded {
  readonly seconds: number;
  readonly transactions: number;
  readonly transfers: number;
  /** Of the service's process, in seconds. */
  readonly cpu: number;
}

const timeoutMs = 1_800_000;
const pollMs = 25;

/**
 * `former`: wallets that the same process loads before, so that it is as one that has been at work. `beforeLoading` is called when the
 * wallet itself is to be registered.
 */
export async function loadWithService(
  databaseUrl: string,
  options: {
    chain: Chain;
    address: string;
    former?: readonly string[];
    beforeLoading?: () => void | Promise<void>;
  },
): Promise<Loaded> {
  const environment = { BENCH_CHAIN: JSON.stringify(options.chain) };
  const server = await startContender('loader.ts', { databaseUrl, environment });
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await client.connect();
    for (const address of options.former ?? []) {
      await register(server.url, address);
      await waitUntilLoaded(client);
    }
    // Their ledgers are booked and the tables analysed beside: that is not what is measured.
    await waitFor(client, 'SELECT count(*) = (SELECT count(*) FROM wallet) AS is_done FROM ledger_wallet');
    await waitUntilIdle(client);
    await options.beforeLoading?.();
    const before = await server.usage();
    const startedAt = performance.now();
    await register(server.url, options.address);
    await waitUntilLoaded(client);
    const seconds = (performance.now() - startedAt) / 1000;
    const cpu = ((await server.usage()).cpu - before.cpu) / 1e6;
    const { rows } = await client.query<{ transactions: string; transfers: string }>(
      `SELECT sum(transaction_count) AS transactions, sum(transfer_count) AS transfers
       FROM counter JOIN wallet ON wallet.id = wallet_id WHERE address = $1`,
      [options.address.toLowerCase()],
    );
    return {
      seconds,
      cpu,
      transactions: Number(rows[0]?.transactions),
      transfers: Number(rows[0]?.transfers),
    };
  } finally {
    await client.end();
    await server.stop();
  }
}

async function register(url: string, address: string): Promise<void> {
  const response = await fetch(new URL('/wallet/manage/', url), {
    method: 'POST',
    headers: { 'x-api-key': benchKey, 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`registering answered ${response.status}: ${await response.text()}`);
}

const waitUntilLoaded = (client: pg.Client): Promise<void> =>
  waitFor(client, 'SELECT bool_and(loaded_at IS NOT NULL) AS is_done, max(error) AS error FROM sync');

/** Until none of the service's statements was seen running for half a second. */
async function waitUntilIdle(client: pg.Client): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let idle = 0; idle < 500 / pollMs; idle += 1) {
    if (performance.now() > deadline) throw new Error('the service is still at work after half an hour');
    const { rows } = await client.query({
      name: 'active',
      text: `SELECT FROM pg_stat_activity
             WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`,
    });
    if (rows.length > 0) idle = -1;
    await delay(pollMs);
  }
}

/** Asks until it `is_done`, or says of an `error`. Planned once: PostgreSQL shares the cores with what is measured. */
async function waitFor(client: pg.Client, question: string): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const { rows } = await client.query<{ is_done: boolean | null; error?: string | null }>({
      name: question.slice(0, 60),
      text: question,
    });
    const [state] = rows;
    if (state?.is_done === true) return;
    if (state?.error) throw new Error(`loading failed: ${state.error}`);
    if (performance.now() > deadline) throw new Error(`still not done after half an hour: ${question}`);
    await delay(pollMs);
  }
}
