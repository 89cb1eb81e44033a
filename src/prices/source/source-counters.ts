/** What the sources did, for metrics and for the count of requests that a backfill took. */
import { type AskedSource, priceSourceNames, rateSource } from '../../domain/money/price-sources.ts';
import type { PriceFailureReason } from './price-source.ts';

export const requestErrorKinds = [
  'timeout',
  'network',
  'rate-limited',
  'server-error',
  'refused',
  'malformed',
  'bad-key',
  'circuit-open',
  'chain',
] as const;
export type RequestErrorKind = (typeof requestErrorKinds)[number];

export type PriceEvent =
  /** One HTTP request, or one call of a chain reader. */
  | { type: 'request'; source: AskedSource }
  | { type: 'error'; source: AskedSource; kind: RequestErrorKind }
  /** One point that the quoter asked the source for, or one range of days; `reason` null when it was answered. */
  | { type: 'answer'; source: AskedSource; reason: PriceFailureReason | null };

/** Whether the source answered, in whatever sense; null: the event says nothing of that, or the source was not asked. */
export function isPriceAnswered(event: PriceEvent): boolean | null {
  if (event.type !== 'answer' || event.reason === 'over-budget') return null;
  return event.reason !== 'source-down';
}

export type PriceEventHandler = (event: PriceEvent) => void;

export interface SourceCounts {
  requests: number;
  errors: Partial<Record<RequestErrorKind, number>>;
  answered: number;
  unanswered: Partial<Record<PriceFailureReason, number>>;
}

export interface PriceCounters {
  record: PriceEventHandler;
  /** A copy of the counts since the start. */
  snapshot(): Record<AskedSource, SourceCounts>;
  /** Requests of all sources of prices since the start. */
  totalRequests(): number;
}

function bump<Key extends string>(counts: Partial<Record<Key, number>>, key: Key): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

const noCounts = (): SourceCounts => ({ requests: 0, errors: {}, answered: 0, unanswered: {} });

/** Adds up the events of all sources. */
export function createPriceCounters(): PriceCounters {
  const counts: Record<AskedSource, SourceCounts> = {
    chainlink: noCounts(),
    uniswap: noCounts(),
    defillama: noCounts(),
    coingecko: noCounts(),
    [rateSource]: noCounts(),
  };
  return {
    record(event) {
      const of = counts[event.source];
      if (event.type === 'request') of.requests += 1;
      else if (event.type === 'error') bump(of.errors, event.kind);
      else if (event.reason === null) of.answered += 1;
      else bump(of.unanswered, event.reason);
    },
    snapshot: () => structuredClone(counts),
    totalRequests: () => priceSourceNames.reduce((sum, name) => sum + counts[name].requests, 0),
  };
}
