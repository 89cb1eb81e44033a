/** Figures as people read them. */
import { expect, test } from 'vitest';
import { currencies as ofService } from '../../src/domain/ids.ts';
import { coins, currencies, currenciesWith, readLens } from '../../web/src/app/lens/lens-search.ts';
import {
  counted,
  formatAmount,
  formatMoney,
  groupDigits,
  moneyDigits,
  shortAddress,
} from '../../web/src/money/format.ts';

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
  ['1234567.1234565', 'MATIC', '1,234,567.123456 MATIC'],
  ['1234.565', 'EUR', '€1,234.56'],
  ['-0.004', 'EUR', '−€0.004'],
  ['1234.5', 'GBP', '£1,234.50'],
  ['-1234.5', 'CHF', '−CHF\u00a01,234.50'],
  ['0.0012', 'SEK', 'SEK\u00a00.0012'],
  // Not the dollars of the United States.
  ['10', 'CAD', 'CA$10.00'],
  ['10', 'AUD', 'A$10.00'],
  // Nor the yen.
  ['10', 'CNY', 'CN¥10.00'],
  // There are no cents; less than one of them has digits that count.
  ['1234567.5', 'JPY', '¥1,234,568'],
  ['-0.25', 'JPY', '−¥0.25'],
  ['0', 'JPY', '¥0'],
  ['1000', 'KRW', '₩1,000'],
  ['1000', 'ISK', 'ISK\u00a01,000'],
  // Of a service that knows more than the page.
  ['1.5', 'NEWCOIN', '1.5 NEWCOIN'],
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
  expect(readLens({ w: ['0x'], cur: 'XXX' })).toEqual({});
});

test('every currency of the service can stand in a URL, and each is written unlike the others', () => {
  expect(currencies.toSorted()).toEqual(ofService.toSorted());
  expect(currencies.map((cur) => readLens({ cur }).cur)).toEqual(currencies);
  const written = currencies.map((currency) => formatMoney('12', currency));
  expect(new Set(written).size).toBe(currencies.length);
  expect(['USD', 'EUR', 'JPY', ...coins].map(moneyDigits)).toEqual([2, 2, 0, 6, 6, 6, 6]);
});

test('books are told in USD, the reporting currency behind it, and coins', () => {
  expect(currenciesWith(null)).toEqual(['USD', 'ETH', 'AVAX', 'MATIC', 'XDAI']);
  expect(currenciesWith('EUR')).toEqual(['USD', 'EUR', 'ETH', 'AVAX', 'MATIC', 'XDAI']);
  // None beside the usual.
  expect(currenciesWith('USD')).toEqual(currenciesWith(null));
});
