/** /openapi.json as others read it: openapi-typescript makes types of it, and a program on openapi-fetch compiles for every list. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openapiDocument } from '../../packages/client/codegen/rest.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { restProgram } from './programs.ts';
import { faultsOf, typesOf, withProgram } from './support.ts';

let api: TestApi;
let source: string;
beforeAll(async () => {
  api = await createTestApi();
  source = (await api.ask('GET', '/openapi.json')).text;
});
afterAll(() => api.close());

test('every list type-checks, by TypeScript 5.9 and 7', async () => {
  // What the types are made of is what the service answers, but for its version's address.
  expect(JSON.parse(await openapiDocument())).toEqual(JSON.parse(source));
  const { text, lists } = restProgram(source);
  expect(lists.length).toBeGreaterThan(9);
  await withProgram({ 'api.d.ts': await typesOf('rest.ts'), 'program.ts': text }, async (folder) => {
    expect(await faultsOf(5, folder)).toBe('');
    expect(await faultsOf(7, folder)).toBe('');
  });
});
