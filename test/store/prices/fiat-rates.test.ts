/** Rates of states' currencies: which day's rate an hour has, whether another is to come, and what ledgers are told of new ones. */
import { describe, expect, test } from 'vitest';
import type { FiatCurrency } from '../../../src/domain/ids.ts';
import { type FiatRate, fiatTokens } from '../../../src/domain/money/fiat.ts';
import {
  fiatCoverage,
  findFiatHoles,
  findFiatRates,
  findLatestFiatRate,
  newestFiatDay,
  storeFiatRates,
} from '../../../src/store/prices/fiat-rates.ts';
import {
  findPricesChangedFrom,
  hourPosition,
  priceVersions,
} from '../../../src/store/prices/price-changes.ts';
import { findHourlyRates, findLatestPrices, findRates } from '../../../src/store/prices/price-reads.ts';
import { storePrices } from '../../../src/store/prices/price-rows.ts';
import { findWantedPrices, wantPrices } from '../../../src/store/prices/wanted-price-queue.ts';
import { createRandom } from '../../support/random.ts';
import { address } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase({ perTest: true });

const dayMs = 86_400_000;
const hourAt = (day: string, hour = 12): number => Date.parse(`${day}T00:00:00Z`) / 3_600_000 + hour;
const rate = (currency: string, day: string, perEuro: string): FiatRate => ({ currency, day, perEuro });
/** US dollars and pounds of the days before and after Easter 2024: 29 March was Good Friday, 1 April Easter Monday. */
const thursday = [rate('USD', '2024-03-28', '1.0811'), rate('GBP', '2024-03-28', '0.8551')];
const tuesday = [rate('USD', '2024-04-02', '1.0749'), rate('GBP', '2024-04-02', '0.85575')];
const store = (...rates: FiatRate[]) => storeFiatRates(db.database, rates, 'ecb');
const ratesAt = (currency: FiatCurrency, ...days: string[]) =>
  findFiatRates(
    db.database,
    currency,
    days.map((day) => hourAt(day)),
  );
/** What is known of a day: the price, and whether it is the day's own. */
async function rateAt(currency: FiatCurrency, day: string): Promise<[string, boolean] | null> {
  const [found] = await ratesAt(currency, day);
  return found === undefined ? null : [found.price, found.isOwn];
}
const told = () => priceVersions(db.database);
/** From where on a ledger changes that was booked at that version and lacks the prices of that hour. */
const changedFrom = (priceVersion: bigint, gap: number | null) =>
  findPricesChangedFrom(db.database.pool, {
    priceVersion,
    priceGapFrom: gap === null ? null : hourPosition(gap),
  });

/** `numerator / denominator` to thirty digits, by whole numbers; no case here lies in the middle. */
function quotient(numerator: bigint, denominator: bigint): string {
  const scaled = (numerator * 10n ** 29n + denominator / 2n) / denominator;
  return `${String(scaled).slice(0, 1)}.${String(scaled).slice(1)}`.replace(/0+$/, '');
}

describe('the rate of an hour', () => {
  test('is the quotient of the two numbers of its day, and the euro has its own', async () => {
    await store(...thursday);
    // 1.0811 ÷ 0.8551 = 10811 ÷ 8551 = 1.26429657350017541807975675360
    const pound = '1.2642965735001754180797567536';
    expect(quotient(10_811n, 8_551n)).toBe(pound);
    expect(await rateAt('GBP', '2024-03-28')).toEqual([pound, true]);
    expect(await rateAt('EUR', '2024-03-28')).toEqual(['1.0811', true]);
    // All of its 24 hours, and none of those around them.
    const hours = Array.from({ length: 26 }, (_, index) => hourAt('2024-03-28', index - 1));
    const found = await findFiatRates(db.database, 'EUR', hours);
    expect(found.filter(({ isOwn }) => isOwn).map(({ hour }) => hour)).toEqual(hours.slice(1, 25));
    expect(found.map(({ hour }) => hour)).toEqual(hours.slice(1));
  });

  test('of few dollars has all its digits', async () => {
    await store(rate('USD', '2024-03-28', '1.0811'), rate('IDR', '2024-03-28', '17157.87'));
    // 1.0811 ÷ 17157.87 = 108110 ÷ 1715787000, and 10811 ÷ 171578700 = 0.0000630089887614441303…
    const [price] = (await rateAt('IDR', '2024-03-28')) ?? [];
    expect(price).toMatch(/^0\.0000630[0-9]{27}$/);
    const scaled = (10_811n * 10n ** 34n + 85_789_350n) / 171_578_700n;
    expect(price).toBe(`0.${String(scaled).padStart(34, '0')}`);
  });

  test('on a weekend is that of Friday, and no other comes', async () => {
    await store(rate('USD', '2024-03-22', '1.0823'));
    expect(await ratesAt('EUR', '2024-03-22', '2024-03-23', '2024-03-24', '2024-03-25')).toEqual([
      { hour: hourAt('2024-03-22'), price: '1.0823', isOwn: true },
      { hour: hourAt('2024-03-23'), price: '1.0823', isOwn: true },
      { hour: hourAt('2024-03-24'), price: '1.0823', isOwn: true },
      // Monday's is to come.
      { hour: hourAt('2024-03-25'), price: '1.0823', isOwn: false },
    ]);
  });

  test('over Easter is that of Thursday, for good once Tuesday has one', async () => {
    const easter = ['2024-03-29', '2024-03-30', '2024-03-31', '2024-04-01'];
    await store(...thursday);
    const before = await ratesAt('EUR', ...easter, '2024-04-02');
    expect(before.map(({ price, isOwn }) => [price, isOwn])).toEqual(
      [...easter, 'Tuesday'].map(() => ['1.0811', false]),
    );
    await store(...tuesday);
    const after = await ratesAt('EUR', ...easter, '2024-04-02');
    expect(after.map(({ price, isOwn }) => [price, isOwn])).toEqual([
      ...easter.map(() => ['1.0811', true]),
      ['1.0749', true],
    ]);
  });

  test('is that of up to ten days before, and none before the first', async () => {
    await store(...thursday);
    // 28 March and ten days.
    expect(await rateAt('EUR', '2024-04-07')).toEqual(['1.0811', false]);
    expect(await rateAt('EUR', '2024-04-08')).toBeNull();
    expect(await rateAt('EUR', '2024-03-27')).toBeNull();
    expect(await rateAt('CHF', '2024-03-28')).toBeNull();
    expect(await findFiatRates(db.database, 'EUR', [])).toEqual([]);
  });

  test('may yet come while only the dollar’s number of the day is known', async () => {
    const [dollars, pounds] = tuesday;
    await store(...thursday, ...tuesday.filter((one) => one === dollars));
    expect(await rateAt('GBP', '2024-04-02')).toEqual([quotient(10_811n, 8_551n), false]);
    expect(await rateAt('EUR', '2024-04-02')).toEqual(['1.0749', true]);
    await store(...tuesday.filter((one) => one === pounds));
    // 1.0749 ÷ 0.85575 = 107490 ÷ 85575
    expect(await rateAt('GBP', '2024-04-02')).toEqual([quotient(107_490n, 85_575n), true]);
  });

  test('is read of eleven years at once, hour by hour', async () => {
    const start = Date.parse('2015-01-01T00:00:00Z') / dayMs;
    const days = Array.from({ length: 4_000 }, (_, index) =>
      new Date((start + index) * dayMs).toISOString().slice(0, 10),
    ).filter((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()));
    await store(...days.map((day, index) => rate('USD', day, `1.${1_000 + index}`)));
    const hours = Array.from({ length: 4_000 * 24 }, (_, index) => start * 24 + index);
    const found = await findFiatRates(db.database, 'EUR', hours);
    // 1 January 2015 was a Thursday: the first day has one, and so have all after it.
    expect(found).toHaveLength(hours.length);
    expect(found.every(({ isOwn }) => isOwn)).toBe(true);
    expect(new Set(found.map(({ price }) => price)).size).toBe(days.length);
  });
});

describe('storing', () => {
  test('counts what is new and what is another number, and the days of it', async () => {
    expect(await store(...thursday, ...tuesday)).toEqual({
      ...{ added: 4, changed: 0 },
      ...{ first: '2024-03-28', last: '2024-04-02' },
    });
    const before = await told();
    // 1.07490 is 1.0749.
    expect(await store(...thursday, rate('USD', '2024-04-02', '1.07490'))).toEqual({
      ...{ added: 0, changed: 0, first: null, last: null },
    });
    expect(await told()).toEqual(before);
    expect(await store()).toEqual({ added: 0, changed: 0, first: null, last: null });
    expect(await store(rate('USD', '2024-04-02', '1.075'), rate('USD', '2024-04-03', '1.0783'))).toEqual({
      ...{ added: 1, changed: 1, first: '2024-04-02', last: '2024-04-03' },
    });
    expect(await fiatCoverage(db.database)).toEqual([
      { currency: 'GBP', first: '2024-03-28', last: '2024-04-02', days: 2 },
      { currency: 'USD', first: '2024-03-28', last: '2024-04-03', days: 3 },
    ]);
    expect(await newestFiatDay(db.database)).toBe('2024-04-03');
  });

  test('twice at the same time tells of it once', async () => {
    const results = await Promise.all([store(...thursday), store(...thursday), store(...thursday)]);
    expect(results.map(({ added, changed }) => added + changed).sort()).toEqual([0, 0, 2]);
    expect(await told()).toEqual({ known: 1n, lost: 0n });
  });

  test('of more than a piece keeps all', async () => {
    const day = (index: number): string =>
      new Date(Date.parse('1999-01-04T00:00:00Z') + index * dayMs).toISOString().slice(0, 10);
    const rates = Array.from({ length: 9_000 }, (_, index) => [
      rate('USD', day(index), '1.5'),
      rate('GBP', day(index), '0.5'),
      rate('JPY', day(index), '150'),
    ]).flat();
    // 24 years with 6 leap days are 8,766 days; 4 January 2023 and 233 days more are its 237th day, 25 August.
    expect(await store(...rates.toReversed())).toEqual({
      ...{ added: 27_000, changed: 0, first: '1999-01-04', last: '2023-08-25' },
    });
    expect((await store(...rates)).added).toBe(0);
  });
});

describe('ledgers', () => {
  test('with a gap hear of a day that follows, from the day after the last one', async () => {
    await store(...thursday);
    const { known } = await told();
    await store(...tuesday);
    expect((await told()).lost).toBe(0n);
    // Booked on Good Friday with Thursday's rate.
    expect(await changedFrom(known, hourAt('2024-03-29', 10))).toBe(hourPosition(hourAt('2024-03-29', 10)));
    // A gap before the day after Thursday is none of these.
    expect(await changedFrom(known, hourAt('2024-03-20'))).toBe(hourPosition(hourAt('2024-03-29', 0)));
    // Ten days after Tuesday, and not the eleventh: 12 and 13 April.
    expect(await changedFrom(known, hourAt('2024-04-12', 23))).not.toBeNull();
    expect(await changedFrom(known, hourAt('2024-04-13', 0))).toBeNull();
    // Who has no gap is left alone.
    expect(await changedFrom(known, null)).toBeNull();
  });

  test.each([
    ['another number', [rate('USD', '2024-03-28', '1.0812')]],
    ['a day between two', [rate('USD', '2024-03-29', '1.08')]],
    ['a Saturday', [rate('USD', '2024-04-06', '1.08')]],
  ])('are all booked anew for %s', async (_what, rates) => {
    await store(...thursday, ...tuesday, rate('USD', '2024-04-05', '1.0841'));
    const { known } = await told();
    await store(...rates);
    expect(await told()).toEqual({ known: known + 1n, lost: known + 1n });
    expect(await changedFrom(known, null)).toBe('');
  });

  test('that lie before the first day hear of years that come behind it', async () => {
    await store(...tuesday);
    const { known } = await told();
    await store(...thursday);
    expect(await changedFrom(known, hourAt('2024-03-28', 5))).toBe(hourPosition(hourAt('2024-03-28', 5)));
    expect(await changedFrom(known, null)).toBeNull();
  });

  test('rest on what is stored, or hear that they do not, in whatever order it comes', async () => {
    const random = createRandom(7);
    const start = Date.parse('2024-03-01T00:00:00Z') / dayMs;
    const days = Array.from({ length: 60 }, (_, index) =>
      new Date((start + index) * dayMs).toISOString().slice(0, 10),
    );
    const hours = days.map((day) => hourAt(day, 9));
    const currencies = ['EUR', 'GBP', 'CHF'] as const;
    const book = () =>
      Promise.all(
        currencies.map(async (currency) => {
          const found = await findFiatRates(db.database, currency, hours);
          return new Map(found.map(({ hour, ...one }) => [hour, one]));
        }),
      );
    const counts = { told: 0, untold: 0, lost: 0 };
    for (let round = 0; round < 120; round += 1) {
      if (round % 8 === 0) await db.database.pool.query('DELETE FROM fiat_rate');
      const [before, { known, lost }] = await Promise.all([book(), told()]);
      const from = random.below(60);
      const given = days.slice(from, from + 1 + random.below(15));
      const [withWeekends, withOthers] = [random.once(20), random.once(10)];
      const rates = ['USD', 'GBP', 'CHF'].flatMap((currency, index) =>
        given
          .filter((day) => !random.once(5) && (withWeekends || ![0, 6].includes(new Date(day).getUTCDay())))
          .map((day) => rate(currency, day, `${index + 1}.${day.replaceAll('-', '')}${withOthers ? 1 : ''}`)),
      );
      await store(...rates);
      const after = await book();
      if ((await told()).lost !== lost) counts.lost += 1;
      for (const [index, currency] of currencies.entries()) {
        // Each a ledger that needs this hour alone.
        for (const hour of hours.filter(() => random.once(4))) {
          const [then, now] = [before[index]?.get(hour), after[index]?.get(hour)];
          const changed = await changedFrom(known, then?.isOwn === true ? null : hour);
          const isTold = changed !== null && hourPosition(hour) >= changed;
          counts[isTold ? 'told' : 'untold'] += 1;
          if (!isTold)
            expect([round, currency, hour, now?.price]).toEqual([round, currency, hour, then?.price]);
        }
      }
    }
    // All happened.
    expect(Math.min(counts.told, counts.untold)).toBeGreaterThan(1_000);
    expect([counts.lost > 10, counts.lost < 110]).toEqual([true, true]);
  });
});

describe('beside prices of tokens', () => {
  const token = address(1);
  const known = { price: '2', observedAt: hourAt('2024-03-28') * 3600, source: 'chainlink', confidence: 1 };

  test('rates are read by the same functions, in any order', async () => {
    const hour = hourAt('2024-03-28');
    await storePrices(db.database, [{ chainId: 1, address: token, hour, ...known, provenance: {} }]);
    await store(...thursday);
    expect(await findRates(db.database, fiatTokens.EUR, [hour])).toEqual([
      { hour, price: '1.0811', isOwn: true },
    ]);
    const keys = [
      { ...fiatTokens.GBP, hour },
      { chainId: 1, address: token, hour },
      { ...fiatTokens.EUR, hour },
      { ...fiatTokens.EUR, hour: hour + 24 },
      { ...fiatTokens.CHF, hour },
    ];
    const found = await findHourlyRates(db.database, keys);
    expect(
      new Map(found.map((one) => [`${one.address} ${one.hour - hour}`, [one.price, one.source]])),
    ).toEqual(
      new Map([
        [`${token} 0`, ['2', 'chainlink']],
        [`${fiatTokens.GBP.address} 0`, [quotient(10_811n, 8_551n), 'ecb']],
        [`${fiatTokens.EUR.address} 0`, ['1.0811', 'ecb']],
        [`${fiatTokens.EUR.address} 24`, ['1.0811', 'ecb']],
      ]),
    );
    expect(await findHourlyRates(db.database, [])).toEqual([]);
  });

  test('the newest is of now for as long as none is due, and then grows old', async () => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const today = new Date().toISOString().slice(0, 10);
    await store(...thursday, rate('USD', today, '1.2'));
    const [found] = await findLatestPrices(db.database, [fiatTokens.EUR, fiatTokens.CHF]);
    expect(found).toMatchObject({ ...fiatTokens.EUR, price: '1.2', source: 'ecb', confidence: 1 });
    expect(Math.abs((found?.observedAt ?? 0) - nowSeconds)).toBeLessThan(60);
    // Pounds have none since Thursday, 28 March: until the end of that day and five more, 3 April 00:00.
    expect(await findLatestFiatRate(db.database, 'GBP')).toEqual({
      ...{ price: quotient(10_811n, 8_551n), source: 'ecb', confidence: 1 },
      observedAt: Date.parse('2024-04-03T00:00:00Z') / 1000,
    });
    expect(await findLatestFiatRate(db.database, 'CHF')).toBeNull();
  });

  test('no source of prices is asked for them', async () => {
    await wantPrices(db.database, [
      { ...fiatTokens.EUR, hour: 1 },
      { chainId: 1, address: token, hour: 1 },
    ]);
    expect(await findWantedPrices(db.database, 10)).toEqual([{ chainId: 1, address: token, hour: 1 }]);
    await wantPrices(db.database, [{ ...fiatTokens.EUR, hour: 2 }]);
    expect(await findWantedPrices(db.database, 10)).toHaveLength(1);
  });
});

test('what is missing are long stretches between known days, and all behind the last', async () => {
  const since = '2024-01-01';
  const holes = (...currencies: string[]) => findFiatHoles(db.database, currencies, since);
  expect(await holes('USD')).toEqual([{ currency: 'USD', from: since, to: null }]);
  await store(...thursday, ...tuesday, rate('USD', '2024-01-08', '1.09'), rate('USD', '2023-12-29', '1.1'));
  expect(await holes('GBP', 'USD')).toEqual([
    { currency: 'GBP', from: since, to: '2024-03-27' },
    { currency: 'GBP', from: '2024-04-03', to: null },
    // From 31 December to 8 January are eight days.
    { currency: 'USD', from: since, to: '2024-01-07' },
    { currency: 'USD', from: '2024-01-09', to: '2024-03-27' },
    { currency: 'USD', from: '2024-04-03', to: null },
  ]);
  await store(rate('USD', '2024-01-02', '1.0956'));
  expect((await holes('USD')).map(({ from }) => from)).toEqual(['2024-01-09', '2024-04-03']);
});
