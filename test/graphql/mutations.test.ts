/** Changing through GraphQL, and the text and codes of errors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import type { World } from '../support/builders.ts';
import { createGraphqlClient, type GraphqlClient } from '../support/graphql.ts';
import { address } from '../support/records.ts';
import { buildSampleWorld, type SampleWorld, stranger, wallet } from './sample-world.ts';

let sample: SampleWorld;
let graphql: GraphqlClient;
let alice: Caller;
let world: World;

beforeAll(async () => {
  sample = await buildSampleWorld();
  ({ graphql, alice, world } = sample);
});

afterAll(() => sample.close());

describe('changing', () => {
  test('registers wallets', async () => {
    const data = await graphql.data(
      alice,
      `mutation ($input: RegisterWalletsInput!) {
        registerWallets(input: $input) { clientMutationId wallets { address isLoaded sync { phase } } }
      }`,
      { input: { addresses: [stranger, wallet], clientMutationId: 'm1' } },
    );
    expect(data).toEqual({
      registerWallets: {
        clientMutationId: 'm1',
        wallets: [
          { address: stranger, isLoaded: false, sync: [{ phase: 'QUEUED' }] },
          { address: wallet, isLoaded: true, sync: [{ phase: 'FOLLOWING' }] },
        ],
      },
    });
  });

  test('labels a counterparty; tags that are left out stay', async () => {
    const set = `mutation ($input: SetCustomLabelInput!) {
      setCustomLabel(input: $input) { counterparty { name customLabel { name tags } defaultLabel { name } } clientMutationId }
    }`;
    const binance = address(0xb0);
    expect(
      await graphql.data(alice, set, { input: { address: binance, name: 'My exchange', tags: ['cex'] } }),
    ).toEqual({
      setCustomLabel: {
        counterparty: {
          name: 'My exchange',
          customLabel: { name: 'My exchange', tags: ['cex'] },
          defaultLabel: { name: 'Binance 14' },
        },
        clientMutationId: null,
      },
    });
    expect(await graphql.data(alice, set, { input: { address: binance, name: 'Renamed' } })).toMatchObject({
      setCustomLabel: { counterparty: { customLabel: { name: 'Renamed', tags: ['cex'] } } },
    });
    const transfers = `{ transfers(wallets: ["${wallet}"], filter: { counterparties: ["${binance}"] }, first: 1) { nodes { counterparty { name } } } }`;
    expect(await graphql.data(alice, transfers)).toMatchObject({
      transfers: { nodes: [{ counterparty: { name: 'Renamed' } }] },
    });

    const remove = `mutation { deleteCustomLabel(input: { address: "${binance}", clientMutationId: "x" }) { counterparty { name } clientMutationId } }`;
    expect(await graphql.data(alice, remove)).toEqual({
      deleteCustomLabel: { counterparty: { name: 'Binance 14' }, clientMutationId: 'x' },
    });
    expect((await graphql.ask(alice, remove)).errors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });
});

describe('errors', () => {
  test.each<[string, string, RegExp]>([
    ['a bad address', '{ wallet(address: "0x12") { id } }', /'0x12' is not an address/],
    ['a bad checksum', '{ wallet(address: "0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96046") { id } }', /EIP-55/],
    ['no wallets', '{ transfers(wallets: []) { count } }', /at least one wallet/],
    ['a page too large', `{ transfers(wallets: ["${wallet}"], first: 501) { count } }`, /from 1 to 500/],
    [
      'a bad time',
      `{ transfers(wallets: ["${wallet}"], filter: { from: "yesterday" }) { count } }`,
      /not a moment/,
    ],
    [
      'a bad decimal',
      `{ transfers(wallets: ["${wallet}"], filter: { minValue: "1e9" }) { count } }`,
      /not a decimal number/,
    ],
    [
      'a bad token',
      `{ transfers(wallets: ["${wallet}"], filter: { tokens: ["token_x"] }) { count } }`,
      /not a token id/,
    ],
    ['a bad cursor', `{ transfers(wallets: ["${wallet}"], after: "x") { count } }`, /not a cursor/],
  ])('%s is BAD_INPUT', async (_name, query, message) => {
    const { data, errors } = await graphql.ask(alice, query);
    expect(errors).toMatchObject([{ code: 'BAD_INPUT', message: expect.stringMatching(message) }]);
    // Refused before anything runs, or the one list is null.
    expect(Object.values(z.record(z.string(), z.unknown()).parse(data ?? {}))).toEqual(data ? [null] : []);
  });

  test('what is no query, or none of this schema, has the usual codes', async () => {
    expect(await graphql.ask(alice, '{ wallets {')).toMatchObject({
      status: 400,
      errors: [{ code: 'GRAPHQL_PARSE_FAILED', message: expect.stringMatching(/Syntax Error/) }],
    });
    expect(await graphql.ask(alice, '{ wallets { name } }')).toMatchObject({
      status: 400,
      errors: [
        { code: 'GRAPHQL_VALIDATION_FAILED', message: expect.stringMatching(/Cannot query field "name"/) },
      ],
    });
  });

  test('variables are checked alike', async () => {
    const query = 'query ($wallets: [Address!]!) { transfers(wallets: $wallets) { count } }';
    const { status, errors } = await graphql.ask(alice, query, { wallets: [wallet, '0x12'] });
    expect(status).toBe(400);
    expect(errors).toMatchObject([
      { code: 'BAD_INPUT', message: expect.stringMatching(/wallets\[1\].*'0x12' is not an address/) },
    ]);
  });

  test('an unregistered wallet is named', async () => {
    const { errors } = await graphql.ask(alice, `{ transfers(wallets: ["${address(0x9999)}"]) { count } }`);
    expect(errors).toMatchObject([
      { code: 'WALLET_NOT_REGISTERED', message: expect.stringContaining(address(0x9999)) },
    ]);
  });

  test('a right that lacks', async () => {
    const { errors } = await graphql.ask(
      { ...alice, scopes: ['read'] },
      `mutation { registerWallets(input: { addresses: ["${wallet}"] }) { clientMutationId } }`,
    );
    expect(errors).toMatchObject([{ code: 'FORBIDDEN' }]);
  });

  test('what went wrong inside stays inside', async () => {
    const broken = createGraphqlClient({
      ...world,
      readModel: {
        ...world.readModel,
        listBlockchains: () => Promise.reject(new Error('relation "secret" does not exist')),
      },
    });
    const { errors } = await broken.ask(alice, '{ blockchains { name } }');
    expect(errors).toMatchObject([{ code: 'INTERNAL', path: ['blockchains'] }]);
    expect(JSON.stringify(errors)).not.toContain('secret');
    expect(broken.masked).toEqual([new Error('relation "secret" does not exist')]);
  });
});
