/** The waterfall's parts add up to its end, exactly and as they are rounded, whatever they are. */
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bridgeOf } from '../../web/src/money/bridge.ts';

const Exact = Decimal.clone({ precision: 200, toExpNeg: -1_000, toExpPos: 1_000 });
const money = fc
  .bigInt({ min: -(10n ** 26n), max: 10n ** 26n })
  .map((units) => new Exact(units.toString()).div(new Exact(10).pow(18)).toFixed());
const positive = money.map((text) => text.replace('-', ''));
const orUnknown = fc.option(money, { nil: null });

const sumOf = (texts: readonly (string | null)[]): string =>
  texts.reduce((sum, text) => sum.plus(text ?? 0), new Exact(0)).toFixed();

test('all but the end add up to the end, also when parts are unknown; so do the rounded ones', () => {
  const input = fc.record({
    ...{ start: orUnknown, deposits: money, withdrawals: positive, realised: money },
    ...{ unrealisedChange: orUnknown, income: positive, expenses: positive, end: money },
  });
  fc.assert(
    fc.property(input, fc.constantFrom(2, 6), (parts, digits) => {
      const steps = bridgeOf(parts, digits);
      const [end, before] = [steps.at(-1), steps.slice(0, -1)];
      expect(end?.value).toBe(parts.end);
      expect(sumOf(before.map(({ value }) => value))).toBe(parts.end);
      expect(sumOf(before.map(({ rounded }) => rounded))).toBe(new Exact(end?.rounded ?? 'NaN').toFixed());
      expect(end?.rounded).toBe(
        new Exact(parts.end).toFixed(digits, Decimal.ROUND_HALF_EVEN).replace(/^-(0(\.0+)?)$/, '$1'),
      );
      // Each bar begins where the one before it ended.
      const bars = before.slice(1);
      expect(bars.map(({ from }) => from)).toEqual(before.slice(0, -1).map(({ to }) => to));
      expect(before.at(-1)?.to).toBe(parts.end);
    }),
  );
});

describe('by hand', () => {
  const known = {
    ...{ start: '0', deposits: '2000', withdrawals: '0', realised: '3150' },
    ...{ unrealisedChange: '-100.005', income: '0', expenses: '50', end: '4800' },
  };

  test('the rest is what no part tells: 4,800 − (2,000 + 3,150 − 100.005 − 50) = −199.995', () => {
    const steps = bridgeOf(known, 2);
    expect(steps.map(({ part, value }) => [part, value])).toEqual([
      ...[
        ['start', '0'],
        ['deposits', '2000'],
        ['withdrawals', '0'],
        ['realised', '3150'],
        ['unrealisedChange', '-100.005'],
        ['income', '0'],
        ['expenses', '-50'],
        ['rest', '-199.995'],
        ['end', '4800'],
      ],
    ]);
    // −100.005 is rounded to −100.00, half to even, so that the rest is −200.00: 2,000 + 3,150 − 100 − 50 − 200 = 4,800.
    expect(steps.find(({ part }) => part === 'rest')?.rounded).toBe('-200.00');
  });

  test('what is unknown is in the rest, and shown as unknown: never 0', () => {
    const steps = bridgeOf({ ...known, start: null, unrealisedChange: null }, 2);
    const unknown = steps.filter(({ value }) => value === null);
    expect(unknown.map(({ part, rounded }) => [part, rounded])).toEqual([
      ['start', null],
      ['unrealisedChange', null],
    ]);
    // −199.995 − 100.005
    expect(steps.find(({ part }) => part === 'rest')?.value).toBe('-300');
  });
});
