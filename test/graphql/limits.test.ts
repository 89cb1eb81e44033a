/** What other sites cannot make a browser do, and what frontends must be able to ask; attacks.test.ts has the attacks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { addressNames } from '../../src/graphql/address-names.ts';
import { schema } from '../../src/graphql/schema.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { buildWorld, registerWallet, type World } from '../support/builders.ts';
import { createGraphqlClient, type GraphqlClient } from '../support/graphql.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const wallet = address(1);
const db = useTestDatabase();
let world: World;
let graphql: GraphqlClient;
let alice: Caller;

beforeAll(async () => {
  world = await buildWorld(db.database);
  graphql = createGraphqlClient(world);
  alice = await world.caller('alice');
  await registerWallet(db.database, alice, wallet);
});

afterAll(async () => {
  await world.readModel.close();
});

const wallets = `wallets: ["${wallet}"]`;

describe('what is refused, and leaves no trace', () => {
  test('many operations in one request', async () => {
    const response = await graphql.fetch(alice, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Array.from({ length: 10 }, () => ({ query: '{ blockchains { id } }' }))),
    });
    expect(response.status).toBe(400);
  });

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'a form that another site posts as %s',
    async (type) => {
      const body = `query=${encodeURIComponent(`mutation { registerWallets(input: { addresses: ["${address(2)}"] }) { clientMutationId } }`)}`;
      const response = await graphql.fetch(alice, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(await world.readModel.getWallet(alice, address(2))).toBeNull();
    },
  );

  test.each<[string, string, object]>([
    [
      'fields that are none',
      'query ($f: TransferFilter) { transfers(wallets: [], filter: $f) { count } }',
      { f: Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, 1])) },
    ],
    [
      'addresses that are none',
      'query ($a: [Address!]!) { transfers(wallets: $a) { count } }',
      { a: Array.from({ length: 4_000 }, () => 'x') },
    ],
  ])('variables with many faults are told of one, in short: %s', async (_name, query, variables) => {
    const { status, data, errors } = await graphql.ask(alice, query, variables);
    expect([status, data]).toEqual([400, undefined]);
    expect(errors).toMatchObject([{ code: 'BAD_INPUT', message: expect.stringMatching(/^Variable "\$/) }]);
    expect(JSON.stringify(errors).length).toBeLessThan(1_500);
  });

  test('a variable that is declared many times is read once', async () => {
    const asked: string[][] = [];
    const resolveNames = async (texts: Iterable<string>) => {
      asked.push([...texts]);
      return new Map<string, Address>();
    };
    const plugin = addressNames(schema, { resolveNames }, 10_000);
    const query = `query A(${'$a: [Address!] '.repeat(200)}) { me { id } } query B($a: [Address!]) { me { id } }`;
    const variables = { a: ['vitalik.eth', wallet] };
    const params = { query, variables, operationName: 'A' };
    const change = { params, setParams: () => undefined };
    await plugin.onParams?.(change as never);
    expect(asked).toEqual([['vitalik.eth']]);
  });

  test('a mutation by GET', async () => {
    const query = encodeURIComponent(
      'mutation { registerWallets(input: { addresses: [] }) { clientMutationId } }',
    );
    const response = await graphql.fetch(alice, { method: 'GET', url: `/graphql?query=${query}` });
    expect(response.status).toBe(405);
  });
});

describe('what frontends ask for stays possible', () => {
  test('introspection by GraphiQL', async () => {
    const { getIntrospectionQuery } = await import('graphql');
    const { errors } = await graphql.ask(
      alice,
      getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true }),
    );
    expect(errors).toEqual([]);
  });

  test('500 transfers with all that belongs to them', async () => {
    const token = 'token { id address decimals asset { id name symbol slug } blockchain { id name } }';
    const nft = 'nft { id tokenId name image collection { address name symbol } }';
    const label = 'counterparty { id address name customLabel { name tags } defaultLabel { name tags } }';
    const query = `{ transfers(${wallets}, first: 500) { count pageInfo { hasNextPage endCursor } edges { cursor node {
      id hash timestamp ${token} ${nft} ${label} rawToken { address name symbol tokenId } amount side price value fee isSpam
      blockchain { id chainId name slug symbol imageUrl } wallet { address isLoaded }
      transaction { id category kind function blockNumber fee isError transfers { id amount side } nfts { id } }
    } } } }`;
    expect((await graphql.ask(alice, query)).errors).toEqual([]);
  });

  test('the whole of a wallet in one query', async () => {
    const query = `{ wallets(first: 20) { edges { node { address tokenBalances(first: 20) { edges { node { balance
      lots(first: 10) { edges { node { cost acquiredBy { hash transaction { category } } } } } } } } } } } }`;
    expect((await graphql.ask(alice, query)).errors).toEqual([]);
  });
});
