/** Queries made from the schema, each answered by a plan and by the executor: the same bytes. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Executor } from '../../src/graphql/known/planned-execution.ts';
import { schema } from '../../src/graphql/schema.ts';
import { createGraphqlHandler, type GraphqlHandler } from '../../src/graphql/server.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import type { ReadModel } from '../../src/use-cases/model/interface.ts';
import { createReadModel } from '../../src/use-cases/read-model.ts';
import { baseUrl } from '../support/graphql.ts';
import { storeHistory } from '../support/history.ts';
import { errorsInOrder, requirePlan, whyNoPlan } from '../support/plans.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { graphqlRequests } from './support/graphql-requests.ts';
import type { ApiRequest } from './support/served-history.ts';

const runs = process.env.FUZZ === 'full' ? 2_000 : 200;

let db: TestDatabase;
let clientId: number;
let readModel: ReadModel;
const executors: Executor[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  clientId = (await ensureClient(db.database, 'default')).id;
  await storeHistory(db.database, clientId);
  const enabledChains = async () => [{ chainId: 1, fromBlock: 0 }];
  readModel = createReadModel({ database: db.database, enabledChains, now: Date.now });
});
afterAll(async () => {
  await readModel.close();
  await db.drop();
});

async function answerOf(handler: GraphqlHandler, { method, path, headers, body }: ApiRequest) {
  const caller = { clientId, keyId: 'key', scopes: ['read', 'write', 'webhooks'] as const };
  const context = { caller, baseUrl, requestId: 'request-1' };
  const response = await handler.handle(baseUrl + path, { method, headers, body: body ?? null }, context);
  return { status: response.status, text: errorsInOrder(await response.text()) };
}

test('a plan answers what the executor answers', async () => {
  const planning = createGraphqlHandler({ readModel, onExecutor: (executor) => executors.push(executor) });
  const executing = createGraphqlHandler({ readModel, hasPlans: false });
  let compared = 0;
  let planned = 0;
  await fc.assert(
    fc.asyncProperty(graphqlRequests(schema), async (request) => {
      if (request.method !== 'POST' || /mutation|subscription/.test(request.body ?? '')) return;
      executors.length = 0;
      const before = await answerOf(executing, request);
      const answer = await answerOf(planning, request);
      // Some answers tell the second at which they were given: then it is that of the one before or the one after.
      if (answer.text !== before.text) expect(answer).toEqual(await answerOf(executing, request));
      if (answer.status !== 200 || answer.text.includes('"errors"')) return;
      const { query } = JSON.parse(request.body ?? '');
      requirePlan(query, executors);
      compared += 1;
      if (whyNoPlan(query) === null) planned += 1;
    }),
    { numRuns: runs, seed: 20_261_128 },
  );
  // Most requests are mutations, or wrong in some way.
  expect(compared).toBeGreaterThan(runs / 40);
  expect(planned).toBeGreaterThan(0);
}, 600_000);
