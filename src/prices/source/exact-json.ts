/**
 * JSON whose numbers never pass through a float: each becomes its exact decimal text, exponents resolved
 * (1.5e-7 → '0.00000015'). The zod parts below read that text; nothing else from outside is trusted.
 */
import { z } from 'zod';
import { Decimal } from '../../domain/money/money.ts';

/** Far beyond any price; without a bound, 1e999999999 would be written out in full. */
const maximumExponent = 60;
const jsonNumber = /^-?\d{1,100}(?:\.\d{1,100})?(?:[eE]([+-]?\d{1,4}))?$/;

/** Plain decimal text of a number that is not negative, as it comes out: nothing is to be done with it. */
const plainNumber = /^(?:0|[1-9]\d{0,99})(?:\.\d{0,99}[1-9])?$/;

/** A JSON number's source text as plain decimal text, or null when no sane figure. */
export function plainDecimal(source: string): string | null {
  if (plainNumber.test(source)) return source;
  const match = jsonNumber.exec(source);
  if (match === null || Math.abs(Number(match[1] ?? 0)) > maximumExponent) return null;
  return new Decimal(source).toFixed();
}

/** In a text that is known to be JSON: a string, which may hold digits, or a number. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Parses JSON; every number in the result is a string. Throws SyntaxError when it is not JSON. */
export function parseExactJson(text: string): unknown {
  // Says that it is JSON, and is fast. So is this twice: a reviver, which is given the numbers' texts, takes three times as long.
  JSON.parse(text);
  const exact = text.replace(stringOrNumber, (token) =>
    token.startsWith('"')
      ? token
      : JSON.stringify(plainDecimal(token) ?? `not a sane figure: ${token.slice(0, 40)}`),
  );
  return JSON.parse(exact);
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
