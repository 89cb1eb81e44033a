/**
 * Every request is answered by a distributed database as by a plain one of the same server: text for text, but for the ids of requests
 * and the moments of this day. Prints how many were compared, equal and refused.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { operationsOf } from '../contract/support/rest-requests.ts';
import type { TestApi } from '../support/api.ts';
import { compareAnswers, send } from '../support/compared/answers.ts';
import { graphqlQueries, restRequestsTo } from '../support/compared/requests.ts';
import { family, storeComparedWorld } from '../support/compared/world.ts';
import { openTwoDatabases, serveBoth, type TwoApis, type TwoDatabases } from './support/two-databases.ts';

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

const sides = () => ({ right: apis().plain, other: apis().citus });

test('REST, JSON and CSV', async () => {
  const { text } = await send(apis().plain, { method: 'GET', url: '/openapi.json', name: '' });
  const operations = operationsOf(JSON.parse(text)).filter(
    ({ path }) => !/metrics|health|ready|stream/.test(path),
  );
  await compareAnswers('REST', sides(), restRequestsTo(operations, 20));
});

test('GraphQL', async () => {
  await compareAnswers('GraphQL', sides(), graphqlQueries(schema));
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
