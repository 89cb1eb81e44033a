/**
 * Every request is answered by a distributed database as by a plain one of the same server: text for text, but for the ids of requests
 * and the moments of this day. Prints how many were compared, equal and refused.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { operationsOf } from '../contract/support/rest-requests.ts';
import type { TestApi } from '../support/api.ts';
import { type ComparedRequest, graphqlQueries, restRequestsTo } from './support/compared-requests.ts';
import { family, storeComparedWorld } from './support/compared-world.ts';
import {
  comparable,
  openTwoDatabases,
  serveBoth,
  type TwoApis,
  type TwoDatabases,
} from './support/two-databases.ts';

let databases: TwoDatabases | undefined;
let served: TwoApis | undefined;
const apis = (): TwoApis => {
  if (served === undefined) throw new Error('nothing is served');
  return served;
};

beforeAll(async () => {
  databases = await openTwoDatabases();
  served = await serveBoth(databases, storeComparedWorld);
});
afterAll(async () => {
  await served?.close();
  await databases?.drop();
});

const send = async (api: TestApi, { method, url, body }: ComparedRequest) => {
  const { statusCode, body: text } = await api.server.inject({
    ...{ method, url },
    headers: { host: 'api.test', 'x-api-key': api.key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  return { status: statusCode, text };
};

async function compare(what: string, requests: readonly ComparedRequest[]): Promise<void> {
  const { plain, citus } = apis();
  const counts = { compared: 0, equal: 0, refused: 0, withData: 0 };
  const different: string[] = [];
  for (const request of requests) {
    const [expected, found] = [await send(plain, request), await send(citus, request)];
    counts.compared += 1;
    if (expected.status < 400 && !expected.text.includes('"errors"')) counts.withData += 1;
    if (found.status >= 500 || found.text.includes('"INTERNAL"')) counts.refused += 1;
    const isEqual = found.status === expected.status && comparable(found.text) === comparable(expected.text);
    if (isEqual) counts.equal += 1;
    else
      different.push(
        `${request.name}\n  plain ${expected.status} ${expected.text}\n  citus ${found.status} ${found.text}`,
      );
  }
  console.info(`${what}: ${JSON.stringify(counts)}`);
  expect(different.map((text) => text.slice(0, 3_000))).toEqual([]);
  // A world in which nearly every request found nothing would compare nothing.
  expect(counts.withData).toBeGreaterThan(counts.compared / 2);
}

test('REST, JSON and CSV', async () => {
  const { text } = await send(apis().plain, { method: 'GET', url: '/openapi.json', name: '' });
  const operations = operationsOf(JSON.parse(text)).filter(
    ({ path }) => !/metrics|health|ready|stream/.test(path),
  );
  await compare('REST', restRequestsTo(operations, 20));
});

test('GraphQL', async () => {
  await compare('GraphQL', graphqlQueries(schema));
});

test('lists by cursors, to their end', async () => {
  const follow = async (api: TestApi, name: string, wallets: readonly string[]) => {
    const pages: string[] = [];
    for (let after: string | null = null; pages.length < 30; ) {
      const place: string = after === null ? '' : `, after: "${after}"`;
      const query = `{ ${name}(wallets: ${JSON.stringify(wallets)}, first: 250${place}) { pageInfo { endCursor hasNextPage } nodes { id } } }`;
      const { text } = await send(api, {
        method: 'POST',
        url: '/graphql',
        body: JSON.stringify({ query }),
        name,
      });
      pages.push(text);
      const cursor = /"endCursor":"([^"]*)","hasNextPage":true/.exec(text);
      if (cursor === null) break;
      after = cursor[1] ?? null;
    }
    return pages;
  };
  let compared = 0;
  for (const name of ['transfers', 'transactions']) {
    for (const wallets of [family.slice(0, 1), family]) {
      const expected = await follow(apis().plain, name, wallets);
      expect(await follow(apis().citus, name, wallets)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(2);
      compared += expected.length;
    }
  }
  console.info(`pages by cursors: ${compared} compared, ${compared} equal`);
});
