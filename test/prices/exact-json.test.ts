import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../src/domain/money/money.ts';
import {
  decimalText,
  parseExactJson,
  plainDecimal,
  wholeNumber,
} from '../../src/prices/source/exact-json.ts';
import { median, priceText, relativeGap } from '../../src/prices/source/price-math.ts';

test('numbers keep every digit that was sent', () => {
  const text =
    '{"a":0.1000000000000000055511151231257827,"b":[12345678901234567890.5,-0,7],"c":"9","d":null}';
  expect(parseExactJson(text)).toEqual({
    a: '0.1000000000000000055511151231257827',
    b: ['12345678901234567890.5', '0', '7'],
    c: '9',
    d: null,
  });
});

/** The definition, by the platform's own access to the texts of numbers (ES2026), which is slower. */
function parseByReviver(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number') return value;
    // V8 gives none of a number now and then, in objects of many names.
    fc.pre(context?.source !== undefined);
    const source = context?.source ?? '';
    const isSane = /^-?\d{1,100}(?:\.\d{1,100})?(?:[eE][+-]?\d{1,2})?$/.test(source);
    return isSane ? new Decimal(source).toFixed() : `not a sane figure: ${source.slice(0, 40)}`;
  });
}

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 30 });
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits.map((text) => text.replace(/^0+(?=\d)/, '')),
    fc.option(digits),
    fc.option(
      fc.tuple(
        fc.constantFrom('e', 'E'),
        fc.constantFrom('', '+', '-'),
        fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 100, max: 9_999 })),
      ),
    ),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent?.join('') ?? ''}`,
  );
/** Words that look like numbers, and what ends or escapes strings. */
const word = fc
  .array(fc.oneof(fc.string(), fc.constantFrom('"', '\\', '\\"', '1.5e3', '-7', ',', ':', '\n')))
  .map((parts) => JSON.stringify(parts.join('')));
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numberText,
    word,
    fc.constantFrom('true', 'false', 'null'),
    fc.array(tie('json')).map((items) => `[ ${items.join(' ,')}]`),
    fc.array(fc.tuple(word, tie('json'))).map((entries) => {
      return `{${entries.map(([key, value]) => `${key}: ${value}`).join(',\n')}}`;
    }),
  ),
}));

test('any JSON is read as by a reviver that is given the texts of numbers', () => {
  fc.assert(
    fc.property(json, (text) => {
      expect(parseExactJson(text)).toEqual(parseByReviver(text));
    }),
    { numRuns: 1_000 },
  );
});

test.each(['', '{', '[1,]', '01', '1.', '.5', '+1', "{'a':1}", '"a', '1 2', '--1', '1e', '"\\x"', 'NaN'])(
  '%s is no JSON',
  (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  },
);

test.each([
  ['1.5e-7', '0.00000015'],
  ['2E3', '2000'],
  ['1e+2', '100'],
  ['-4.20', '-4.2'],
  ['9.99999999999999999e-18', '0.00000000000000000999999999999999999'],
  ['0e5', '0'],
])('%s is %s', (source, text) => {
  expect(plainDecimal(source)).toBe(text);
});

test.each(['1e61', '1e-61', '1e99999', '1e999999999', `1${'0'.repeat(130)}`])(
  '%s is no sane figure',
  (source) => {
    expect(plainDecimal(source)).toBeNull();
    expect(decimalText.safeParse(parseExactJson(source)).success).toBe(false);
  },
);

test.each(['"abc"', '"NaN"', '"1e5"', 'true', 'null', '{}', '""'])('%s is not a price', (json) => {
  expect(decimalText.safeParse(parseExactJson(json)).success).toBe(false);
});

test('times are whole and not negative', () => {
  expect(wholeNumber.parse('1700000000')).toBe(1_700_000_000);
  for (const text of ['-1', '1.5', '9999999999999999'])
    expect(wholeNumber.safeParse(text).success).toBe(false);
});

test('a computed price has 30 significant digits and no exponent', () => {
  expect(priceText(new Decimal(1).div(3))).toBe('0.333333333333333333333333333333');
  expect(priceText(new Decimal('1e-25').div(3))).toBe(
    '0.0000000000000000000000000333333333333333333333333333333',
  );
  expect(priceText(new Decimal('2000.50'))).toBe('2000.5');
});

test('median and gap', () => {
  expect(median(['3', '1', '2'])).toBe('2');
  expect(median(['1', '2.5', '100', '2'])).toBe('2.25');
  expect(relativeGap('1.1', '1').toFixed()).toBe('0.1');
  expect(relativeGap('100', '80').toFixed()).toBe('0.25');
});
