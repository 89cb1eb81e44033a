/**
 * Loading a wallet from a local node: the service beside a client that fetches the same answers and throws them away, and beside
 * ponder, which fetches the logs alone.
 */
import { buildTestWorld, type TestWorld } from '../../support/world.ts';
import { tryStart } from '../contenders/start.ts';
import { startEmptyDatabase } from '../data/prepare.ts';
import { type BenchmarkOptions, grouped, medianOf, printTable } from '../report.ts';
import { createFreshDatabase } from './databases.ts';
import { type Loaded, loadWithService } from './ours.ts';
import { loadWithPonder, type PonderPeer, ponderVersions, requestsPerSecond } from './ponder.ts';
import { type Recording, replay, startRecordingProxy } from './recording-proxy.ts';

const defaultTransactions = 10_000;

export async function run(options: BenchmarkOptions): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const server = await startEmptyDatabase('loading');
  stack.defer(server.stop);
  const transactions = options.size || defaultTransactions;
  process.stderr.write(`building a chain of ${transactions} transactions\n`);
  const world = await buildTestWorld({ transactions });
  stack.defer(() => world.anvil.stop());
  await settle(world.anvil.rpcUrl);
  const bench: Bench = { serverUrl: server.url, world, address: world.addresses[0] ?? '' };
  const recordings = { first: await record(bench, 'first'), later: await record(bench, 'later') };
  report(await measure(options, bench, recordings), recordings);
}

/** A process that has just started, and one that has loaded two other wallets: as the one that fetches and discards, it is warm. */
const starts = ['first', 'later'] as const;
type Start = (typeof starts)[number];

interface Bench {
  readonly serverUrl: string;
  readonly world: TestWorld;
  readonly address: string;
}

const formerOf = ({ world }: Bench, start: Start): readonly string[] =>
  start === 'first' ? [] : world.addresses.slice(1, 3);

/** Blocks on top, so that the whole history is final for everybody: ponder says that it is ready when the final part is indexed. */
async function settle(rpcUrl: string): Promise<void> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x80'] }),
    signal: AbortSignal.timeout(60_000),
  });
  const answer = await response.text();
  if (!response.ok || answer.includes('"error"')) throw new Error(`the node mines no blocks: ${answer}`);
}

/** What the service asks the node while it loads; this run also warms up the node. */
async function record(bench: Bench, start: Start): Promise<Recording> {
  const { serverUrl, world, address } = bench;
  const proxy = await startRecordingProxy(world.anvil.rpcUrl);
  try {
    const databaseUrl = await createFreshDatabase(serverUrl, 'bench_record');
    const chain = { ...world.chain, rpc: [proxy.url] };
    const former = formerOf(bench, start);
    await loadWithService(databaseUrl, { chain, address, former, beforeLoading: proxy.restart });
    return proxy.recording();
  } finally {
    await proxy.close();
  }
}

type Seconds = { seconds: number; cpu: number };

interface Results {
  readonly ours: Record<Start, Loaded[]>;
  readonly discard: Record<Start, Seconds[]>;
  readonly ponder: Map<PonderPeer, { seconds: number; transfers: number }[]>;
  readonly missing: Map<string, string>;
}

async function measure(
  { rounds }: BenchmarkOptions,
  bench: Bench,
  recordings: Readonly<Record<Start, Recording>>,
): Promise<Results> {
  const { serverUrl, world, address } = bench;
  const peers: PonderPeer[] = ['ponder-0.16', 'ponder-1.0'];
  const results: Results = {
    ours: { first: [], later: [] },
    discard: { first: [], later: [] },
    ponder: new Map(peers.map((peer) => [peer, []])),
    missing: new Map(),
  };
  const rpc = world.anvil.rpcUrl;
  for (let round = 0; round < rounds; round += 1) {
    for (const start of starts) {
      const databaseUrl = await createFreshDatabase(serverUrl, 'bench_ours');
      const former = formerOf(bench, start);
      results.ours[start].push(await loadWithService(databaseUrl, { chain: world.chain, address, former }));
      results.discard[start].push(await replay(rpc, recordings[start]));
    }
    for (const peer of peers) {
      const name = `ponder ${ponderVersions[peer]}`;
      if (results.missing.has(name)) continue;
      const fresh = await createFreshDatabase(serverUrl, 'bench_ponder');
      const options = { databaseUrl: fresh, rpc, chainId: world.chain.chainId, address };
      const loaded = await tryStart(name, () => loadWithPonder(peer, options), results.missing);
      if (loaded !== null) results.ponder.get(peer)?.push(loaded);
    }
  }
  return results;
}

const startNames = { first: 'first wallet of a process', later: 'third wallet of a process' } as const;

function report(
  { ours, discard, ponder, missing }: Results,
  recordings: Readonly<Record<Start, Recording>>,
): void {
  const secondsOf = (runs: readonly { seconds: number }[]): number =>
    medianOf(runs.map(({ seconds }) => seconds));
  const cpuOf = (runs: readonly Seconds[]): string => medianOf(runs.map(({ cpu }) => cpu)).toFixed(2);
  const mine = secondsOf(ours.first);
  const ratio = (seconds: number, to: number): string => `${(seconds / to).toFixed(2)} ×`;
  const rows = starts.flatMap((start) => {
    const [mineThen, fetchOnly] = [secondsOf(ours[start]), secondsOf(discard[start])];
    const [recording, one] = [recordings[start], ours[start][0]];
    const sent = `${grouped(recording.bodies.length)} requests, ${recording.concurrency} at once, ${(recording.bytes / 1e6).toFixed(1)} MB`;
    return [
      [
        `wallet-data, ${startNames[start]}`,
        `${grouped(one?.transactions ?? 0)} transactions, ${grouped(one?.transfers ?? 0)} transfers; logs, receipts, traces`,
        ...[mineThen.toFixed(2), cpuOf(ours[start]), ''],
      ],
      [
        'fetch and discard',
        `the same ${sent}`,
        ...[fetchOnly.toFixed(2), cpuOf(discard[start]), ratio(fetchOnly, mineThen)],
      ],
    ];
  });
  printTable([
    ['loading one wallet', 'what', 'seconds', 'own CPU s', 'speed of wallet-data beside it'],
    ...rows,
    ...[...ponder].map(([peer, runs]) => {
      const name = `ponder ${ponderVersions[peer]}`;
      if (missing.has(name)) return [name, `not measured: ${missing.get(name)}`, '', '', ''];
      const seconds = secondsOf(runs);
      const what = `${grouped(runs[0]?.transfers ?? 0)} Transfer logs alone, at most ${requestsPerSecond} requests/s`;
      return [name, what, seconds.toFixed(2), '', ratio(seconds, mine)];
    }),
  ]);
}
