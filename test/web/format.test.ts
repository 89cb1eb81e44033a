/** Figures as people read them. */
import { expect, test } from 'vitest';
import { readLens } from '../../web/src/app/lens/lens-search.ts';
import { counted, formatAmount, formatMoney, groupDigits, shortAddress } from '../../web/src/money/format.ts';

test.each([
  ['1234567.895', 'USD', '$1,234,567.90'],
  ['-1234.5', 'USD', '−$1,234.50'],
  ['0', 'USD', '$0.00'],
  ['0.5', 'USD', '$0.50'],
  // Less than a cent: four digits that count.
  ['0.00123456', 'USD', '$0.001235'],
  ['-0.000001234567', 'USD', '−$0.0₅1235'],
  // More digits than a floating number holds.
  ['123456789012345678.125', 'USD', '$123,456,789,012,345,678.12'],
  ['1.5', 'ETH', '1.5 ETH'],
  ['0.0000000123', 'ETH', '0.0₇123 ETH'],
])('money: %s %s is %s', (text, currency, shown) => {
  expect(formatMoney(text, currency)).toBe(shown);
});

test.each([
  ['1', '1'],
  ['12345.678901234', '12,345.678901'],
  ['0.1', '0.1'],
  ['0.000000000000000001', '0.0₁₇1'],
  // It rounds up into the digit before.
  ['0.00009999999', '0.0001'],
  ['-2.50', '−2.5'],
  ['0', '0'],
])('amounts: %s is %s', (text, shown) => {
  expect(formatAmount(text)).toBe(shown);
});

test('digits are grouped in threes, before the point alone', () => {
  expect(groupDigits('1000.1000')).toBe('1,000.1000');
  expect(groupDigits('999')).toBe('999');
  const counts = [0, 1, '1', 2_000n].map((count) => counted(count, 'event'));
  expect(counts).toEqual(['0 events', '1 event', '1 event', '2,000 events']);
});

test('an address keeps its beginning and its end', () => {
  expect(shortAddress(`0x1234${'0'.repeat(32)}abcd`)).toBe('0x1234…abcd');
});

test('what is wrong in a URL is left out of the lens', () => {
  const wallet = `0x${'a'.repeat(40)}`;
  expect(
    readLens({
      w: `${wallet.toUpperCase().replace('X', 'x')},nonsense,${wallet}`,
      cur: 'ETH',
      method: 'GUESS',
      period: 7,
    }),
  ).toEqual({
    w: wallet,
    cur: 'ETH',
  });
  expect(readLens({ w: ['0x'], cur: 'EUR' })).toEqual({});
});
