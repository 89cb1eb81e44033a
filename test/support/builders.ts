/** Worlds for tests of the read model and the APIs: clients, wallets and histories, put in through the store's functions. */

import pg from 'pg';
import {
  type Address,
  type TransactionRecord,
  type TransferRecord,
  zeroAddress,
} from '../../src/domain/model.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import type { Database } from '../../src/store/connection/database.ts';
import type { TokenRow } from '../../src/store/lookups/lookup-rows.ts';
import {
  upsertBlockchains,
  upsertContractLabels,
  upsertTokens,
} from '../../src/store/lookups/lookup-writes.ts';
import { upsertNftCollections, upsertNfts } from '../../src/store/lookups/nft-writes.ts';
import { commitStep, type StepCommit, type SyncLease } from '../../src/store/sync/commit.ts';
import { leaseSync, releaseLease } from '../../src/store/sync/leases.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import type { ReadModel } from '../../src/use-cases/model/interface.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { createReadModel } from '../../src/use-cases/read-model.ts';
import { address } from './records.ts';

export const ethereum = 1;
export const polygon = 137;

/** Token contracts of the test world: a listed stablecoin, a recognised one, one that says nothing of itself, an NFT. */
export const usdc = address(0xa0);
export const muffin = address(0xa1);
export const mute = address(0xa2);
export const punks = address(0xa3);

/** What `enabledChains` answers unless a test says otherwise. */
export const enabledChains = [{ chainId: ethereum, fromBlock: 0 }];

export interface World {
  database: Database;
  readModel: ReadModel;
  /** A client with all rights, by name; made when it is new. */
  caller(name: string): Promise<Caller>;
}

/** Chains, tokens, labels, and a read model on them; close the read model before the database. */
export async function buildWorld(
  database: Database,
  options: {
    enabledChains?: () => Promise<readonly { chainId: number; fromBlock: number }[]>;
    now?: () => number;
  } = {},
): Promise<World> {
  await upsertBlockchains(database, [
    blockchain(ethereum, 'Ethereum', 'ETH'),
    blockchain(polygon, 'Polygon', 'POL'),
  ]);
  await upsertTokens(database, [
    token(zeroAddress, { name: 'Ether', symbol: 'ETH', decimals: 18, assetSlug: 'ethereum' }),
    token(zeroAddress, { chainId: polygon, name: 'POL', symbol: 'POL', decimals: 18, assetSlug: 'pol' }),
    token(usdc, { name: 'USD Coin', symbol: 'USDC', decimals: 6, assetSlug: 'usd-coin', isTrusted: true }),
    token(muffin, { name: 'Muffin', symbol: 'MUF', decimals: 18, assetSlug: 'muffin-1' }),
    token(mute, {}),
  ]);
  await upsertNftCollections(database, [{ chainId: ethereum, address: punks, name: 'Punks', symbol: 'PNK' }]);
  await upsertNfts(database, [
    { chainId: ethereum, address: punks, tokenId: 7n, name: 'Punk seven', image: 'ipfs://seven' },
  ]);
  await upsertContractLabels(database, [
    { chainId: ethereum, address: address(0xb0), name: 'Binance 14', tags: ['exchange', 'cex'] },
    { chainId: polygon, address: address(0xb0), name: 'Binance on Polygon', tags: [] },
  ]);
  const readModel = createReadModel({
    database,
    enabledChains: options.enabledChains ?? (async () => enabledChains),
    now: options.now ?? Date.now,
  });
  return {
    database,
    readModel,
    caller: async (name) => {
      const { id } = await ensureClient(database, name);
      return { clientId: id, keyId: `key-of-${name}`, scopes: ['read', 'write'] };
    },
  };
}

export function blockchain(chainId: number, name: string, symbol: string) {
  return {
    chainId,
    name,
    symbol,
    slug: name.toLowerCase(),
    imageUrl: `https://example.com/${chainId}.png`,
    nativeDecimals: 18,
    enabled: true,
    disabledReason: null,
  };
}

function token(tokenAddress: Address, fields: Partial<TokenRow>): TokenRow {
  return {
    chainId: ethereum,
    address: tokenAddress,
    name: null,
    symbol: null,
    decimals: null,
    assetSlug: null,
    isTrusted: false,
    ...fields,
  };
}

/** Registers a wallet for a client on Ethereum and Polygon; answers the wallet's own id, which rows carry. */
export async function registerWallet(database: Database, caller: Caller, wallet: Address): Promise<number> {
  const [row] = await registerWallets(database, {
    clientId: caller.clientId,
    addresses: [wallet],
    chains: [
      { chainId: ethereum, fromBlock: 0 },
      { chainId: polygon, fromBlock: 0 },
    ],
  });
  if (row === undefined) throw new Error('no registration was answered');
  return row.walletId;
}

export interface History {
  transactions: readonly TransactionRecord[];
  transfers: readonly TransferRecord[];
}

/** Stores rows of one wallet and chain as a worker would; loaded to block 1,000 unless `progress` says otherwise. */
export async function store(
  database: Database,
  wallet: { walletId: number; chainId?: number },
  history: Partial<History> = {},
  progress: Partial<StepCommit['progress']> = {},
): Promise<void> {
  const lease = await leaseOf(database, wallet.walletId, wallet.chainId ?? ethereum);
  const stored = await commitStep(database, lease, {
    transactions: history.transactions ?? [],
    transfers: history.transfers ?? [],
    progress: {
      phase: 'FOLLOWING',
      syncedBlock: 1_000,
      syncedHash: null,
      safeBlock: null,
      safeHash: null,
      headBlock: 1_000,
      loaded: true,
      nextRunInMs: 0,
      release: true,
      ...progress,
    },
  });
  if (!stored) throw new Error('the lease was lost');
}

/** Leases one row among those that are due; the others are given back. */
export async function leaseOf(database: Database, walletId: number, chainId: number): Promise<SyncLease> {
  const others: SyncLease[] = [];
  try {
    for (;;) {
      const lease = await leaseSync(database, { owner: 'test', leaseMs: 60_000, chainIds: [chainId] });
      if (lease === null) throw new Error(`wallet ${walletId} is not due on chain ${chainId}`);
      if (lease.walletId === walletId) return lease;
      others.push(lease);
    }
  } finally {
    for (const other of others) await releaseLease(database, other);
  }
}

/** The texts of all statements that this process sends while `work` runs. */
export async function statementsOf(work: (sofar: readonly string[]) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const original = pg.Client.prototype.query;
  Reflect.set(pg.Client.prototype, 'query', function counted(this: pg.Client, ...parts: unknown[]) {
    const [query] = parts;
    const isConfig = typeof query === 'object' && query !== null && 'text' in query;
    statements.push(isConfig ? String(query.text) : String(query));
    return Reflect.apply(original, this, parts);
  });
  try {
    await work(statements);
  } finally {
    Reflect.set(pg.Client.prototype, 'query', original);
  }
  return statements;
}
