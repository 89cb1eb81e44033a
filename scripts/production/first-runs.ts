/**
 * From an empty folder to a loaded wallet, by each way that docs/operations.md names, on this machine: sizes and seconds as a table. The chain is
 * the demo's, in a node on loopback. Takes some minutes, and ends by itself.
 *
 *     npm run first-runs [-- --image FOLDER] [-- --archive FILE]
 *
 * Without `--image` and `--archive` they are made first. Needs root (to mount, and to become an ordinary user) and a PostgreSQL of Debian.
 */
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { demoChain } from '../../demo/demo-chain.ts';
import { startAnvil } from '../../demo/node/anvil.ts';
import { buildWorld } from '../../demo/world.ts';
import { worldPrices } from '../../demo/world-prices.ts';
import { embeddedPrograms, startCluster } from './trials/cluster.ts';
import { runToEnd, table } from './trials/machine.ts';
import { composeWay, type Given, imageWay, npmWay, type Outcome } from './trials/ways.ts';

const root = join(import.meta.dirname, '..', '..');
/** As in the demo. */
const transactions = 1_800;
const seed = 20_240_229;

const say = (text: string): void => console.error(text);

/** The newest PostgreSQL that Debian's packages have put here. */
function debianPostgres(): string {
  const found = globSync('/usr/lib/postgresql/*/bin/initdb').sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const newest = found.at(-1);
  if (newest === undefined) throw new Error('No PostgreSQL of Debian is here: apt-get install postgresql');
  return dirname(newest);
}

/** Made by the project's own scripts, unless it is there. */
async function made(given: string | undefined, script: string, pattern: string): Promise<string> {
  if (given !== undefined) return resolve(given);
  const startedAt = performance.now();
  await runToEnd(process.execPath, [join(root, 'scripts', 'production', script)], { cwd: root });
  say(`${script}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const [found] = globSync(join(root, pattern));
  if (found === undefined) throw new Error(`${script} has not written ${pattern}.`);
  return found;
}

/** Starts what all ways share, goes each of them, and stops everything. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { image: { type: 'string' }, archive: { type: 'string' } } });
  if (process.getuid?.() !== 0) throw new Error('Mounts, and becoming an ordinary user, need root.');
  const layout = await made(values.image, join('image', 'main.ts'), 'release/image');
  const archive = await made(values.archive, 'release.ts', 'release/wallet-data-[0-9]*.tgz');
  const work = mkdtempSync(join(tmpdir(), 'first-runs-'));
  const stops: (() => Promise<void>)[] = [async () => rmSync(work, { recursive: true })];
  try {
    await runToEnd('/bin/chmod', ['755', work], { cwd: work });
    const anvil = await startAnvil();
    stops.push(anvil.stop);
    const world = await buildWorld({ rpcUrl: anvil.rpcUrl, seed, transactions });
    const config = JSON.stringify({ chains: [demoChain(world)], prices: worldPrices(world) });
    const given = (name: string): Given => {
      const folder = join(work, name);
      mkdirSync(folder);
      return { folder, config, wallet: world.wallets.alice };
    };
    const debian = await startCluster(debianPostgres(), join(work, 'debian'));
    stops.push(debian.stop);
    const newest = await startCluster(embeddedPrograms(), join(work, 'newest'));
    stops.push(newest.stop);
    const file = join(root, 'deploy', 'compose.yaml');
    const outcomes: Outcome[] = [];
    for (const go of [
      () => imageWay(given('image'), { layout, cluster: debian }),
      () => composeWay(given('compose'), { layout, file, cluster: newest }),
      () => npmWay(given('npm'), { archive, cluster: debian }),
    ]) {
      outcomes.push(await go());
      say(`${outcomes.at(-1)?.way}: ${outcomes.at(-1)?.seen}`);
    }
    console.log(printed(outcomes));
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Seconds count from the empty folder. */
function printed(outcomes: readonly Outcome[]): string {
  const seconds = (value: number): string => value.toFixed(1);
  return table([
    ['way', 'size', 'unpacked or installed, s', 'ready, s', 'a wallet loaded, s'],
    ...outcomes.map(({ way, size, there, ready, loaded }) => [
      way,
      size,
      seconds(there),
      seconds(ready),
      seconds(loaded),
    ]),
  ]);
}

await main();
