/** What a trade was worth by stated prices, as the ledger values it (docs/accounting.md): by the side that is known best. */
import { expect, test } from 'vitest';
import { statedTrade, type TradedTransfer } from '../../web/src/money/traded.ts';

const [ether, dollars] = [{ id: 'tok_eth' }, { id: 'tok_usdc' }];
/** At 2,700 and 1: both are known as well, so that it is worth 260. */
const trade = {
  sold: [{ amount: '0.1', value: '270', token: ether }],
  bought: [{ amount: '260', value: '260', token: dollars }],
};

function moved(token: { id: string } | null, price?: string, other: object = {}): TradedTransfer {
  const said = { kind: 'PRICE', price, currency: 'USD', applies: true, ...other };
  const corrections = price === undefined ? [] : [said];
  return { isSpam: false, priceTier: 'REFERENCE', token, corrections };
}

test.each<[string, string | null, readonly TradedTransfer[]]>([
  ['nothing is stated', null, [moved(ether), moved(dollars)]],
  // 0.1 × 2,500.
  ['of what was sold', '250', [moved(ether, '2500'), moved(dollars)]],
  // 260 × 0.9.
  ['of what was bought', '234', [moved(ether), moved(dollars, '0.9')]],
  ['of both: what was bought counts', '234', [moved(ether, '2500'), moved(dollars, '0.9')]],
  ['one that is not booked', null, [moved(ether, '2500', { applies: false }), moved(dollars)]],
  ['in another currency', null, [moved(ether, '1', { currency: 'ETH' }), moved(dollars)]],
  ['something else', null, [moved(ether, '2500', { kind: 'BASIS' }), moved(dollars)]],
  ['of one of two transfers of the token', null, [moved(ether, '2500'), moved(ether), moved(dollars)]],
  ['of nothing that is recognised', null, [moved(null, '2500'), moved(dollars)]],
])('a price is stated: %s', (_, value, transfers) => {
  expect(statedTrade(trade, transfers)).toBe(value);
});

test.each([
  // Of two that were sold, with 5 DAI of 5.05: what was bought is known as well as those, 260, unless what is stated is more: 0.1 × 2,500, 2,700.
  ['less than the other side', ['2500', undefined, undefined], '260'],
  ['more than the other side', ['2700', undefined, undefined], '270'],
  // 0.1 × 2,500 + 5 × 1.01.
  ['of the whole side', ['2500', '1.01', undefined], '255.05'],
  // 260 × 0.9: all of what was bought.
  ['of one, and of the other side', ['2700', undefined, '0.9'], '234'],
] as const)('of several that were sold: %s', (_name, [eth, dai, usdc], value) => {
  const coin = { id: 'tok_dai' };
  const sold = [...trade.sold, { amount: '5', value: '5.05', token: coin }];
  const transfers = [moved(ether, eth), moved(coin, dai), moved(dollars, usdc)];
  expect(statedTrade({ ...trade, sold }, transfers)).toBe(value);
  // Where the other side is known less well, it is all that was sold: 0.1 × 2,500 + 5.05, or 270 + 5.05.
  if (dai !== undefined || usdc !== undefined) return;
  const vague = [...transfers.slice(0, 2), { ...moved(dollars), priceTier: 'OTHER' }];
  expect(statedTrade({ ...trade, sold }, vague)).toBe(eth === '2500' ? '255.05' : '275.05');
});

test('what has no price takes what is stated of the other side', () => {
  const bought = [{ amount: '260', value: null, token: dollars }];
  expect(statedTrade({ ...trade, bought }, [moved(ether, '2500'), moved(dollars)])).toBe('250');
  const sold = [...trade.sold, { amount: '5', value: null, token: null }];
  expect(statedTrade({ sold, bought }, [moved(ether, '2500'), moved(dollars)])).toBe(null);
});
