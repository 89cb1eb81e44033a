/** What adds up over a history: balances, totals by counterparty, flows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { muffin, mute, polygon, usdc, type World } from '../support/builders.ts';
import { address } from '../support/records.ts';
import { buildSampleHistory, everything, type SampleHistory, wallet } from './sample-history.ts';

let sample: SampleHistory;
let world: World;
let caller: Caller;

beforeAll(async () => {
  sample = await buildSampleHistory();
  ({ world, caller } = sample);
});

afterAll(() => sample.close());

describe('balances', () => {
  const balances = async (filter = {}) => {
    const request = {
      wallets: [wallet],
      period: 'MAX',
      costMethod: 'FIFO',
      currency: 'USD',
      filter,
    } as const;
    const views = await world.readModel.listBalances(caller, request);
    return views.map(({ rawToken, balance, isSpam }) => [rawToken.address, balance, isSpam]);
  };
  const eth: [Address, string, boolean] = [zeroAddress, '-1.500084', false];

  test('are what the transfers add up to, less fees; native tokens first', async () => {
    expect(await balances()).toEqual([
      eth,
      [muffin, '3', false],
      [usdc, '-1.25', false],
      [mute, '12', false],
      [zeroAddress, '-0.000000000000020999', false],
    ]);
  });

  test('filters', async () => {
    expect(await balances({ tokens: [muffin] })).toEqual([[muffin, '3', false]]);
    expect(await balances({ chainIds: [polygon] })).toHaveLength(1);
    expect(await balances({ spam: 'ONLY' })).toEqual([
      [address(0xff), '1000000000000000000000000000000', true],
    ]);
    expect(await balances({ spam: 'INCLUDE' })).toHaveLength(6);
  });

  test('say that nothing is priced', async () => {
    const request = {
      wallets: [wallet],
      period: 'YTD',
      costMethod: 'HIFO',
      currency: 'ETH',
      filter: { tokens: [usdc] },
    } as const;
    const [balance] = await world.readModel.listBalances(caller, request);
    expect(balance).toMatchObject({
      price: null,
      value: '0',
      averageCost: '0',
      unrealizedPnl: '0',
      totalRealizedPnl: '0',
      basisStatus: 'UNPRICED',
      period: 'YTD',
      costMethod: 'HIFO',
      currency: 'ETH',
    });
    const [again] = await world.readModel.balancesByIds(caller, [balance?.id ?? '']);
    expect(again).toEqual({ ...balance, asOf: again?.asOf });
  });
});

describe('totals', () => {
  test('by counterparty, with quantities by token', async () => {
    const page = await world.readModel.listCounterpartyTotals(
      caller,
      { wallets: [wallet], filter: {}, currency: 'USD' },
      everything,
    );
    const shown = page.items.map((total) => [
      total.counterparty.name ?? total.counterparty.address,
      total.transferCount,
      total.unpricedCount,
      total.net,
      total.byToken.map(({ rawToken, inflow, outflow, net }) => [rawToken.symbol, inflow, outflow, net]),
    ]);
    expect(shown).toEqual([
      [
        address(2),
        7,
        7,
        '0',
        [
          ['ETH', '0', '1.5', '-1.5'],
          ['MUF', '3', '0', '3'],
          ['', '12', '0', '12'],
          ['PNK', '1', '0', '1'],
          ['PNK', '40', '0', '40'],
          ['', '1', '0', '1'],
          ['', '1000000000000000000000000000000', '0', '1000000000000000000000000000000'],
        ],
      ],
      [
        'Binance 14',
        2,
        2,
        '0',
        [
          ['USDC', '0', '1.25', '-1.25'],
          ['POL', '0.000000000000000001', '0', '0.000000000000000001'],
        ],
      ],
    ]);
    expect(await page.count()).toBe(2);
  });

  test('over all', async () => {
    const totals = await world.readModel.flowTotals(caller, {
      wallets: [wallet],
      filter: {},
      currency: 'USD',
    });
    expect(totals).toEqual({ inflow: '0', outflow: '0', net: '0', unpricedCount: 9 });
  });
});
