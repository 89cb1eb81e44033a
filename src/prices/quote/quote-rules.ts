/**
 * When one source's answer is enough, when another is asked, and what is made of several answers. Pure: no source is asked
 * here, and the order of the answers given is the order of the sources.
 *
 * One source is enough (`single`) when it is sure, its price lies near the last one, and little money hangs on it. Low confidence or a
 * large value ask for a second one. A majority of the sources that cover the token is needed for every price that is kept, and
 * for one that nothing vouches for: a token's first price, a jump, a source that was found wrong about this token. Two sources
 * that are wrong together must not outvote two that are right.
 */
import { Decimal } from '../../domain/money/money.ts';
import type { PriceSourceName } from '../../domain/money/price-sources.ts';
import { median, relativeGap } from '../source/price-math.ts';
import type { PriceClaim, PriceFailure, PriceObservation } from '../source/price-source.ts';

export interface QuoteRules {
  /** Under this an answer needs a second one. */
  lowConfidence: number;
  /** A move of more than this share since the last observation is doubted. */
  jump: string;
  /** USD beyond which a figure needs a second source. */
  largeValueUsd: string;
  /** Answers that lie farther apart than this share of the lower one disagree. */
  disagreement: string;
  /** The farthest that an observation may lie from the moment asked for. */
  maximumAgeSeconds: number;
  /** What a price that stood against others, or alone where it should not, is worth at most. */
  doubtfulConfidence: number;
}

export const defaultQuoteRules: QuoteRules = {
  lowConfidence: 0.7,
  jump: '0.2',
  largeValueUsd: '10000',
  disagreement: '0.1',
  maximumAgeSeconds: 3600,
  doubtfulConfidence: 0.4,
};

/** Why a price is doubted. */
export const doubts = [
  'first',
  'jump',
  'distrust',
  'low-confidence',
  'large-value',
  'all-asked',
  'kept',
] as const;
export type Doubt = (typeof doubts)[number];
const majorityDoubts = ['first', 'jump', 'distrust', 'kept'] as const satisfies Doubt[];

export type SourceAnswer = { source: PriceSourceName } & (
  | { ok: true; observation: PriceObservation }
  | (PriceFailure & { priceUsd?: string })
);

/** `confirmed`: another source agrees. `median`: some disagree, most do not. `unconfirmed`: no other source could be asked. */
export type Agreement = 'single' | 'confirmed' | 'median' | 'unconfirmed';

export interface ChosenPrice {
  priceUsd: string;
  observedAt: number;
  confidence: number;
  /** `median`: the mean of the two answers in the middle. */
  source: PriceSourceName | 'median';
  agreement: Agreement;
  /** Sources whose answers lie too far off the chosen price. */
  outliers: readonly PriceSourceName[];
}

export type Decision =
  /** `claim`: what the others say, where the source decides nothing but whether they are right. */
  | { kind: 'ask'; sources: readonly PriceSourceName[]; claim?: PriceClaim }
  | { kind: 'chosen'; price: ChosenPrice }
  /** `split`: there are answers, but no price that most of them support. */
  | { kind: 'none'; split: boolean };

/** What to do next, given the answers so far and the sources not yet asked, both in the order of the sources. */
export function decide(
  answers: readonly SourceAnswer[],
  pending: readonly PriceSourceName[],
  doubted: ReadonlySet<Doubt>,
  rules: QuoteRules,
): Decision {
  const good = answers.flatMap((answer) => (answer.ok ? [answer.observation] : []));
  const [first] = good;
  const isMajorityNeeded = majorityDoubts.some((doubt) => doubted.has(doubt));
  if (doubted.has('all-asked') && pending.length > 0) return { kind: 'ask', sources: pending };
  if (first === undefined) {
    const next = pending.slice(0, 1);
    return next.length > 0 ? { kind: 'ask', sources: next } : { kind: 'none', split: false };
  }
  if (doubted.size === 0) return { kind: 'chosen', price: single(first, 'single') };

  if (!allAgree(good, rules)) {
    return pending.length > 0 ? { kind: 'ask', sources: pending } : majorityPrice(good, rules);
  }
  const voters = good.length + pending.length;
  const needed = isMajorityNeeded ? Math.floor(voters / 2) + 1 : 2;
  if (good.length < needed && pending.length > 0) {
    const sources = pending.slice(0, needed - good.length);
    // With one more that agrees, it is decided: then its own price is not used.
    const isLast = doubted.has('kept') && needed - good.length === 1;
    return { kind: 'ask', sources, ...(isLast ? { claim: claimOf(good, rules) } : {}) };
  }
  if (good.length > 1) return { kind: 'chosen', price: confirmed(good, first) };
  const alone = single(first, 'unconfirmed');
  return {
    kind: 'chosen',
    price: { ...alone, confidence: Math.min(alone.confidence, rules.doubtfulConfidence) },
  };
}

/** Whether a price moved by more than the rules take on trust. */
export function isJump(lastUsd: string, priceUsd: string, rules: QuoteRules): boolean {
  return new Decimal(priceUsd).minus(lastUsd).abs().gt(new Decimal(lastUsd).times(rules.jump));
}

function claimOf(observations: readonly PriceObservation[], rules: QuoteRules): PriceClaim {
  const prices = observations.map((observation) => new Decimal(observation.priceUsd));
  return {
    lowestUsd: Decimal.min(...prices).toFixed(),
    highestUsd: Decimal.max(...prices).toFixed(),
    tolerance: rules.disagreement,
  };
}

function allAgree(observations: readonly PriceObservation[], rules: QuoteRules): boolean {
  const { lowestUsd, highestUsd } = claimOf(observations, rules);
  return !disagree(lowestUsd, highestUsd, rules);
}

function disagree(left: string, right: string, rules: QuoteRules): boolean {
  return relativeGap(left, right).gt(rules.disagreement);
}

function single(observation: PriceObservation, agreement: Agreement): ChosenPrice {
  const { priceUsd, observedAt, confidence, source } = observation;
  return { priceUsd, observedAt, confidence, source, agreement, outliers: [] };
}

/** The first source's answer, as sure as the surest of those that agree. */
function confirmed(good: readonly PriceObservation[], first: PriceObservation): ChosenPrice {
  return { ...single(first, 'confirmed'), confidence: Math.max(...good.map(({ confidence }) => confidence)) };
}

/** The median of those near the median of all, when they are more than half; marked as doubtful. */
function majorityPrice(good: readonly PriceObservation[], rules: QuoteRules): Decision {
  const middle = median(good.map(({ priceUsd }) => priceUsd));
  const supporters = good.filter(({ priceUsd }) => !disagree(priceUsd, middle, rules));
  if (supporters.length * 2 <= good.length) return { kind: 'none', split: true };
  const priceUsd = median(supporters.map((observation) => observation.priceUsd));
  const closest = supporters.find((observation) => relativeGap(observation.priceUsd, priceUsd).isZero());
  return {
    kind: 'chosen',
    price: {
      priceUsd,
      observedAt: (closest ?? supporters[0] ?? { observedAt: 0 }).observedAt,
      confidence: Math.min(rules.doubtfulConfidence, ...supporters.map(({ confidence }) => confidence)),
      source: closest?.source ?? 'median',
      agreement: 'median',
      outliers: good.filter((observation) => !supporters.includes(observation)).map(({ source }) => source),
    },
  };
}
