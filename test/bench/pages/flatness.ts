/**
 * What must not grow: the last page beside the first one, of the large wallet and of ten wallets merged, and balances of 200 tokens
 * of the large wallet beside those of a small one. One client, one request at a time, taken in turn.
 */
import type { BenchRequest } from '../client/job.ts';
import { type Client, requireAllOk, startClient } from '../client/run-client.ts';
import { benchKey, get, post, startContender } from '../contenders/start.ts';
import { chainId, type Layout } from '../data/layout.ts';
import { startBenchDatabase } from '../data/prepare.ts';
import { type BenchmarkOptions, medianOf, printTable } from '../report.ts';
import { fetchAnswer, pageSize } from './check.ts';

const key = { 'x-api-key': benchKey };
const defaultSeconds = 1;

interface Case {
  readonly name: string;
  readonly bar: string;
  /** The second is divided by the first. */
  readonly requests: readonly [BenchRequest, BenchRequest | readonly BenchRequest[]];
}

const page = (wallets: readonly string[], number: number): BenchRequest =>
  get('page', `/wallet/transfer/?wallet=${wallets.join()}&page=${number}`, key);

const graphqlPage = (wallets: readonly string[], number: number): BenchRequest =>
  post(
    'page',
    '/graphql',
    {
      query: `query ($wallets: [Address!]!, $page: Int) { transfers(wallets: $wallets, page: $page, pageSize: ${pageSize}) {
        count next previous nodes { id amount price token { id } counterparty { name } } } }`,
      variables: { wallets, page: number },
    },
    key,
  );

const balances = (wallet: string): BenchRequest => get('balances', `/wallet/balance/?wallet=${wallet}`, key);

async function casesOf(url: string, layout: Layout): Promise<Case[]> {
  const large = [layout.largeWallet];
  const merged = [layout.largeWallet, ...layout.smallWallets.slice(0, 9)];
  const lastPage = async (wallets: readonly string[]): Promise<number> =>
    Math.ceil((await fetchAnswer(url, page(wallets, 1))).count / pageSize);
  const last = await lastPage(large);
  const lastMerged = await lastPage(merged);
  const small = layout.smallWallets[0] ?? layout.largeWallet;
  return [
    {
      name: 'last page ÷ first, large wallet, REST',
      bar: '≤ 1.3',
      requests: [page(large, 1), page(large, last)],
    },
    {
      name: 'last page ÷ first, large wallet, GraphQL',
      bar: '≤ 1.3',
      requests: [graphqlPage(large, 1), graphqlPage(large, last)],
    },
    {
      name: 'middle page ÷ first, asked for again and again, large wallet, REST',
      bar: '≤ 1.5',
      requests: [page(large, 1), page(large, last >> 1)],
    },
    {
      name: 'middle pages, each another ÷ newest page of one chain, large wallet, REST',
      bar: '≤ 1.5',
      requests: [
        get('page', `/wallet/transfer/?wallet=${large.join()}&blockchain=${chainId}`, key),
        Array.from({ length: 200 }, (_, index) => page(large, 2 + ((index * 7_919) % (last - 2)))),
      ],
    },
    {
      name: 'last page ÷ first, 10 wallets merged, REST',
      bar: '≤ 2',
      requests: [page(merged, 1), page(merged, lastMerged)],
    },
    {
      name: 'middle page ÷ first, 10 wallets merged, REST',
      bar: '',
      requests: [page(merged, 1), page(merged, lastMerged >> 1)],
    },
    {
      name: 'balances of 200 tokens, large ÷ small wallet, REST',
      bar: '≤ 1.3',
      requests: [balances(small), balances(layout.largeWallet)],
    },
  ];
}

export async function run(options: BenchmarkOptions): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const database = await startBenchDatabase(options.size);
  stack.defer(database.stop);
  const server = await startContender('ours.ts', { databaseUrl: database.url });
  stack.defer(server.stop);
  const client = await startClient();
  stack.defer(client.stop);
  const rows = [['', 'first ms', 'second ms', 'ratio', 'bar']];
  for (const one of await casesOf(server.url, database.layout)) {
    const [first, second] = await measure(client, server.url, one, options);
    rows.push([one.name, first.toFixed(2), second.toFixed(2), (second / first).toFixed(2), one.bar]);
  }
  printTable(rows);
}

/** Median latencies in milliseconds. */
async function measure(
  client: Client,
  url: string,
  { name, requests }: Case,
  options: BenchmarkOptions,
): Promise<[number, number]> {
  const medians: [number[], number[]] = [[], []];
  const durationMs = (options.seconds || defaultSeconds) * 1000;
  for (let round = 0; round < options.rounds; round += 1) {
    for (const [index, request] of requests.entries()) {
      // A process that has just started compiles for the first seconds, and the first case would pay for the others.
      const warmUpMs = round === 0 ? 3_000 : 300;
      const job = {
        url,
        requests: [request].flat(),
        connections: 1,
        warmUpMs,
        durationMs,
        rate: null,
        timeoutMs: 60_000,
      };
      const outcome = await client.run(job);
      requireAllOk(name, outcome);
      medians[index]?.push(outcome.latency.p50);
    }
  }
  return [medianOf(medians[0]), medianOf(medians[1])];
}
