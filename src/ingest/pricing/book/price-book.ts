/**
 * Prices of past hours: from the store where they are known, else from the sources, in bulk, and stored. The price of a token
 * in an hour is the one at the hour's beginning, of the chain's last block then. A token that nobody knew yet at that moment
 * has the price of the hour's end. What no source knows is derived from what it stands for. A wrapped coin has the price of its
 * coin. So a price is a function of token and hour, whoever asks for it, when, and with what else. One thing is left to
 * chance: a source that is down when an hour is asked for has no say in it.
 */
import { createMemory, type Memory } from '../../../domain/memory.ts';
import type { Address } from '../../../domain/model.ts';
import type { ProtocolCategory } from '../../../domain/protocols.ts';
import { errorText } from '../../../errors.ts';
import {
  bucketNeeds,
  type PriceBucket,
  type PriceNeed,
  quoteBuckets,
  startOf,
} from '../../../prices/quote/buckets.ts';
import { originalOf, type Twin } from '../../../prices/quote/derived.ts';
import type { Quoter } from '../../../prices/quote/quote.ts';
import type { ChainReader } from '../../../prices/source/chain-reader.ts';
import { type PriceToken, tokenKey } from '../../../prices/source/price-source.ts';
import type { Database } from '../../../store/connection/database.ts';
import { findContractLabels } from '../../../store/lookups/lookup-reads.ts';
import {
  findPrices,
  type HourlyPrice,
  type KnownPrice,
  type MissingPrice,
  storePrices,
} from '../../../store/prices/price-rows.ts';
import { type DerivationParts, type Derivations, derivePrices } from './price-derivations.ts';
import { hourKey, type PricesFound } from './price-keys.ts';
import { locateBuckets } from './price-moments.ts';
import {
  beforeTheChain,
  derivedPrice,
  faultRetryMs,
  keyOf,
  type Outcome,
  outcomeOf,
} from './price-outcomes.ts';
import { readStructure, type Structure } from './structures.ts';

export interface PriceBookOptions {
  database: Database;
  quoter: Quoter;
  readerOf(chainId: number): ChainReader | null;
  /** Whether a source reads on chain, so that the moments' blocks are looked for. Default true. */
  readsBlocks?: boolean;
  /** Wrapped coins: they have the price of their chain's coin. */
  wrapped: readonly Twin[];
  /** Tokens that stand for others where no source knows them. */
  twins: readonly Twin[];
  /** The currencies' tokens: ledgers follow their prices. */
  rateTokens: readonly PriceToken[];
  /** Told what went wrong beside the sources; those count their own faults. */
  onFault?: (error: string) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Prices of hours, as transfers have them. */
export interface HourlyBook {
  /** The price of each need's token in its hour. */
  pricesAt(needs: readonly PriceNeed[]): Promise<PricesFound>;
  /** What a token that stands for a debt counts, base unit by base unit; null: nothing that is known now. */
  owedOf(token: PriceToken): Promise<(PriceToken & { decimals: number }) | null>;
}

export interface PriceBook extends HourlyBook {
  /** What tokens are worth by what they stand for, whose prices the caller tells; at the block of each point. Nothing is stored. */
  derive(buckets: readonly PriceBucket[], pricesOf: DerivationParts['pricesAt']): Promise<Derivations>;
}

/** Shares of shares are priced, and their shares (a pair of a vault of a bridged twin of a wrapped coin); then it ends. */
export const maximumDepth = 5;
const soonMs = 5_000;
/** What a token is made of is read again after a day: a proxy may have become a vault. */
const structureMs = 24 * 3_600_000;
const rememberedStructures = 20_000;

/** What the functions of a book work on. */
interface BookState extends Required<PriceBookOptions> {
  readonly structures: Memory<string, { readAt: number; answer: Promise<Structure | null> }>;
}

type Outcomes = Map<PriceBucket, Outcome>;

export function createPriceBook(options: PriceBookOptions): PriceBook {
  const state: BookState = {
    ...{ readsBlocks: true, onFault: () => {}, now: Date.now },
    ...options,
    structures: createMemory({ maximum: rememberedStructures }),
  };
  return {
    pricesAt: (needs) => pricesAt(state, needs, 0),
    derive: (buckets, pricesOf) => derive(state, buckets, pricesOf),
    owedOf: (token) => owedOf(state, token),
  };
}

/** @param depth how many prices stand between this one and the one that was asked for */
async function pricesAt(state: BookState, needs: readonly PriceNeed[], depth: number): Promise<PricesFound> {
  const buckets = bucketNeeds(needs);
  const stored = await findPrices(state.database, buckets.map(keyOf));
  const prices = new Map<string, KnownPrice>();
  const pauses = new Map<string, number>();
  const pending = new Set<string>();
  const outdated = new Map<string, KnownPrice>();
  for (const row of stored) {
    const key = hourKey(row, row.hour);
    if (row.known !== null) (row.isOutdated ? outdated : prices).set(key, row.known);
    if (!prices.has(key) && row.retryInMs > 0) pauses.set(key, row.retryInMs);
  }
  const open = buckets.filter(({ token, hour }) => {
    const key = hourKey(token, hour);
    return !prices.has(key) && !pauses.has(key);
  });
  for (const [bucket, outcome] of await ask(state, open, depth)) {
    const key = hourKey(bucket.token, bucket.hour);
    if (outcome.kind === 'found') prices.set(key, outcome.price);
    else pauses.set(key, outcome.kind === 'pending' ? soonMs : outcome.retryInMs);
    if (outcome.kind === 'pending') pending.add(key);
  }
  // A failure takes no price away, also not one of a former rule.
  for (const [key, known] of outdated) if (!prices.has(key) && !pending.has(key)) prices.set(key, known);
  return { prices, pending, retryInMs: Math.min(Number.POSITIVE_INFINITY, ...pauses.values()) };
}

async function ask(state: BookState, buckets: readonly PriceBucket[], depth: number): Promise<Outcomes> {
  const outcomes = await unwrap(state, buckets, depth);
  const open = buckets.filter((bucket) => !outcomes.has(bucket));
  await askInto(state, outcomes, open, depth);
  const ofEnds: Outcomes = new Map();
  await askInto(state, ofEnds, atTheirEnds(state, outcomes, buckets), depth);
  const byKey = new Map([...ofEnds].map(([{ token, hour }, outcome]) => [hourKey(token, hour), outcome]));
  for (const bucket of buckets) {
    const outcome = byKey.get(hourKey(bucket.token, bucket.hour));
    if (outcome !== undefined) outcomes.set(bucket, outcome);
  }
  await store(state, outcomes, depth);
  return outcomes;
}

/** What nobody knew when the hour began may have begun within it; an hour that is not over is asked for again after it. */
function atTheirEnds({ now }: BookState, outcomes: Outcomes, buckets: readonly PriceBucket[]): PriceBucket[] {
  return buckets.flatMap((bucket): PriceBucket[] => {
    const outcome = outcomes.get(bucket);
    if (outcome?.kind !== 'missing' || outcome.isFault) return [];
    const end = startOf(bucket.hour + 1);
    const toWait = end * 1000 - now();
    if (toWait <= 0) return [{ ...bucket, point: { token: bucket.token, time: end } }];
    outcomes.set(bucket, { ...outcome, retryInMs: Math.min(outcome.retryInMs, toWait) });
    return [];
  });
}

/** Wrapped coins whose coin has a price, or will have one in a moment. */
async function unwrap(state: BookState, buckets: readonly PriceBucket[], depth: number): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  const coins = new Map(
    buckets.flatMap((bucket) => {
      const coin = originalOf(bucket.token, state.wrapped);
      return coin === null ? [] : [[bucket, coin] as const];
    }),
  );
  if (coins.size === 0) return outcomes;
  const needs = [...coins].map(([{ point }, token]) => ({ token, time: point.time }));
  const found = await pricesAt(state, needs, depth + 1);
  for (const [bucket, coin] of coins) {
    const key = hourKey(coin, bucket.hour);
    const known = found.prices.get(key);
    const provenance = { explanation: 'the price of the coin that it wraps' };
    if (known !== undefined) {
      // Its own key: what was just found of the coin names the coin.
      outcomes.set(bucket, { kind: 'found', price: { ...known, ...keyOf(bucket), provenance } });
    } else if (found.pending.has(key)) outcomes.set(bucket, { kind: 'pending' });
  }
  return outcomes;
}

/** Asks the sources at the buckets' moments, then derives what they do not know. */
async function askInto(
  state: BookState,
  outcomes: Outcomes,
  buckets: readonly PriceBucket[],
  depth: number,
): Promise<void> {
  if (buckets.length === 0) return;
  const { database, quoter, readerOf, readsBlocks, onFault, rateTokens } = state;
  const ownOf = new Map(buckets.map((bucket) => [hourKey(bucket.token, bucket.hour), bucket]));
  const own = (bucket: PriceBucket): PriceBucket => ownOf.get(hourKey(bucket.token, bucket.hour)) ?? bucket;
  const { located, tooEarly } = await locateBuckets(buckets, readsBlocks ? readerOf : () => null, (error) =>
    onFault(errorText(error)),
  );
  for (const bucket of tooEarly) outcomes.set(own(bucket), beforeTheChain);
  const quotes = await quoteBuckets(quoter, located);
  const found: HourlyPrice[] = [];
  const unknown: PriceBucket[] = [];
  for (const [index, bucket] of located.entries()) {
    const outcome = outcomeOf(bucket, quotes[index]);
    outcomes.set(own(bucket), outcome);
    if (outcome.kind === 'found') found.push(outcome.price);
    if (outcome.kind === 'missing') unknown.push(bucket);
  }
  // Stored before the derivations ask for the prices of what stands behind.
  await storePrices(database, found, [], rateTokens);
  if (depth >= maximumDepth) return;
  const derived = await derive(state, unknown, (needs) => pricesAt(state, needs, depth + 1));
  for (const [bucket, price] of derived) {
    const known = outcomes.get(own(bucket));
    if (price !== 'fault') {
      outcomes.set(own(bucket), { kind: 'found', price: derivedPrice(bucket, price) });
    } else if (known?.kind === 'missing') {
      outcomes.set(own(bucket), { ...known, isFault: true, retryInMs: faultRetryMs });
    }
  }
}

function derive(
  state: BookState,
  buckets: readonly PriceBucket[],
  pricesOf: DerivationParts['pricesAt'],
): Promise<Derivations> {
  const { readerOf, twins, onFault } = state;
  return derivePrices(buckets, {
    ...{ readerOf, twins, onFault, pricesAt: pricesOf },
    structureOf: (reader, token) => structureOf(state, reader, token),
  });
}

async function store({ database, rateTokens }: BookState, outcomes: Outcomes, depth: number): Promise<void> {
  const found: HourlyPrice[] = [];
  const missing: MissingPrice[] = [];
  for (const [bucket, outcome] of outcomes) {
    if (outcome.kind === 'found') found.push(outcome.price);
    // What was asked for on the way to another price was not followed as far as it would be for itself.
    else if (outcome.kind === 'missing' && depth === 0) missing.push({ ...keyOf(bucket), ...outcome });
  }
  await storePrices(database, found, missing, rateTokens);
}

function structureOf(
  { database, structures, now }: BookState,
  reader: ChainReader,
  token: PriceToken,
): Promise<Structure | null> {
  const key = tokenKey(token);
  const known = structures.get(key);
  if (known !== undefined && now() - known.readAt < structureMs) return known.answer;
  const answer = readStructure(reader, token.address, (address) =>
    isLender(database, { chainId: token.chainId, address }),
  );
  structures.keep(key, { readAt: now(), answer });
  answer.catch(() => structures.forget(key));
  return answer;
}

async function owedOf(
  state: BookState,
  token: PriceToken,
): Promise<(PriceToken & { decimals: number }) | null> {
  const reader = state.readerOf(token.chainId);
  if (reader === null) return null;
  try {
    const structure = await structureOf(state, reader, token);
    const [owed] = structure?.kind === 'debt' ? structure.parts : [];
    return owed === undefined ? null : { chainId: token.chainId, ...owed };
  } catch (error) {
    state.onFault(`${tokenKey(token)}: ${errorText(error)}`);
    return null;
  }
}

/** By its label, which the service brings along or the operator imported: what clients call it counts for nothing. */
async function isLender(
  database: Database,
  contract: { chainId: number; address: Address },
): Promise<boolean> {
  const labels = await findContractLabels(database, [contract]);
  return labels.some(({ tags }) => tags.includes('lending' satisfies ProtocolCategory));
}
