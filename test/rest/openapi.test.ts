/** The OpenAPI document against the linters that its readers use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import core from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../support/api.ts';

const changelog = join(import.meta.dirname, '../../CHANGELOG.md');

let api: TestApi;
let source: string;
beforeAll(async () => {
  api = await createTestApi();
  source = (await api.ask('GET', '/openapi.json')).text;
});
afterAll(() => api.close());

test('spectral:oas finds no error, and only the warnings that are meant', async () => {
  const spectral = new core.Spectral();
  spectral.setRuleset({ ...rulesets.oas, extends: [] });
  const found = await spectral.run(new core.Document(source, parsers.Json, 'openapi.json'));
  // The paths end with a slash by the specification; a service that everybody runs has no one contact.
  const meant = ['path-keys-no-trailing-slash', 'info-contact'];
  expect(found.filter(({ code }) => !meant.includes(String(code)))).toEqual([]);
});

test('redocly finds nothing', async () => {
  const config = await loadConfig({ configPath: join(import.meta.dirname, '../../redocly.yaml') });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(z.looseObject({ name: z.string() })).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
});
const documentSchema = z.looseObject({
  security: z.array(z.record(z.string(), z.array(z.string()))),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

test('every operation says what it does, needs a key, and names its problems', () => {
  const { paths, security, servers } = documentSchema.parse(JSON.parse(source));
  expect(security).toEqual([{ header: [] }, { bearer: [] }, { query: [] }]);
  expect(servers).toEqual([{ url: '/' }]);
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { responses } of operations) {
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['400', '401', '403', '413', '429', '500', '503']),
    );
  }
});

test('every list has two paths, each with one form', () => {
  const { paths } = documentSchema.parse(JSON.parse(source));
  const formsOf = (path: string) =>
    Object.keys(z.looseObject({}).parse(paths[path]?.get?.responses['200']?.content ?? {}));
  // Not what is done to one item, nor the item itself, nor who asks; what is followed has no end, and so no file.
  const others = ['/wallet/event/', '/account/'];
  const lists = Object.keys(paths).filter(
    (path) => paths[path]?.get !== undefined && /[^}]\/$/.test(path) && !others.includes(path),
  );
  const files = Object.keys(paths).filter((path) => path.endsWith('.csv'));
  // A form is a file alone.
  const states = ['/wallet/de-private-sales.csv', '/wallet/uk-capital-gains.csv'];
  const forms = ['/wallet/form-8949.csv', '/wallet/income.csv', ...states];
  expect(lists.length).toBeGreaterThan(5);
  expect(files.sort()).toEqual([...lists.map((path) => `${path.slice(0, -1)}.csv`), ...forms].sort());
  for (const path of lists) expect(formsOf(path), path).toEqual(['application/json']);
  for (const path of files) {
    expect(formsOf(path), path).toEqual(['text/csv']);
    const names = paths[path]?.get?.parameters?.map(({ name }) => name) ?? [];
    expect(names).not.toEqual(expect.arrayContaining(['page']));
    expect(names).toContain('bom');
  }
});

interface JsonSchema {
  description?: string;
  properties?: Record<string, JsonSchema>;
  [key: string]: unknown;
}

/** Every property of an object, every parameter and every named shape below a part of the document, by its place. */
function* described(part: unknown, place: string): Generator<[string, JsonSchema]> {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    const here = `${place}/${name}`;
    if (name === 'properties' || /^#\/components\/schemas$/.test(here)) {
      for (const [field, schema] of Object.entries(value)) yield [`${here}/${field}`, schema as JsonSchema];
    }
    if (name === 'parameters' && Array.isArray(value)) {
      for (const one of value) yield [`${here}/${one.name}`, one];
    }
    yield* described(value, here);
  }
}

test('every property, parameter and named shape has a description', () => {
  const document = JSON.parse(source);
  const all = [...described(document, '#')];
  expect(all.length).toBeGreaterThan(200);
  const silent = all.filter(([, { description }]) => (description ?? '').trim() === '');
  expect(silent.map(([place]) => place)).toEqual([]);
});

test('nothing of an answer is without a name: clients have a type for each shape', () => {
  const { paths } = documentSchema.parse(JSON.parse(source));
  const bodies = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.entries(responses).flatMap(([status, { content }]) =>
        Object.entries(z.record(z.string(), z.object({ schema: z.looseObject({}) })).parse(content ?? {}))
          .filter(([type]) => /json$/.test(type))
          .map(([, { schema }]) => [`${method} ${path} ${status}`, Object.keys(schema)] as const),
      ),
    ),
  );
  expect(bodies.filter(([, keys]) => !keys.includes('$ref')).map(([place]) => place)).toEqual([]);
});

test('every answer says the version of the document, which is the newest of the changelog', async () => {
  const { info } = z.looseObject({ info: z.looseObject({ version: z.string() }) }).parse(JSON.parse(source));
  const [, newest] = /^## \[?(\d+\.\d+)\b/m.exec(readFileSync(changelog, 'utf8')) ?? [];
  expect(info.version).toBe(newest);
  const asked = await Promise.all([
    api.ask('GET', '/wallet/manage/'),
    api.ask('GET', '/wallet/transfer/?wallet=0x12'),
    api.ask('GET', '/nowhere/'),
    api.ask('POST', '/graphql', { payload: { query: '{ __typename }' } }),
  ]);
  expect(asked.map(({ status, headers }) => [status, headers['api-version']])).toEqual([
    [200, newest],
    [400, newest],
    [404, newest],
    [200, newest],
  ]);
});
