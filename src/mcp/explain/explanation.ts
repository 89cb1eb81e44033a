/** What explanations are asked with and made of. */
import type { CostMethod, Currency, Period } from '../../domain/ids.ts';
import { Decimal } from '../../domain/money/money.ts';

/** Figures of a portfolio, as the tool of that name calls them. */
export const figureNames = [
  'net_worth',
  'cost_basis',
  'unrealized_pnl',
  'realized_pnl',
  'income',
  'expenses',
  'fees',
] as const;
export type FigureName = (typeof figureNames)[number];

export interface Choice {
  costMethod: CostMethod;
  currency: Currency;
  period: Period;
}

/** Figures in it are exact, or its arithmetic would not add up. Foreign texts are fenced. */
export interface Explanation {
  lines: string[];
  asOf: number | null;
  missing: string[];
}

/** The exact sum of decimal texts. */
export const sumOf = (values: readonly string[]): string =>
  values.reduce((total, value) => total.plus(value), new Decimal(0)).toFixed();

export const less = (value: string, part: string): string => new Decimal(value).minus(part).toFixed();

/** `a - b`, and `a + b` where b is negative. */
export const minus = (value: string): string =>
  value.startsWith('-') ? `+ ${value.slice(1)}` : `- ${value}`;

/** The largest first, whatever their sign. */
export const bySize =
  <Item>(sizeOf: (item: Item) => string | null) =>
  (a: Item, b: Item): number =>
    new Decimal(sizeOf(b) ?? 0).abs().comparedTo(new Decimal(sizeOf(a) ?? 0).abs());
