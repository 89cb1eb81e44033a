/**
 * CPU time per unit: what the service and PostgreSQL work for each unit that a question takes off its key's limits, beside a page
 * of 100 transfers. CPU time is of the whole of both, so that nothing that a question sets off is left out.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { BenchRequest } from '../client/job.ts';
import { benchKey, get, type RunningContender, startContender } from '../contenders/start.ts';
import { postgresCpu } from '../cpu-times.ts';
import type { Layout } from '../data/layout.ts';
import type { BenchDatabase } from '../data/prepare.ts';
import { fetchAnswer } from '../pages/check.ts';
import { medianOf, printTable } from '../report.ts';
import { type Known, pageQuestion, type Question, questionsOf } from './questions.ts';

/** What a unit may cost, in pages of 100 transfers. */
const bar = 10;
const patienceMs = 300_000;
/** /proc counts hundredths of a second: a question is repeated until so much was worked. */
const enoughSeconds = 0.3;
const mostTurns = 100;
const settleMs = 30;

interface Cost {
  turns: number;
  /** Seconds and units of all turns. */
  service: number;
  postgres: number;
  units: number;
}

interface Meter {
  server: RunningContender;
  postgres: () => Promise<number>;
}

export async function measureCosts(database: BenchDatabase): Promise<void> {
  await using stack = new AsyncDisposableStack();
  // One unit a second comes back, so that what is taken can be read from what is left.
  const environment = { BENCH_UNITS_PER_SECOND: '1' };
  const server = await startContender('ours.ts', { databaseUrl: database.url, environment });
  stack.defer(server.stop);
  const meter = { server, postgres: await postgresCpu(database.url) };
  const page = pageQuestion(database.layout);
  const known = await knownOf(server.url, database.layout);
  await measure(meter, page);
  const pages: number[] = [];
  const rows: string[][] = [];
  const measureOne = async (question: Question): Promise<void> => {
    if (rows.length % 10 === 0) pages.push(perUnit(await measure(meter, page)));
    const cost = await measure(meter, question);
    rows.push(rowOf(question, cost));
    process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
  };
  for (const question of questionsOf(database.layout, known)) await measureOne(question);
  report(rows, medianOf(pages));
}

const perUnit = ({ service, postgres, units }: Cost): number => ((service + postgres) / units) * 1000;

function rowOf({ name }: Question, cost: Cost): string[] {
  const each = (value: number): string => ((value / cost.turns) * 1000).toFixed(1);
  const units = (cost.units / cost.turns).toFixed(1);
  return [name, each(cost.service), each(cost.postgres), units, perUnit(cost).toFixed(2)];
}

function report(rows: readonly string[][], page: number): void {
  const ratioOf = ([, , , , each]: readonly string[]): number => Number(each) / page;
  process.stdout.write(
    `\nThe newest page of 100 transfers: ${page.toFixed(2)} ms of CPU time for one unit.\n\n`,
  );
  printTable([
    ['question', 'service ms', 'PostgreSQL ms', 'units', 'ms per unit', 'pages'],
    ...rows.map((row) => [...row, `${ratioOf(row).toFixed(2)} ×`]),
  ]);
  const over = rows.filter((row) => ratioOf(row) > bar).map(([name]) => name);
  const verdict = over.length === 0 ? 'all hold' : `over it: ${over.join('; ')}`;
  process.stdout.write(`\nThe bar: at most ${bar} pages of CPU time per unit. ${verdict}.\n`);
}

/** The first turn is not counted: code is compiled and pages of the disk are read while it runs. */
async function measure({ server, postgres }: Meter, question: Question): Promise<Cost> {
  await ask(server.url, question.request);
  const cost: Cost = { turns: 0, service: 0, postgres: 0, units: 0 };
  while (cost.turns < mostTurns && (cost.turns === 0 || cost.service + cost.postgres < enoughSeconds)) {
    const startedAt = performance.now();
    const before = {
      left: await unitsLeft(server.url),
      service: (await server.usage()).cpu,
      postgres: await postgres(),
    };
    const isLong = cost.turns === 0 || (cost.service + cost.postgres) / cost.turns > enoughSeconds / 10;
    const many = isLong ? 1 : 10;
    for (let turn = 0; turn < many; turn += 1) await ask(server.url, question.request);
    // What the statements owe is taken when they are over, which may be after the answer.
    await delay(settleMs);
    const [service, database] = [(await server.usage()).cpu, await postgres()];
    const left = await unitsLeft(server.url);
    cost.turns += many;
    cost.service += (service - before.service) / 1e6;
    cost.postgres += database - before.postgres;
    // The look at what is left is a unit itself.
    cost.units += before.left - left - 1 + (performance.now() - startedAt) / 1000;
  }
  return { ...cost, units: Math.max(cost.turns, Math.round(cost.units)) };
}

async function ask(url: string, { method, path, headers, body }: BenchRequest): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const response = await fetch(new URL(path, url), { method, headers, body, signal });
  const text = await response.text();
  if (!response.ok || text.startsWith('{"errors"') || text.includes('"data":null')) {
    throw new Error(`${path} ${body ?? ''} answered ${response.status}: ${text.slice(0, 500)}`);
  }
}

async function unitsLeft(url: string): Promise<number> {
  const response = await fetch(new URL('/wallet/manage/?page_size=1', url), {
    headers: { 'x-api-key': benchKey },
  });
  await response.text();
  return Number(response.headers.get('ratelimit-remaining'));
}

const idsSchema = z.object({ results: z.array(z.object({ id: z.string() })) });

async function knownOf(url: string, { largeWallet }: Layout): Promise<Known> {
  const ids = async (list: string): Promise<string[]> => {
    const request = get('ids', `/wallet/${list}/?wallet=${largeWallet}`, { 'x-api-key': benchKey });
    return idsSchema
      .parse(await fetchAnswer(url, request))
      .results.slice(0, 100)
      .map(({ id }) => id);
  };
  return {
    transferIds: await ids('transfer'),
    transactionIds: await ids('transaction'),
    balanceIds: await ids('balance'),
  };
}
