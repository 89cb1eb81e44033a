/** Prices as whole numbers are those that the texts say: rounded to 30 digits, then to the ledger's. */
import { expect, test } from 'vitest';
import { createRandom } from '../../../demo/node/random.ts';
import { parseScaled } from '../../../src/domain/accounting/amounts/amounts.ts';
import { bookedCurrencies, type CurrencyRates, fromUsd } from '../../../src/domain/money/currencies.ts';
import { scaledInCurrencies } from '../../../src/domain/money/scaled-prices.ts';

const currencies = bookedCurrencies('EUR');
const scaled = (text: string, rates: CurrencyRates, decimals: number) =>
  scaledInCurrencies(text, { rates, currencies, decimals });
const none = { ETH: null, MATIC: null, AVAX: null, XDAI: null };

test('by hand: a third, a rate that is unknown, a rate of nothing', () => {
  // 100 ÷ 3 = 33.3…, thirty digits of it, and six zeros up to 36 decimals.
  const third = BigInt(`${'3'.repeat(30)}00000000`);
  expect(scaled('100', { ...none, ETH: '3', AVAX: '0' }, 36)).toEqual([
    ...[10n ** 38n, third, null, null, null, null],
  ]);
  expect(scaled('0.00', { ...none, ETH: '3' }, 36)).toEqual([0n, 0n, null, null, null, null]);
});

/** Half of the last of thirty digits goes to the even one, once. */
test('a tie is rounded to the even digit, and what is rounded is not rounded again', () => {
  const digits = '1234567890123456789012345678';
  for (const [text, last] of [
    [`${digits}05`, '05'],
    [`${digits}005`, '00'],
    [`${digits}015`, '02'],
    [`9${'9'.repeat(28)}95`, null],
  ] as const) {
    const [, inEther] = scaled(text, { ...none, ETH: '1' }, 0);
    const expected =
      last === null ? 10n ** 31n : BigInt(digits + last) * 10n ** BigInt(text.length - digits.length - 2);
    expect(inEther).toBe(expected);
  }
});

test('for ten thousand prices and rates, long and short, they are what the texts say', () => {
  const random = createRandom(20_261_123);
  const decimalText = (): string => {
    const digits = (length: number): string =>
      Array.from({ length }, () =>
        String(random.integer(0, 2) === 0 ? random.pick([0, 9, 5]) : random.integer(0, 9)),
      ).join('');
    const whole = digits(random.integer(1, random.pick([1, 4, 18])));
    const fraction =
      random.integer(0, 3) === 0 ? '' : `.${digits(random.integer(1, random.pick([2, 18, 40])))}`;
    return whole + fraction;
  };
  let compared = 0;
  for (let round = 0; round < 2_500; round += 1) {
    const rates: CurrencyRates = {
      ETH: decimalText(),
      MATIC: decimalText(),
      AVAX: decimalText(),
      XDAI: '1',
      EUR: '1.0823',
    };
    const text = decimalText();
    const decimals = random.pick([18, 36]);
    const expected = currencies.map((currency) => {
      const amount = fromUsd(text, currency, rates);
      return amount === null ? null : parseScaled(amount, decimals);
    });
    expect(scaled(text, rates, decimals), `${text} ${JSON.stringify(rates)}`).toEqual(expected);
    compared += expected.length;
  }
  expect(compared).toBe(15_000);
});

test('a moment that was asked for in some currencies is answered in others, too', () => {
  const rates = { ETH: '2', EUR: '1.25' };
  const inThose = (reporting: 'EUR' | null) =>
    scaledInCurrencies('10', { rates, currencies: bookedCurrencies(reporting), decimals: 0 });
  expect(inThose(null)).toEqual([10n, 5n, null, null, null]);
  expect(inThose('EUR')).toEqual([10n, 5n, null, null, null, 8n]);
});
