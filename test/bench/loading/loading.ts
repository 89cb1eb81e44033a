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
  const address = world.addresses[0] ?? '';
  const recording = await record(server.url, world, address);
  const results = await measure(options, { serverUrl: server.url, world, address, recording });
  report(results, recording);
}

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
async function record(serverUrl: string, world: TestWorld, address: string): Promise<Recording> {
  const proxy = await startRecordingProxy(world.anvil.rpcUrl);
  try {
    const databaseUrl = await createFreshDatabase(serverUrl, 'bench_record');
    const chain = { ...world.chain, rpc: [proxy.url] };
    await loadWithService(databaseUrl, { chain, address, beforeLoading: proxy.restart });
    return proxy.recording();
  } finally {
    await proxy.close();
  }
}

interface Results {
  readonly ours: Loaded[];
  readonly discard: { seconds: number; cpu: number }[];
  readonly ponder: Map<PonderPeer, { seconds: number; transfers: number }[]>;
  readonly missing: Map<string, string>;
}

async function measure(
  { rounds }: BenchmarkOptions,
  {
    serverUrl,
    world,
    address,
    recording,
  }: { serverUrl: string; world: TestWorld; address: string; recording: Recording },
): Promise<Results> {
  const peers: PonderPeer[] = ['ponder-0.16', 'ponder-1.0'];
  const results: Results = {
    ours: [],
    discard: [],
    ponder: new Map(peers.map((peer) => [peer, []])),
    missing: new Map(),
  };
  const rpc = world.anvil.rpcUrl;
  for (let round = 0; round < rounds; round += 1) {
    const databaseUrl = await createFreshDatabase(serverUrl, 'bench_ours');
    results.ours.push(await loadWithService(databaseUrl, { chain: world.chain, address }));
    results.discard.push(await replay(rpc, recording));
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

function report({ ours, discard, ponder, missing }: Results, recording: Recording): void {
  const mine = medianOf(ours.map(({ seconds }) => seconds));
  const [first] = ours;
  const fetchOnly = medianOf(discard.map(({ seconds }) => seconds));
  const cpuOf = (runs: readonly { cpu: number }[]): string => medianOf(runs.map(({ cpu }) => cpu)).toFixed(2);
  const ratio = (seconds: number): string => `${(seconds / mine).toFixed(2)} ×`;
  printTable([
    ['loading one wallet', 'what', 'seconds', 'own CPU s', 'speed of wallet-data beside it'],
    [
      'wallet-data',
      `${grouped(first?.transactions ?? 0)} transactions, ${grouped(first?.transfers ?? 0)} transfers; logs, receipts, traces`,
      mine.toFixed(2),
      cpuOf(ours),
      '',
    ],
    [
      'fetch and discard',
      `the same ${grouped(recording.bodies.length)} requests, ${recording.concurrency} at once, ${(recording.bytes / 1e6).toFixed(1)} MB`,
      fetchOnly.toFixed(2),
      cpuOf(discard),
      ratio(fetchOnly),
    ],
    ...[...ponder].flatMap(([peer, runs]) => {
      const name = `ponder ${ponderVersions[peer]}`;
      if (missing.has(name)) return [[name, `not measured: ${missing.get(name)}`, '', '', '']];
      const seconds = medianOf(runs.map((run) => run.seconds));
      const what = `${grouped(runs[0]?.transfers ?? 0)} Transfer logs alone, at most ${requestsPerSecond} requests/s`;
      return [[name, what, seconds.toFixed(2), '', ratio(seconds)]];
    }),
  ]);
}
