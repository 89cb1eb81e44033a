/** What classification says of one decided case, and what has changed between two sets of them. */
import { z } from 'zod';
import { takeFirst } from '../../src/domain/normalize/take-first.ts';

const verdictSchema = z.object({
  chainId: z.number(),
  hash: z.string(),
  account: z.string(),
  /** The class that people decided. */
  expected: z.string(),
  protocol: z.string().nullable(),
  isRight: z.boolean(),
  /** Mistakes that cost money, in words. */
  faults: z.array(z.string()),
  kind: z.string(),
  category: z.string(),
  reason: z.string(),
  /** One line per movement: side, base units, token, treatment, and whose account holds it. */
  movements: z.array(z.string()),
});
export type Verdict = z.output<typeof verdictSchema>;

/** @throws {z.ZodError} when a line is no verdict */
export const parseVerdicts = (text: string): Verdict[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => verdictSchema.parse(JSON.parse(line)));

/** Each case once: some stand in two files. Those of which people decided nothing are left out. */
export function decidedOnce(verdicts: readonly Verdict[]): Verdict[] {
  const byKey = new Map(verdicts.map((verdict) => [keyOf(verdict), verdict]));
  return [...byKey.values()].filter(({ expected }) => expected !== 'none');
}

export const nameOf = ({ chainId, hash, expected, protocol }: Verdict): string =>
  `${chainId} ${hash} ${expected} [${protocol ?? 'none named'}]`;

const keyOf = ({ chainId, hash, account }: Verdict): string => `${chainId} ${hash} ${account}`;

/** The cases of both sets of which something else is said, in their order, each with the lines that differ. */
export function changesOf(
  before: readonly Verdict[],
  after: readonly Verdict[],
): { before: Verdict; after: Verdict; lines: readonly string[] }[] {
  const known = new Map(before.map((verdict) => [keyOf(verdict), verdict]));
  return after.flatMap((verdict) => {
    const old = known.get(keyOf(verdict));
    if (old === undefined) return [];
    const lines = differences(linesOf(old), linesOf(verdict));
    return lines.length === 0 ? [] : [{ before: old, after: verdict, lines }];
  });
}

const linesOf = ({ kind, category, reason, movements, faults, isRight }: Verdict): string[] => [
  `${kind} (${category}) by ${reason}: ${isRight ? 'right' : 'wrong'}`,
  ...movements,
  ...faults,
];

function differences(before: readonly string[], after: readonly string[]): string[] {
  const gone = without(before, after).map((line) => `- ${line}`);
  const come = without(after, before).map((line) => `+ ${line}`);
  return [...gone, ...come];
}

/** The lines but for those of others, each as often as it stands there. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => takeFirst(left, (other) => other === line) === undefined);
}
