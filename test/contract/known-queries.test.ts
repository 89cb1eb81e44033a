/** Queries made from the schema, each sent twice: what is answered the second time without the executor are the same bytes. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { graphqlRequests } from './support/graphql-requests.ts';
import { type ServedHistory, serveHistory } from './support/served-history.ts';

const runs = process.env.FUZZ === 'full' ? 2_000 : 200;

let served: ServedHistory;
beforeAll(async () => {
  served = await serveHistory();
});
afterAll(() => served?.stop());

test('the second answer is the first', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(graphqlRequests(schema), async (request) => {
      const first = await served.send(request);
      const isQuery = request.method === 'POST' && !/mutation|subscription/.test(request.body ?? '');
      if (first.status !== 200 || !isQuery || first.text.includes('"errors"')) return;
      compared += 1;
      const second = await served.send(request);
      // Some answers tell the second at which they were given: then it is that of the one before or the one after.
      if (!isDeepStrictEqual(second, first)) expect(second).toEqual(await served.send(request));
    }),
    { numRuns: runs, seed: 20_261_121 },
  );
  expect(compared).toBeGreaterThan(runs / 20);
}, 600_000);
