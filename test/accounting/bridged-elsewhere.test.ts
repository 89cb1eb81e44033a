/**
 * What is sent over a bridge to another of the client's wallets, by hand, over GraphQL and REST, and computed a second time. The bridge
 * calls both ends the same; nothing else says that the two wallets have to do with each other.
 *
 *     day 0   the first receives 10,000 USDC at 0.98
 *     day 10  it sends 4,000 over a bridge, to Polygon
 *     day 60  the second gets 3,000 USDC.e there, at 1
 *
 *     USDC    10,000 − 4,000 = 6,000, which cost 5,880
 *     fee     1,000 USDC: worth 1,000, cost 980
 *     USDC.e  3,000, which cost 2,940
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeLookups, usdc } from '../support/history.ts';
import { recompute } from '../support/recompute.ts';
import { hash, repeated } from '../support/records.ts';
import { bookStale, day, storeRows, transaction } from './scenario.ts';

const polygon = 137;
const bridged: Address = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174';
const [bridge, filler] = [repeated('2'), repeated('a')];
const dollars = (amount: number): bigint => BigInt(amount) * 1_000_000n;

let api: TestApi;
let url: string;

async function register(address: Address, chainId: number): Promise<number> {
  const chains = [{ chainId, fromBlock: 0 }];
  const [row] = await registerWallets(api.database, { clientId: api.clientId, addresses: [address], chains });
  return row?.walletId ?? 0;
}

async function sends(address: Address, bridgeMessage: string): Promise<void> {
  const walletId = await register(address, 1);
  const at = (number: number) => ({
    ...{ walletId, chainId: 1, blockNumber: 100 + number, timestamp: day(number), hash: hash(number) },
  });
  const carried = { taxTreatment: 'CARRY', counterparty: bridge } as const;
  await storeRows(api.database, walletId, [
    transaction(at(0), {}, [{ token: usdc, side: 'inflow', amount: dollars(10_000), price: '0.98' }]),
    transaction(at(10), { kind: 'BRIDGE_OUT', category: 'SEND', bridgeMessage }, [
      { token: usdc, side: 'outflow', amount: dollars(4_000), price: '1', ...carried },
    ]),
  ]);
  await bookStale(api.database);
}

/** `caller` calls for the arrival, if it is the sender itself. */
async function gets(address: Address, bridgeMessage: string, caller: Address | null): Promise<void> {
  const walletId = await register(address, polygon);
  const at = {
    ...{ walletId, chainId: polygon, blockNumber: 160 + walletId },
    ...{ timestamp: day(60), hash: hash(60 + walletId) },
  };
  const carried = { taxTreatment: 'CARRY', counterparty: filler } as const;
  await storeRows(api.database, walletId, [
    transaction(at, { kind: 'BRIDGE_IN', category: 'RECEIVE', bridgeMessage }, [
      { token: bridged, side: 'inflow', amount: dollars(3_000), price: '1', ...carried },
    ]),
  ]);
  if (caller !== null) {
    const callerId = await register(caller, polygon);
    await storeRows(api.database, callerId, [
      transaction({ ...at, walletId: callerId }, { kind: 'CONTRACT_EXECUTION', fee: 0n }, []),
    ]);
  }
  await bookStale(api.database);
}

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  await storeLookups(api.database);
  await upsertTokens(api.database, [
    {
      ...{ chainId: polygon, address: bridged, name: 'USD Coin (PoS)', symbol: 'USDC.e', decimals: 6 },
      ...{ assetSlug: 'bridged-usdc', isTrusted: true },
    },
  ]);
  url = await api.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api?.close());

/** Whichever was loaded and booked first, and whoever called for what arrives. */
test.each([
  ['the one that sends is loaded first', repeated('3'), repeated('4'), null],
  ['the one that gets is loaded first', repeated('5'), repeated('6'), null],
  [
    'the sender has a part in the transaction in which it arrives',
    repeated('7'),
    repeated('8'),
    repeated('7'),
  ],
] as const)('%s', async (about, from, to, caller) => {
  const message = `across:1:${from}`;
  if (about === 'the one that gets is loaded first') {
    await gets(to, message, caller);
    await sends(from, message);
  } else {
    await sends(from, message);
    await gets(to, message, caller);
  }
  const query = `query ($wallets: [Address!]!) {
    tokenBalances(wallets: $wallets) { nodes { wallet { address } disposals { nodes { disposedBy { wallet { address } side amount } taxTreatment proceeds cost } } balance costBasis totalRealizedPnl expenses heldAmount basisStatus } }
  }`;
  const { json } = await api.ask('POST', '/graphql', {
    payload: { query, variables: { wallets: [from, to] } },
  });
  const figures = { heldAmount: '0', basisStatus: 'COMPLETE' };
  expect(json).toMatchObject({
    data: {
      tokenBalances: {
        nodes: expect.arrayContaining([
          {
            ...{ wallet: { address: from }, balance: '6000', costBasis: '5880' },
            ...{ totalRealizedPnl: '20', expenses: '1000', ...figures },
            disposals: {
              nodes: [
                {
                  disposedBy: { wallet: { address: to }, side: 'INFLOW', amount: '3000' },
                  ...{ taxTreatment: 'BASIS_TRANSFER', proceeds: '1000', cost: '980' },
                },
              ],
            },
          },
          {
            ...{ wallet: { address: to }, balance: '3000', costBasis: '2940' },
            ...{ totalRealizedPnl: '0', expenses: '0', ...figures, disposals: { nodes: [] } },
          },
        ]),
      },
    },
  });
});

test('disposals name the transfer that arrived, at whichever wallet; a key of one wallet is told of no other', async () => {
  const [from, to] = [repeated('7'), repeated('8')];
  const list = `/wallet/disposal/?wallet=${from}`;
  const arrived = await api.ask('GET', `/wallet/transfer/?wallet=${to}`);
  const [{ id, tx_id: transactionId } = {}] = (arrived.json as { results: { id: string; tx_id: string }[] })
    .results;
  for (const filter of ['', '&is_error=false']) {
    expect((await api.ask('GET', list + filter)).json).toMatchObject({
      count: 1,
      results: [{ disposed_by: id, tx_id: transactionId, is_error: false, proceeds: 1000 }],
    });
  }
  expect((await api.ask('GET', `${list}&is_error=true`)).json).toMatchObject({ count: 0 });
  const origin = 'https://pages.test';
  const { key } = await api.addKey({
    publishable: { wallets: [from], origins: [origin], addressUnits: 1_000_000 },
    scopes: ['read'],
  });
  const { json } = await api.ask('GET', list, { headers: { 'x-api-key': key, origin } });
  expect(json).toMatchObject({ results: [{ disposed_by: null, tx_id: null, proceeds: 1000 }] });
  // What arrived carries lots of a wallet that a key of this one is not to know of.
  const other = await api.addKey({
    publishable: { wallets: [to], origins: [origin], addressUnits: 1_000_000 },
    scopes: ['read'],
  });
  const lots = `/wallet/lot/?wallet=${to}`;
  expect((await api.ask('GET', lots)).json).toMatchObject({ results: [{ acquired_by: expect.any(String) }] });
  const bounded = await api.ask('GET', lots, { headers: { 'x-api-key': other.key, origin } });
  expect(bounded.json).toMatchObject({ results: [{ acquired_by: null, cost: 2940 }] });
});

test('the second computation has the same figures', async () => {
  const { code, output } = await recompute([url, api.key, '--methods', 'FIFO,WAC', '--currencies', 'USD']);
  expect(code, output).toBe(0);
}, 300_000);
