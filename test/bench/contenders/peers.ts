/** Peers from npm, installed at these versions into .cache/bench/peers on first use; the repository does not depend on them. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../data/prepare.ts';

const run = promisify(execFile);
const installTimeoutMs = 600_000;

export const peers = {
  'graphql-jit': { 'graphql-jit': '0.8.9', graphql: '16.15.0' },
  mercurius: { mercurius: '16.10.1', fastify: '5.12.8', graphql: '16.15.0' },
  postgraphile: { postgraphile: '5.1.5', graphql: '16.15.0', pg: '8.23.1' },
  'pothos-prisma': {
    '@pothos/core': '4.15.1',
    '@pothos/plugin-prisma': '4.17.0',
    '@prisma/client': '7.10.0',
    '@prisma/adapter-pg': '7.10.0',
    prisma: '7.10.0',
    graphql: '16.15.0',
    'graphql-yoga': '5.24.1',
  },
  'ponder-0.16': { ponder: '0.16.10', viem: '2.57.1', hono: '4.13.19', typescript: '5.9.3' },
  'ponder-1.0': { ponder: '1.0.0', viem: '2.57.1', hono: '4.13.19', typescript: '5.9.3' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type PeerName = keyof typeof peers;

/** The peer's directory with its packages installed. Fails with npm's words when they cannot be had. */
export async function installPeer(name: PeerName): Promise<string> {
  const directory = join(cacheDirectory, 'peers', name);
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: peers[name] });
  const marker = join(directory, 'installed.json');
  if ((await readFile(marker, 'utf8').catch(() => '')) === manifest) return directory;
  process.stderr.write(`installing ${name} from npm\n`);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'package.json'), manifest);
  // No install scripts: some fetch binaries from other hosts, and none is needed.
  const options = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--no-package-lock',
    '--loglevel=error',
  ];
  await run('npm', options, { cwd: directory, timeout: installTimeoutMs });
  await writeFile(marker, manifest);
  return directory;
}
