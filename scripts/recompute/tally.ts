/** How many figures were compared, and which differ. */
import { type Amount, readOptional } from './money.ts';

export const kinds = [
  'balances',
  'lots',
  'disposals',
  'totals',
  'holdings',
  'bookings',
  'form 8949',
  'uk gains',
] as const;
export type Kind = (typeof kinds)[number];

/** How many figures were compared, and those that differ. */
export interface Tally {
  compared: Map<Kind, number>;
  differences: Difference[];
}
interface Difference {
  kind: Kind;
  what: string;
  served: string;
  computed: string;
}

export const emptyTally = (): Tally => ({ compared: new Map(), differences: [] });

export function addTally(to: Tally, { compared, differences }: Tally): void {
  for (const [kind, count] of compared) to.compared.set(kind, (to.compared.get(kind) ?? 0) + count);
  to.differences.push(...differences);
}

/** Compares texts by name; a name that one side lacks is a difference. */
export function compareTexts(
  tally: Tally,
  kind: Kind,
  what: string,
  served: Readonly<Record<string, string>>,
  computed: Readonly<Record<string, string>>,
): void {
  for (const name of new Set([...Object.keys(served), ...Object.keys(computed)])) {
    tally.compared.set(kind, (tally.compared.get(kind) ?? 0) + 1);
    const [left, right] = [served[name] ?? '(none)', computed[name] ?? '(none)'];
    if (left !== right)
      tally.differences.push({ kind, what: `${what} ${name}`, served: left, computed: right });
  }
}

/** Compares lines that come in any order: what only one side has is a difference. */
export function compareLines(
  tally: Tally,
  kind: Kind,
  what: string,
  served: readonly string[][],
  computed: readonly string[][],
): void {
  const left = served.map((cells) => cells.join(' | '));
  const right = computed.map((cells) => cells.join(' | '));
  const open = new Map<string, number>();
  for (const line of right) open.set(line, (open.get(line) ?? 0) + 1);
  for (const [index, line] of left.entries()) {
    tally.compared.set(kind, (tally.compared.get(kind) ?? 0) + (served[index]?.length ?? 0));
    const count = open.get(line) ?? 0;
    if (count > 0) open.set(line, count - 1);
    else tally.differences.push({ kind, what, served: line, computed: '(none)' });
  }
  for (const [line, count] of open) {
    for (let each = 0; each < count; each += 1) {
      tally.differences.push({ kind, what, served: '(none)', computed: line });
    }
  }
}

/** As the API writes it: no exponent, no sign of 0. */
export const digits = (amount: Amount): string => amount.plus(0).toFixed();
export const digitsOrNone = (amount: Amount | null): string => (amount === null ? '' : digits(amount));
export const numeral = (text: string): string => digitsOrNone(readOptional(text));
export const time = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
