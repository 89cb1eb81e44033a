/** Corrections through GraphQL. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../support/builders.ts';
import { createGraphqlClient } from '../support/graphql.ts';
import { buildSampleWorld, type SampleWorld, wallet } from './sample-world.ts';

let sample: SampleWorld;
let ids: string[] = [];

beforeAll(async () => {
  sample = await buildSampleWorld();
  const { readModel } = sample.world;
  const page = await readModel.listTransfers(
    sample.alice,
    { wallets: [wallet], filter: {}, order: 'ASC' },
    { mode: 'cursor', first: 10 },
  );
  ids = page.items.map(({ id }) => id);
});
afterAll(() => sample.close());

const transfersQuery = `{ transfers(wallets: ["${wallet}"], order: ASC, first: 10) { nodes {
  id corrections { id kind price } } } }`;
/** The statements for corrections; whether there are any is told with the registration. */
const asked = async (): Promise<string[]> => {
  const once = createGraphqlClient(sample.world, {}, { compared: false });
  const statements = await statementsOf(() => once.data(sample.alice, transfersQuery));
  return statements.filter((text) => /\bcorrection\b/.test(text) && !/FROM registration/.test(text));
};

const correct = `mutation ($input: CorrectTransferInput!) { correctTransfer(input: $input) {
  clientMutationId transfer { id corrections { kind } }
  corrections { id kind treatment price cost currency note applies createdBy { keyId name } transfer { id } wallet { address } }
} }`;

test('a client without corrections pays no statement for them', async () => {
  expect(await asked()).toEqual([]);
});

test('corrects a transfer, lists and undoes, with who and when', async () => {
  const { graphql, alice, bob } = sample;
  const input = {
    transferId: ids[0],
    treatment: 'INCOME',
    price: '1.25',
    note: 'a gift',
    clientMutationId: 'm1',
  };
  const shared = {
    ...{ cost: null, note: 'a gift', applies: true, createdBy: { keyId: 'key-of-alice', name: null } },
    ...{ transfer: { id: ids[0] }, wallet: { address: wallet } },
  };
  expect(await graphql.data(alice, correct, { input })).toEqual({
    correctTransfer: {
      clientMutationId: 'm1',
      transfer: { id: ids[0], corrections: [{ kind: 'TREATMENT' }, { kind: 'PRICE' }] },
      corrections: [
        {
          id: expect.any(String),
          kind: 'TREATMENT',
          treatment: 'INCOME',
          price: null,
          currency: null,
          ...shared,
        },
        { id: expect.any(String), kind: 'PRICE', treatment: null, price: '1.25', currency: 'USD', ...shared },
      ],
    },
  });
  const list = `query ($all: Boolean) { corrections(wallets: ["${wallet}"], includeUndone: $all, first: 1) {
    count pageInfo { hasNextPage } nodes { id kind undoneAt undoneBy { keyId } } } }`;
  const listed = await graphql.data(alice, list);
  expect(listed).toMatchObject({
    corrections: { count: 2, pageInfo: { hasNextPage: true }, nodes: [{ kind: 'PRICE', undoneAt: null }] },
  });
  const id = Reflect.get(Object(listed), 'corrections').nodes[0].id;
  expect(await graphql.data(alice, 'query ($id: ID!) { node(id: $id) { __typename } }', { id })).toEqual({
    node: { __typename: 'Correction' },
  });
  expect(await graphql.data(bob, 'query ($id: ID!) { node(id: $id) { __typename } }', { id })).toEqual({
    node: null,
  });
  const undo = `mutation ($id: ID!) { undoCorrection(input: { id: $id, clientMutationId: "u" }) {
    clientMutationId isChanged correction { id applies undoneBy { keyId } replacedById } } }`;
  expect((await graphql.ask(bob, undo, { id })).errors).toMatchObject([{ code: 'NOT_FOUND' }]);
  for (const isChanged of [true, false])
    expect(await graphql.data(alice, undo, { id })).toEqual({
      undoCorrection: {
        ...{ clientMutationId: 'u', isChanged },
        correction: { id, applies: false, undoneBy: { keyId: 'key-of-alice' }, replacedById: null },
      },
    });
  expect(await graphql.data(alice, list)).toMatchObject({ corrections: { count: 1 } });
  expect(await graphql.data(alice, list, { all: true })).toMatchObject({ corrections: { count: 2 } });
});

test('the corrections of a page are found by one statement', async () => {
  expect(await asked()).toHaveLength(1);
  const data = await sample.graphql.data(sample.alice, transfersQuery);
  expect(data).toMatchObject({
    transfers: {
      nodes: [{ id: ids[0], corrections: [{ kind: 'TREATMENT' }] }, { corrections: [] }, {}, {}, {}, {}, {}],
    },
  });
});

test('adds an opening lot to the balance', async () => {
  const { graphql, alice } = sample;
  const add = `mutation ($input: AddOpeningLotInput!) { addOpeningLot(input: $input) { correction {
    kind quantity cost currency acquiredAt transfer { id } token { asset { symbol } } } } }`;
  const input = {
    ...{ wallet, chainId: 1, tokenAddress: `0x${'0'.repeat(40)}`, quantity: '3.5', cost: '700' },
    acquiredAt: '2020-01-01T00:00:00Z',
    idempotencyKey: 'lot-1',
  };
  const balance = `{ tokenBalances(wallets: ["${wallet}"], filter: { tokens: ["${input.tokenAddress}"] }) { nodes { balance } } }`;
  const before = await graphql.data(alice, balance);
  expect(await graphql.data(alice, add, { input })).toEqual({
    addOpeningLot: {
      correction: {
        ...{ kind: 'OPENING_LOT', quantity: '3.5', cost: '700', currency: 'USD', transfer: null },
        ...{ acquiredAt: '2020-01-01T00:00:00Z', token: { asset: { symbol: 'ETH' } } },
      },
    },
  });
  // Asked for again, it is the same one.
  await graphql.data(alice, add, { input });
  expect((await graphql.ask(alice, add, { input: { ...input, cost: '701' } })).errors).toMatchObject([
    { code: 'CONFLICT' },
  ]);
  // 1 ETH spent, and a fee of 21,000 wei.
  expect(before).toEqual({ tokenBalances: { nodes: [{ balance: '-1.000000000000021' }] } });
  expect(await graphql.data(alice, balance)).toEqual({
    tokenBalances: { nodes: [{ balance: '2.499999999999979' }] },
  });
});
