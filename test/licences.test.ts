/** The check of licences on a made-up tree, and on the real one as `npm run licences` runs it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { licenceProblems } from '../scripts/licences.ts';

const allowed = new Set(['MIT', 'ISC', 'Apache-2.0']);
const none = (): null => null;
const tree = (packages: Record<string, object>): unknown => ({
  packages: { '': { name: 'project', license: 'MIT' }, ...packages },
});

test('licences on the list pass, in every form in which packages state them', () => {
  const lock = tree({
    'node_modules/plain': { version: '1.0.0', license: 'MIT' },
    'node_modules/@scope/choice': { version: '1.0.0', license: '(GPL-3.0 OR MIT)' },
    'node_modules/both': { version: '1.0.0', license: 'MIT and ISC' },
    'node_modules/plain/node_modules/old': { version: '0.1.0' },
    'node_modules/older': { version: '0.1.0' },
  });
  const manifests: Record<string, object> = {
    'node_modules/plain/node_modules/old': { license: { type: 'ISC', url: 'https://example.com' } },
    'node_modules/older': { licenses: [{ type: 'GPL-2.0' }, { type: 'MIT' }] },
  };
  expect(licenceProblems(lock, (path) => manifests[path] ?? null, { allowed, decisions: {} })).toEqual([]);
});

test('others fail with what to do; what is for development alone is not looked at', () => {
  const lock = tree({
    'node_modules/contracts': { version: '1.0.1', license: 'BUSL-1.1' },
    'node_modules/tested-with': { version: '1.0.0', license: 'GPL-3.0', dev: true },
    'node_modules/part': { version: '2.0.0', license: 'MIT AND LGPL-3.0' },
    'node_modules/a/node_modules/silent': { version: '0.0.5' },
    'node_modules/platform': { version: '3.0.0', optional: true },
    'node_modules/own-words': { version: '1.0.0', license: 'SEE LICENSE IN LICENSE.md' },
    // The lock file may be edited or old; what is installed counts.
    'node_modules/changed': { version: '1.0.0', license: 'MIT' },
  });
  const manifestOf = (path: string) => (path === 'node_modules/changed' ? { license: 'AGPL-3.0' } : null);
  const problems = licenceProblems(lock, manifestOf, { allowed, decisions: {} });
  expect(problems.map((problem) => problem.split(/[:,]/)[0])).toEqual([
    'contracts@1.0.1 is under BUSL-1.1',
    'part@2.0.0 is under MIT AND LGPL-3.0',
    'silent@0.0.5 states no licence',
    'platform@3.0.0 states no licence',
    'own-words@1.0.0 is under SEE LICENSE IN LICENSE.md',
    'changed@1.0.0 is under AGPL-3.0',
  ]);
  for (const problem of problems)
    expect(problem).toMatch(
      /replace the package .* scripts\/licences\.ts\.$|decide in scripts\/licences\.ts\.$/,
    );
});

test('a decision holds for one version and one wording, and must be needed', () => {
  const decisions = {
    'weak@1.0.0': { stated: 'EPL-2.0', reason: 'looked at' },
    'silent@1.0.0': { stated: null, reason: 'its LICENSE file is MIT' },
  };
  const lock = (version: string, license: string) =>
    tree({
      'node_modules/weak': { version, license },
      'node_modules/silent': { version: '1.0.0' },
    });
  expect(licenceProblems(lock('1.0.0', 'EPL-2.0'), none, { allowed, decisions })).toEqual([]);
  expect(licenceProblems(lock('1.0.0', 'GPL-3.0'), none, { allowed, decisions })).toEqual([
    expect.stringMatching(/^weak@1\.0\.0 is under GPL-3\.0/),
  ]);
  expect(licenceProblems(lock('1.0.1', 'EPL-2.0'), none, { allowed, decisions })).toEqual([
    expect.stringMatching(/^weak@1\.0\.1 is under EPL-2\.0/),
    expect.stringMatching(/^weak@1\.0\.0 is no longer there/),
  ]);
});

test('the real production tree has no licence that is not on the list or decided', () => {
  const root = join(import.meta.dirname, '..');
  const text = execFileSync(process.execPath, [join(root, 'scripts', 'licences.ts')], { encoding: 'utf8' });
  expect(text).toContain('Every licence of the production tree is on the list or decided.');
});
