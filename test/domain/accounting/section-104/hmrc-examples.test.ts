/**
 * The worked examples of HMRC's Cryptoassets Manual, CRYPTO22251 to CRYPTO22257. The manual rounds to whole pounds; these figures are
 * the same before that, with the arithmetic beside them. The manual's years are 20XX: one is chosen.
 */
import { expect, test } from 'vitest';
import type { LedgerMovement } from '../../../../src/domain/accounting/amounts/types.ts';
import { inflow, outflow } from '../support.ts';
import { gainsOf, gainText } from './support.ts';

let lines = 0;
const next = (): string => {
  lines += 1;
  return `t${String(lines).padStart(4, '0')}`;
};

/** Bought, or sold, for so many pounds in all; the figures of the manual divide into prices that end. */
const trade = (at: string, amount: number, pounds: number, token = 'A'): LedgerMovement => {
  const size = Math.abs(amount);
  const price = priceOf(pounds, size);
  const line = { id: next(), at: `${at}T12:00:00Z`, token, amount: String(size), price };
  return amount > 0 ? inflow(line) : outflow(line);
};

/** To 30 digits: what it leaves out is less than half of 10^-18 of the whole, so that the pounds come out exactly. */
const priceOf = (pounds: number, size: number): string => {
  const digits = (BigInt(pounds) * 10n ** 30n) / BigInt(size);
  const text = digits.toString().padStart(31, '0');
  return `${text.slice(0, -30)}.${text.slice(-30)}`;
};

const textsOf = (movements: readonly LedgerMovement[]): string[] => gainsOf(movements).map(gainText);

test('example 1: a basic disposal from the pool', () => {
  // 126,000 × 50 ÷ 150 = 42,000; 300,000 − 42,000 = 258,000.
  expect(
    textsOf([
      trade('2021-01-10', 100, 1_000),
      trade('2022-01-10', 50, 125_000),
      trade('2023-01-10', -50, 300_000),
    ]),
  ).toEqual(['2023-01-10 50 A for 300000: pool 50 at 42000; gain 258000; left 100 at 84000']);
});

test('example 2: the same day', () => {
  // One disposal of 1,500 for 1,400; 1,000 × 1,500 ÷ 1,600 = 937.50; the other 100 at 62.50 join 5,000 at 500.
  expect(
    textsOf([
      ...[trade('2020-01-10', 5_000, 500), trade('2021-06-23', -1_000, 800)],
      ...[trade('2021-06-23', 1_600, 1_000), trade('2021-06-23', -500, 600)],
    ]),
  ).toEqual(['2021-06-23 1500 A for 1400: same day 1500 at 937.5; gain 462.5; left 5100 at 562.5']);
});

test('example 3: 30 days', () => {
  // 31 March: 700 at 175 and 300 of 500 at 60; 20 April: 200 at 40 and 300 of 500 at 90; what is left, 200 at 60, joins 2,000 at 1,000.
  expect(
    textsOf([
      ...[
        trade('2020-01-10', 2_000, 1_000),
        trade('2021-03-31', -1_000, 400),
        trade('2021-04-20', -500, 150),
      ],
      ...[trade('2021-04-21', 700, 175), trade('2021-04-28', 500, 100), trade('2021-05-01', 500, 150)],
      ...[trade('2022-05-01', -2_200, 2_200)],
    ]),
  ).toEqual([
    '2021-03-31 1000 A for 400: 30 days 1000 at 235; gain 165; left 2000 at 1000',
    '2021-04-20 500 A for 150: 30 days 500 at 130; gain 20; left 2000 at 1000',
    // Of our own: all that the manual says is left.
    '2022-05-01 2200 A for 2200: pool 2200 at 1060; gain 1140; left 0 at 0',
  ]);
});

test('example 4: the same day, and the pool', () => {
  // 6,500 bought that day for 320 + 75 + 70 + 35 = 500; 1,000 × 500 ÷ 8,000 = 62.50; 642 − 562.50 = 79.50.
  expect(
    textsOf([
      ...[
        trade('2020-01-10', 8_000, 1_000),
        trade('2021-01-31', -5_000, 500),
        trade('2021-01-31', 4_000, 320),
      ],
      ...[trade('2021-01-31', 1_000, 75), trade('2021-01-31', 1_000, 70)],
      ...[trade('2021-01-31', -2_000, 142), trade('2021-01-31', 500, 35)],
    ]),
  ).toEqual([
    '2021-01-31 7000 A for 642: same day 6500 at 500, pool 500 at 62.5; gain 79.5; left 7500 at 937.5',
  ]);
});

test('example 5: 30 days, and the pool', () => {
  // 17,500 + 200,000 × 3,500 ÷ 14,000 = 67,500.
  expect(
    textsOf([
      ...[trade('2020-01-10', 14_000, 200_000), trade('2021-08-30', -4_000, 160_000)],
      ...[trade('2021-09-11', 500, 17_500)],
    ]),
  ).toEqual([
    '2021-08-30 4000 A for 160000: 30 days 500 at 17500, pool 3500 at 50000; gain 92500; left 10500 at 150000',
  ]);
});

test('example 6: all three', () => {
  expect(
    textsOf([
      ...[trade('2020-01-10', 100_000, 300_000), trade('2021-07-31', 10_000, 45_000)],
      ...[trade('2021-07-31', -30_000, 150_000), trade('2021-08-05', -20_000, 100_000)],
      ...[trade('2021-08-06', 50_000, 225_000), trade('2021-08-07', -100_000, 150_000)],
    ]),
  ).toEqual([
    '2021-07-31 30000 A for 150000: same day 10000 at 45000, 30 days 20000 at 90000; gain 15000; left 100000 at 300000',
    '2021-08-05 20000 A for 100000: 30 days 20000 at 90000; gain 10000; left 100000 at 300000',
    // 10,000 at 45,000 join: 345,000 × 100,000 ÷ 110,000 = 313,636.36…
    '2021-08-07 100000 A for 150000: pool 100000 at 313636.363636363636363636; gain -163636.363636363636363636; left 10000 at 31363.636363636363636364',
  ]);
});

test('example 7: tokens for tokens touch two pools', () => {
  // The manual says how each is identified; that is what is compared. G: 1,550 on 31 August are 600 of the same day, 180 of
  // 4 September, and 770 of the pool. H: 5,000 of 31 August are of the same day; 2,000 of 4 September are of 16 September.
  const [first, fourth, sixteenth] = ['2021-08-31', '2021-09-04', '2021-09-16'];
  const found = gainsOf([
    trade('2020-01-10', 100_000, 300_000, 'G'),
    ...[trade(first, 10_000, 3_200, 'H'), trade(first, -1_000, 3_200, 'G')],
    ...[trade(first, -5_000, 1_700, 'H'), trade(first, 600, 1_920, 'G')],
    ...[trade(first, 5_000, 1_650, 'H'), trade(first, -550, 1_760, 'G')],
    ...[trade(fourth, -2_000, 560, 'H'), trade(fourth, 180, 558, 'G')],
    ...[trade(sixteenth, 4_000, 1_080, 'H'), trade(sixteenth, -400, 1_080, 'G')],
    ...[trade('2021-10-27', -12_000, 2_400, 'H'), trade('2021-10-27', 900, 2_430, 'G')],
  ]);
  const unit = 10n ** 18n;
  const quantities = found.map(({ asset, sameDay, within30Days, pool }) => [
    asset,
    ...[sameDay, within30Days, pool].map(({ quantity }) => Number(quantity / unit)),
  ]);
  expect(quantities).toEqual([
    ['G', 600, 180, 770],
    ['H', 5_000, 0, 0],
    ['H', 0, 2_000, 0],
    // 27 October is 41 days after 16 September.
    ['G', 0, 0, 400],
    ['H', 0, 0, 12_000],
  ]);
});
