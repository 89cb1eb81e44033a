/** What can happen to a service that follows a chain: each fault is done to a service of its own, while others go on. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { type Anvil, startAnvil } from '../../../demo/node/anvil.ts';
import { spawnSupervised } from '../../../src/processes/supervised.ts';
import { untilLoaded, untilReady } from './loaded.ts';
import { freePort, runToEnd } from './machine.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Loaded by the service's process alone; Debian's package `faketime` brings it. */
const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** A service and what it stands on, ready to be hurt. */
export interface Patient {
  readonly metricsUrl: string;
  readonly node: Anvil;
  readonly prices: PriceServer;
  /** Where DATA_DIR lies. */
  readonly data: string;
  /** Sets the service's clock forward by so many seconds. */
  setClock(ahead: number): void;
  stop(): Promise<void>;
}

export interface Fault {
  readonly name: string;
  happen(patient: Patient): Promise<void>;
}

export const faults: readonly Fault[] = [
  { name: 'nothing', happen: async () => {} },
  // As when its machine goes: nothing is closed, nothing is said.
  { name: 'the node is killed', happen: async ({ node }) => void process.kill(node.pid, 'SIGKILL') },
  { name: 'the price source answers 500', happen: async ({ prices }) => prices.fail() },
  {
    name: 'the disk has 1 GB left',
    happen: async ({ data }) =>
      void (await runToEnd('/bin/mount', ['-o', 'remount,size=1g', data], { cwd: '/' })),
  },
  { name: "the machine's clock is ten minutes ahead", happen: async ({ setClock }) => setClock(600) },
];

interface PriceServer {
  readonly url: string;
  /** From now on it answers nothing but 500. */
  fail(): void;
  stop(): void;
}

/** DefiLlama's two questions, for any coin: a price of 2,000. */
async function startPrices(): Promise<PriceServer> {
  let fails = false;
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://prices');
    const current = '/prices/current/';
    const coin = { symbol: 'COIN', decimals: 18 };
    const asked: Record<string, number[]> = JSON.parse(searchParams.get('coins') ?? '{}');
    const coins = pathname.startsWith(current)
      ? pathname
          .slice(current.length)
          .split(',')
          .map((key) => [
            decodeURIComponent(key),
            { ...coin, price: 2_000, confidence: 0.99, timestamp: Math.floor(Date.now() / 1_000) },
          ])
      : Object.entries(asked).map(([key, times]) => [
          key,
          { ...coin, prices: times.map((timestamp) => ({ timestamp, price: 2_000, confidence: 0.99 })) },
        ]);
    response.writeHead(fails ? 500 : 200, { 'content-type': 'application/json' });
    response.end(fails ? '' : JSON.stringify({ coins: Object.fromEntries(coins) }));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    fail: () => {
      fails = true;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Of anvil's first account, which has the node's coins. */
const wallet = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

/**
 * A service that follows a node which mines every two seconds, with a price source and a disk of its own.
 * @param folder an empty one
 */
export async function startPatient(folder: string, databaseUrl: string): Promise<Patient> {
  const stops: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.reverse()) await one();
  };
  try {
    const node = await startAnvil({
      chainId: 1,
      timestamp: Math.floor(Date.now() / 1_000),
      args: ['--block-time', '2'],
    });
    stops.push(node.stop);
    const prices = await startPrices();
    stops.push(prices.stop);
    const data = join(folder, 'data');
    mkdirSync(data);
    await runToEnd('/bin/mount', ['-t', 'tmpfs', '-o', 'size=4g', 'tmpfs', data], { cwd: '/' });
    stops.push(() => runToEnd('/bin/umount', [data], { cwd: '/' }));
    const clock = join(folder, 'clock');
    const setClock = (ahead: number): void => writeFileSync(clock, `+${ahead}\n`);
    setClock(0);
    const service = await startFollowing({ folder, data, clock, databaseUrl, node, prices });
    stops.push(service.stop);
    return { metricsUrl: service.metricsUrl, node, prices, data, setClock, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Parts {
  folder: string;
  data: string;
  clock: string;
  databaseUrl: string;
  node: Anvil;
  prices: PriceServer;
}

async function startFollowing({ folder, data, clock, databaseUrl, node, prices }: Parts) {
  const config = join(folder, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      chains: [{ chainId: 1, rpc: [node.rpcUrl], pollSeconds: 2, confirmations: 8, startBlock: 0 }],
      prices: { order: ['defillama'], defillama: { url: prices.url } },
    }),
  );
  const [port, metricsPort] = [await freePort(), await freePort()];
  const key = randomBytes(24).toString('hex');
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: data, CONFIG_FILE: config, BOOTSTRAP_API_KEY: key },
    ...{ PORT: String(port), METRICS_PORT: String(metricsPort), DATABASE_CONNECTIONS: '8' },
    // Wall clocks alone: what counts how long something took goes on.
    ...{
      LD_PRELOAD: fakeTime,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
  const program = await spawnSupervised(process.execPath, ['src/cli.ts', 'serve'], {
    cwd: root,
    env,
    keptLines: 40,
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady({ url, exited: program.exited });
    await untilLoaded({ url, key, exited: program.exited }, [wallet]);
  } catch (error) {
    await program.stop();
    throw new Error(program.lastErrorLines().join('\n'), { cause: error });
  }
  return { metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`, stop: () => program.stop() };
}
