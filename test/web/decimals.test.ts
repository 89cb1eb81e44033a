/** The pages' sums and rounding of decimal strings, against decimal.js. */
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  multiply,
  negate,
  readDecimal,
  roundDecimal,
  shareOf,
  signOf,
} from '../../web/src/money/decimals.ts';
import { decimalProblem } from '../../web/src/money/typed-decimals.ts';

const Exact = Decimal.clone({ precision: 200, toExpNeg: -1_000, toExpPos: 1_000 });

/** As the API sends them: no exponent, no plus sign, up to 50 digits. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 24 }))
  .map(([units, scale]) => new Exact(units.toString()).div(new Exact(10).pow(scale)).toFixed());

describe('decimal strings', () => {
  test('sums, signs and orders are those of decimal.js', () => {
    fc.assert(
      fc.property(fc.array(decimal, { maxLength: 6 }), decimal, decimal, (many, one, other) => {
        const sum = many.reduce((total, text) => total.plus(text), new Exact(0));
        expect(addDecimals(...many)).toBe(sum.toFixed());
        expect(negate(one)).toBe(new Exact(one).neg().toFixed().replace(/^-0$/, '0'));
        expect(Math.sign(compareDecimals(one, other))).toBe(new Exact(one).cmp(other));
        expect(signOf(one)).toBe(Math.sign(new Exact(one).cmp(0)));
      }),
    );
  });

  test('rounding is half to the even digit, as the API rounds', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 18 }), (text, digits) => {
        const expected = new Exact(text)
          .toFixed(digits, Decimal.ROUND_HALF_EVEN)
          .replace(/^-(0(\.0+)?)$/, '$1');
        expect(roundDecimal(text, digits)).toBe(expected);
      }),
    );
    expect(['0.125', '0.135', '-0.125', '2.5'].map((text) => roundDecimal(text, 2))).toEqual([
      ...['0.12', '0.14', '-0.12', '2.50'],
    ]);
  });

  test('a share is that of the whole, and none of nothing', () => {
    expect(shareOf('1', '4')).toBe(0.25);
    expect(shareOf('0.1', '0.3')).toBe(0.333333);
    expect([shareOf('1', '0'), shareOf('-1', '4'), shareOf('0', '4')]).toEqual([0, 0, 0]);
  });

  test('a product is that of decimal.js', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        expect(multiply(one, other)).toBe(new Exact(one).times(other).toFixed().replace(/^-0$/, '0'));
      }),
    );
  });

  test('what is typed is digits and a point, or nothing', () => {
    expect([' 12.50 ', '0', '007'].map(readDecimal)).toEqual(['12.5', '0', '7']);
    expect(['', '-1', '1,5', '1e5', '.5', '1.', '1'.repeat(41)].map(readDecimal)).toEqual(
      Array.from({ length: 7 }, () => null),
    );
  });

  test('what is typed otherwise is told how to be written; what could be two figures is not guessed at', () => {
    expect(['', ' 12.50 ', '0'].map(decimalProblem)).toEqual([null, null, null]);
    const told = {
      '1,5': 'Write 1.5, with a point.',
      '0,125': 'Write 0.125, with a point.',
      '1.234,5': 'Write 1234.5, with a point.',
      '1,234.5': 'Write 1234.5, with a point.',
      '1 234.5': 'Write 1234.5, with a point.',
      '1,234,567': 'Write 1234567.',
      '1.234.567': 'Write 1234567.',
      ',5': 'Write 0.5, with a point.',
      '1.': 'Write 1.',
      '1,234': 'Write 1234 or 1.234: the comma could mean either.',
    };
    expect(Object.fromEntries(Object.keys(told).map((text) => [text, decimalProblem(text)]))).toEqual(told);
    for (const text of ['-1', '1e5', '$5', 'many', '1,2,3', '1'.repeat(41)]) {
      expect([text, decimalProblem(text)]).toEqual([text, expect.stringContaining('Write digits')]);
    }
  });

  test('what is no decimal is refused', () => {
    for (const text of ['', '1e5', 'NaN', '1.', '.5', '--1', '1,000']) {
      expect(() => addDecimals(text)).toThrow('not a decimal');
    }
  });
});
