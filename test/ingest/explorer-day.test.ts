/**
 * A day of following by an explorer whose account has so many requests: a real chain, a real store, and a clock that waits for nobody.
 * What is counted is what the explorer was asked, and what was seen when is held against what the sync had promised.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import { explorerAllowance, followingShare } from '../../src/chains/explorer/allowance.ts';
import { createExplorerSource } from '../../src/chains/explorer/explorer-source.ts';
import type { Address } from '../../src/domain/model.ts';
import { type ChainRuntime, createChainRuntime } from '../../src/ingest/chain-runtime.ts';
import { createEnrich } from '../../src/ingest/loading/enrich.ts';
import { type Pace, storedPace } from '../../src/ingest/loading/look-intervals.ts';
import { prepareStep } from '../../src/ingest/loading/step.ts';
import { createDailyBudget } from '../../src/outgoing/daily-budget.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { commitStep, type SyncLease } from '../../src/store/sync/commit.ts';
import { leaseSync } from '../../src/store/sync/leases.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { takeRequests } from '../../src/store/sync/request-counts.ts';
import { listWalletSyncs } from '../../src/store/sync/sync-rows.ts';
import { askNode, createChainIndex } from '../support/explorer-fake/chain-index.ts';
import { createFakeClock, type FakeClock } from '../support/explorer-fake/fake-clock.ts';
import { type FakeExplorer, startFakeExplorer } from '../support/explorer-fake/fake-explorer.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

const chainId = 31337;
const requestsPerDay = 12_000;
const indexDelaySeconds = 30;
const [minute, hour, day] = [60, 3_600, 86_400];
/** Midnight, UTC. The chain begins two days earlier. */
const midnight = Date.UTC(2026, 0, 2) / 1000;
const before = midnight - 2 * day;
// Anvil's first account.
const payer = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

const addressOf = (number: number): Address => `0x${'c0ffee'.repeat(6)}${String(number).padStart(4, '0')}`;
const wallets = Array.from({ length: 20 }, (_, number) => addressOf(number));
/** Seconds of the day in which something is paid to wallets: three active ones, five now and then, two once, ten never. */
const payments = [
  ...[0, 1, 2].flatMap((number) => every(50 * minute + number * 7 * minute).map((at) => ({ at, number }))),
  ...[3, 4, 5, 6, 7].flatMap((number) => every(9 * hour + number * hour).map((at) => ({ at, number }))),
  ...[8, 9].map((number) => ({ at: number * 2 * hour + 17 * minute, number })),
].sort((one, other) => one.at - other.at);

function every(interval: number): number[] {
  return Array.from({ length: Math.floor((day - hour) / interval) }, (_, count) => (count + 1) * interval);
}

let anvil: Anvil;
let indexed: ReturnType<ReturnType<typeof createChainIndex>['update']> | undefined;
let db: TestDatabase;
let fake: FakeExplorer;
let clock: FakeClock;
let chain: ChainRuntime;
let pace: Pace;

beforeAll(async () => {
  [anvil, db] = await Promise.all([startAnvil({ chainId, timestamp: before }), createTestDatabase()]);
  const index = createChainIndex(anvil.rpcUrl);
  // Asked of the node after each block that was mined, not with each request.
  const update = (): ReturnType<typeof index.update> => {
    indexed ??= index.update();
    return indexed;
  };
  fake = await startFakeExplorer({ kind: 'etherscan', index: { ...index, update }, chainId });
  clock = createFakeClock((before + hour) * 1000);
  const explorer = { kind: 'etherscan', url: fake.url, requestsPerDay } as const;
  const config = resolveChain({ chainId, explorer, pollSeconds: 60, confirmations: 4 }, null);
  const allowance = explorerAllowance(config);
  if (allowance === null) throw new Error('nobody limits the explorer');
  const { account, perDay, perLook } = allowance;
  const counter = {
    take: (request: Parameters<typeof takeRequests>[1]) => takeRequests(db.database, request),
  };
  const daily = createDailyBudget({ account, perDay, keptShare: followingShare, counter, clock });
  const source = createExplorerSource({
    ...{ chainId, kind: 'etherscan', url: fake.url, clock },
    limits: { callsPerSecond: 5, indexDelaySeconds },
    budget: { daily, account, perLook },
  });
  chain = createChainRuntime(config, source, clock.now);
  pace = storedPace(db.database, { chains: [chain], log });
});
afterAll(async () => {
  await fake?.close();
  await Promise.all([anvil?.stop(), db?.drop()]);
});

const warnings: unknown[] = [];
const ignore = (): void => {};
const log = {
  ...{ debug: ignore, info: ignore, error: (fields: unknown) => warnings.push(fields) },
  warn: (fields: unknown) => warnings.push(fields),
};

async function mineAt(time: number, to?: Address): Promise<void> {
  indexed = undefined;
  await askNode(anvil.rpcUrl, 'evm_setNextBlockTimestamp', [time]);
  if (to === undefined) await askNode(anvil.rpcUrl, 'evm_mine', []);
  else await askNode(anvil.rpcUrl, 'eth_sendTransactionSync', [{ from: payer, to, value: '0x5' }]);
}

/** A wallet on its way: the row is held by this test, so that the real clock makes nothing due. */
interface Followed {
  lease: SyncLease;
  dueAt: number;
  promisedSeconds: number;
}

/** Takes a wallet to the head; answers which transactions were stored. */
async function look(wallet: Followed): Promise<string[]> {
  const enrich = createEnrich({
    ...{ database: db.database, log, selectorName: () => null, trustedTokens: () => new Map() },
    queueRemoteMetadata: ignore,
  });
  const stored: string[] = [];
  for (;;) {
    const options = { enrich, pace, ahead: null, stepsLeft: 0, signal: AbortSignal.timeout(600_000) };
    const { commit, atHead } = await prepareStep(chain, wallet.lease, options);
    const progress = { ...commit.progress, release: false };
    expect(await commitStep(db.database, wallet.lease, { ...commit, progress })).toBe(true);
    stored.push(...commit.transactions.map(({ hash }) => hash));
    const [row] = await listWalletSyncs(db.database, [wallet.lease.walletId]);
    if (row === undefined) throw new Error('the row is gone');
    wallet.lease = { ...wallet.lease, ...row, owner: wallet.lease.owner };
    if (!atHead) continue;
    wallet.promisedSeconds = row.seenWithinSeconds ?? 0;
    wallet.dueAt = clock.now() + progress.nextRunInMs;
    return stored;
  }
}

async function register(): Promise<Followed[]> {
  const { id: clientId } = await ensureClient(db.database, 'default');
  for (const half of [wallets.slice(0, 10), wallets.slice(10)])
    await registerWallets(db.database, { clientId, addresses: half, chains: [{ chainId, fromBlock: 0 }] });
  const followed: Followed[] = [];
  for (const _ of wallets) {
    const lease = await leaseSync(db.database, { owner: 'test', leaseMs: 600_000, chainIds: [chainId] });
    if (lease === null) throw new Error('nothing is due');
    followed.push({ lease, dueAt: 0, promisedSeconds: 0 });
  }
  return followed;
}

/** The rows as of midnight: loaded two days before, and something moved lately for those that are active. */
async function startDay(followed: readonly Followed[]): Promise<void> {
  for (const wallet of followed) {
    const number = wallets.indexOf(wallet.lease.address);
    const moved = number < 3 ? midnight - hour : number < 8 ? midnight - 12 * hour : null;
    const values = [wallet.lease.walletId, before, moved];
    await db.database.pool.query(
      'UPDATE sync SET loaded_at = to_timestamp($2), last_movement_at = to_timestamp($3) WHERE wallet_id = $1',
      values,
    );
    wallet.lease = { ...wallet.lease, loadedAt: before, lastMovementAt: moved };
  }
}

test('20 wallets on 12,000 requests a day: the cap holds, and each transaction is seen within what was promised', async () => {
  await mineAt(before + minute);
  const followed = await register();
  for (const wallet of followed) await look(wallet);
  await startDay(followed);
  clock.advance(midnight * 1000 - clock.now());
  fake.requests.length = 0;

  const late: string[] = [];
  const lags = new Map<number, number[]>();
  const looks = new Map<number, number>();
  /** Paid and not seen yet: by wallet, when, and how late it may be seen by what the sync said then. */
  const unseen = new Map<number, { time: number; promised: number }[]>();
  const coming = [
    ...payments.map(({ at, number }) => ({ time: midnight + at, number })),
    ...every(5 * minute).map((at) => ({ time: midnight + at + 3, number: null })),
  ].sort((one, other) => one.time - other.time);
  for (;;) {
    const next = followed.reduce((first, wallet) => (wallet.dueAt < first.dueAt ? wallet : first));
    const event = coming[0];
    if (event !== undefined && event.time * 1000 <= Math.max(next.dueAt, clock.now())) {
      coming.shift();
      const wallet = followed.find(({ lease }) => lease.address === wallets[event.number ?? -1]);
      await mineAt(event.time, wallet?.lease.address);
      if (event.number === null || wallet === undefined) continue;
      const waiting = unseen.get(event.number) ?? [];
      unseen.set(event.number, [...waiting, { time: event.time, promised: wallet.promisedSeconds }]);
      continue;
    }
    if (Math.max(next.dueAt, clock.now()) >= (midnight + day) * 1000) break;
    clock.advance(Math.max(0, next.dueAt - clock.now()));
    const number = wallets.indexOf(next.lease.address);
    const stored = await look(next);
    looks.set(number, (looks.get(number) ?? 0) + 1);
    const now = clock.now() / 1000;
    const waiting = unseen.get(number) ?? [];
    for (const { time, promised } of waiting.slice(0, stored.length)) {
      lags.set(number, [...(lags.get(number) ?? []), now - time]);
      if (now - time > promised) late.push(`wallet ${number}: ${now - time} s, promised ${promised} s`);
    }
    unseen.set(number, waiting.slice(stored.length));
  }

  expect(late).toEqual([]);
  // All were paid an hour before the day's end, and the longest interval is an hour.
  expect([...unseen.values()].flat()).toEqual([]);
  expect([...lags.values()].flat()).toHaveLength(payments.length);
  expect(fake.requests.length).toBeLessThanOrEqual(requestsPerDay);
  // Most of it is used, since three wallets are active all day, ...
  expect(fake.requests.length).toBeGreaterThan(requestsPerDay * 0.6);
  // ... for these: others are looked at once an hour.
  for (const number of [10, 15, 19]) expect(looks.get(number)).toBeLessThanOrEqual(25);
  for (const number of [0, 1, 2]) expect(looks.get(number)).toBeGreaterThan(100);
  // 12,000 requests, half of them kept, 24 looks of 11 requests: 22 wallets.
  expect(warnings).toEqual([]);
}, 600_000);
