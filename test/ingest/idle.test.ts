/**
 * What a service sends to its database while nothing happens: counted over a minute of the process's clock, which the test winds, so that
 * the count does not depend on the machine.
 */
import { afterEach, expect, test, vi } from 'vitest';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import type { ChainSource } from '../../src/chains/definitions/chain-source.ts';
import { currencyTokens } from '../../src/domain/money/currencies.ts';
import { createAccountingWorker } from '../../src/ingest/accounting/accounting-worker.ts';
import { createChainRuntime } from '../../src/ingest/chain-runtime.ts';
import { createFinalTransfers } from '../../src/ingest/following/final-transfers.ts';
import { createWorker } from '../../src/ingest/loading/loading-worker.ts';
import { createMetadataRereader } from '../../src/ingest/metadata/metadata-rereader.ts';
import { createPricingWorker } from '../../src/ingest/pricing/pricing-worker.ts';
import { createReconciler } from '../../src/ingest/reconciling/reconciler.ts';
import { notify } from '../../src/store/connection/channels.ts';
import { statementsOf } from '../support/builders.ts';
import { fillRegistrations } from '../support/many-registrations.ts';
import { hash } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase({ perTest: true });
const log = { debug() {}, info() {}, warn() {}, error() {} };
const jobs: { start(): unknown; stop(): Promise<void> }[] = [];
const pollSeconds = 12;

/** A chain whose head stays where it is, and that holds nothing. */
const unused = () => Promise.reject(new Error('nothing is asked for'));
const block = (number: number) => ({ number, hash: hash(number), timestamp: 1_700_000_000 + number });
const source: ChainSource = {
  ...{ chainId: 1, description: 'the test', getNativeBalance: unused, callContracts: unused },
  probe: async () => ({ missing: [], warnings: [] }),
  getHead: async () => block(100),
  getBlock: async (number) => block(number),
  fetchActivity: async ({ toBlock }) => ({
    ...{ reached: block(toBlock), transactions: [], credits: [], missing: [], warnings: [] },
  }),
  readNamedBlocks: async () => ({ blocks: [{ ...block(100), parentHash: hash(99) }], addresses: new Set() }),
  close: async () => {},
};

/** A service whose wallets are loaded, compared, priced and booked, and follow the chain. */
async function prepare(wallets: number): Promise<void> {
  const { database } = db;
  await fillRegistrations(database, wallets);
  await database.pool.query("UPDATE sync SET follows = true, reconcile_at = now() + interval '1 hour'");
  await database.pool.query(
    `INSERT INTO chain_cursor (chain_id, block_number, block_hash, head_block, head_reached_at, stale_at, followers)
     VALUES (1, 100, $1, 100, now(), now() + interval '1 hour', $2)`,
    [hash(100), wallets],
  );
  const config = resolveChain({ chainId: 1, rpc: ['http://node.test'], pollSeconds }, null);
  const chains = [createChainRuntime(config, source, Date.now)];
  const parts = { database, chains, log, owner: 'test' };
  const rests = async () => Number.POSITIVE_INFINITY;
  jobs.push(
    createWorker({
      ...parts,
      enrich: async () => ({ transactions: [], transfers: [], approvals: [], warnings: [] }),
    }),
    createReconciler(parts),
    createFinalTransfers(parts),
    createMetadataRereader({ ...parts, queueRemoteMetadata: () => {}, judgeAgain: async () => {} }),
    createAccountingWorker({ ...parts, currencyTokens }),
    createPricingWorker({
      ...parts,
      createParts: () => ({
        walletPricing: { run: async () => ({ priced: 0, retryInMs: Number.POSITIVE_INFINITY }) },
        currentPrices: { refresh: async () => 0 },
        ...{ wantedPrices: rests, renewedPrices: rests, marketAirdrops: rests },
      }),
    }),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  for (const job of jobs) await job.start();
  // What a start looks through.
  await pass(30);
}

afterEach(async () => {
  vi.useRealTimers();
  for (const job of jobs.splice(0)) await job.stop();
});

/** Until what the jobs have under way in the database has ended, and what follows from it. */
async function untilQuiet(): Promise<void> {
  for (let calm = 0; calm < 20; ) {
    await new Promise((resolve) => setImmediate(resolve));
    const { totalCount, idleCount, waitingCount } = db.database.pool;
    calm = totalCount === idleCount && waitingCount === 0 ? calm + 1 : 0;
  }
}

async function pass(seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 2; step += 1) {
    await vi.advanceTimersByTimeAsync(500);
    await untilQuiet();
  }
}

/** Each kind of statement, and how often a minute has it. */
const looks: readonly [kind: string, text: RegExp, times: number][] = [
  // Every five seconds, where nothing is due sooner.
  ['what is to be loaded', /WITH RECURSIVE waiting/, 12],
  ['what is to be compared', /reconcile_at .* FOR UPDATE SKIP LOCKED/s, 12],
  ['when something is to be compared', /reconcile_at - now\(\)/, 12],
  ['what has become final', /sync\.pending_from <=/, 12],
  // Every ten.
  ['what is to be read again', /FROM unread_metadata\s.*SKIP LOCKED/s, 6],
  ['when something is to be read again', /read_at - now\(\)/, 6],
  ['whether there are new prices', /^SELECT coalesce\(\(SELECT version FROM price_version/, 6],
  ['where a page of registrations ends', /FROM registration WHERE id > \$1/, 6],
  ['what is to be booked on that page', /^SELECT registration\.client_id/, 6],
  ['which runs were replaced', /superseded_at <=/, 6],
  // Every thirty, and two statements when that is.
  ['what is to be priced', /pricing_queue/, 4],
  ['which chains it is on', /^SELECT wallet_id, chain_id FROM sync WHERE phase/, 2],
  ['how much is priced', /FROM counter$/, 1],
  // The head, every twelve: where the cursor is, and that it was looked at, in a transaction that proves the lease.
  ['where the chain is followed', /^SELECT block_number.* FROM chain_cursor/, 5],
  ['that the head was looked at', /^UPDATE chain_cursor/, 5],
  ['the proof of the lease', /FROM job_lease WHERE .* FOR SHARE/, 5],
  ['a transaction', /^(BEGIN|COMMIT)$/, 10],
  // Three times in 3.5 seconds for the chain, in 30 for pricing: 51.4 and 6.
  ['leases held for longer', /^UPDATE job_lease SET lease_until/, 58],
];

test.each([50, 5_000])(
  'a minute without an event, with %i wallets: looks for what is due, and leases',
  async (wallets) => {
    await prepare(wallets);
    const statements = await statementsOf(() => pass(60));
    const counts = looks.map(
      ([kind, text]) => [kind, statements.filter((one) => text.test(one)).length] as const,
    );
    // A look more or less at the ends of the minute.
    for (const [index, [kind, count]] of counts.entries()) {
      const [, , times = 0] = looks[index] ?? [];
      expect(count, kind).toBeGreaterThanOrEqual(times - 3);
      expect(count, kind).toBeLessThanOrEqual(times + 3);
    }
    expect(statements.filter((one) => !looks.some(([, text]) => text.test(one)))).toEqual([]);
    // 174 by the table; the bar of 20 a second leaves the rest to blocks, checks and comparisons.
    expect(statements.length).toBeLessThan(192);
  },
);

test('what is told of is looked at without waiting', async () => {
  await prepare(50);
  const { database } = db;
  await database.pool.query('UPDATE sync SET follows = false, next_run_at = now() WHERE wallet_id = 7');
  await notify(database.pool, 'wallet_changed', '7');
  // No time passes.
  const readLease = async () => {
    const { rows } = await database.pool.query<{ fence: string }>(
      'SELECT fence FROM sync WHERE wallet_id = 7',
    );
    return rows[0]?.fence;
  };
  await expect.poll(readLease).toBe('1');
});
