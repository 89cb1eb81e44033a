/** The three ways to a running service, each from an empty folder: the image, what compose starts, and the archive of npm. */
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSupervised } from '../../../src/processes/supervised.ts';
import { lockSchema } from '../lock-file.ts';
import { sizeOf } from '../slim.ts';
import type { Cluster } from './cluster.ts';
import { composeService } from './compose.ts';
import { rightsOf, runContainer, unpackImage } from './container.ts';
import { untilLoaded, untilReady } from './loaded.ts';
import { freePort, ordinaryUser, runToEnd } from './machine.ts';

/** What each way is given. */
export interface Given {
  /** An empty folder of its own. */
  readonly folder: string;
  /** Content of CONFIG_FILE: the chain. */
  readonly config: string;
  readonly wallet: string;
}

export interface Outcome {
  readonly way: string;
  readonly size: string;
  /** Seconds, each from the empty folder on: all is there, the service is ready, the wallet is loaded. */
  readonly there: number;
  readonly ready: number;
  readonly loaded: number;
  /** What was seen of the running service. */
  readonly seen: string;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

interface Program {
  readonly pid: number;
  readonly exited: Promise<unknown>;
  stop(): Promise<{ code: number | null; signal: string | null }>;
  lastErrorLines(): readonly string[];
}

/** From the program's start to a loaded wallet, and its end by SIGTERM. */
async function follow(
  clock: () => number,
  service: { url: string; key: string; wallet: string },
  start: () => Promise<Program>,
  look: (program: Program) => Promise<string>,
): Promise<Pick<Outcome, 'there' | 'ready' | 'loaded' | 'seen'>> {
  const there = clock();
  const program = await start();
  try {
    await untilReady({ ...service, exited: program.exited });
    const ready = clock();
    await untilLoaded({ ...service, exited: program.exited }, [service.wallet]);
    const loaded = clock();
    const seen = await look(program);
    const { code, signal } = await program.stop();
    return { there, ready, loaded, seen: `${seen}; ended with ${signal ?? code}` };
  } catch (error) {
    throw new Error(program.lastErrorLines().join('\n'), { cause: error });
  } finally {
    await program.stop();
  }
}

const stopwatch = (): (() => number) => {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1000;
};

/** The layout unpacked and run. `environment`: beyond port, key and chain. */
async function runImage(
  { folder, config, wallet }: Given,
  {
    way,
    layout,
    environment,
    hosts = [],
  }: { way: string; layout: string; environment: Record<string, string>; hosts?: string[] },
): Promise<Outcome> {
  const clock = stopwatch();
  const image = await unpackImage(layout, join(folder, 'root'));
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'config.json'), config);
  const port = await freePort();
  const key = randomBytes(24).toString('hex');
  const run = {
    ...{ data, hosts },
    // A container has its own network; here it is the machine's, of which nothing but the loopback is meant.
    environment: {
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(port),
      BOOTSTRAP_API_KEY: key,
      CONFIG_FILE: '/data/config.json',
    },
  };
  const service = { url: `http://127.0.0.1:${port}`, key, wallet };
  const measured = await follow(
    clock,
    service,
    () => runContainer(image, run),
    async ({ pid }) => {
      const [, ...command] = image.about.Healthcheck.Test;
      const check = await runContainer(image, run, command);
      return `${rightsOf(pid)}; health check ${(await check.exited).code}`;
    },
  );
  const size = `${megabytes(image.bytes)} compressed, ${megabytes(sizeOf(image.root))} unpacked`;
  return { way, size, ...measured };
}

/** The image beside a PostgreSQL that is there. */
export async function imageWay(
  given: Given,
  { layout, cluster }: { layout: string; cluster: Cluster },
): Promise<Outcome> {
  const environment = {
    DATABASE_URL: await cluster.createDatabase('image'),
    SECRET_KEY: randomBytes(32).toString('hex'),
  };
  return runImage(given, { way: `image, PostgreSQL ${cluster.version}`, layout, environment });
}

/** The image with what compose.yaml gives it, and a new cluster of the version that compose.yaml names, reached by the same name. */
export async function composeWay(
  given: Given,
  { layout, file, cluster }: { layout: string; file: string; cluster: Cluster },
): Promise<Outcome> {
  await cluster.createDatabase('wallet_data');
  const secret = randomBytes(32).toString('hex');
  const { environment, database } = composeService(file, {
    POSTGRES_PASSWORD: cluster.password,
    SECRET_KEY: secret,
  });
  const [, wanted] = database.split(':');
  if (!cluster.version.startsWith(`${wanted}.`))
    throw new Error(`compose.yaml wants ${database}, not ${cluster.version}.`);
  const { DATABASE_URL = '' } = environment;
  const ports = {
    DATABASE_URL: DATABASE_URL.replace('@postgres:5432/', `@postgres:${cluster.port}/`),
    METRICS_PORT: String(await freePort()),
  };
  const way = `compose's service, PostgreSQL ${cluster.version}`;
  return runImage(given, { way, layout, environment: { ...environment, ...ports }, hosts: ['postgres'] });
}

/** The archive, `npm ci --omit=dev` and `npm start`, by an ordinary user, with the machine's own Node. */
export async function npmWay(
  { folder, config, wallet }: Given,
  { archive, cluster }: { archive: string; cluster: Cluster },
): Promise<Outcome> {
  const clock = stopwatch();
  const databaseUrl = await cluster.createDatabase('npm');
  chmodSync(folder, 0o755);
  cpSync(archive, join(folder, 'service.tgz'));
  writeFileSync(join(folder, 'config.json'), config);
  const user = ordinaryUser();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const ids = user ?? {};
  // Without the Node of this project: as on a machine that has another one.
  const path = (process.env.PATH ?? '')
    .split(':')
    .filter((one) => !one.includes('node_modules'))
    .join(':');
  const env = { ...registrySettings(), HOME: folder, PATH: path };
  await runToEnd('/bin/tar', ['--extract', '--gzip', '--file', 'service.tgz'], { ...ids, cwd: folder });
  const at = join(folder, 'package');
  await runToEnd('npm', ['ci', '--omit=dev'], { ...ids, cwd: at, env });
  const port = await freePort();
  const key = randomBytes(24).toString('hex');
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    BOOTSTRAP_API_KEY: key,
    CONFIG_FILE: join(folder, 'config.json'),
  };
  const start = () =>
    spawnSupervised('npm', ['start'], {
      ...ids,
      cwd: at,
      env: { ...env, ...settings },
      stopTimeoutMs: 45_000,
      keptLines: 40,
    });
  const measured = await follow(
    clock,
    { url: `http://127.0.0.1:${port}`, key, wallet },
    start,
    async ({ pid }) => {
      return `user ${/^Uid:\s+(\S+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]}`;
    },
  );
  return {
    way: `npm ci --omit=dev && npm start, PostgreSQL ${cluster.version}`,
    size: installedSize(at),
    ...measured,
  };
}

/** What `npm` was told of where packages come from. */
const registrySettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      /^npm_config_registry$/i.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );

/** By what npm noted of its own work. */
function installedSize(folder: string): string {
  const modules = join(folder, 'node_modules');
  const { packages } = lockSchema.parse(
    JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')),
  );
  return `${Object.keys(packages).length} packages, ${megabytes(sizeOf(modules))}`;
}
