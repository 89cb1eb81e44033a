/** A correction of one of several ends of a carry takes its share along: no cost is lost, and none is there twice. */
import { describe, expect, test } from 'vitest';
import { moneyDecimals, parseScaled } from '../../../src/domain/accounting/amounts/amounts.ts';
import type { LedgerMovement, LedgerSettings } from '../../../src/domain/accounting/amounts/types.ts';
import {
  applyCorrections,
  type TransferCorrection,
} from '../../../src/domain/accounting/booking/lay-corrections.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';
import { arrive, figures, inflow, issues, leave, lots, matches, optionsOf, outflow, run } from './support.ts';

const none: TransferCorrection = { treatment: null, prices: null, basis: null };
const basis = (cost: string): TransferCorrection => ({
  ...none,
  basis: { cost: [parseScaled(cost, moneyDecimals)], acquiredAt: null },
});
const treatment = (value: TransferCorrection['treatment']): TransferCorrection => ({
  ...none,
  treatment: value,
});

function corrected(
  movements: readonly LedgerMovement[],
  corrections: Readonly<Record<string, TransferCorrection>>,
  settings: Partial<LedgerSettings> = { receiptTokens: 'carry' },
) {
  const laid = groupMovements(movements).flatMap((group) =>
    applyCorrections(group, (id) => corrections[id], optionsOf(settings)),
  );
  const result = run(laid, settings);
  // What nobody took over would wait for ever.
  expect(result.ledger.snapshot().pending).toEqual([]);
  return result;
}

const at = '2024-02-01';
const tx = 'm';

describe('a move of 100 of cost 1,000, worth 1,500, to two wallets', () => {
  const move = { at, tx, token: 'T', price: '15', pair: 'p' } as const;
  const paid = [
    inflow({ id: 'funds', at: '2024-01-01', token: 'T', amount: '100', price: '10' }),
    leave({ ...move, id: 'out', item: 1, amount: '100' }),
    arrive({ ...move, id: 'bob', item: 2, amount: '60', wallet: 'bob' }),
    arrive({ ...move, id: 'carol', item: 3, amount: '40', wallet: 'carol' }),
  ];
  const of = (result: ReturnType<typeof corrected>, wallet: string) =>
    figures(result, { wallet, token: 'T' });

  test.each([
    // 60 of the 100 drop 600 of the cost: nothing is sold, and nothing is spent.
    ['a stated cost', { bob: basis('600') }, { realized: '0' }, '600', '400'],
    // 60 are sold for 900, and bought for as much: 900 − 600.
    ['bought', { bob: treatment('ACQUISITION') }, { realized: '300' }, '900', '400'],
    [
      'bought by one, stated by the other',
      { bob: treatment('ACQUISITION'), carol: basis('7') },
      {},
      '900',
      '7',
    ],
  ] as const)('one of them corrected: %s', (_name, corrections, alice, bob, carol) => {
    const result = corrected(paid, corrections);
    expect(of(result, 'alice')).toMatchObject({ balance: '0', cost: '0', expenses: '0', ...alice });
    expect(of(result, 'bob')).toMatchObject({ balance: '60', cost: bob, basis: 'COMPLETE' });
    expect(of(result, 'carol')).toMatchObject({ balance: '40', cost: carol, basis: 'COMPLETE' });
    expect(issues(result)).toEqual([]);
  });

  test('from two, one of which sold: what came of the sale is bought', () => {
    const from = { ...move, pair: 'q', tx: 'n' };
    const back = [
      ...paid,
      leave({ ...from, id: 'b', item: 1, amount: '60', wallet: 'bob' }),
      leave({ ...from, id: 'c', item: 2, amount: '40', wallet: 'carol' }),
      arrive({ ...from, id: 'in', item: 3, amount: '100' }),
    ];
    const sold = corrected(back, { b: treatment('DISPOSAL') });
    expect(matches(sold)).toEqual(['b < funds: 60 T, 900 - 600 = 300']);
    // 60 at 15, and 40 of cost 400.
    expect(of(sold, 'alice')).toMatchObject({ balance: '100', cost: '1300', basis: 'COMPLETE' });
    const given = corrected(back, { b: treatment('NON_TAXABLE') });
    expect(of(given, 'alice')).toMatchObject({ balance: '100', cost: '400', basis: 'MISSING' });
    expect(issues(given)).toEqual(['MISSING_BASIS in 60']);
  });
});

describe('1,000 U and 1 ETH, of cost 800 and 500, worth 1,000 each, for a share', () => {
  const part = { at, tx, pair: 'r', kind: 'receipt' } as const;
  const shareOf = (nft: boolean) => [
    inflow({ id: 'u', at: '2024-01-01', token: 'U', amount: '1000', price: '0.8' }),
    inflow({ id: 'e', at: '2024-01-01', amount: '1', price: '500' }),
    leave({ ...part, id: 'uOut', item: 1, token: 'U', amount: '1000', price: '1' }),
    leave({ ...part, id: 'eOut', item: 2, amount: '1', price: '1000' }),
    arrive({ ...part, id: 'in', item: 3, token: nft ? 'nft' : 'S', nft, amount: '1', price: '2000' }),
  ];
  const deposit = shareOf(false);
  const share = { token: 'S' };

  test('as it is, both lots go on', () => {
    expect(figures(corrected(deposit, {}), share)).toMatchObject({ cost: '1300' });
  });

  test('the ETH sold: half of the share is bought with it', () => {
    const result = corrected(deposit, { eOut: treatment('DISPOSAL') });
    expect(matches(result)).toEqual(['eOut < e: 1 ETH, 1000 - 500 = 500']);
    // 800 of the U, and the 1,000 that the ETH was sold for.
    expect(figures(result, share)).toMatchObject({ balance: '1', cost: '1800', basis: 'COMPLETE' });
    expect(lots(result, 'alice', 'S')).toEqual(['u 2024-01-01: 0.5, 800', 'in 2024-02-01: 0.5, 1000']);
  });

  test('the ETH spent on something else: the share is what the U turned into', () => {
    const result = corrected(deposit, { eOut: treatment('EXPENSE') });
    expect(figures(result)).toMatchObject({ expenses: '1000', realized: '500' });
    expect(figures(result, share)).toMatchObject({ balance: '1', cost: '800', basis: 'COMPLETE' });
  });

  test('a share that cannot be divided is bought as a whole', () => {
    const result = corrected(shareOf(true), { eOut: treatment('DISPOSAL') });
    expect(matches(result)).toEqual([
      'uOut < u: 1000 U, 1000 - 800 = 200',
      'eOut < e: 1 ETH, 1000 - 500 = 500',
    ]);
    expect(figures(result, { token: 'nft' }).cost).toBe('2000');
  });

  const back = [
    inflow({ id: 's', at: '2024-01-01', token: 'S', amount: '1', price: '1200' }),
    leave({ ...part, id: 'out', item: 1, token: 'S', amount: '1', price: '2000' }),
    arrive({ ...part, id: 'uIn', item: 2, token: 'U', amount: '1000', price: '1' }),
    arrive({ ...part, id: 'eIn', item: 3, amount: '1', price: '1000' }),
  ];

  test.each([
    // Half of the share's 1,200 goes on in the U.
    ['a stated cost', basis('300'), '300', []],
    ['bought', treatment('ACQUISITION'), '1000', ['out < s: 0.5 S, 1000 - 600 = 400']],
  ] as const)('and back, the ETH corrected: %s', (_name, correction, eth, sales) => {
    const result = corrected(back, { eIn: correction });
    expect(matches(result)).toEqual(sales);
    expect(figures(result, { token: 'U' }).cost).toBe('600');
    expect(figures(result).cost).toBe(eth);
  });

  test('and back, the ETH a reward: all of the share goes on in the U', () => {
    const result = corrected(back, { eIn: treatment('INCOME') });
    expect(figures(result, { token: 'U' }).cost).toBe('1200');
    expect(figures(result)).toMatchObject({ cost: '1000', income: '1000' });
  });

  test('change belongs to what it is of', () => {
    const change = [
      ...deposit.slice(0, 4),
      arrive({ ...part, id: 'in', item: 3, token: 'S', amount: '19', price: '100' }),
      arrive({ ...part, id: 'change', item: 4, token: 'U', amount: '100', price: '1' }),
    ];
    // 100 of the 1,000 U drop 80, and 9 are stated; the share has 720 of the U and 500 of the ETH.
    const stated = corrected(change, { change: basis('9') });
    expect(figures(stated, { token: 'U' })).toMatchObject({ balance: '100', cost: '9' });
    expect(figures(stated, share).cost).toBe('1220');
    // 900 U sold for 900: so 9 of the 19 shares are bought.
    const sold = corrected(change, { uOut: treatment('DISPOSAL') });
    expect(matches(sold)).toEqual(['uOut < u: 900 U, 900 - 720 = 180']);
    expect(figures(sold, { token: 'U' })).toMatchObject({ balance: '100', cost: '80' });
  });
});

describe('change of what goes to a bridge, or to a contract', () => {
  const funds = inflow({ id: 'funds', at: '2024-01-01', amount: '10', price: '100' });
  const over = { over: { chain: '1', arrives: false } };
  const bridged = [
    funds,
    outflow({ id: 'left', tx, item: 1, at, amount: '10', price: '120', ...over }),
    inflow({ id: 'change', tx, item: 2, at, amount: '1', price: '120', ...over }),
  ];
  const held = [
    funds,
    outflow({ id: 'left', tx, item: 1, at, amount: '10', price: '120', treatment: 'HELD' }),
    inflow({ id: 'change', tx, item: 2, at, amount: '1', price: '120', treatment: 'HELD' }),
  ];

  test.each([
    ['a bridge', bridged, 'bridge'],
    ['a contract', held, 'farm'],
  ])('%s: a stated cost of it, and what left sold', (_name, movements, heldBy) => {
    const heldOf = (result: ReturnType<typeof corrected>) =>
      result.ledger.accounts().flatMap((account) => account.held);
    const nine = [{ heldBy, quantity: 9n * 10n ** 18n }];
    // 9 of 10 wait with 900; the one that came back dropped its 100 for 70.
    const stated = corrected(movements, { change: basis('70') });
    expect(figures(stated)).toMatchObject({ balance: '10', cost: '970', realized: '0', income: '0' });
    expect(heldOf(stated)).toEqual(nine);
    // 9 are sold for 1,080, and one never left.
    const sold = corrected(movements, { left: treatment('DISPOSAL') });
    expect(matches(sold)).toEqual(['left < funds: 9 ETH, 1080 - 900 = 180']);
    expect(figures(sold)).toMatchObject({ balance: '1', cost: '100' });
    expect(heldOf(sold)).toEqual([]);
    // A reward is no change: all 10 wait.
    const reward = corrected(movements, { change: treatment('INCOME') });
    expect(figures(reward)).toMatchObject({ balance: '11', cost: '1120', income: '120' });
  });
});

test('a stated cost of what is claimed for what was requested drops what waited: it is not sold', () => {
  // 100 U of cost 80 wait for 90 shares, worth 1.2 each.
  const movements = [
    inflow({ id: 'u', at: '2024-01-01', token: 'U', amount: '100', price: '0.8' }),
    outflow({ id: 'request', at, token: 'U', amount: '100', price: '1', treatment: 'HELD' }),
    inflow({
      ...{ id: 'claim', at: '2024-03-01', token: 'S', amount: '90', price: '1.2' },
      settles: { token: 'U', amount: '100', price: '1', isReceipt: true },
    }),
  ];
  const result = corrected(movements, { claim: basis('85') });
  expect(matches(result)).toEqual([]);
  expect(figures(result, { token: 'S' })).toMatchObject({ balance: '90', cost: '85', basis: 'COMPLETE' });
  expect(figures(result, { token: 'U' })).toMatchObject({ balance: '0', cost: '0', realized: '0' });
});
