/** Which prices of one token's series are doubted, as answers come in. */
import { Decimal } from '../../domain/money/money.ts';
import type { PriceSourceName } from '../../domain/money/price-sources.ts';
import { type Doubt, isJump, type QuoteRules } from './quote-rules.ts';
import { answersInOrder, type QuoteState } from './quote-state.ts';

/** A price to compare the next one with; `state` null: it was known before. */
interface Reference {
  state: QuoteState | null;
  priceUsd: string;
  time: number;
}

/** Adds doubts to one token's questions, which are in the order of time. */
export function raiseDoubts(
  series: readonly QuoteState[],
  order: readonly PriceSourceName[],
  rules: QuoteRules,
): void {
  const discredited = discreditedSources(series);
  let previous: Reference | null = null;
  for (const state of series) {
    const first = answersInOrder(state, order).find((answer) => answer.ok)?.observation;
    // What the answers come to where that is settled, else the answer that stands so far.
    const priceUsd = settledPrice(state) ?? first?.priceUsd;
    if (first === undefined || priceUsd === undefined || isSplit(state)) continue;
    for (const doubt of ownDoubts(state, priceUsd, first.confidence, rules)) state.doubts.add(doubt);
    if (discredited.has(first.source)) state.doubts.add('distrust');
    const reference = laterOf(previous, knownBefore(state));
    if (reference === null) state.doubts.add('first');
    else if (isJump(reference.priceUsd, priceUsd, rules)) {
      // A jump says that one of its two sides is wrong, not which.
      state.doubts.add('jump');
      reference.state?.doubts.add('jump');
    }
    previous = { state, priceUsd, time: state.request.point.time };
  }
}

/** Sources that were outvoted, or part of a split, on any price of this token. */
function discreditedSources(series: readonly QuoteState[]): Set<PriceSourceName> {
  const sources = new Set<PriceSourceName>();
  for (const state of series) {
    if (state.decision.kind === 'chosen')
      for (const source of state.decision.price.outliers) sources.add(source);
    if (!isSplit(state)) continue;
    for (const answer of state.answers.values()) if (answer.ok) sources.add(answer.source);
  }
  return sources;
}

function settledPrice(state: QuoteState): string | undefined {
  return state.decision.kind === 'chosen' ? state.decision.price.priceUsd : undefined;
}

function isSplit(state: QuoteState): boolean {
  return state.decision.kind === 'none' && state.decision.split;
}

function ownDoubts(state: QuoteState, priceUsd: string, confidence: number, rules: QuoteRules): Doubt[] {
  const raised: Doubt[] = [];
  if (confidence < rules.lowConfidence) raised.push('low-confidence');
  const value = new Decimal(state.request.amount ?? 0).abs().times(priceUsd);
  if (value.gt(rules.largeValueUsd)) raised.push('large-value');
  return raised;
}

function knownBefore(state: QuoteState): Reference | null {
  const last = state.request.last ?? null;
  return last === null ? null : { state: null, priceUsd: last.priceUsd, time: last.observedAt };
}

function laterOf(left: Reference | null, right: Reference | null): Reference | null {
  if (left === null || right === null) return left ?? right;
  return right.time > left.time ? right : left;
}
