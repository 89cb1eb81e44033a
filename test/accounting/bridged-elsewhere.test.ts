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
import { createTestApi, repeated, type TestApi } from '../support/api.ts';
import { storeLookups, usdc } from '../support/history.ts';
import { recompute } from '../support/recompute.ts';
import { hash } from '../support/records.ts';
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

async function gets(address: Address, bridgeMessage: string): Promise<void> {
  const walletId = await register(address, polygon);
  const at = {
    walletId,
    chainId: polygon,
    blockNumber: 160 + walletId,
    timestamp: day(60),
    hash: hash(60 + walletId),
  };
  const carried = { taxTreatment: 'CARRY', counterparty: filler } as const;
  await storeRows(api.database, walletId, [
    transaction(at, { kind: 'BRIDGE_IN', category: 'RECEIVE', bridgeMessage }, [
      { token: bridged, side: 'inflow', amount: dollars(3_000), price: '1', ...carried },
    ]),
  ]);
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

/** Whichever was loaded and booked first. */
test.each([
  ['the one that sends', repeated('3'), repeated('4')],
  ['the one that gets', repeated('5'), repeated('6')],
] as const)('%s is loaded first', async (first, from, to) => {
  const message = `across:1:${from}`;
  const inOrder = first === 'the one that sends' ? [sends, gets] : [gets, sends];
  for (const load of inOrder) await load(load === sends ? from : to, message);
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

test('the second computation has the same figures', async () => {
  const { code, output } = await recompute([url, api.key, '--methods', 'FIFO,WAC', '--currencies', 'USD']);
  expect(code, output).toBe(0);
}, 300_000);
