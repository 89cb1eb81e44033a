/** Reads the NDJSON of `wallet-data ledger`: every line is checked before any is booked, and no digit is lost. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { fractionDigits, moneyDecimals, parseScaled } from '../../domain/accounting/amounts/amounts.ts';
import type { LedgerMovement } from '../../domain/accounting/amounts/types.ts';
import { treatmentFits } from '../../domain/accounting/booking/netting.ts';
import { bookableTreatments, sides, type TaxTreatment } from '../../domain/model.ts';
import { parseTime } from '../../domain/time/time.ts';

export interface LedgerInput {
  /** In the ledger's order. */
  readonly movements: readonly LedgerMovement[];
  readonly priceDecimals: number;
  readonly decimalsOf: (token: string) => number;
  /** A wallet or token as its first line wrote it: addresses are compared without regard to letter case. */
  readonly spelling: (key: string) => string;
}

const maximumLineCharacters = 100_000;
const maximumProblems = 20;

const name = z.string('must be a text').min(1, 'must not be empty').max(200, 'is longer than 200 characters');
const decimal = z
  .string('must be a text with a decimal number, such as "1.5"')
  .max(200, 'is longer than 200 characters')
  .regex(/^\d+(\.\d+)?$/, 'must be a decimal number without sign or exponent, such as "1.5"');

const lineSchema = z.object({
  id: name,
  timestamp: z.string('must be an ISO 8601 time').transform((text, context) => {
    const time = parseTime(text);
    if (time !== null) return time;
    context.addIssue({ code: 'custom', message: `must be an ISO 8601 time, not "${text}"` });
    return z.NEVER;
  }),
  wallet: name,
  token: name,
  side: z.enum(sides, `must be ${sides.join(' or ')}`),
  amount: decimal.refine((text) => /[1-9]/.test(text), 'must be positive'),
  price: decimal.nullish(),
  fee_value: decimal.nullish(),
  treatment: z.enum(bookableTreatments, `must be one of ${bookableTreatments.join(', ')}`).nullish(),
  tx: name.nullish(),
  position: z.int('must be a whole number').min(0, 'must not be negative').nullish(),
  transfer_id: name.nullish(),
});

type Line = z.infer<typeof lineSchema> & { readonly treatment: TaxTreatment };

/** An address in any letter case is one address; other names are taken as they are. */
function keyOf(text: string): string {
  return /^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : text;
}

/** Lines without their line ends. The text may be cut anywhere; bytes are UTF-8. */
async function* linesOf(input: AsyncIterable<string> | Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > maximumLineCharacters) break;
  }
  yield rest + decoder.decode();
}

/** What is wrong with a line, or the line. */
function parseLine(text: string): Line | string[] {
  if (text.length > maximumLineCharacters) return [`is longer than ${maximumLineCharacters} characters`];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return ['is not JSON'];
  }
  const parsed = lineSchema.safeParse(json);
  if (!parsed.success) {
    return parsed.error.issues.map((issue) =>
      issue.path.length === 0 ? 'must be a JSON object' : `${issue.path.join('.')} ${issue.message}`,
    );
  }
  const line = parsed.data;
  const treatment = line.treatment ?? (line.side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL');
  if (!treatmentFits(treatment, line.side)) return [`treatment ${treatment} does not fit an ${line.side}`];
  if (treatment === 'BASIS_TRANSFER' && line.transfer_id == null) {
    return ['transfer_id is missing: a BASIS_TRANSFER is paired by it'];
  }
  return { ...line, treatment };
}

/** By timestamp, position and id. */
function compareLines(left: Line, right: Line): number {
  return (
    left.timestamp - right.timestamp ||
    (left.position ?? 0) - (right.position ?? 0) ||
    (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)
  );
}

/**
 * Lines of one `tx` are one transaction. A hash at two moments is two (it was replayed on another chain). Without `tx` a
 * line stands alone, but for the two ends of a carry at one moment.
 */
function transactionKey(line: Line): string {
  if (line.tx != null) return JSON.stringify(['tx', line.tx, line.timestamp]);
  if (line.treatment === 'BASIS_TRANSFER') return JSON.stringify(['pair', line.transfer_id, line.timestamp]);
  return JSON.stringify(['line', line.id]);
}

/** The highest number of fractional digits that each token's amounts carry: its base unit. */
function tokenDecimals(lines: readonly Line[]): Map<string, number> {
  const decimals = new Map<string, number>();
  for (const line of lines) {
    const key = keyOf(line.token);
    decimals.set(key, Math.max(decimals.get(key) ?? 0, fractionDigits(line.amount)));
  }
  return decimals;
}

/** Pairs whose lines name more than one token: conversions. The others are moves, one to one. */
function conversions(lines: readonly Line[]): Set<string> {
  const tokens = new Map<string, string>();
  const converted = new Set<string>();
  for (const line of lines) {
    if (line.treatment !== 'BASIS_TRANSFER' || line.transfer_id == null) continue;
    const token = tokens.get(line.transfer_id) ?? keyOf(line.token);
    tokens.set(line.transfer_id, token);
    if (token !== keyOf(line.token)) converted.add(line.transfer_id);
  }
  return converted;
}

const scaled = (text: string, decimals: number): bigint => parseScaled(text, decimals) ?? 0n;

function toInput(lines: readonly Line[]): LedgerInput {
  const decimals = tokenDecimals(lines);
  const converted = conversions(lines);
  const priceDecimals = lines.reduce((most, line) => Math.max(most, fractionDigits(line.price ?? '')), 18);
  const spellings = new Map<string, string>();
  const spell = (text: string): string => {
    const key = keyOf(text);
    if (!spellings.has(key)) spellings.set(key, text);
    return key;
  };
  const groups = Map.groupBy(lines.toSorted(compareLines), transactionKey);
  const ordinal = (index: number): string => index.toString().padStart(12, '0');
  const movements = [...groups].flatMap(([transaction, group], groupIndex) =>
    group.map((line, index): LedgerMovement => {
      const token = spell(line.token);
      const pair = line.treatment === 'BASIS_TRANSFER' ? (line.transfer_id ?? null) : null;
      return {
        id: line.id,
        position: ordinal(groupIndex) + ordinal(index),
        transaction,
        timestamp: line.timestamp,
        wallet: spell(line.wallet),
        token,
        decimals: decimals.get(token) ?? 0,
        side: line.side,
        quantity: scaled(line.amount, decimals.get(token) ?? 0),
        prices: line.price == null ? null : [scaled(line.price, priceDecimals)],
        priceTier: 'reference',
        treatment: line.treatment,
        carry: pair === null ? null : { pair, kind: converted.has(pair) ? 'wrap' : 'own' },
        feeValue: line.fee_value == null ? null : [scaled(line.fee_value, moneyDecimals)],
        ...{ statedBasis: null, crossing: null },
        heldBy: null,
        lender: null,
        settles: null,
      };
    }),
  );
  return {
    movements,
    priceDecimals,
    decimalsOf: (token) => decimals.get(token) ?? 0,
    spelling: (key) => spellings.get(key) ?? key,
  };
}

/** The movements of the input, or what is wrong with it, line by line. */
export async function readLedgerInput(
  input: AsyncIterable<string> | Readable,
): Promise<LedgerInput | string[]> {
  const lines: Line[] = [];
  const problems: string[] = [];
  const seen = new Map<string, number>();
  let number = 0;
  for await (const raw of linesOf(input)) {
    number += 1;
    const text = number === 1 ? raw.replace(/^\uFEFF/, '').trim() : raw.trim();
    if (text === '') continue;
    const line = parseLine(text);
    if (Array.isArray(line)) {
      problems.push(...line.map((problem) => `line ${number}: ${problem}`));
    } else {
      const earlier = seen.get(line.id);
      if (earlier !== undefined)
        problems.push(`line ${number}: id "${line.id}" is already on line ${earlier}`);
      seen.set(line.id, number);
      lines.push(line);
    }
    if (problems.length >= maximumProblems) return [...problems, 'reading stopped after so many problems'];
  }
  return problems.length > 0 ? problems : toInput(lines);
}
