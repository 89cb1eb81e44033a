/** What it costs is stated anew where it arrives: in the pool that is a change of cost, and no purchase. */
import { expect, test } from 'vitest';
import { applyCorrections } from '../../../../src/domain/accounting/booking/lay-corrections.ts';
import { arrive, inflow, leave, optionsOf, outflow } from '../support.ts';
import { flowsOfMovements, gainsBookOf, gainsOf, gainText } from './support.ts';

const at = (day: string): string => `${day}T12:00:00Z`;
const unit = 10n ** 18n;

const bought = inflow({ id: 'a', at: at('2020-01-01'), amount: '10', price: '100' });
const sold = outflow({ id: 's', at: at('2023-06-20'), amount: '1', price: '200' });
const last = outflow({ id: 'z', at: at('2024-06-20'), amount: '9', price: '200' });

test('what comes back from a protocol', () => {
  const held = { treatment: 'HELD' as const, amount: '5', price: '150' };
  const found = gainsOf([
    bought,
    outflow({ id: 'd', at: at('2022-01-01'), ...held }),
    sold,
    inflow({
      id: 'e',
      at: at('2023-07-01'),
      ...held,
      stated: { cost: '700', acquiredAt: at('2020-06-01') },
    }),
    last,
  ]);
  expect(found.map(gainText)).toEqual([
    // 11 days before it came back at 140 each: it is no purchase, and the pool has nothing twice before that.
    '2023-06-20 1 ETH for 200: pool 1 at 100; gain 100; left 9 at 900',
    // 5 of 9 at 900 are gone with 500; what is left, 400, and 700.
    '2024-06-20 9 ETH for 1800: pool 9 at 1100; gain 700; left 0 at 0',
  ]);
});

test('what a protocol gives back that nobody knows it had: the cost that is stated is known', () => {
  const stated = { cost: '700', acquiredAt: at('2020-06-01') };
  const found = gainsOf([
    inflow({ id: 'e', at: at('2023-07-01'), treatment: 'HELD', amount: '5', price: '150', stated }),
    outflow({ id: 's', at: at('2024-06-20'), amount: '5', price: '200' }),
  ]);
  expect(found.map(gainText)).toEqual(['2024-06-20 5 ETH for 1000: pool 5 at 700; gain 300; left 0 at 0']);
});

test('what arrives over a bridge, in another tax year than it left', () => {
  const found = gainsOf([
    bought,
    outflow({ id: 'd', at: at('2023-04-04'), amount: '5', over: { chain: '1' }, price: '150' }),
    inflow({
      ...{ id: 'e', at: at('2023-04-07'), amount: '5', over: { chain: '10' }, price: '150' },
      ...{ token: 'ETH on 10', stated: { cost: '700' } },
    }),
    outflow({ id: 's', at: '2023-04-07T18:00:00Z', amount: '1', price: '200' }),
    last,
  ]);
  expect(found.map(gainText)).toEqual([
    // Of 10 at 1,000 five are replaced by five at 700.
    '2023-04-07 1 ETH for 200: pool 1 at 120; gain 80; left 9 at 1080',
    '2024-06-20 9 ETH for 1800: pool 9 at 1080; gain 720; left 0 at 0',
  ]);
});

test('a move whose arrival is corrected', () => {
  const move = { tx: 'm', at: at('2023-07-01'), amount: '5', price: '150', pair: 'p' };
  const group = [
    leave({ ...move, id: 'm1', item: 1 }),
    arrive({ ...move, id: 'm2', item: 2, wallet: 'bob' }),
  ];
  const basis = { cost: [700n * unit], acquiredAt: Date.parse(at('2020-06-01')) / 1000 };
  const corrected = applyCorrections(
    group,
    (id) => (id === 'm2' ? { treatment: null, prices: null, basis } : undefined),
    optionsOf(),
  );
  const flows = flowsOfMovements([bought, sold, ...corrected, last]);
  expect(
    gainsBookOf(flows)
      .disposals((token) => token)
      .map(gainText),
  ).toEqual([
    '2023-06-20 1 ETH for 200: pool 1 at 100; gain 100; left 9 at 900',
    '2024-06-20 9 ETH for 1800: pool 9 at 1100; gain 700; left 0 at 0',
  ]);
  // Whose cost is restated is of one owner with whom it came from.
  expect(gainsBookOf(flows, ['bob']).missingWallets()).toEqual(['alice']);
});
