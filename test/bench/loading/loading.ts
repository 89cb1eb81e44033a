/**
 * Loading a wallet from a node, on this machine and as from far away: the service beside a client that fetches the same answers and
 * throws them away, and beside ponder, which fetches the logs alone.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { buildTestWorld, type TestWorld } from '../../support/world.ts';
import { tryStart } from '../contenders/start.ts';
import { postgresCpu, processCpu } from '../cpu-times.ts';
import { startEmptyDatabase } from '../data/prepare.ts';
import { startProgram } from '../processes.ts';
import { type BenchmarkOptions, grouped, medianOf, printTable } from '../report.ts';
import { createFreshDatabase } from './databases.ts';
import { type Loaded, loadWithService } from './ours.ts';
import { loadWithPonder, type PonderPeer, ponderVersions, requestsPerSecond } from './ponder.ts';
import { type Recording, replay, startRecordingProxy } from './recording-proxy.ts';

const defaultTransactions = 10_000;
const urlSchema = z.object({ url: z.string() });

export async function run(options: BenchmarkOptions): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const server = await startEmptyDatabase('loading');
  stack.defer(server.stop);
  const transactions = options.size || defaultTransactions;
  process.stderr.write(`building a chain of ${transactions} transactions\n`);
  const world = await buildTestWorld({ transactions });
  stack.defer(() => world.anvil.stop());
  await settle(world.anvil.rpcUrl);
  const { program, hello } = await startProgram(
    join(import.meta.dirname, '..', 'programs', 'distant-node.ts'),
    { BENCH_NODE: world.anvil.rpcUrl, BENCH_DELAY_MS: String(farMs) },
  );
  stack.defer(program.stop);
  const bench: Bench = {
    ...{ serverUrl: server.url, world, address: world.addresses[0] ?? '' },
    rpc: { near: world.anvil.rpcUrl, far: urlSchema.parse(hello).url },
    cpu: { node: () => processCpu(world.anvil.pid), postgres: await postgresCpu(server.url) },
  };
  const recordings = { first: await record(bench, 'first'), later: await record(bench, 'later') };
  report(await measure(options, bench, recordings), recordings);
}

/** A process that has just started, and one that has loaded two other wallets: as the one that fetches and discards, it is warm. */
const starts = ['first', 'later'] as const;
type Start = (typeof starts)[number];

/** Where the node is: on this machine, where its work takes the time, and where each answer takes a while to come. */
const places = ['near', 'far'] as const;
type Place = (typeof places)[number];
const farMs = 50;

/** What is measured: `first near`, `later near` and so on. */
const cases = places.flatMap((place) => starts.map((start) => ({ place, start })));
const nameOf = ({ place, start }: { place: Place; start: Start }): string => `${start} ${place}`;

interface Bench {
  readonly serverUrl: string;
  readonly world: TestWorld;
  readonly address: string;
  readonly rpc: Readonly<Record<Place, string>>;
  /** What the node and PostgreSQL have used so far. */
  readonly cpu: { node(): Promise<number>; postgres(): Promise<number> };
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

/** Of one run: by the clock, and of whose CPU time. */
interface Seconds {
  seconds: number;
  /** Of the process that loads. */
  cpu: number;
  node: number;
  postgres: number;
}

interface Results {
  readonly ours: Map<string, (Seconds & Loaded)[]>;
  readonly discard: Map<string, Seconds[]>;
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
    ours: new Map(cases.map((one) => [nameOf(one), []])),
    discard: new Map(cases.map((one) => [nameOf(one), []])),
    ponder: new Map(peers.map((peer) => [peer, []])),
    missing: new Map(),
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const one of cases) {
      results.ours.get(nameOf(one))?.push(await loadOnce(bench, one));
      results.discard.get(nameOf(one))?.push(await discardOnce(bench, one, recordings[one.start]));
    }
    for (const peer of peers) {
      const name = `ponder ${ponderVersions[peer]}`;
      if (results.missing.has(name)) continue;
      const fresh = await createFreshDatabase(serverUrl, 'bench_ponder');
      const options = { databaseUrl: fresh, rpc: bench.rpc.near, chainId: world.chain.chainId, address };
      const loaded = await tryStart(name, () => loadWithPonder(peer, options), results.missing);
      if (loaded !== null) results.ponder.get(peer)?.push(loaded);
    }
  }
  return results;
}

async function loadOnce(
  bench: Bench,
  { place, start }: { place: Place; start: Start },
): Promise<Seconds & Loaded> {
  const { serverUrl, world, address } = bench;
  const databaseUrl = await createFreshDatabase(serverUrl, 'bench_ours');
  const chain = { ...world.chain, rpc: [bench.rpc[place]] };
  let before: OthersCpu = { node: 0, postgres: 0 };
  const loaded = await loadWithService(databaseUrl, {
    ...{ chain, address, former: formerOf(bench, start) },
    async beforeLoading() {
      before = await othersCpu(bench);
    },
  });
  return { ...loaded, ...(await othersSince(bench, before)) };
}

async function discardOnce(
  bench: Bench,
  { place }: { place: Place },
  recording: Recording,
): Promise<Seconds> {
  const before = await othersCpu(bench);
  const discarded = await replay(bench.rpc[place], recording);
  return { ...discarded, ...(await othersSince(bench, before)) };
}

type OthersCpu = Pick<Seconds, 'node' | 'postgres'>;

async function othersCpu({ cpu }: Bench): Promise<OthersCpu> {
  const [node, postgres] = await Promise.all([cpu.node(), cpu.postgres()]);
  return { node, postgres };
}

async function othersSince(bench: Bench, before: OthersCpu): Promise<OthersCpu> {
  const { node, postgres } = await othersCpu(bench);
  return { node: node - before.node, postgres: postgres - before.postgres };
}

const startNames = { first: 'first wallet of a process', later: 'third wallet of a process' } as const;
const placeNames = { near: 'on this machine', far: `${farMs} ms away` } as const;

function report(
  { ours, discard, ponder, missing }: Results,
  recordings: Readonly<Record<Start, Recording>>,
): void {
  const secondsOf = (runs: readonly { seconds: number }[]): number =>
    medianOf(runs.map(({ seconds }) => seconds));
  const columns = (runs: readonly Seconds[]): string[] =>
    (['seconds', 'cpu', 'postgres', 'node'] as const).map((of) =>
      medianOf(runs.map((run) => run[of])).toFixed(2),
    );
  const mine = secondsOf(ours.get('first near') ?? []);
  const ratio = (seconds: number, to: number): string => `${(seconds / to).toFixed(2)} ×`;
  const rows = cases.flatMap((one) => {
    const [runs, discarded] = [ours.get(nameOf(one)) ?? [], discard.get(nameOf(one)) ?? []];
    const recording = recordings[one.start];
    const sent = `${grouped(recording.bodies.length)} requests, ${recording.concurrency} at once, ${(recording.bytes / 1e6).toFixed(1)} MB`;
    return [
      [
        `wallet-data, ${startNames[one.start]}, node ${placeNames[one.place]}`,
        `${grouped(runs[0]?.transactions ?? 0)} transactions, ${grouped(runs[0]?.transfers ?? 0)} transfers; logs, receipts, traces`,
        ...[...columns(runs), ''],
      ],
      [
        'fetch and discard',
        `the same ${sent}`,
        ...columns(discarded),
        ratio(secondsOf(discarded), secondsOf(runs)),
      ],
    ];
  });
  printTable([
    [
      'loading one wallet',
      'what',
      'seconds',
      'own CPU s',
      'PostgreSQL',
      'node',
      'speed of wallet-data beside it',
    ],
    ...rows,
    ...[...ponder].map(([peer, runs]) => {
      const name = `ponder ${ponderVersions[peer]}`;
      if (missing.has(name)) return [name, `not measured: ${missing.get(name)}`, '', '', '', '', ''];
      const seconds = secondsOf(runs);
      const what = `${grouped(runs[0]?.transfers ?? 0)} Transfer logs alone, at most ${requestsPerSecond} requests/s`;
      return [name, what, seconds.toFixed(2), '', '', '', ratio(seconds, mine)];
    }),
  ]);
}
