/**
 * Who executes a page of 100 full transfers: the plan, graphql-jit, graphql-js. One process, one read model, one
 * page at a time, taken in turn; CPU time of the process per page, reading included. What reading alone takes is the first line.
 */
import { rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type DocumentNode, execute } from 'graphql';
import { z } from 'zod';
import type { Address } from '../../../src/domain/model.ts';
import type { GraphqlContext } from '../../../src/graphql/builder/context.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { readTransfers } from '../../../src/graphql/types/transfer.ts';
import { installPeer } from '../contenders/peers.ts';
import { startBenchDatabase } from '../data/prepare.ts';
import { type BenchmarkOptions, printTable } from '../report.ts';
import { openReadModel, planOfPage } from './plan-pages.ts';

type Execute = (context: GraphqlContext, variables: Record<string, unknown>) => Promise<string>;

const pagesPerTurn = 10;
const warmUpTurns = 10;
/** Each takes one turn in a round; machines are noisy, and the lower quartile of many short turns is steady. */
const turnsPerRound = 20;

export async function run(options: BenchmarkOptions): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const server = await startBenchDatabase(options.size);
  stack.defer(server.stop);
  const { contextOf, close } = await openReadModel(server.url);
  stack.defer(close);
  const wallets = server.layout.smallWallets.slice(0, 20);
  const contenders = await contendersOf();
  const pageOf = (one: Execute, index: number): Promise<string> =>
    one(contextOf(), { wallets: [wallets[index % wallets.length]] });
  const expected = await pageOf(contenders[1][1], 0);
  for (const [name, one] of contenders.slice(1)) {
    if ((await pageOf(one, 0)) !== expected) throw new Error(`${name} answers something else`);
  }
  const times = contenders.map((): number[] => []);
  for (let turn = 0; turn < warmUpTurns + options.rounds * turnsPerRound; turn += 1) {
    for (const [index, [, one]] of contenders.entries()) {
      const before = process.cpuUsage();
      for (let page = 0; page < pagesPerTurn; page += 1) await pageOf(one, page);
      const { user, system } = process.cpuUsage(before);
      if (turn >= warmUpTurns) times[index]?.push((user + system) / 1000 / pagesPerTurn);
    }
  }
  printTable([
    ['page of 100 full transfers', 'least ms', 'lower quartile ms', 'median ms'],
    ...contenders.map(([name], index) => [name, ...partsOf(times[index] ?? [])]),
  ]);
}

function partsOf(times: readonly number[]): string[] {
  const sorted = times.toSorted((left, right) => left - right);
  return [0, 0.25, 0.5].map((part) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(3));
}

/** The first only reads the page. */
async function contendersOf(): Promise<[[string, Execute], [string, Execute], ...[string, Execute][]]> {
  const { document, plan } = planOfPage();
  const compiled = await compile(document);
  return [
    [
      'reading only',
      async (context, { wallets }) => {
        await readTransfers(context, z.array(z.custom<Address>()).parse(wallets), {});
        return '';
      },
    ],
    ['plan', async (context, variables) => plan.write({ context, variables, arguments: new Map() })],
    [
      'graphql-jit',
      async (context, variables) => {
        const { data } = await compiled.query(undefined, context, variables);
        return compiled.stringify(data);
      },
    ],
    [
      'graphql-js',
      async (contextValue, variableValues) =>
        JSON.stringify((await execute({ schema, document, contextValue, variableValues })).data),
    ],
  ];
}

const compiledSchema = z.object({
  query: z.custom<(root: unknown, context: unknown, variables: unknown) => Promise<{ data: unknown }>>(),
  stringify: z.custom<(data: unknown) => string>(),
});

/** The schema and graphql-jit must be of one and the same graphql: the peer's own gives way to ours. */
async function compile(document: DocumentNode): Promise<z.infer<typeof compiledSchema>> {
  const directory = await installPeer('graphql-jit');
  const theirs = join(directory, 'node_modules', 'graphql');
  await rm(theirs, { recursive: true, force: true });
  await symlink(dirname(createRequire(import.meta.url).resolve('graphql')), theirs);
  const { compileQuery } = createRequire(join(directory, 'package.json'))('graphql-jit');
  // Its own serializer knows no scalars but GraphQL's own, so that JSON.stringify writes the answer.
  return compiledSchema.parse(compileQuery(schema, document, undefined, {}));
}
