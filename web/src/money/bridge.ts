/**
 * How a value came to be within a period: from what was there at its beginning, by what came, went and was gained, to what is there now.
 * Exact: the parts add up to the end, and so do their roundings. What no part explains is a part of its own, the rest.
 */
import { addDecimals, negate, roundDecimal } from './decimals.ts';

/** All exact decimals in one currency; null: not known. */
export interface BridgeInput {
  start: string | null;
  /** What came from others, income apart; null: it cannot be told apart. */
  deposits: string | null;
  /** What went to others; positive. */
  withdrawals: string;
  realised: string;
  /** null: what was unrealised at the beginning is not known. */
  unrealisedChange: string | null;
  income: string;
  /** Positive. */
  expenses: string;
  end: string;
}

export type BridgePart = Exclude<keyof BridgeInput, 'start' | 'end'> | 'rest';

export interface BridgeStep {
  part: BridgePart | 'start' | 'end';
  /** What it adds, with its sign; of start and end what was there. null: not known, and in the rest. */
  value: string | null;
  /** The same rounded; roundings of all parts add up to that of the end. */
  rounded: string | null;
  /** Where a bar of it begins and ends. */
  from: string;
  to: string;
}

/** `digits`: behind the point, of what is rounded. Start first, then what changed it, the rest, and the end. */
export function bridgeOf(input: BridgeInput, digits: number): BridgeStep[] {
  const changes: [BridgePart, string | null][] = [
    ['deposits', input.deposits],
    ['withdrawals', negate(input.withdrawals)],
    ['realised', input.realised],
    ['unrealisedChange', input.unrealisedChange],
    ['income', input.income],
    ['expenses', negate(input.expenses)],
  ];
  const round = (value: string): string => roundDecimal(value, digits);
  const known = [input.start, ...changes.map(([, value]) => value)].filter((value) => value !== null);
  const rest = addDecimals(input.end, negate(addDecimals(...known)));
  const roundedRest = round(addDecimals(round(input.end), negate(addDecimals(...known.map(round)))));
  const steps: BridgeStep[] = [];
  let level = input.start ?? '0';
  steps.push({
    ...{ part: 'start', value: input.start, from: '0', to: level },
    rounded: input.start === null ? null : round(input.start),
  });
  const add = (part: BridgePart, value: string | null, rounded: string | null): void => {
    const next = addDecimals(level, value ?? '0');
    steps.push({ part, value, rounded, from: level, to: next });
    level = next;
  };
  for (const [part, value] of changes) add(part, value, value === null ? null : round(value));
  add('rest', rest, roundedRest);
  steps.push({ part: 'end', value: input.end, rounded: round(input.end), from: '0', to: input.end });
  return steps;
}
