/** Finding and adding up: labels, counterparties, transactions by hash, balances in an order, the totals of a page. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { counterpartyId, labelId, walletId as walletIds } from '../../src/domain/ids.ts';
import type { Address } from '../../src/domain/model.ts';
import { inRequest, type RequestWork } from '../../src/store/connection/request-scope.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { buildWorld, polygon, type World } from '../support/builders.ts';
import { createGraphqlClient, type GraphqlClient } from '../support/graphql.ts';
import { address, hash } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';
import { binance, holder, payer, shop, spammer, storeHolder, storePayer, unnamed } from './finding-world.ts';

const stranger = address(0x5757);

const db = useTestDatabase();
let world: World;
let alice: Caller;
let bob: Caller;
let graphql: GraphqlClient;

beforeAll(async () => {
  world = await buildWorld(db.database);
  alice = await world.caller('alice');
  bob = await world.caller('bob');
  graphql = createGraphqlClient(world);
  await storePayer(db.database, alice);
  await storeHolder(db.database, alice);
});

afterAll(async () => {
  await world.readModel.close();
});

describe('custom labels', () => {
  test('are listed, and changed in name or tags alone', async () => {
    const set =
      'mutation ($input: SetCustomLabelInput!) { setCustomLabel(input: $input) { clientMutationId } }';
    await graphql.data(alice, set, { input: { address: shop, name: 'My shop', tags: ['food'] } });
    await graphql.data(alice, set, { input: { address: stranger, name: 'Nobody' } });
    await graphql.data(bob, set, { input: { address: unnamed, name: "Bob's shop" } });
    const update = `mutation ($input: UpdateCustomLabelInput!) {
      updateCustomLabel(input: $input) { counterparty { name } counterparties { id customLabel { name tags } } } }`;
    const tags = ['food', 'weekly'];
    const changed = { name: 'My shop', tags };
    expect(await graphql.data(alice, update, { input: { address: shop, tags } })).toEqual({
      updateCustomLabel: {
        counterparty: { name: 'My shop' },
        // Where it was met, on the other chain, and without a chain.
        counterparties: [1, polygon, 0].map((chainId) => ({
          id: counterpartyId.encode({ chainId, address: shop }),
          customLabel: changed,
        })),
      },
    });
    const nothing = await graphql.ask(alice, update, { input: { address: shop } });
    expect(nothing.errors).toMatchObject([
      { code: 'BAD_INPUT', message: expect.stringMatching(/give name, tags or both/) },
    ]);
    const unlabelled = await graphql.ask(alice, update, { input: { address: unnamed, name: 'x' } });
    expect(unlabelled.errors).toMatchObject([{ code: 'NOT_FOUND' }]);

    const list = '{ customLabels(pageSize: 1) { count next nodes { id address name tags } } }';
    const id = labelId.encode(shop);
    expect(await graphql.data(alice, list)).toEqual({
      customLabels: {
        count: 2,
        next: 'http://localhost:4000/wallet/label/?page_size=1&page=2',
        nodes: [{ id, address: shop, ...changed }],
      },
    });
    expect(await graphql.data(alice, `{ node(id: "${id}") { ... on CustomLabel { name tags } } }`)).toEqual({
      node: changed,
    });
    expect(await graphql.data(bob, `{ node(id: "${id}") { id } }`)).toEqual({ node: null });
  });
});

describe('counterparties of a wallet', () => {
  const ask = (args: string, fields = 'nodes { id }') =>
    graphql.data(alice, `{ wallet(address: "${payer}") { counterparties${args} { ${fields} } } }`);
  const ids = (...keys: [Address, number][]) => ({
    wallet: {
      counterparties: {
        nodes: keys.map(([party, chainId]) => ({ id: counterpartyId.encode({ chainId, address: party }) })),
      },
    },
  });

  test('are those with transfers, once per chain, by address; without spam unless asked for', async () => {
    expect(await ask('')).toEqual(ids([shop, 1], [unnamed, 1], [binance, 1], [binance, polygon]));
    expect(await ask('(spam: ONLY)')).toEqual(ids([spammer, 1]));
    expect(await ask('(spam: INCLUDE)', 'count')).toEqual({ wallet: { counterparties: { count: 5 } } });
  });

  test('are found by names and tags of own and default labels, not by those of others', async () => {
    expect(await ask('(search: "BINANCE")')).toEqual(ids([binance, 1], [binance, polygon]));
    expect(await ask('(search: "shop")')).toEqual(ids([shop, 1]));
    expect(await ask('(tags: ["cex", "weekly"])')).toEqual(ids([shop, 1], [binance, 1]));
    expect(await ask('(tags: ["cex"], search: "shop")')).toEqual(ids());
    // A part of a name is taken as it is.
    expect(await ask('(search: "%")')).toEqual(ids());
    expect(await ask('(search: "binance", first: 1)', 'count nodes { name }')).toEqual({
      wallet: { counterparties: { count: 2, nodes: [{ name: 'Binance 14' }] } },
    });
  });

  test('come in pages', async () => {
    const page = async (args: string) => {
      const data = await ask(
        args,
        'count nodes { address } pageInfo { hasNextPage hasPreviousPage endCursor }',
      );
      return data;
    };
    const endCursor = counterpartyId.encode({ chainId: 1, address: binance });
    expect(await page('(first: 3)')).toEqual({
      wallet: {
        counterparties: {
          count: 4,
          nodes: [{ address: shop }, { address: unnamed }, { address: binance }],
          pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor },
        },
      },
    });
    expect(await page(`(first: 3, after: "${endCursor}")`)).toMatchObject({
      wallet: {
        counterparties: {
          count: 4,
          nodes: [{ address: binance }],
          pageInfo: { hasNextPage: false, hasPreviousPage: true },
        },
      },
    });
  });

  test.each([
    ['(after: "x")', /not a cursor/],
    ['(search: " ")', /1 to 200 characters/],
    ['(search: "a\\u0000")', /U\+0000/],
    ['(first: 501)', /from 1 to 500/],
  ])('%s is refused', async (args, message) => {
    const { errors } = await graphql.ask(
      alice,
      `{ wallet(address: "${payer}") { counterparties${args} { count } } }`,
    );
    expect(errors).toMatchObject([{ code: 'BAD_INPUT', message: expect.stringMatching(message) }]);
  });
});

test('a transaction is found by its hash, in whichever wallets and on whichever chains it is', async () => {
  const query = `query ($hash: Hash!, $chainIds: [Int!]) {
    transactions(wallets: ["${payer}", "${holder}"], pageSize: 2, filter: { hash: $hash, chainIds: $chainIds }) {
      count next nodes { wallet { address } blockchain { chainId } }
    } }`;
  const item = (wallet: Address, chainId: number) => ({
    wallet: { address: wallet },
    blockchain: { chainId },
  });
  // Both wallets have hash 1 on Ethereum, and one on Polygon: the newest is that of the highest (time, chain, wallet).
  expect(await graphql.data(alice, query, { hash: hash(1) })).toMatchObject({
    transactions: {
      count: 3,
      next: expect.stringContaining(`hash=${hash(1)}`),
      nodes: [item(payer, polygon), item(holder, 1)],
    },
  });
  expect(await graphql.data(alice, query, { hash: hash(3) })).toEqual({
    transactions: { count: 1, next: null, nodes: [item(payer, 1)] },
  });
  expect(await graphql.data(alice, query, { hash: hash(3), chainIds: [polygon] })).toMatchObject({
    transactions: { count: 0 },
  });
});

test('one transaction by its hash alone: of the wallet registered first, or of the one named; of nobody else', async () => {
  const query = `query ($hash: Hash!, $chainId: Int, $wallet: Address) {
    transaction(hash: $hash, chainId: $chainId, wallet: $wallet) { hash wallet { address } blockchain { chainId } } }`;
  const found = async (variables: object, caller = alice) =>
    z
      .object({
        transaction: z
          .looseObject({
            wallet: z.object({ address: z.string() }),
            blockchain: z.object({ chainId: z.int() }),
          })
          .nullable(),
      })
      .transform(
        ({ transaction }) => transaction && [transaction.wallet.address, transaction.blockchain.chainId],
      )
      .parse(await graphql.data(caller, query, variables));
  // Both wallets have hash 1 on Ethereum, the one that was registered first also on Polygon.
  expect(await found({ hash: hash(1) })).toEqual([payer, 1]);
  expect(await found({ hash: hash(1), chainId: polygon })).toEqual([payer, polygon]);
  expect(await found({ hash: hash(1), wallet: holder })).toEqual([holder, 1]);
  expect(await found({ hash: hash(1), chainId: polygon, wallet: holder })).toBeNull();
  expect(await found({ hash: hash(3), chainId: polygon })).toBeNull();
  expect(await found({ hash: hash(3), chainId: 987_654 })).toBeNull();
  expect(await found({ hash: hash(99) })).toBeNull();
  expect(await found({ hash: hash(1) }, bob)).toBeNull();
  const { data, errors } = await graphql.ask(bob, query, { hash: hash(1), wallet: payer });
  expect(data).toEqual({ transaction: null });
  expect(errors).toMatchObject([{ code: 'WALLET_NOT_REGISTERED' }]);
});

test.each([
  ['', ['USDC', 'ETH', 'MUF']],
  [', order: ASC', ['ETH', 'USDC', 'MUF']],
  [', orderBy: TOKEN', ['ETH', 'MUF', 'USDC']],
  [', orderBy: TOKEN, order: DESC', ['USDC', 'MUF', 'ETH']],
])('balances%s are %j', async (args, symbols) => {
  const query = `{ tokenBalances(wallets: ["${holder}"]${args}) { nodes { rawToken { symbol } } } }`;
  expect(await graphql.data(alice, query)).toEqual({
    tokenBalances: { nodes: symbols.map((symbol) => ({ rawToken: { symbol } })) },
  });
});

describe('the totals of a page', () => {
  const flow = 'inflow outflow net unpricedCount';
  const ask = (args: string, fields: string) =>
    graphql.data(
      alice,
      `{ transfers(wallets: ["${payer}"], order: ASC, filter: { chainIds: [1], spam: EXCLUDE }${args}) { ${fields} } }`,
    );

  test('are those of its own items', async () => {
    expect(await ask(', first: 2', `pageTotals { ${flow} } totals { ${flow} }`)).toEqual({
      transfers: {
        pageTotals: { inflow: '3000', outflow: '1000', net: '2000', unpricedCount: 0 },
        totals: { inflow: '3000', outflow: '1202', net: '1798', unpricedCount: 1 },
      },
    });
    expect(await ask(', page: 2, pageSize: 2', `pageTotals { ${flow} }`)).toEqual({
      transfers: { pageTotals: { inflow: '0', outflow: '202', net: '-202', unpricedCount: 1 } },
    });
  });

  test('of a list of one page are the totals of the list, in other currencies, too', async () => {
    // 3000/7 and 1000/7 + 202/7, each cut to 30 digits behind the point.
    const inflow = '428.571428571428571428571428571429';
    const outflow = '171.714285714285714285714285714286';
    const net = '256.857142857142857142857142857143';
    const both = { inflow, outflow, net, unpricedCount: 1 };
    const fields = `pageTotals(currency: ETH) { ${flow} } totals(currency: ETH) { ${flow} }`;
    expect(await ask('', fields)).toEqual({ transfers: { pageTotals: both, totals: both } });
    const none = { inflow: '0', outflow: '0', net: '0', unpricedCount: 4 };
    expect(await ask('', `pageTotals(currency: AVAX) { ${flow} }`)).toEqual({
      transfers: { pageTotals: none },
    });
  });
});

test("what goes through a wallet's rows weighs them, and what an index leads to does not", async () => {
  const rowsOf = async (query: string): Promise<number[]> => {
    const read: number[] = [];
    const work: RequestWork = {
      ...{ keyId: '', charge: async () => {} },
      enter: async () => () => {},
      readRows: (rows, _signal, run) => {
        read.push(rows);
        return run();
      },
      begin: () => {},
      pace: async () => {},
    };
    await inRequest({ signal: new AbortController().signal, work }, () => graphql.data(alice, query));
    return read;
  };
  const counterparties = (args: string, fields: string) =>
    `{ wallet(address: "${payer}") { counterparties(${args}) { ${fields} } } }`;
  expect(await rowsOf(counterparties('spam: INCLUDE', 'nodes { id }'))).toEqual([]);
  // Of six transfers a tenth is taken to be searched, and a fourth is what counting weighs; each query is answered twice.
  expect(await rowsOf(counterparties('search: "shop", first: 1', 'nodes { id }'))).toEqual([1, 1]);
  expect(await rowsOf(counterparties('first: 1', 'count'))).toEqual([1, 2, 1, 2]);
  const byHash = `{ transactions(wallets: ["${payer}"], filter: { hash: "${hash(3)}" }) { count nodes { id } } }`;
  expect(await rowsOf(byHash)).toEqual([]);
});

test('a list that cannot be read leaves the others of its query', async () => {
  const lists = ['transfers', 'transactions', 'tokenBalances', 'counterpartyTotals', 'corrections'];
  const query = `{
    wallets { count }
    farAway: wallets(first: 501) { count }
    ${lists.map((list) => `${list}(wallets: ["${payer}"]) { count } bad_${list}: ${list}(wallets: ["${stranger}"]) { count }`).join('\n')}
  }`;
  const { data, errors } = await graphql.ask(alice, query);
  expect(data).toEqual({
    ...{ wallets: { count: 2 }, farAway: null },
    ...{ transfers: { count: 6 }, bad_transfers: null },
    ...{ transactions: { count: 6 }, bad_transactions: null },
    // ETH and USDC on Ethereum; the token at USDC's address on Polygon, and POL for the fee.
    ...{ tokenBalances: { count: 4 }, bad_tokenBalances: null },
    ...{ counterpartyTotals: { count: 3 }, bad_counterpartyTotals: null },
    ...{ corrections: { count: 0 }, bad_corrections: null },
  });
  expect(errors.map(({ code, path }) => [code, path]).sort()).toEqual(
    [['BAD_INPUT', ['farAway']], ...lists.map((list) => ['WALLET_NOT_REGISTERED', [`bad_${list}`]])].sort(),
  );
});

test('wallets are unregistered, all or none', async () => {
  const mutation = `mutation ($addresses: [Address!]!) {
    unregisterWallets(input: { addresses: $addresses, clientMutationId: "u1" }) { unregisteredWalletIds clientMutationId } }`;
  const refused = await graphql.ask(alice, mutation, { addresses: [holder, stranger] });
  expect(refused.errors).toMatchObject([{ code: 'WALLET_NOT_REGISTERED' }]);
  const reader: Caller = { ...alice, scopes: ['read'] };
  expect((await graphql.ask(reader, mutation, { addresses: [holder] })).errors).toMatchObject([
    { code: 'FORBIDDEN' },
  ]);
  const wallet = `{ wallet(address: "${holder}") { address } }`;
  expect(await graphql.data(alice, wallet)).toEqual({ wallet: { address: holder } });
  expect(await graphql.data(alice, mutation, { addresses: [holder] })).toEqual({
    unregisterWallets: { unregisteredWalletIds: [walletIds.encode(holder)], clientMutationId: 'u1' },
  });
  expect(await graphql.data(alice, wallet)).toEqual({ wallet: null });
});
