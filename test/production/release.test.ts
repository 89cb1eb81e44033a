/** What whoever releases a version relies on: CHANGELOG.md has its form, and the workflows call scripts that there are. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { notesOf, readChangelog } from '../../scripts/production/changelog.ts';
import { apiVersion } from '../../src/http/api-version.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('every version of the APIs has its heading, with its day, one after the other', () => {
  const versions = readChangelog(read('CHANGELOG.md')).flatMap(({ version }) => version ?? []);
  const [major = 0, minor = 0] = apiVersion.split('.').map(Number);
  const expected = Array.from({ length: minor + 1 }, (_, index) => `${major}.${minor - index}`);
  // The newest may be on its way still.
  const isReleased = versions[0] === apiVersion;
  expect(versions).toEqual(isReleased ? expected : expected.slice(1));
});

const changelog = (...headings: string[]): string =>
  `# Changelog\n\nWords.\n\n${headings.map((heading) => `## ${heading}\n\n- What changed.\n`).join('\n')}`;

test.each([
  [changelog('1.1 - 2026-02-01', '1.1 - 2026-01-01'), '## 1.1 is not in its place'],
  [changelog('1.3 - 2026-02-01', '1.1 - 2026-01-01'), '## 1.1 is not in its place'],
  [changelog('1.1 - 2026-01-01', '1.0 - 2026-02-01'), '## 1.0 is not in its place'],
  [changelog('1.0 - 2026-01-01', 'Unreleased'), '## Unreleased is not in its place'],
  [changelog('1.0'), "## 1.0: 'Unreleased', or a version and its day"],
])('a changelog that is out of order is refused', (text, why) => {
  expect(() => readChangelog(text)).toThrow(why);
});

test('a version is released when it stands at the top, and the APIs say the same', () => {
  const ready = changelog('1.1 - 2026-02-01', '1.0 - 2026-01-01');
  expect(notesOf(ready, 'v1.1', '1.1')).toBe('- What changed.');
  expect(() => notesOf(ready, '1.0', '1.1')).toThrow('The newest version in CHANGELOG.md is 1.1, not 1.0');
  expect(() => notesOf(ready, '1.1', '1.0')).toThrow('The APIs say that they are 1.0, not 1.1');
  const early = changelog('Unreleased', '1.0 - 2026-01-01');
  expect(() => notesOf(early, '1.1', '1.1')).toThrow(
    'Give what is Unreleased its version and day: ## 1.1 - …',
  );
  expect(() => notesOf('# Changelog\n\n## 1.1 - 2026-02-01\n', '1.1', '1.1')).toThrow(
    'Nothing stands under 1.1',
  );
});

const workflow = z.object({
  jobs: z.record(z.string(), z.object({ steps: z.array(z.object({ run: z.string().optional() })) })),
});
const manifest = z.object({ scripts: z.record(z.string(), z.string()) });

test('the workflows run scripts that there are', () => {
  const { scripts } = manifest.parse(JSON.parse(read('package.json')));
  const folder = '.github/workflows';
  const commands = readdirSync(join(root, folder)).flatMap((name) =>
    Object.values(workflow.parse(parse(read(`${folder}/${name}`))).jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run = '' }) =>
        [...run.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, script = '']) => script),
      ),
    ),
  );
  expect(commands).toEqual(expect.arrayContaining(['check', 'release', 'image', 'changelog', 'licences']));
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
