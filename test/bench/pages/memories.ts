/**
 * What each memory of a process brings a page: the newest page of 100 transfers, with each memory switched off in a
 * process of its own. All take a turn of twenty pages after each other; the first two have everything on, and differ by noise only.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { postgresCpu } from '../cpu-times.ts';
import { startBenchDatabase } from '../data/prepare.ts';
import { memories } from '../programs/without-memory.ts';
import { type BenchmarkOptions, printTable } from '../report.ts';
import { type PageForm, pageForms } from './plan-pages.ts';

const pagesPerTurn = 20;
const warmUpTurns = 20;
const turnsPerRound = 20;
const program = join(import.meta.dirname, '..', 'programs', 'remembered-pages.ts');
const answer = z.object({ cpuMs: z.number(), statements: z.number(), characters: z.number() });

interface Contender {
  readonly name: string;
  readonly child: ChildProcess;
  times: number[];
  /** Of PostgreSQL for all counted turns; it is told in steps of 10 ms. */
  serverMs: number;
  statements: number;
}

export async function run(options: BenchmarkOptions): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const server = await startBenchDatabase(options.size);
  stack.defer(server.stop);
  const wallets = server.layout.smallWallets.slice(0, 20).join();
  const contenders: Contender[] = [];
  for (const without of [undefined, undefined, ...Object.keys(memories)]) {
    const child = fork(program, {
      env: {
        ...process.env,
        ...{ DATABASE_URL: server.url, WALLETS: wallets },
        ...(without === undefined ? {} : { WITHOUT: without }),
      },
    });
    stack.defer(async () => {
      child.disconnect();
      await once(child, 'exit');
    });
    await messageOf(child);
    const name = without ?? (contenders.length === 0 ? 'all on' : 'all on, again');
    contenders.push({ name, child, times: [], serverMs: 0, statements: 0 });
  }
  const serverSeconds = await postgresCpu(server.url);
  for (const form of pageForms) {
    process.stdout.write(`\n${form}\n`);
    await takeTurns(contenders, { form, rounds: options.rounds, serverSeconds });
    printTimes(contenders);
  }
}

async function takeTurns(
  contenders: readonly Contender[],
  { form, rounds, serverSeconds }: { form: PageForm; rounds: number; serverSeconds: () => Promise<number> },
): Promise<void> {
  for (const contender of contenders) Object.assign(contender, { times: [], serverMs: 0 });
  let expected: number | undefined;
  for (let turn = 0; turn < warmUpTurns + rounds * turnsPerRound; turn += 1) {
    for (const contender of contenders) {
      const before = await serverSeconds();
      contender.child.send({ form, pages: pagesPerTurn });
      const { cpuMs, statements, characters } = answer.parse(await messageOf(contender.child));
      expected ??= characters;
      if (characters !== expected) throw new Error(`without '${contender.name}' the answer is another`);
      contender.statements = statements;
      if (turn < warmUpTurns) continue;
      contender.times.push(cpuMs);
      contender.serverMs += ((await serverSeconds()) - before) * 1000;
    }
  }
}

function printTimes(contenders: readonly Contender[]): void {
  const [base] = contenders.map(quartileOf);
  printTable([
    ['without', 'ms of CPU per page', 'of that with all on', 'ms in PostgreSQL', 'statements'],
    ...contenders.map((contender) => [
      ...[contender.name, quartileOf(contender).toFixed(3)],
      ...[`${((quartileOf(contender) / (base ?? 1)) * 100).toFixed(0)} %`],
      (contender.serverMs / (contender.times.length * pagesPerTurn)).toFixed(3),
      String(contender.statements),
    ]),
  ]);
}

function quartileOf({ times }: Contender): number {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 4)] ?? 0;
}

/** The next message; a process that ends without one ends the benchmark. */
async function messageOf(child: ChildProcess): Promise<unknown> {
  const listening = new AbortController();
  const { signal } = listening;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`a process of the benchmark ended with ${String(code)}`);
  });
  const [message]: unknown[] = await Promise.race([once(child, 'message', { signal }), ended]).finally(() => {
    // Nobody waits for its end any more.
    ended.catch(() => {});
    listening.abort();
  });
  return message;
}
