/**
 * Upgrades beside a former version that runs: it loads wallets, this version starts on its database and migrates while the former one is asked
 * all the time and the chain goes on; then the former one is stopped. What each answered is counted, and in the end every row is compared with
 * those of a service of this version that has loaded the same wallets anew. Takes some minutes a version, and ends by itself.
 *
 *     npm run upgrades [-- --from 1.3 --from a68e5ebd] [-- --seconds 20] [-- --transactions 700]
 *
 * `--from` is a version of CHANGELOG.md or a commit of this clone, which has to have its history; the version released last, unless given.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Cluster, embeddedPrograms, startCluster } from './trials/cluster.ts';
import { type LiveChain, startLiveChain } from './trials/live-chain.ts';
import { untilLoaded } from './trials/loaded.ts';
import { runToEnd, table } from './trials/machine.ts';
import { checkOut, commitOf, lastRelease } from './trials/old-version.ts';
import { type Counts, isFine, questionsOf, startAsking } from './trials/questions.ts';
import { compare, type Sameness, untilAt } from './trials/sameness.ts';
import { type Service, type ServiceSettings, startService } from './trials/services.ts';

const root = join(import.meta.dirname, '..', '..');
const say = (text: string): void => console.error(text);
/** While what is asked. The last is asked of the new version, the others of the former one. */
const phases = {
  before: 'before',
  during: 'while it migrates',
  beside: 'beside the new one',
  after: 'the new one alone',
};

interface Outcome {
  readonly version: string;
  readonly byPhase: ReadonlyMap<string, Counts>;
  readonly failures: ReadonlyMap<string, string>;
  readonly migrations: { readonly count: number; readonly seconds: number };
  /** What the former version says when it is started again. */
  readonly startedAgain: string;
  /** With what was loaded by this version: as it is then, and once the wallets were reloaded. */
  readonly sameness: readonly Sameness[];
  readonly reloaded: readonly Sameness[];
}

interface Trial {
  readonly version: string;
  /** Its checked-out code. */
  readonly code: string;
  readonly folder: string;
  readonly chain: LiveChain;
  readonly databases: { readonly upgraded: string; readonly fresh: string };
  /** How long each phase lasts, beyond what it waits for. */
  readonly phaseMs: number;
}

/** A former version knows fewer settings than today's: it gets what every version has understood where it refuses today's. */
async function startFormer(
  settings: Omit<ServiceSettings, 'config'>,
  { configs }: LiveChain,
): Promise<Service> {
  try {
    return await startService({ ...settings, config: configs.today });
  } catch (error) {
    say(`It refuses the settings of today (${lastLine(error)}), and gets the plainest: no prices.`);
    return startService({ ...settings, config: configs.always });
  }
}

const lastLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n').at(-1)?.slice(0, 300) ?? '';

async function appliedCount(databaseUrl: string): Promise<number> {
  const [row] = await rowsOf(databaseUrl, 'SELECT count(*)::int AS count FROM _prisma_migrations');
  return Number(row?.count);
}

/** The migrations after the first `known`, and how long they took from the first's begin to the last's end. */
async function migrationsAfter(databaseUrl: string, known: number): Promise<Outcome['migrations']> {
  const [row] = await rowsOf(
    databaseUrl,
    `SELECT count(*)::int AS count, extract(epoch FROM max(finished_at) - min(started_at))::float8 AS seconds
     FROM (SELECT * FROM _prisma_migrations ORDER BY migration_name OFFSET ${known}) AS later`,
  );
  return { count: Number(row?.count), seconds: Number(row?.seconds) };
}

async function rowsOf(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** As an operator does after an upgrade whose changelog asks for it. */
async function reload(folder: string, databaseUrl: string, wallets: readonly string[]): Promise<void> {
  await runToEnd(process.execPath, ['src/cli.ts', 'wallets', 'reload', ...wallets], {
    ...{ cwd: root, env: { DATABASE_URL: databaseUrl, CONFIG_FILE: join(folder, 'config.json') } },
  });
}

/** The whole course of one upgrade. */
async function upgrade(trial: Trial, stops: (() => Promise<unknown>)[]): Promise<Outcome> {
  const { version, code, folder, chain, databases, phaseMs } = trial;
  const { alice, bob, carol } = chain.world.wallets;
  const key = randomBytes(24).toString('hex');
  const settings = (name: string) => ({ folder: join(folder, name), key });
  const former = await startFormer({ ...settings('former'), code, databaseUrl: databases.upgraded }, chain);
  stops.push(former.stop);
  await untilLoaded(former, [alice, bob]);
  const known = await appliedCount(databases.upgraded);
  const endOfLife = chain.live();
  stops.push(endOfLife);
  const asking = startAsking(
    { phase: phases.before, asked: former },
    await questionsOf(former, [alice, bob]),
  );
  stops.push(asking.finish);
  await delay(phaseMs);
  asking.enter(phases.during, former);
  const today = { ...settings('new'), code: root, config: chain.configs.today };
  const next = await startService({ ...today, databaseUrl: databases.upgraded });
  stops.push(next.stop);
  const migrations = await migrationsAfter(databases.upgraded, known);
  asking.enter(phases.beside, former);
  say(`${version}: ${migrations.count} migrations in ${migrations.seconds.toFixed(2)} s`);
  await delay(phaseMs);
  asking.enter(phases.after, next);
  const ended = await former.stop();
  await untilLoaded(next, [carol]);
  await delay(phaseMs);
  const { byPhase, failures } = await asking.finish();
  const { steps, block } = await endOfLife();
  for (const line of former.lastErrorLines().slice(-3))
    say(`${version}: its last words: ${line.slice(0, 700)}`);
  say(`${version}: ended with ${ended}; the chain did ${steps} things, and ends with block ${block}`);
  const fresh = await startService({ ...today, ...settings('fresh'), databaseUrl: databases.fresh });
  stops.push(fresh.stop);
  const wallets = [alice, bob, carol];
  await untilLoaded(fresh, wallets);
  for (const one of [next, fresh]) await untilAt(one, wallets.length, block);
  const sameness = await compare(next, fresh, wallets);
  await reload(join(folder, 'new'), databases.upgraded, wallets);
  await untilAt(next, wallets.length, block);
  const reloaded = await compare(next, fresh, wallets);
  // Last of all: where it does not refuse, it writes what it was told of the chain.
  const startedAgain = await startService({
    ...{ ...settings('former'), code, databaseUrl: databases.upgraded, config: chain.configs.always },
  }).then(async (again) => `ready, and ended with ${await again.stop()}`, lastLine);
  return { version, byPhase, failures, migrations, startedAgain, sameness, reloaded };
}

/** One version, with a chain and databases of its own. */
async function trial(
  version: string,
  { index, work, cluster, seconds, transactions }: Given,
): Promise<Outcome> {
  const folder = join(work, String(index));
  const code = join(folder, 'code');
  mkdirSync(code, { recursive: true });
  const commit = await commitOf(version);
  say(`${version}: ${commit.slice(0, 8)}, with ${await checkOut(commit, code)}`);
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const chain = await startLiveChain(transactions);
    stops.push(chain.stop);
    const databases = {
      upgraded: await cluster.createDatabase(`upgraded_${index}`),
      fresh: await cluster.createDatabase(`fresh_${index}`),
    };
    return await upgrade({ version, code, folder, chain, databases, phaseMs: seconds * 1_000 }, stops);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

interface Given {
  readonly index: number;
  readonly work: string;
  readonly cluster: Cluster;
  readonly seconds: number;
  readonly transactions: number;
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { from: { ...text, multiple: true }, seconds: text, transactions: text },
  });
  const { from = [lastRelease()], seconds = '20', transactions = '700' } = values;
  for (const [name, value] of Object.entries({ seconds, transactions })) {
    if (!/^[1-9]\d{0,4}$/.test(value)) throw new Error(`--${name}: a whole number is expected`);
  }
  const work = mkdtempSync(join(tmpdir(), 'upgrades-'));
  chmodSync(work, 0o755);
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(work, { recursive: true })];
  try {
    const cluster = await startCluster(embeddedPrograms(), join(work, 'database'));
    stops.push(cluster.stop);
    const given = { work, cluster, seconds: Number(seconds), transactions: Number(transactions) };
    const outcomes: Outcome[] = [];
    for (const [index, version] of from.entries()) {
      try {
        outcomes.push(await trial(version, { ...given, index }));
        say(printed(outcomes));
      } catch (error) {
        // The others are still of interest.
        say(`${version}: ${error instanceof Error ? error.stack : error}`);
      }
    }
    console.log(printed(outcomes));
    if (outcomes.length < from.length || !outcomes.every(isWell)) process.exitCode = 1;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** What this version answers for: its own answers, and that nothing got lost. */
const isWell = ({ byPhase, sameness, reloaded }: Outcome): boolean =>
  [...(byPhase.get(phases.after)?.values() ?? [])].every((outcomes) => [...outcomes.keys()].every(isFine)) &&
  sameness.every(({ differentFacts }) => differentFacts === 0) &&
  reloaded.every(({ different }) => different === 0);

/** A row for each version and phase, what was not answered, and what was compared. */
function printed(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap(({ version, byPhase, migrations }) =>
    Object.values(phases).map((phase) => {
      const outcomes = [...(byPhase.get(phase)?.values() ?? [])].flatMap((counts) => [...counts]);
      const sum = (of: (outcome: string) => boolean): number =>
        outcomes.reduce((total, [outcome, count]) => total + (of(outcome) ? count : 0), 0);
      const others = [...new Set(outcomes.map(([outcome]) => outcome).filter((one) => !isFine(one)))];
      return [
        ...[version, phase, String(sum(() => true)), String(sum(isFine))],
        others.map((other) => `${sum((one) => one === other)} × ${other}`).join(', ') || 'none',
        phase === phases.during ? `${migrations.count} in ${migrations.seconds.toFixed(2)} s` : '',
      ];
    }),
  );
  const compared = outcomes.flatMap(({ version, sameness, reloaded }) =>
    sameness.map(({ list, rows, different, differentFacts, fields }, index) => [
      ...[version, `/wallet/${list}/`, String(rows), String(differentFacts)],
      ...[fields.length === 0 ? '0' : `${different}: ${fields.join(', ')}`, afterReload(reloaded[index])],
    ]),
  );
  return [
    table([['from', 'while', 'asked', 'answered', 'others', 'migrations'], ...rows]),
    '',
    table([['from', 'list', 'rows', 'other facts', 'other at all', 'after a reload'], ...compared]),
    '',
    ...outcomes.flatMap(notes),
    '',
  ].join('\n');
}

const afterReload = (found: Sameness | undefined): string =>
  found === undefined || found.different === 0 ? '0' : `${found.different}: ${found.fields.join(', ')}`;

/** Each question that was not answered in a phase, with what was said instead; and what became of a second start. */
function notes({ version, byPhase, failures, startedAgain }: Outcome): string[] {
  const failed = [...byPhase].flatMap(([phase, questions]) =>
    [...questions].flatMap(([name, outcomes]) => {
      const all = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
      return [...outcomes]
        .filter(([outcome]) => !isFine(outcome))
        .map(
          ([outcome, count]) =>
            `${version}, ${phase}: ${name}: ${count} of ${all} ${outcome}: ${failures.get(`${phase}: ${name}: ${outcome}`)}`,
        );
    }),
  );
  return [...failed, `${version}, started again: ${startedAgain}`];
}

await main();
