/**
 * The port through which prices come in. Four adapters: chainlink, uniswap (read on chain), defillama, coingecko (HTTP).
 *
 * An adapter never throws for what it could not answer. Every point asked for gets an answer or the reason why there is none,
 * in the order of the question. So one bad token never empties a batch.
 */
import type { Address } from '../../domain/model.ts';
import type { PriceSourceName } from '../../domain/money/price-sources.ts';

/** What is priced; the zero address is the chain's native token. */
export interface PriceToken {
  chainId: number;
  address: Address;
  /** As read from the contract, where known: a source that believes in other decimals is talking of another token. */
  decimals?: number | null;
}

/** One moment at which a token's price is wanted. */
export interface PricePoint {
  token: PriceToken;
  /** Unix seconds. */
  time: number;
  /** The farthest that an observation may lie from `time`. Default one hour. */
  withinSeconds?: number;
  /** A block at about `time` (the transaction's), at which on-chain sources read. Without it they look one up. */
  block?: { number: number; timestamp: number };
  /** The source is asked only whether it agrees: it may answer with a price of up to `claimAgeSeconds` before, if that does. */
  claim?: PriceClaim;
}

/** What other sources answered for a point. */
export interface PriceClaim {
  lowestUsd: string;
  highestUsd: string;
  /** Answers that lie farther apart than this share of the lower one disagree. */
  tolerance: string;
}

/** One source's price of one token at one moment. */
export interface PriceObservation {
  token: PriceToken;
  /** The moment asked for, unix seconds. */
  time: number;
  /** USD per whole unit: exact decimal text, positive, no exponent. */
  priceUsd: string;
  /** The moment for which the price stands, unix seconds. */
  observedAt: number;
  /** 0 to 1. Below the quoter's `lowConfidence` another source is asked too. */
  confidence: number;
  source: PriceSourceName;
  /** How it came about, in words: the feed's round, the pool, the granularity. For `prices explain`. */
  detail: string | null;
}

/** Why a source has no price for a point. */
export const priceFailureReasons = [
  /** The source does not know the token. */
  'unknown-token',
  /** The source does not cover the chain, or the time. */
  'not-supported',
  /** It knows the token, but nothing near enough in time. */
  'too-stale',
  /** No pool, or none over the floor. */
  'no-liquidity',
  /** It answered zero or less. */
  'not-positive',
  /** Its decimals are not the contract's. */
  'wrong-decimals',
  /** Its answer for this token could not be read. */
  'malformed',
  /** The point was left out to keep the number of requests bounded; asking again later may answer it. */
  'over-budget',
  /** Unreachable, refusing, or switched off by its breaker. */
  'source-down',
] as const;
export type PriceFailureReason = (typeof priceFailureReasons)[number];

export interface PriceFailure {
  ok: false;
  reason: PriceFailureReason;
  detail: string;
}
export type PriceAnswer = { ok: true; observation: PriceObservation } | PriceFailure;

export interface PriceSource {
  readonly name: PriceSourceName;
  /** One answer per point, in order. Never rejects for a source's fault. */
  historical(points: readonly PricePoint[]): Promise<PriceAnswer[]>;
  /** One answer per token, in order. Never rejects for a source's fault. */
  current(tokens: readonly PriceToken[]): Promise<PriceAnswer[]>;
}

export const defaultWithinSeconds = 3600;
/** A day, and the hour that a source takes to make up its daily price. */
export const claimAgeSeconds = 25 * 3600;

export function failure(reason: PriceFailureReason, detail: string): PriceFailure {
  return { ok: false, reason, detail };
}

/** The key of a token in maps: chain and lower-case address. */
export function tokenKey(token: PriceToken): string {
  return `${token.chainId}:${token.address.toLowerCase()}`;
}
