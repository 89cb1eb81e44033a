/** What GraphQL answers: every field, ids, connections with both kinds of paging. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blockchainId, contractId, counterpartyId, labelId, walletId } from '../../src/domain/ids.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { usdc } from '../support/builders.ts';
import type { GraphqlClient } from '../support/graphql.ts';
import { address, hash } from '../support/records.ts';
import { buildSampleWorld, type SampleWorld, stranger, wallet } from './sample-world.ts';

let sample: SampleWorld;
let graphql: GraphqlClient;
let alice: Caller;
let bob: Caller;

beforeAll(async () => {
  sample = await buildSampleWorld();
  ({ graphql, alice, bob } = sample);
});

afterAll(() => sample.close());

describe('reading', () => {
  test('a transfer with everything around it', async () => {
    const data = await graphql.data(
      alice,
      `query ($wallets: [Address!]!) {
        transfers(wallets: $wallets, first: 1, filter: { side: OUTFLOW }) {
          count
          totals { inflow outflow net unpricedCount }
          edges {
            cursor
            node {
              __typename hash timestamp amount side price value priceSource fee category taxTreatment isError isSpam
              token { address decimals asset { slug } blockchain { chainId } }
              nft { name }
              rawToken { address name symbol tokenId }
              blockchain { id chainId name slug symbol imageUrl }
              counterparty { address name }
              wallet { address isLoaded registrationId sync { phase percent blockchain { name } } }
              transaction { category kind function blockNumber nfts { name collection { name floor { price } } } trade { value } transfers { amount } }
            }
          }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }`,
      { wallets: [wallet.toUpperCase().replace('0X', '0x')] },
    );
    expect(data).toMatchObject({
      transfers: {
        count: 1,
        totals: { inflow: '0', outflow: '0', net: '0', unpricedCount: 1 },
        edges: [
          {
            node: {
              __typename: 'Transfer',
              hash: hash(6),
              timestamp: '2023-11-14T22:14:32Z',
              amount: '-1',
              side: 'OUTFLOW',
              price: null,
              fee: '0.000000000000021',
              category: null,
              token: {
                address: zeroAddress,
                decimals: 18,
                asset: { slug: 'ethereum' },
                blockchain: { chainId: 1 },
              },
              nft: null,
              rawToken: { address: zeroAddress, name: 'Ether', symbol: 'ETH', tokenId: null },
              blockchain: { id: blockchainId.encode(1), slug: 'ethereum', symbol: 'ETH' },
              wallet: {
                address: wallet,
                isLoaded: true,
                sync: [{ phase: 'FOLLOWING', percent: 100, blockchain: { name: 'Ethereum' } }],
              },
              transaction: {
                category: 'MINT',
                function: 'mint',
                blockNumber: 6,
                nfts: [{ name: 'Punk seven', collection: { name: 'Punks', floor: [] } }],
                trade: null,
                transfers: [{ amount: '-1' }, { amount: '1' }],
              },
            },
          },
        ],
        pageInfo: { hasNextPage: false, hasPreviousPage: false },
      },
    });
  });

  test('a wallet and what hangs on it', async () => {
    const data = await graphql.data(
      alice,
      `{
        wallet(address: "${wallet}") {
          id
          transfers(order: ASC, first: 2) { nodes { hash } count }
          transactions(filter: { kinds: [MINT] }) { nodes { hash kind } }
          tokenBalances(filter: { tokens: ["${usdc}"] }) {
            count
            nodes {
              balance price value basisStatus period costMethod currency asOf
              token { asset { symbol } }
              lots { nodes { cost } count pageInfo { hasNextPage } }
              disposals { edges { node { gain } } count }
              reconciliation { difference }
            }
          }
          issues { count nodes { code } }
        }
        unknown: wallet(address: "${stranger}") { id }
      }`,
    );
    expect(data).toMatchObject({
      wallet: {
        id: walletId.encode(wallet),
        transfers: { nodes: [{ hash: hash(1) }, { hash: hash(2) }], count: 7 },
        transactions: { nodes: [{ hash: hash(6), kind: 'MINT' }] },
        tokenBalances: {
          count: 1,
          nodes: [
            {
              balance: '0.000025',
              price: null,
              value: '0',
              basisStatus: 'UNPRICED',
              period: 'MAX',
              costMethod: 'FIFO',
              currency: 'USD',
              token: { asset: { symbol: 'USDC' } },
              lots: { nodes: [], count: 0, pageInfo: { hasNextPage: false } },
              disposals: { edges: [], count: 0 },
              reconciliation: null,
            },
          ],
        },
        issues: { count: 0, nodes: [] },
      },
      unknown: null,
    });
  });

  test('chains and counterparties', async () => {
    const data = await graphql.data(
      alice,
      `{
        blockchains { chainId }
        counterparty(address: "${address(0xb0)}", chainId: 137) { id name defaultLabel { id name tags } customLabel { name } }
        counterpartyTotals(wallets: ["${wallet}"]) {
          count
          nodes { counterparty { name } transferCount net byToken { token { asset { symbol } } rawToken { symbol } inflow outflow net } }
        }
      }`,
    );
    expect(data).toMatchObject({
      blockchains: [{ chainId: 1 }, { chainId: 137 }],
      counterparty: {
        id: counterpartyId.encode({ chainId: 137, address: address(0xb0) }),
        name: 'Binance on Polygon',
        defaultLabel: { id: contractId.encode({ chainId: 137, address: address(0xb0) }), tags: [] },
        customLabel: null,
      },
      counterpartyTotals: {
        count: 2,
        nodes: [
          {
            counterparty: { name: 'Binance 14' },
            transferCount: 5,
            byToken: [
              { token: { asset: { symbol: 'USDC' } }, inflow: '0.000025', outflow: '0', net: '0.000025' },
            ],
          },
          {
            transferCount: 2,
            byToken: [
              { inflow: '0', outflow: '1', net: '-1' },
              { token: null, rawToken: { symbol: 'PNK' }, inflow: '1' },
            ],
          },
        ],
      },
    });
  });
});

test('totals per counterparty link to the same list over REST, without spam', async () => {
  const data = await graphql.data(
    alice,
    `{ counterpartyTotals(wallets: ["${wallet}"], page: 1, pageSize: 1, currency: ETH) { next previous } }`,
  );
  expect(data).toEqual({
    counterpartyTotals: {
      next: expect.stringMatching(
        new RegExp(`/wallet/counterparty/\\?wallet=${wallet}&spam=exclude&currency=ETH&page_size=1&page=2$`),
      ),
      previous: null,
    },
  });
});

describe('node and nodes', () => {
  test('find every type by its id, and only for whom it is', async () => {
    await graphql.data(
      alice,
      `mutation { setCustomLabel(input: { address: "${stranger}", name: "S" }) { clientMutationId } }`,
    );
    const found = await graphql.data(
      alice,
      `{
        wallet(address: "${wallet}") { id }
        transfers(wallets: ["${wallet}"], filter: { side: INFLOW, categories: [MINT, RECEIVE] }, first: 2) {
          nodes { id transaction { id } token { id asset { id } } nft { id } blockchain { id } counterparty { id defaultLabel { id } } }
        }
        tokenBalances(wallets: ["${wallet}"], first: 1) { nodes { id } }
      }`,
    );
    const ids = [...new Set(JSON.stringify(found).match(/(?<="id":")[^"]+/g)), labelId.encode(stranger)];
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
    const asAlice = await graphql.data(alice, query, { ids });
    const typenames = new Map(
      [
        ['wal', 'Wallet'],
        ['tfr', 'Transfer'],
        ['tx', 'Transaction'],
        ['bal', 'TokenBalance'],
        ['token', 'Token'],
        ['asset', 'Asset'],
        ['nft', 'Nft'],
        ['blockchain', 'Blockchain'],
        ['contract', 'DefaultLabel'],
        ['cpty', 'Counterparty'],
        ['label', 'CustomLabel'],
      ].map(([prefix = '', name]) => [prefix, name]),
    );
    const typenameOf = (id: string) => typenames.get(id.slice(0, id.indexOf('_')));
    expect(new Set(ids.map(typenameOf))).toEqual(new Set(typenames.values()));
    expect(asAlice).toEqual({ nodes: ids.map((id) => ({ __typename: typenameOf(id), id })) });

    const shared = new Set(['Token', 'Asset', 'Nft', 'Blockchain', 'DefaultLabel', 'Counterparty']);
    const asBob = await graphql.data(bob, query, { ids });
    expect(asBob).toEqual({
      nodes: ids.map((id) => (shared.has(typenameOf(id) ?? '') ? { __typename: typenameOf(id), id } : null)),
    });
  });

  test('nonsense is nothing', async () => {
    const ids = [
      '',
      'wal',
      'wal_',
      '_',
      'tfr_AAAA',
      'blockchain_____',
      'V2FsbGV0OjE=',
      `${walletId.encode(wallet)}x`,
      '__proto___1',
    ];
    for (const id of ids) {
      expect(await graphql.data(alice, 'query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual({
        node: null,
      });
    }
    expect(await graphql.data(alice, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toEqual({
      nodes: ids.map(() => null),
    });
  });

  test('at most a hundred at once', async () => {
    const ids = Array.from({ length: 101 }, () => walletId.encode(wallet));
    const { errors } = await graphql.ask(alice, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect(errors).toMatchObject([{ code: 'BAD_INPUT' }]);
  });
});

describe('numbered pages', () => {
  const query = `query ($page: Int, $pageSize: Int, $filter: TransferFilter) {
    transfers(wallets: ["${wallet}"], page: $page, pageSize: $pageSize, filter: $filter) {
      count next previous nodes { hash } pageInfo { hasNextPage hasPreviousPage }
    }
  }`;

  test('link to the same pages over REST', async () => {
    const filter = { side: 'INFLOW', tokens: [usdc] };
    const data = await graphql.data(alice, query, { page: 2, pageSize: 2, filter });
    const list = `http://localhost:4000/wallet/transfer/?wallet=${wallet}&token=${usdc}&side=inflow&page_size=2`;
    expect(data).toMatchObject({
      transfers: {
        count: 5,
        next: expect.stringContaining(`${list}&page=3&anchor=`),
        previous: expect.stringContaining(`${list}&page=1&anchor=`),
        nodes: [{ hash: hash(3) }, { hash: hash(2) }],
        pageInfo: { hasNextPage: true, hasPreviousPage: true },
      },
    });
  });

  test('a page past the last is empty', async () => {
    const data = await graphql.data(alice, query, { page: 9, pageSize: 2 });
    expect(data).toMatchObject({
      transfers: {
        count: 7,
        next: null,
        previous: expect.stringContaining(
          `http://localhost:4000/wallet/transfer/?wallet=${wallet}&page_size=2&page=4&anchor=`,
        ),
        nodes: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: true },
      },
    });
  });

  test('answer an anchor, which is taken with other pages, and refused with another filter or a cursor', async () => {
    const anchored = `query ($anchor: String, $page: Int, $first: Int, $side: Side) {
      wallet(address: "${wallet}") {
        transfers(anchor: $anchor, page: $page, first: $first, filter: { side: $side }) { anchor count nodes { hash } }
        transactions(pageSize: 1) { anchor }
      } }`;
    const answered = z.object({
      wallet: z.object({
        transfers: z.object({ anchor: z.string(), count: z.int(), nodes: z.array(z.unknown()) }),
      }),
    });
    const first = answered.parse(await graphql.data(alice, anchored)).wallet.transfers;
    const { anchor } = first;
    expect(answered.parse(await graphql.data(alice, anchored, { anchor, page: 1 })).wallet.transfers).toEqual(
      first,
    );
    expect(await graphql.data(alice, anchored, { anchor, page: 2 })).toMatchObject({
      wallet: { transfers: { anchor, count: 7, nodes: [] } },
    });
    for (const other of [{ side: 'INFLOW' }, { first: 1 }]) {
      const { errors } = await graphql.ask(alice, anchored, { anchor, ...other });
      expect(errors).toMatchObject([{ code: 'BAD_INPUT', problems: [{ path: 'anchor' }] }]);
    }
    const cursors = `{ transfers(wallets: ["${wallet}"], first: 2) { anchor } }`;
    expect(await graphql.data(alice, cursors)).toEqual({ transfers: { anchor: null } });
  });

  test('cursors have no links, and cannot be mixed with pages', async () => {
    const data = await graphql.data(
      alice,
      `{ transfers(wallets: ["${wallet}"], first: 2) { next previous pageInfo { hasNextPage } } }`,
    );
    expect(data).toEqual({ transfers: { next: null, previous: null, pageInfo: { hasNextPage: true } } });
    const { errors } = await graphql.ask(
      alice,
      `{ transfers(wallets: ["${wallet}"], first: 2, page: 1) { count } }`,
    );
    expect(errors).toMatchObject([{ code: 'BAD_INPUT', problems: [{ path: 'page' }], path: ['transfers'] }]);
  });

  test('of transactions, wallets and balances', async () => {
    const data = await graphql.data(
      alice,
      `{
        transactions(wallets: ["${wallet}"], pageSize: 4, filter: { kinds: [RECEIVE, MINT], isError: false }) { next }
        wallets(pageSize: 1) { count next nodes { address } }
        tokenBalances(wallets: ["${wallet}"], pageSize: 1) { count next nodes { balance } pageInfo { hasNextPage } }
      }`,
    );
    expect(data).toMatchObject({
      transactions: {
        next: expect.stringContaining(
          `http://localhost:4000/wallet/transaction/?wallet=${wallet}&kind=receive,mint&is_error=false&page_size=4&page=2&anchor=`,
        ),
      },
      wallets: { count: 1, next: null, nodes: [{ address: wallet }] },
      tokenBalances: {
        count: 2,
        next: null,
        nodes: [{ balance: '-1.000000000000021' }],
        pageInfo: { hasNextPage: true },
      },
    });
  });
});
