/** A piece that was begun with before its turn: its contracts are read once, and what fails is told in its turn. */
import { encodeAbiParameters } from 'viem/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import type { Activity, ChainSource, ContractCall } from '../../src/chains/definitions/chain-source.ts';
import { createChainRuntime } from '../../src/ingest/chain-runtime.ts';
import { createEnrich } from '../../src/ingest/loading/enrich.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import type { SyncLease } from '../../src/store/sync/commit.ts';
import { leaseSync } from '../../src/store/sync/leases.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import {
  chainTransaction,
  erc20Transfer,
  otherToken,
  stranger,
  wallet,
} from '../domain/support/chain-builders.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const chainId = 31337;
let db: TestDatabase;
let lease: SyncLease;
beforeAll(async () => {
  db = await createTestDatabase();
  const { id: clientId } = await ensureClient(db.database, 'default');
  await registerWallets(db.database, { clientId, addresses: [wallet], chains: [{ chainId, fromBlock: 0 }] });
  const leased = await leaseSync(db.database, { owner: 'test', leaseMs: 60_000, chainIds: [chainId] });
  if (leased === null) throw new Error('nothing is due');
  lease = leased;
});
afterAll(() => db?.drop());

const head = {
  number: 200,
  hash: `0x${'2'.repeat(64)}`,
  parentHash: `0x${'1'.repeat(64)}`,
  timestamp: 0,
} as const;

/** Tokens without a name of their own answer the same to everything; counts what they are asked. */
function openChain() {
  const counts = { calls: 0 };
  const source = {
    ...{ chainId, description: 'written down', getHead: async () => head },
    async callContracts(calls: readonly ContractCall[]) {
      counts.calls += calls.length;
      return calls.map(() => encodeAbiParameters([{ type: 'uint256' }], [18n]));
    },
  } as unknown as ChainSource;
  const config = resolveChain({ chainId, rpc: ['http://127.0.0.1:1'] }, null);
  return { counts, chain: createChainRuntime(config, source, () => 0) };
}

const arrival = (token = otherToken): Activity => ({
  transactions: [chainTransaction({ blockNumber: 100, logs: [erc20Transfer(stranger, wallet, 5n, token)] })],
  ...{ credits: [], missing: [], warnings: [], reached: head },
});

const enrichment = () =>
  createEnrich({ database: db.database, selectorName: () => null, trustedTokens: () => new Map() });

test('what was begun is taken in its turn: contracts are asked once', async () => {
  const { chain, counts } = openChain();
  const enrich = enrichment();
  const activity = arrival();
  enrich.prepare?.(chain, lease, activity);
  const { transfers } = await enrich(chain, lease, activity, 0);
  expect(transfers.map(({ tokenAddress }) => tokenAddress)).toEqual([otherToken]);
  // Name, symbol and decimals of the token.
  expect(counts.calls).toBe(3);
  const { rows } = await db.database.pool.query('SELECT decimals FROM token WHERE address = $1', [
    otherToken,
  ]);
  expect(rows).toEqual([{ decimals: 18 }]);
});

test('what fails while it is begun with is told in its turn, and made again with the next answer', async () => {
  const { chain } = openChain();
  const enrich = enrichment();
  const failing = arrival();
  const broken = Object.defineProperty({ ...failing }, 'transactions', {
    get() {
      throw new Error('the answer cannot be read');
    },
  });
  enrich.prepare?.(chain, lease, broken);
  await expect(enrich(chain, lease, broken, 0)).rejects.toThrow('the answer cannot be read');
  expect((await enrich(chain, lease, failing, 0)).transfers).toHaveLength(1);
});
