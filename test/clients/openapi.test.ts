/** /openapi.json as others read it: openapi-typescript makes types of it, and a program on openapi-fetch compiles for every list. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openapiDocument } from '../../packages/client/codegen/rest.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { clientFolder, faultsOf, withProgram } from './support.ts';

let api: TestApi;
let source: string;
beforeAll(async () => {
  api = await createTestApi();
  source = (await api.ask('GET', '/openapi.json')).text;
});
afterAll(() => api.close());

const operation = z.looseObject({
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional() }))
    .optional(),
});
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** A function for every list: a page's items with their type, and the same as a text. */
function programOf(paths: z.output<typeof documentSchema>['paths']): string {
  // Every list but that of events has a file of its own; what has none is one object.
  const isList = (path: string) =>
    path === '/wallet/event/' || Object.hasOwn(paths, `${path.slice(0, -1)}.csv`);
  const lists = Object.entries(paths).filter(
    ([path, { get }]) => path.endsWith('/') && !path.includes('{') && get && isList(path),
  );
  const functions = lists.map(([path, { get }], index) => {
    const required = (get?.parameters ?? []).filter((parameter) => parameter.required === true);
    const query = required.map(({ name }) => `${name}: '2024-01-01'`).join(', ');
    const options = `{ params: { query: { ${query} } } }`;
    return `
export async function list${index}() {
  const { data, error } = await client.GET('${path}', ${options});
  if (error !== undefined) throw new Error(explained(error));
  for (const item of data.results) {
    const row: object = item;
    // @ts-expect-error: of an answer of no known type every field would be there.
    console.log(row, item.nothing_of_that_name);
  }
  ${fileOf(path, query)}
  return { first: data.results[0], text };
}`;
  });
  expect(functions.length).toBeGreaterThan(9);
  return `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

type Schemas = components['schemas'];
const client = createClient<paths>({ baseUrl: 'http://api.test', headers: { Authorization: 'Bearer wdk_…' } });

function explained({ code, errors }: Schemas['Problem']): string {
  // @ts-expect-error: a code that there is not.
  if (code === 'NO_SUCH_CODE') return '';
  return code === 'BAD_INPUT' ? errors.map(({ path, message }) => path + ': ' + message).join() : code;
}

export async function amounts(wallet: string): Promise<string[]> {
  const { data } = await client.GET('/wallet/transfer/', { params: { query: { wallet, page: 2 } } });
  const page: Schemas['TransferPage'] | undefined = data;
  return (page?.results ?? []).map((transfer: Schemas['Transfer']) => transfer.amount + ' ' + transfer.raw_token.symbol);
}

export const register = (address: string) => client.POST('/wallet/manage/', { body: { address } });
${functions.join('\n')}
`;
}

/** The list's file, as a text. Events are followed, not saved. */
const fileOf = (path: string, query: string): string =>
  path === '/wallet/event/'
    ? 'const text = undefined;'
    : `const { data: text } = await client.GET('${path.slice(0, -1)}.csv', { params: { query: { ${query} } }, parseAs: 'text' });
  const known: string | undefined = text; console.log(known);`;

test('every list type-checks, by TypeScript 5.9 and 7', async () => {
  // What the types are made of is what the service answers, but for its version's address.
  expect(JSON.parse(await openapiDocument())).toEqual(JSON.parse(source));
  const types = await readFile(join(clientFolder, 'src', 'generated', 'rest.ts'), 'utf8');
  const { paths } = documentSchema.parse(JSON.parse(source));
  await withProgram({ 'api.d.ts': types, 'program.ts': programOf(paths) }, async (folder) => {
    expect(await faultsOf(5, folder)).toBe('');
    expect(await faultsOf(7, folder)).toBe('');
  });
});
