/**
 * Ponder on PostgreSQL: the Transfer logs from and to the wallet, each stored by one insert, which is less than the service loads
 * (no native moves, no receipts, no traces). Timed from when its server answers to when it says that history is indexed.
 */
import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { installPeer } from '../contenders/peers.ts';

export const ponderVersions = {
  'ponder-0.16': '0.16.10',
  'ponder-1.0': '1.0.0',
} as const;
export type PonderPeer = keyof typeof ponderVersions;

const startTimeoutMs = 120_000;
const indexTimeoutMs = 1_800_000;
/** Its default is 50 a second, which a local node need not be spared; more than about 250 made some versions freeze. */
export const requestsPerSecond = 250;

const schemaFile = `import { onchainTable } from 'ponder';
export const transfer = onchainTable('transfer', (t) => ({
  id: t.text().primaryKey(), block: t.bigint(), timestamp: t.bigint(), hash: t.hex(), token: t.hex(), from: t.hex(),
  to: t.hex(), amount: t.bigint(),
}));
`;

const indexFile = `import { ponder } from 'ponder:registry';
import { transfer } from 'ponder:schema';
ponder.on('Token:Transfer', async ({ event, context }) => {
  await context.db.insert(transfer).values({
    id: event.block.number + '-' + event.log.logIndex, block: event.block.number, timestamp: event.block.timestamp,
    hash: event.transaction.hash, token: event.log.address, from: event.args.from, to: event.args.to,
    amount: event.args.value,
  });
});
`;

const apiFile = `import { Hono } from 'hono';
export default new Hono();
`;

function configFile(peer: PonderPeer): string {
  const chains =
    peer === 'ponder-1.0'
      ? `networks: { local: { chainId, transport: http(rpc), maxRequestsPerSecond: ${requestsPerSecond} } }`
      : `chains: { local: { id: chainId, rpc, maxRequestsPerSecond: ${requestsPerSecond} } }`;
  return `import { createConfig } from 'ponder';
import { http, parseAbi } from 'viem';
const chainId = Number(process.env.BENCH_CHAIN_ID);
const rpc = process.env.BENCH_RPC;
const wallet = process.env.BENCH_WALLET;
void http;
export default createConfig({
  database: { kind: 'postgres', connectionString: process.env.DATABASE_URL },
  ${chains},
  contracts: {
    Token: {
      ${peer === 'ponder-1.0' ? 'network' : 'chain'}: 'local',
      abi: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']),
      filter: [{ event: 'Transfer', args: { from: wallet } }, { event: 'Transfer', args: { to: wallet } }],
      startBlock: 0,
    },
  },
});
`;
}

async function writeApp(directory: string, peer: PonderPeer): Promise<void> {
  await mkdir(join(directory, 'src', 'api'), { recursive: true });
  await rm(join(directory, '.ponder'), { recursive: true, force: true });
  await writeFile(join(directory, 'ponder.config.ts'), configFile(peer));
  await writeFile(join(directory, 'ponder.schema.ts'), schemaFile);
  await writeFile(join(directory, 'src', 'index.ts'), indexFile);
  await writeFile(join(directory, 'src', 'api', 'index.ts'), apiFile);
}

export async function loadWithPonder(
  peer: PonderPeer,
  options: { databaseUrl: string; rpc: string; chainId: number; address: string },
): Promise<{ seconds: number; transfers: number }> {
  const directory = await installPeer(peer);
  await writeApp(directory, peer);
  const port = await freePort();
  const program = join(directory, 'node_modules/ponder/dist/esm/bin/ponder.js');
  const child = spawn(process.execPath, [program, 'start', '--schema', 'bench', '--port', String(port)], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      BENCH_RPC: options.rpc,
      BENCH_CHAIN_ID: String(options.chainId),
      BENCH_WALLET: options.address,
      PONDER_TELEMETRY_DISABLED: 'true',
    },
  });
  let lastWords = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      lastWords = (lastWords + chunk.toString('utf8')).slice(-2_000);
    });
  }
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isOver = (): string | null => (child.exitCode === null ? null : lastWords);
  try {
    const url = `http://127.0.0.1:${port}`;
    await waitForOk(`${url}/health`, startTimeoutMs, isOver);
    const startedAt = performance.now();
    await waitForOk(`${url}/ready`, indexTimeoutMs, isOver);
    const seconds = (performance.now() - startedAt) / 1000;
    return { seconds, transfers: await countTransfers(options.databaseUrl) };
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

async function waitForOk(url: string, timeoutMs: number, isOver: () => string | null): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok === true) return;
    const words = isOver();
    if (words !== null) throw new Error(`ponder ended: ${words}`);
    if (performance.now() > deadline) throw new Error(`${url} was not ready in ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function countTransfers(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM bench.transfer');
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      server.close(() =>
        at === null || typeof at === 'string' ? reject(new Error('no port')) : resolve(at.port),
      );
    });
  });
}
