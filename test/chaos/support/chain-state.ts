/** The chain's head, and what a fresh, undisturbed load of it stores. */
import { openDatabase } from '../../../src/store/connection/database.ts';
import { createDatabase } from '../../support/postgres.ts';
import { type ChainEntry, chainConfig, registerAll, startLoader } from './loader.ts';
import { type Snapshot, waitUntilSynced } from './snapshot.ts';

export interface Head {
  number: number;
  hash: string;
}

export async function readHead(rpcUrl: string): Promise<Head> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBlockByNumber',
      params: ['latest', false],
    }),
  });
  const { result }: { result: { number: string; hash: string } } = JSON.parse(await response.text());
  return { number: Number(result.number), hash: result.hash };
}

/** Registers the wallets in a database that knows nothing yet. */
export async function prepare(
  databaseUrl: string,
  chain: ChainEntry,
  wallets: readonly string[],
): Promise<void> {
  const database = await openDatabase({ url: databaseUrl, maximumConnections: 2 });
  try {
    await registerAll(database, chainConfig(chain), wallets);
  } finally {
    await database.close();
  }
}

/** What one worker stores that nobody disturbs. */
export async function loadFresh(
  chain: ChainEntry,
  wallets: readonly string[],
  head: Head,
): Promise<Snapshot> {
  const { url, drop } = await createDatabase();
  await prepare(url, chain, wallets);
  const loader = await startLoader({ databaseUrl: url, chain, owner: 'fresh' });
  try {
    return await waitUntilSynced(url, head, 60_000);
  } finally {
    await loader.stop();
    await drop();
  }
}

/** Time that passes on purpose: the random moment of a fault. */
export function passTime(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
