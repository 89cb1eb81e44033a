/** A worker as the service composes it, with limits that make faults and steps quick; in this process or another. */
import type { ChainConfig } from '../../../src/chains/definitions/chain-list.ts';
import { createRpcSource, type RpcLimits } from '../../../src/chains/rpc/rpc-source.ts';
import { loadConfig } from '../../../src/config.ts';
import type { ConfigFile } from '../../../src/config-file.ts';
import { lowerAddress } from '../../../src/domain/address.ts';
import { type ChainRuntime, createChainRuntime } from '../../../src/ingest/chain-runtime.ts';
import { createEnrich, type EnrichDependencies } from '../../../src/ingest/loading/enrich.ts';
import { createWorker, type WorkerOptions } from '../../../src/ingest/loading/loading-worker.ts';
import { prepareLookups } from '../../../src/ingest/prepare-lookups.ts';
import { createSelectorNames } from '../../../src/labels/signatures/selectors.ts';
import type { Log } from '../../../src/log.ts';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { type Database, openDatabase } from '../../../src/store/connection/database.ts';
import { upsertBlockchains } from '../../../src/store/lookups/lookup-writes.ts';
import { registerWallets } from '../../../src/store/sync/registrations.ts';

export type ChainEntry = NonNullable<ConfigFile['chains']>[number];

export interface LoaderOptions {
  databaseUrl: string;
  chain: ChainEntry;
  owner: string;
  limits?: Partial<RpcLimits>;
  leaseMs?: number;
  slots?: number;
  log?: Log;
  /** Default: 1, so that the few wallets of a test follow as many would. */
  followFrom?: number;
  onFollowed?: WorkerOptions['onFollowed'];
  /** Default: none is trusted. */
  trustedTokens?: EnrichDependencies['trustedTokens'];
}

export interface Loader {
  database: Database;
  chain: ChainRuntime;
  stop(): Promise<void>;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** The chain as the service sees it. */
export function chainConfig(entry: ChainEntry): ChainConfig {
  const status = loadConfig({ environment: {}, file: { chains: [entry] } }).chains.find(
    ({ chain }) => chain.chainId === entry.chainId,
  );
  if (status === undefined) throw new Error(`chain ${entry.chainId} is not configured`);
  return status.chain;
}

/** Makes the chain known and registers the wallets; nothing is loaded yet. */
export async function registerAll(
  database: Database,
  chain: ChainConfig,
  addresses: readonly string[],
): Promise<void> {
  const { chainId, name, slug, symbol, imageUrl, nativeDecimals, startBlock } = chain;
  await upsertBlockchains(database, [
    { chainId, name, slug, symbol, imageUrl, nativeDecimals, enabled: true, disabledReason: null },
  ]);
  const client = await ensureClient(database, 'default');
  await registerWallets(database, {
    clientId: client.id,
    addresses: addresses.map(lowerAddress),
    chains: [{ chainId, fromBlock: startBlock }],
  });
}

/** Starts a worker on a database that has its wallets. */
export async function startLoader(options: LoaderOptions): Promise<Loader> {
  const { log = silentLog, slots = 4, leaseMs = 30_000 } = options;
  const chain = chainConfig(options.chain);
  const database = await openDatabase({ url: options.databaseUrl, maximumConnections: 8 });
  await prepareLookups(database, [chain]);
  const source = createRpcSource({
    chainId: chain.chainId,
    urls: chain.rpc,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const runtime: ChainRuntime = createChainRuntime(chain, source, Date.now);
  const worker = createWorker({
    database,
    chains: [runtime],
    enrich: createEnrich({
      database,
      selectorName: createSelectorNames(),
      trustedTokens: options.trustedTokens ?? (() => new Map()),
    }),
    log,
    owner: options.owner,
    slots,
    leaseMs,
    idleMs: 50,
    onFollowed: options.onFollowed,
    followFrom: options.followFrom ?? 1,
  });
  await worker.start();
  return {
    database,
    chain: runtime,
    async stop() {
      await worker.stop();
      await source.close();
      await database.close();
    },
  };
}
