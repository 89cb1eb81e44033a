/** Queries that are known: answered without the executor, by the same bytes; all else is left to it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseUrl } from '../support/graphql.ts';
import { buildSampleWorld, type SampleWorld, wallet } from './sample-world.ts';

let sample: SampleWorld;
beforeAll(async () => {
  sample = await buildSampleWorld();
});
afterAll(() => sample.close());

interface Asked {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string;
}

/** The handler's answer, and then what is known of the same request. */
async function both(asked: Asked, accept = 'application/json') {
  const body = JSON.stringify(asked);
  const context = { caller: sample.alice, baseUrl, requestId: 'request-1' };
  const headers = { 'content-type': 'application/json', accept };
  const request = new Request(`${baseUrl}/graphql`, { method: 'POST', headers, body });
  const whole = await sample.graphql.handler.handle(request, context);
  const known = await sample.graphql.handler.answerKnown({ body: Buffer.from(body), accept }, context);
  const whole200 = { contentType: whole.headers.get('content-type'), body: await whole.text() };
  return { whole: whole200, known: known && { ...known, body: known.body.toString() } };
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
  const { whole, known } = await both(asked);
  expect(JSON.parse(whole.body).errors).toBeUndefined();
  expect(known).toEqual(whole);
});

test.each([
  'application/graphql-response+json',
  'application/graphql-response+json, application/json;q=0.9',
  '*/*',
  'application/json, text/event-stream, multipart/mixed',
])('in the form that accept: %s is answered in', async (accept) => {
  const { whole, known } = await both({ query: '{ blockchains { chainId } }' }, accept);
  expect(known).toEqual(whole);
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
  expect((await both(asked)).known).toBeNull();
});

test('what is not known is not answered', async () => {
  const context = { caller: sample.alice, baseUrl, requestId: 'request-1' };
  const answer = (body: string) =>
    sample.graphql.handler.answerKnown({ body: Buffer.from(body), accept: 'application/json' }, context);
  const query = '{ blockchains { slug } }';
  expect(await answer(JSON.stringify({ query }))).toBeNull();
  await both({ query });
  expect(await answer(JSON.stringify({ query }))).not.toBeNull();
  for (const body of [
    `[{"query":"${query}"}]`,
    '{',
    'null',
    JSON.stringify({ query, extensions: {} }),
    JSON.stringify({ query, variables: [] }),
  ]) {
    expect(await answer(body)).toBeNull();
  }
});

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
  expect((await both(asked)).known?.body).toContain('"name":"before"');
  await label('after');
  const { whole, known } = await both(asked);
  expect(known).toEqual(whole);
  expect(known?.body).toContain('"name":"after"');
});
