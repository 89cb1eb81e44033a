/**
 * One price out of several sources. Sources are asked in the configured order, in bulk. Their answers are checked against the
 * last price and against each other (quote-rules.ts), round by round while doubts remain. Every quote carries the answers of
 * all sources that were asked, and why the result was chosen.
 */

import type { PriceSourceName } from '../../domain/money/price-sources.ts';
import { errorText } from '../../errors.ts';
import { type Clock, nowSeconds } from '../../outgoing/clock.ts';
import { groupBy } from '../source/batch.ts';
import { isPositive } from '../source/price-math.ts';
import {
  claimAgeSeconds,
  failure,
  type PriceAnswer,
  type PricePoint,
  type PriceSource,
  tokenKey,
} from '../source/price-source.ts';
import type { PriceEventHandler } from '../source/source-counters.ts';
import { explain, type Provenance, provenanceOf } from './provenance.ts';
import { raiseDoubts } from './quote-doubts.ts';
import {
  type ChosenPrice,
  type Decision,
  type Doubt,
  decide,
  defaultQuoteRules,
  type QuoteRules,
  type SourceAnswer,
} from './quote-rules.ts';
import { answersInOrder, type QuoteRequest, type QuoteState } from './quote-state.ts';

export interface Quote {
  point: PricePoint;
  /** Null: unknown, for the reason given. */
  price: ChosenPrice | null;
  reason: string | null;
  provenance: Provenance;
}

export interface QuoterOptions {
  /** In the order of asking. */
  sources: readonly PriceSource[];
  clock: Clock;
  rules?: Partial<QuoteRules>;
  onEvent?: PriceEventHandler;
}

export interface AskOptions {
  /** Asks every source, whatever the first one says: for explanations. */
  askAll?: boolean;
  /**
   * For prices that are kept for ever. Each is compared with a majority of the sources, and with no other price. So it is the
   * same whatever else is asked.
   */
  forKeeping?: boolean;
}

export interface Quoter {
  /** Prices at past moments: one quote per request, in order. Never rejects for a source's fault. */
  historical(requests: readonly QuoteRequest[], options?: AskOptions): Promise<Quote[]>;
  /** Prices now; the requests' times are ignored. */
  current(requests: readonly QuoteRequest[], options?: AskOptions): Promise<Quote[]>;
}

/**
 * Rounds in which new doubts are raised. A chain of prices each of which discredits the next would otherwise take as many
 * rounds as it is long; the doubts raised until then are still settled.
 */
const maximumDoubtingRounds = 24;

export function createQuoter(options: QuoterOptions): Quoter {
  const rules: QuoteRules = { ...defaultQuoteRules, ...options.rules };
  const order = options.sources.map((source) => source.name);

  const quote = async (
    requests: readonly QuoteRequest[],
    ask: AskSource,
    asked: AskOptions,
  ): Promise<Quote[]> => {
    const states = requests.map((request): QuoteState => {
      const doubts = new Set<Doubt>(asked.askAll === true ? ['all-asked'] : []);
      if (asked.forKeeping === true) doubts.add('kept');
      return { request, answers: new Map(), doubts, decision: nothingYet };
    });
    const series = [...groupBy(states, ({ request }) => tokenKey(request.point.token)).values()].map(
      (group) => group.sort((left, right) => left.request.point.time - right.request.point.time),
    );
    for (let round = 0; ; round += 1) {
      for (const state of states) state.decision = decideState(state, order, rules);
      if (round < maximumDoubtingRounds && asked.forKeeping !== true) {
        for (const group of series) raiseDoubts(group, order, rules);
        for (const state of states) state.decision = decideState(state, order, rules);
      }
      const open = states.filter(({ decision }) => decision.kind === 'ask');
      if (open.length === 0) break;
      await Promise.all(options.sources.map((source) => askSource(source, open, ask)));
    }
    return states.map((state) => quoteOf(state, order, rules));
  };

  const askSource = async (
    source: PriceSource,
    open: readonly QuoteState[],
    ask: AskSource,
  ): Promise<void> => {
    const states = open.filter(
      ({ decision }) => decision.kind === 'ask' && decision.sources.includes(source.name),
    );
    if (states.length === 0) return;
    const points = states.map(({ request, decision }): PricePoint => {
      const claim = decision.kind === 'ask' ? decision.claim : undefined;
      return claim === undefined ? request.point : { ...request.point, claim };
    });
    // Adapters do not reject; one that did would take the others' answers along.
    const answers = await ask(source, points).catch((error: unknown) =>
      points.map(() => failure('source-down', errorText(error))),
    );
    for (const [index, state] of states.entries()) {
      const answer = check(source.name, points[index] ?? state.request.point, answers[index], rules);
      state.answers.set(source.name, answer);
      options.onEvent?.({ type: 'answer', source: source.name, reason: answer.ok ? null : answer.reason });
    }
  };

  return {
    historical: (requests, asked = {}) =>
      quote(requests, async (source, points) => source.historical(points), asked),
    current: (requests, asked = {}) => {
      const time = nowSeconds(options.clock);
      const now = requests.map((request) => ({ ...request, point: { token: request.point.token, time } }));
      return quote(now, async (source, points) => source.current(points.map((point) => point.token)), asked);
    },
  };
}

const nothingYet: Decision = { kind: 'none', split: false };

type AskSource = (source: PriceSource, points: readonly PricePoint[]) => Promise<PriceAnswer[]>;

function decideState(state: QuoteState, order: readonly PriceSourceName[], rules: QuoteRules): Decision {
  const answers = answersInOrder(state, order);
  // A price that is kept waits for the source that was asked too much at once: others asked in its place would decide otherwise.
  const isLeftOver = answers.some((answer) => !answer.ok && answer.reason === 'over-budget');
  if (state.doubts.has('kept') && isLeftOver) return nothingYet;
  const pending = order.filter((name) => !state.answers.has(name));
  return decide(answers, pending, state.doubts, rules);
}

/** The adapter's word is not taken for it: a price is positive, and near the moment asked for. */
function check(
  source: PriceSourceName,
  point: PricePoint,
  answer: PriceAnswer | undefined,
  rules: QuoteRules,
): SourceAnswer {
  if (answer === undefined) return { source, ...failure('source-down', 'it gave no answer') };
  if (!answer.ok) return { source, ...answer };
  const { observation } = answer;
  const { priceUsd } = observation;
  if (!isPositive(priceUsd))
    return { source, priceUsd, ...failure('not-positive', `it answered ${priceUsd}`) };
  const distance = Math.abs(observation.observedAt - point.time);
  const allowed =
    point.claim === undefined
      ? Math.min(point.withinSeconds ?? rules.maximumAgeSeconds, rules.maximumAgeSeconds)
      : claimAgeSeconds;
  if (distance > allowed) {
    const detail = `its price is ${distance} s away, ${allowed} s are allowed`;
    return { source, priceUsd, ...failure('too-stale', detail) };
  }
  return { source, ok: true, observation };
}

function quoteOf(state: QuoteState, order: readonly PriceSourceName[], rules: QuoteRules): Quote {
  const answers = answersInOrder(state, order);
  const price = state.decision.kind === 'chosen' ? state.decision.price : null;
  const explanation = explain(answers, state.doubts, state.decision, rules);
  return {
    point: state.request.point,
    price,
    reason: price === null ? explanation : null,
    provenance: provenanceOf(answers, state.doubts, price, explanation),
  };
}
