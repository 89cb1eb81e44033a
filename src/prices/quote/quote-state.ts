/** What a quoter is asked, and one question on its way to an answer. */
import type { PriceSourceName } from '../../domain/money/price-sources.ts';
import type { PricePoint } from '../source/price-source.ts';
import type { Decision, Doubt, SourceAnswer } from './quote-rules.ts';

export interface QuoteRequest {
  point: PricePoint;
  /** The largest amount, in whole units without sign, that the price will be multiplied with. */
  amount?: string | undefined;
  /** The last price known before the point. Null or absent: none, so that the first price is cross-checked. */
  last?: { priceUsd: string; observedAt: number } | null | undefined;
}

export interface QuoteState {
  readonly request: QuoteRequest;
  readonly answers: Map<PriceSourceName, SourceAnswer>;
  /** Only ever added to: a doubt once raised stays, so that the rounds come to an end. */
  readonly doubts: Set<Doubt>;
  decision: Decision;
}

/** The answers so far in the order of the sources, whoever answered first. */
export function answersInOrder(state: QuoteState, order: readonly PriceSourceName[]): SourceAnswer[] {
  return order.flatMap((name) => state.answers.get(name) ?? []);
}
