/**
 * The golden files: what a running server answers over HTTP, field by field, for each shape of the specification and each
 * state that a field can be in. They were written by hand from the specification and golden-world.ts. Numbers are compared
 * by their digits as they stand in the text; "<time>" stands for any time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../support/api.ts';
import { friend } from '../support/history.ts';
import { storeBookedWorld } from './booked-world.ts';
import { storeGoldenWorld, wallet } from './golden-world.ts';

let api: TestApi;
let url: string;
/** The same of a wallet whose ledger is booked. */
let bookedApi: TestApi;
let bookedUrl: string;
beforeAll(async () => {
  api = await createTestApi();
  await storeGoldenWorld(api.database, api.clientId);
  await api.ask('PUT', `/wallet/label/${friend}/`, { payload: { name: 'My "friend"', tags: 'family,kyc' } });
  url = await api.server.listen({ host: '127.0.0.1', port: 0 });
  bookedApi = await createTestApi();
  await storeBookedWorld(bookedApi.database, bookedApi.clientId);
  bookedUrl = await bookedApi.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api?.close();
  await bookedApi?.close();
});

/** Parses JSON with every number as the digits that it is written in. */
function parseExact(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, ...rest: { source?: string }[]): unknown =>
    typeof value === 'number' ? { digits: rest[0]?.source } : value;
  return JSON.parse(text, keepDigits);
}

/** Every field's path with its value: what a difference is told by. */
function fieldsOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  const entries = Object.entries(value);
  return entries.length === 0
    ? [[path, value]]
    : entries.flatMap(([name, part]) => fieldsOf(part, `${path}.${name}`));
}

function expectFields(actual: unknown, expected: unknown): void {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
  const timed = fieldsOf(expected).map(([path, value]) => [
    path,
    value === '<time>' ? expect.stringMatching(isTime) : value,
  ]);
  expect(Object.fromEntries(fieldsOf(actual))).toEqual(Object.fromEntries(timed));
}

async function ask(path: string, at = { url, key: api.key }): Promise<string> {
  const response = await fetch(at.url + path, {
    headers: { 'x-api-key': at.key, accept: 'application/json' },
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text;
}

const folder = (name: string): string => join(import.meta.dirname, name);
const goldenFile = z.strictObject({ about: z.string(), path: z.string(), expected: z.unknown() });

const files = ['golden', 'golden-booked'].flatMap((name) =>
  readdirSync(folder(name)).map((file) => [name, file] as const),
);

describe('one item as the golden file has it', () => {
  test.each(files)('%s/%s', async (world, name) => {
    const file = goldenFile.parse(parseExact(readFileSync(join(folder(world), name), 'utf8')));
    const at = world === 'golden' ? { url, key: api.key } : { url: bookedUrl, key: bookedApi.key };
    const { results } = z
      .looseObject({ results: z.array(z.unknown()) })
      .parse(parseExact(await ask(file.path, at)));
    expect(results).toHaveLength(1);
    expectFields(results[0], file.expected);
  });
});

test('the envelope of a page in the middle', async () => {
  const text = await ask(`/wallet/transfer/?wallet=${wallet}&page=2&page_size=2`);
  const { results, ...envelope } = z.looseObject({ results: z.array(z.unknown()) }).parse(parseExact(text));
  expect(results).toHaveLength(2);
  const link = (page: number) =>
    expect.stringMatching(
      new RegExp(`^${url}/wallet/transfer/\\?wallet=${wallet}&page_size=2&page=${page}&anchor=[\\w-]+$`),
    );
  expect(envelope).toEqual({ count: { digits: '6' }, next: link(3), previous: link(1) });
});

test('the envelope of an only page', async () => {
  const { count, next, previous } = z
    .looseObject({})
    .parse(parseExact(await ask(`/wallet/transaction/?wallet=${wallet}`)));
  expect({ count, next, previous }).toEqual({ count: { digits: '7' }, next: null, previous: null });
});

test('a registration record', async () => {
  const response = await fetch(`${url}/wallet/manage/`, {
    method: 'POST',
    headers: { 'x-api-key': api.key, 'content-type': 'application/json' },
    body: JSON.stringify({ address: wallet }),
  });
  expect(await response.text()).toBe(`{"results":[{"id":1,"address":"${wallet}","is_loaded":true}]}`);
});
