/**
 * JSON whose numbers never pass through a float: each becomes its exact decimal text, exponents resolved
 * (1.5e-7 → '0.00000015'). The zod parts below read that text; nothing else from outside is trusted.
 */
import { z } from 'zod';
import { Decimal } from '../../domain/money/money.ts';

/** Far beyond any price; without a bound, 1e999999999 would be written out in full. */
const maximumExponent = 60;
const jsonNumber = /^-?\d{1,100}(?:\.\d{1,100})?(?:[eE]([+-]?\d{1,4}))?$/;

/** A JSON number's source text as plain decimal text, or null when no sane figure. */
export function plainDecimal(source: string): string | null {
  const match = jsonNumber.exec(source);
  if (match === null || Math.abs(Number(match[1] ?? 0)) > maximumExponent) return null;
  return new Decimal(source).toFixed();
}

/** Parses JSON; every number in the result is a string. Throws SyntaxError when it is not JSON. */
export function parseExactJson(text: string): unknown {
  // The third argument is ES2026 (JSON.parse source text access): the digits as they were sent.
  const reviver = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value !== 'number') return value;
    const source = context?.source ?? String(value);
    return plainDecimal(source) ?? `not a sane figure: ${source.slice(0, 40)}`;
  };
  return JSON.parse(text, reviver);
}

/** A figure: exact decimal text, of any sign. */
export const decimalText = z.string().regex(/^-?\d{1,160}(\.\d{1,160})?$/);
/** A count or a time: a whole number that a float holds exactly. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
/** A weight between 0 and 1; what is outside is moved to the nearer end. */
export const fractionOfOne = decimalText.transform((text) => Math.min(1, Math.max(0, Number(text))));
/** An object of whatever: its entries are parsed one by one, so that a bad one spoils only itself. */
export const anyRecord = z.record(z.string(), z.unknown());
