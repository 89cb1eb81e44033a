/**
 * What `npm ci` does last. With the development packages: makes the database client and builds the pages. Without them (a production
 * install): takes away what the service never loads. Plain JavaScript of an old kind, so that any Node can read it and say which one is needed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const requireHere = createRequire(import.meta.url);

// npm has put the Node that came with the packages first in the path of its scripts, if there is one for this platform.
if (Number(process.versions.node.split('.')[0]) < 24) {
  fail(
    `wallet-data needs Node 24 or newer. This is Node ${process.versions.node}, and npm has no package of Node 24 for ` +
      `${process.platform} on ${process.arch}: install Node 24 from https://nodejs.org and run \`npm ci\` again.`,
  );
}

const prisma = fileOf('prisma-command');
if (prisma !== null) await prepareDevelopment(prisma);
else await prepareProduction();

/** @param {string} manifest */
async function prepareDevelopment(manifest) {
  const command = join(dirname(manifest), requireHere(manifest).bin.prisma);
  const { status, error } = spawnSync(process.execPath, [command, 'generate'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0)
    fail(`The database client could not be made${error === undefined ? '' : `: ${error.message}`}.`);
  await import(pathToFileURL(join(root, 'web', 'build.ts')).href);
}

async function prepareProduction() {
  if (!existsSync(join(root, 'src', 'store', 'generated', 'client.ts'))) {
    fail(
      'The database client is missing: it is made with the development packages. Run `npm ci` without --omit=dev and ' +
        'with NODE_ENV unset, or install a release (`npm run release` makes one).',
    );
  }
  const { slimDown } = await import('./production/slim.ts');
  slimDown(join(root, 'node_modules'));
}

/**
 * @param {string} name of a package
 * @returns {string | null} its package.json
 */
function fileOf(name) {
  const file = join(root, 'node_modules', name, 'package.json');
  return existsSync(file) ? file : null;
}

/** @param {string} text */
function fail(text) {
  console.error(text);
  process.exit(1);
}
