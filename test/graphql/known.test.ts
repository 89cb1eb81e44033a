/** Queries with plans: answered without the executor, by the same bytes; all else is left to it. Every plugin sees all of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Executor } from '../../src/graphql/known/planned-execution.ts';
import { createGraphqlHandler, type GraphqlHandler } from '../../src/graphql/server.ts';
import { baseUrl } from '../support/graphql.ts';
import { buildSampleWorld, type SampleWorld, wallet } from './sample-world.ts';

let sample: SampleWorld;
let planning: GraphqlHandler;
let executing: GraphqlHandler;
const executors: Executor[] = [];
/** Each operation as metrics get it. */
const observed: { operation: string; cost: number; outcome: string }[] = [];

beforeAll(async () => {
  sample = await buildSampleWorld();
  const { readModel } = sample.world;
  planning = createGraphqlHandler({
    readModel,
    onExecutor: (executor) => executors.push(executor),
    onOperation: ({ seconds: _seconds, ...operation }) => observed.push(operation),
  });
  executing = createGraphqlHandler({ readModel, hasPlans: false });
});
afterAll(() => sample.close());

interface Asked {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string;
}

async function answerOf(handler: GraphqlHandler, asked: Asked, accept = 'application/json') {
  const context = { caller: sample.alice, baseUrl, requestId: 'request-1' };
  const headers = { 'content-type': 'application/json', accept };
  const request = { method: 'POST', headers, body: JSON.stringify(asked) };
  const response = await handler.handle(`${baseUrl}/graphql`, request, context);
  return {
    ...{ status: response.status, contentType: response.headers.get('content-type') },
    body: await response.text(),
  };
}

/** The executor's answer, and that of the handler with plans; `executor`: who gave it. */
async function both(asked: Asked, accept?: string) {
  const executed = await answerOf(executing, asked, accept);
  executors.length = 0;
  const planned = await answerOf(planning, asked, accept);
  return { executed, planned, executor: executors.at(-1) };
}

const wallets = [wallet];
const page = 'query Page($wallets: [Address!]!, $with: Boolean = true, $size: Int) {';

test.each<[string, Asked]>([
  [
    'a page with everything that refers to something',
    {
      query: `query ($wallets: [Address!]!) { transfers(wallets: $wallets) { count pageInfo { hasNextPage endCursor }
        edges { cursor node { id amount side price value timestamp taxTreatment isSpam category } }
        nodes { wallet { id address isLoaded sync { phase percent } } blockchain { ...chain }
          token { decimals asset { symbol } blockchain { ...chain } } nft { name collection { floor { price } } }
          rawToken { symbol tokenId } counterparty { name customLabel { tags createdAt } defaultLabel { tags } }
          transaction { kind transfers { amount } trade { value } nfts { name } } corrections { id } } next previous } }
        fragment chain on Blockchain { name slug __typename }`,
      variables: { wallets },
    },
  ],
  [
    'aliases, merged fields and fragments on an interface',
    {
      query: `query ($wallets: [Address!]!) { a: transfers(wallets: $wallets, first: 1) { nodes { hash ... on Node { id } } }
      b: transfers(wallets: $wallets, first: 2) { nodes { hash } nodes { x: hash token { address } token { id } } } }`,
      variables: { wallets },
    },
  ],
  [
    'a skipped field that comes later again',
    {
      query: `${page} transfers(wallets: $wallets, first: $size) { nodes { hash @include(if: $with) side hash } } }`,
      variables: { wallets, with: false, size: 2 },
    },
  ],
  [
    'the same document with other conditions',
    {
      query: `${page} transfers(wallets: $wallets, first: $size) { nodes { hash @include(if: $with) side hash } } }`,
      variables: { wallets },
    },
  ],
  [
    'one of several operations',
    {
      query: 'query A { blockchains { id } } query B { __typename blockchains { name } }',
      operationName: 'B',
    },
  ],
  [
    'nothing that is there',
    { query: '{ counterparty(address: "0x00000000000000000000000000000000000000ff") { id } }' },
  ],
])('%s', async (_name, asked) => {
  const { executed, planned, executor } = await both(asked);
  expect(JSON.parse(executed.body).errors).toBeUndefined();
  expect(planned).toEqual(executed);
  expect(executor).toBe('plan');
});

test.each([
  'application/graphql-response+json',
  'application/graphql-response+json, application/json;q=0.9',
  '*/*',
  'application/json, text/event-stream, multipart/mixed',
])('in the form that accept: %s is answered in', async (accept) => {
  const { executed, planned, executor } = await both({ query: '{ blockchains { chainId } }' }, accept);
  expect(planned).toEqual(executed);
  expect(executor).toBe('plan');
});

test.each<[string, Asked]>([
  [
    'mutations',
    {
      query:
        'mutation { setCustomLabel(input: { address: "0x00000000000000000000000000000000000000aa", name: "a" }) { clientMutationId } }',
    },
  ],
  ['introspection', { query: '{ __schema { queryType { name } } }' }],
  ['interfaces', { query: '{ nodes(ids: []) { id } }' }],
  [
    'errors',
    { query: '{ transfers(wallets: ["0x00000000000000000000000000000000000000ee"]) { nodes { id } } }' },
  ],
  [
    'wrong variables',
    { query: 'query ($size: Int!) { wallets(first: $size) { nodes { id } } }', variables: { size: 'x' } },
  ],
  ['wrong documents', { query: '{ nothing }' }],
])('%s are left to the executor', async (_name, asked) => {
  const { executed, planned, executor } = await both(asked);
  expect(planned).toEqual(executed);
  expect(executor).not.toBe('plan');
});

test('what has errors is not worked out twice until it has none', async () => {
  const query = 'query ($wallets: [Address!]!) { transfers(wallets: $wallets, first: 1) { nodes { hash } } }';
  const executorFor = async (wallets: string[]) => (await both({ query, variables: { wallets } })).executor;
  const unknown = ['0x00000000000000000000000000000000000000ee'];
  expect(await executorFor([wallet])).toBe('plan');
  expect(await executorFor(unknown)).toBe('executor');
  // The executor answered last, and with errors; now it answers without.
  expect(await executorFor([wallet])).toBe('executor');
  expect(await executorFor([wallet])).toBe('plan');
});

test('plugins see what a plan answers: its cost is observed and shown, and it is refused when it is over the limit', async () => {
  const query = '{ blockchains { slug name } }';
  observed.length = 0;
  const { planned, executor } = await both({ query });
  expect(executor).toBe('plan');
  const { cost } = JSON.parse(planned.body).extensions;
  expect(observed).toEqual([{ operation: 'blockchains', cost: cost.requested, outcome: 'ok' }]);

  const strict = createGraphqlHandler({
    ...{ readModel: sample.world.readModel, limits: { cost: cost.requested - 1 } },
    onExecutor: (by) => executors.push(by),
  });
  executors.length = 0;
  const refused = await answerOf(strict, { query });
  expect(JSON.parse(refused.body).errors[0].message).toContain(`more than the ${cost.requested - 1}`);
  expect(executors).toEqual([]);
});

test.each(['text/plain', 'application/x-www-form-urlencoded'])(
  'a known query that a web page could send by itself (%s) is refused as an unknown one is',
  async (type) => {
    const query = '{ blockchains { symbol } }';
    expect((await both({ query })).executor).toBe('plan');
    executors.length = 0;
    const response = await planning.handle(
      `${baseUrl}/graphql`,
      { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify({ query }) },
      { caller: sample.alice, baseUrl, requestId: 'request-1' },
    );
    expect([response.status, executors]).toEqual([403, []]);
  },
);

test('what changes is not remembered', async () => {
  const asked = {
    query: `{ counterparty(address: "0x00000000000000000000000000000000000000bb") { customLabel { name tags } } }`,
  };
  const label = (name: string) =>
    sample.graphql.data(
      sample.alice,
      `mutation { setCustomLabel(input: { address: "0x00000000000000000000000000000000000000bb", name: "${name}" }) { clientMutationId } }`,
    );
  await label('before');
  expect((await both(asked)).planned.body).toContain('"name":"before"');
  await label('after');
  const { executed, planned, executor } = await both(asked);
  expect(planned).toEqual(executed);
  expect(planned.body).toContain('"name":"after"');
  expect(executor).toBe('plan');
});
