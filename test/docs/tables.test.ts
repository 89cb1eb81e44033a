/** The tables of the documents hold what the code has: variables, commands, metrics, endpoints, tools. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentSchema } from '../../src/config.ts';
import { tools, writingTools } from '../../src/mcp/tools.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { runInProcess } from '../support/command.ts';
import { root } from './blocks.ts';
import { metricsByName } from './metric-names.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
});
afterAll(() => api?.close());

/** The first cells of the rows of a document's tables. */
const firstCells = (path: string): string[] =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' |')[0]?.slice(2).trim() ?? '');

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

test('docs/configuration.md has every variable', () => {
  const named = firstCells('docs/configuration.md').flatMap(quoted);
  expect(named.toSorted()).toEqual([...Object.keys(environmentSchema.shape), 'CONFIG_FILE'].toSorted());
});

test('docs/configuration.md has their defaults', () => {
  const rows = readFileSync(join(root, 'docs/configuration.md'), 'utf8').split('\n');
  const defaults = environmentSchema.parse({});
  const wrong = rows
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, names = '', values = ''] = line.split('|');
      const shown = quoted(values);
      return shown.length === 0 ? [] : quoted(names).map((name, index) => [name, shown[index]] as const);
    })
    .filter(([name, shown]) => String(Object(defaults)[name]) !== shown && name !== 'SECRET_KEY');
  expect(wrong).toEqual([]);
});

test('docs/commands.md has every command', async () => {
  const { stdout } = await runInProcess(['--help'], {});
  const commands = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
  const named = firstCells('docs/commands.md')
    .flatMap(quoted)
    .map((name) => name.split(' ')[0]);
  expect(commands.length).toBeGreaterThan(8);
  expect(commands.filter((name) => !named.includes(name))).toEqual([]);
});

test('docs/operations.md has every metric of ours, and no other', () => {
  const named = firstCells('docs/operations.md')
    .flatMap(quoted)
    .map((name) => name.replace('…', 'wallet_data'));
  expect(named.toSorted()).toEqual([...metricsByName().keys()].toSorted());
});

test('docs/rest.md has every path of OpenAPI but those of files and of the admin API', async () => {
  const { json } = await api.ask('GET', '/openapi.json');
  const text = firstCells('docs/rest.md').join('\n');
  const paths = Object.keys(Object(json).paths).filter(
    (path) => !path.endsWith('.csv') && !path.startsWith('/admin/'),
  );
  expect(paths.length).toBeGreaterThan(10);
  const missing = paths.filter(
    (path) =>
      !text.includes(
        path
          .split('/')
          .slice(0, path.startsWith('/wallet/') ? 3 : 2)
          .join('/'),
      ),
  );
  expect(missing).toEqual([]);
});

test('docs/agents.md has every tool, and no other', () => {
  const named = firstCells('docs/agents.md')
    .flatMap(quoted)
    .filter((name) => !name.includes('://'));
  expect(named).toEqual([...tools, ...writingTools].map(({ name }) => name));
});
