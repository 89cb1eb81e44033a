/** What a trade was worth by stated prices, as the ledger values it (docs/accounting.md): by the side that is known best. */
import { expect, test } from 'vitest';
import { statedTrade, type TradedTransfer } from '../../web/src/money/traded.ts';

const [ether, dollars] = [{ id: 'tok_eth' }, { id: 'tok_usdc' }];
const trade = { sold: [{ amount: '0.1', token: ether }], bought: [{ amount: '260', token: dollars }] };

function moved(token: { id: string } | null, price?: string, other: object = {}): TradedTransfer {
  const said = { kind: 'PRICE', price, currency: 'USD', applies: true, ...other };
  return { isSpam: false, token, corrections: price === undefined ? [] : [said] };
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

test('of two that were sold, one price is not enough', () => {
  const sold = [...trade.sold, { amount: '5', token: { id: 'tok_dai' } }];
  const transfers = [moved(ether, '2500'), moved({ id: 'tok_dai' }), moved(dollars)];
  expect(statedTrade({ ...trade, sold }, transfers)).toBe(null);
  // 0.1 × 2,500 + 5 × 1.01.
  const all = [moved(ether, '2500'), moved({ id: 'tok_dai' }, '1.01'), moved(dollars)];
  expect(statedTrade({ ...trade, sold }, all)).toBe('255.05');
});
