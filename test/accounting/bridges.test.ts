/**
 * Money over bridges, by hand, over GraphQL and REST, in both settings, and computed a second time. Prices now: USDC 1 on both chains.
 *
 *     day 0   receives 10,000 USDC at 0.98
 *     day 10  sends 4,000 over a bridge that logs it, to Polygon: 3,990 USDC.e arrive an hour later, at 1
 *     day 20  sends 1,000 over a bridge that logs nothing: they are never seen again. Until day 34 something may meet them
 *     day 30  500 USDC.e arrive over a bridge: too few for what is on its way, so that they are bought at 1
 *     day 40  sends 300, which are on their way for the usual two weeks
 *
 *     USDC    10,000 − 4,000 = 6,000, of which 1,300 are on their way; they cost 5,880
 *     fee     10 USDC: worth 10, cost 9.8
 *     USDC.e  3,990 of cost 3,910.2, and 500 of cost 500: 4,410.2
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { storePrices } from '../../src/store/prices/price-rows.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import type { ReadModel } from '../../src/use-cases/model/interface.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { createReadModel } from '../../src/use-cases/read-model.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeLookups, usdc, wallet } from '../support/history.ts';
import { recompute } from '../support/recompute.ts';
import { hash, repeated } from '../support/records.ts';
import { bookStale, day, type Row, storeEtherPrices, storeRows, transaction } from './scenario.ts';

const polygon = 137;
const bridged: Address = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174';
const bridge = repeated('2');
const payer = repeated('a');
const secondWallet = repeated('3');
const silent = repeated('4');
const dollars = (amount: number): bigint => BigInt(amount) * 1_000_000n;

function history(walletId: number): Row[] {
  const at = (number: number, chainId = 1) => ({
    ...{ walletId, chainId, blockNumber: 100 + number },
    ...{ timestamp: day(number) + (chainId === 1 ? 0 : 3600), hash: hash(chainId * 1000 + number) },
  });
  const left = (amount: number, to: { counterparty: Address; heldBy?: Address }) =>
    ({
      ...({ token: usdc, side: 'outflow', price: '1', taxTreatment: 'CARRY' } as const),
      amount: dollars(amount),
      ...to,
    }) as const;
  const arrived = (amount: number) =>
    ({
      ...({ token: bridged, side: 'inflow', price: '1', taxTreatment: 'CARRY' } as const),
      ...{ amount: dollars(amount), counterparty: payer },
    }) as const;
  const out = { kind: 'BRIDGE_OUT', category: 'SEND' } as const;
  const into = { kind: 'BRIDGE_IN', category: 'RECEIVE' } as const;
  return [
    transaction(at(0), {}, [{ token: usdc, side: 'inflow', amount: dollars(10_000), price: '0.98' }]),
    transaction(at(10), out, [left(4_000, { counterparty: payer, heldBy: bridge })]),
    transaction(at(10, polygon), into, [arrived(3_990)]),
    transaction(at(20), out, [left(1_000, { counterparty: silent })]),
    transaction(at(30, polygon), into, [arrived(500)]),
    transaction(at(40), out, [left(300, { counterparty: payer, heldBy: bridge })]),
  ];
}

let api: TestApi;

/** Registers a wallet of that history and loads it chain by chain, booking what is there each time. */
async function load(address: Address, chainIds: readonly number[]): Promise<void> {
  const { database, clientId } = api;
  const chains = chainIds.map((chainId) => ({ chainId, fromBlock: 0 }));
  const [registered] = await registerWallets(database, { clientId, addresses: [address], chains });
  const walletId = registered?.walletId ?? 0;
  for (const chainId of chainIds) {
    const rows = history(walletId).filter((row) => row.transaction.chainId === chainId);
    await storeRows(database, walletId, rows);
    await bookStale(database);
  }
}
let url: string;

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  const { database } = api;
  await storeLookups(database);
  await upsertTokens(database, [
    {
      ...{ chainId: polygon, address: bridged, name: 'USD Coin (PoS)', symbol: 'USDC.e', decimals: 6 },
      ...{ assetSlug: 'bridged-usdc', isTrusted: true },
    },
  ]);
  await load(wallet, [1, polygon]);
  await load(secondWallet, [polygon, 1]);
  await storeEtherPrices(database, [{ at: day(51), price: '2500' }]);
  await storePrices(
    database,
    [
      { chainId: 1, address: usdc },
      { chainId: polygon, address: bridged },
    ].map((token) => ({
      ...{ ...token, hour: Math.floor(day(51) / 3600), price: '1', observedAt: day(51) },
      ...{ source: 'chainlink', confidence: 1, provenance: {} },
    })),
  );
  await bookStale(database);
  url = await api.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api?.close());

async function ask(query: string): Promise<unknown> {
  return (await api.ask('POST', '/graphql', { payload: { query } })).json;
}

const balancesOf = (
  address: Address,
) => `{ tokenBalances(wallets: ["${address}"]) { nodes { balance costBasis totalRealizedPnl expenses basisStatus
  heldAmount held { contract amount costBasis } } } }`;
const balances = balancesOf(wallet);

test('GraphQL: what is on its way is held by the bridge; what arrived has its cost; the fee is sold and spent', async () => {
  expect(await ask(balances)).toMatchObject({
    data: {
      tokenBalances: {
        nodes: [
          {
            ...{ balance: '6000', costBasis: '5880', totalRealizedPnl: '0.2', expenses: '10' },
            ...{ basisStatus: 'COMPLETE', heldAmount: '1300' },
            held: [
              { contract: silent, amount: '1000', costBasis: '980' },
              { contract: bridge, amount: '300', costBasis: '294' },
            ],
          },
          {
            ...{ balance: '4490', costBasis: '4410.2', totalRealizedPnl: '0', heldAmount: '0', held: [] },
            basisStatus: 'COMPLETE',
          },
        ],
      },
    },
  });
  const totals = `{ totals(wallets: ["${wallet}"]) { netWorth ownValue heldValue } }`;
  expect(await ask(totals)).toMatchObject({
    data: { totals: { netWorth: '10490', ownValue: '9190', heldValue: '1300' } },
  });
});

test('the same, whichever chain was loaded and booked first', async () => {
  expect(await ask(balancesOf(secondWallet))).toEqual(await ask(balances));
});

test('lots and the disposal of the fee, over REST', async () => {
  const lots = await api.ask('GET', `/wallet/lot/?wallet=${wallet}&token=${bridged}`);
  expect(lots.json).toMatchObject({
    results: [
      { acquired_at: '2023-11-14T22:00:00Z', quantity: 3990, cost: 3910.2 },
      { acquired_at: '2023-12-14T23:00:00Z', quantity: 500, cost: 500 },
    ],
  });
  const sold = await api.ask('GET', `/wallet/disposal/?wallet=${wallet}&token=${usdc}`);
  expect(sold.json).toMatchObject({
    results: [{ quantity: 10, proceeds: 10, cost: 9.8, gain: 0.2, treatment: 'BASIS_TRANSFER' }],
  });
});

describe('what nothing met', () => {
  const caller = (): Caller => ({ clientId: api.clientId, keyId: 'a key', scopes: ['read', 'write'] });

  /** The issues of a moment, by a read model that takes it for now. */
  async function issuesAt(moment: number): Promise<Awaited<ReturnType<ReadModel['listIssues']>>['items']> {
    const readModel = createReadModel({
      ...{ database: api.database, enabledChains: async () => [], now: () => moment * 1000 },
    });
    try {
      const page = await readModel.listIssues(caller(), [wallet], { mode: 'cursor', first: 20 });
      return page.items.filter(({ code }) => code === 'UNMATCHED_BRIDGE');
    } finally {
      await readModel.close();
    }
  }

  test('is an issue after twice the window, without anything being booked', async () => {
    expect(await issuesAt(day(34))).toEqual([]);
    const [issue, another] = await issuesAt(day(34) + 1);
    expect(issue).toMatchObject({ wallet, timestamp: day(20), blockchain: { chainId: 1 } });
    expect(issue?.message).toMatch(/^1000 USDC left Ethereum over a bridge \(2023-12-04T22:00:00Z\)/);
    expect(issue?.message).toContain('correctTransfer');
    expect(another).toBeUndefined();
    // Newest first.
    const all = await issuesAt(day(60));
    expect(all.map(({ message }) => message.split(' left')[0])).toEqual(['300 USDC', '1000 USDC']);
    const names = `{ wallet(address: "${wallet}") { issues { count nodes { code token { address } transfer { amount } } } } }`;
    expect(await ask(names)).toMatchObject({
      data: {
        wallet: {
          issues: {
            count: 2,
            nodes: [
              { code: 'UNMATCHED_BRIDGE', token: { address: usdc }, transfer: { amount: '-300' } },
              { code: 'UNMATCHED_BRIDGE', transfer: { amount: '-1000' } },
            ],
          },
        },
      },
    });
    const rest = await api.ask('GET', `/wallet/issue/?wallet=${wallet}&page=2&page_size=1`);
    expect(rest.json).toMatchObject({ results: [{ code: 'UNMATCHED_BRIDGE', transfer: issue?.transferId }] });
  });

  test('a correction overrules it; undone, all is as it was', async () => {
    const [issue] = await issuesAt(day(34) + 1);
    const readModel = createReadModel({
      ...{ database: api.database, enabledChains: async () => [], now: Date.now },
    });
    try {
      const transferId = issue?.transferId ?? '';
      const [made] = await readModel.correctTransfer(caller(), { transferId, treatment: 'DISPOSAL' });
      await bookStale(api.database);
      expect(await issuesAt(day(34) + 1)).toEqual([]);
      // 1,000 − 980, and the 0.2 of the fee.
      expect(await ask(balances)).toMatchObject({
        data: {
          tokenBalances: { nodes: [{ balance: '5000', totalRealizedPnl: '20.2', heldAmount: '300' }, {}] },
        },
      });
      await readModel.undoCorrection(caller(), made?.id ?? '');
      await bookStale(api.database);
      expect((await issuesAt(day(34) + 1)).map(({ transferId: id }) => id)).toEqual([transferId]);
    } finally {
      await readModel.close();
    }
  });
});

test.each([{}, { deposits: 'realize' }])(
  'the second computation finds the same with %o',
  async (settings: Record<string, string>) => {
    await updateClientSettings(api.database, 'default', settings);
    await bookStale(api.database);
    const chosen = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    const only = ['--methods', 'FIFO,WAC', '--currencies', 'USD'];
    const { code, output } = await recompute([url, api.key, ...only, ...chosen]);
    expect(code, output).toBe(0);
    if (settings.deposits !== 'realize') return;
    // Sold for 4,000 + 1,000 + 300, of cost 5,194.
    expect(await ask(balances)).toMatchObject({
      data: { tokenBalances: { nodes: [{ balance: '4700', totalRealizedPnl: '106', heldAmount: '0' }, {}] } },
    });
  },
  300_000,
);
