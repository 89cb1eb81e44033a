/**
 * CoinGecko, with a demo key, a pro key or none. Current prices in batches by simple/token_price (native coins by
 * simple/price); historical ones by market_chart/range, one token per request, over ranges of at most 89 days: beyond 90
 * days CoinGecko answers one price a day. That is too coarse for a price, and enough where it is asked whether it agrees with
 * others: where its price of the midnight before does, hourly ones are not asked for.
 */

import { zeroAddress } from '../../domain/model.ts';
import { errorText } from '../../errors.ts';
import { mapLimited } from '../../outgoing/at-once.ts';
import type { Clock } from '../../outgoing/clock.ts';
import { nowSeconds } from '../../outgoing/clock.ts';
import type { Fetch } from '../../outgoing/exchange.ts';
import { groupBy } from '../source/batch.ts';
import { coingeckoPlatform, nativeCoinId } from '../source/coin-names.ts';
import { createNegativeCache, type NegativeCache } from '../source/negative-cache.ts';
import {
  createHttpClient,
  defaultHttpLimits,
  type HttpClient,
  type HttpLimits,
} from '../source/price-http.ts';
import {
  defaultWithinSeconds,
  failure,
  type PriceAnswer,
  type PricePoint,
  type PriceSource,
  type PriceToken,
  tokenKey,
} from '../source/price-source.ts';
import type { PriceEventHandler } from '../source/source-counters.ts';
import { createDailyPrices, type DailyPrices, dailyRange } from './coingecko-daily.ts';
import {
  askChart,
  askMidnight,
  type Chart,
  type ChartEntry,
  type ChartWindow,
  hourlyRange,
  nearestOf,
  readWindows,
} from './coingecko-history.ts';
import { askSimple, currentKey } from './coingecko-simple.ts';
import { coingeckoAccess } from './coingecko-wire.ts';

export interface CoinGeckoOptions {
  /** Default: the host that belongs to the plan. */
  url?: string | undefined;
  apiKey?: string | undefined;
  /** Default: pro for a `pro-api.` URL, else demo. */
  plan?: 'demo' | 'pro' | undefined;
  limits?: Partial<HttpLimits>;
  /** How long an unknown token is not asked for again. Default six hours. */
  negativeLifetimeMs?: number;
  /** Chart requests per question; what is left over is answered `over-budget`. Default 300. */
  maximumRequests?: number;
  /** Addresses per simple/token_price; learned downwards when the plan refuses. Default 100. */
  batchSize?: number;
}

export interface CoinGeckoDependencies {
  fetch?: Fetch | undefined;
  clock: Clock;
  onEvent?: PriceEventHandler;
}

const requestsAtOnce = 2;

/** 30 requests a minute with a demo key, 500 with the smallest pro plan; the window of a 429 is a minute. */
const planLimits = {
  demo: { requestsPerSecond: 0.45, burst: 5, backoffMs: 10_000 },
  pro: { requestsPerSecond: 7, burst: 20, backoffMs: 5_000 },
} as const;

interface CoinGeckoState {
  readonly options: CoinGeckoOptions;
  readonly clock: Clock;
  readonly http: HttpClient;
  readonly unknown: NegativeCache;
  /** What is learned about the plan. */
  readonly memory: { batchSize: number };
  readonly daily: DailyPrices;
}

export function createCoinGecko(options: CoinGeckoOptions, dependencies: CoinGeckoDependencies): PriceSource {
  const { clock } = dependencies;
  const access = coingeckoAccess(options);
  const http = createHttpClient({
    source: 'coingecko',
    baseUrl: access.baseUrl,
    headers: access.headers,
    limits: { ...defaultHttpLimits, ...planLimits[access.plan], ...options.limits },
    ...dependencies,
  });
  const unknown = createNegativeCache({ clock, lifetimeMs: options.negativeLifetimeMs ?? 6 * 3600_000 });
  const memory = { batchSize: options.batchSize ?? 100 };
  const state: CoinGeckoState = { options, clock, http, unknown, memory, daily: createDailyPrices() };
  return {
    name: 'coingecko',
    async current(tokens) {
      const answers = prepare(tokens, (key) => unknown.has(key) || unknown.has(currentKey(key)));
      await askSimple({ http, unknown, memory, now: nowSeconds(clock) }, tokens, answers);
      return answers.map(settled);
    },
    historical: (points) => answerHistorical(state, points),
  };
}

/** One question about the past, and what is known of its answers so far. */
interface Question {
  readonly answers: (PriceAnswer | null)[];
  /** Chart requests that are left. */
  requestsLeft: number;
  /** The plan shows nothing of this moment, nor before. */
  hiddenUntil: number;
}

async function answerHistorical(
  state: CoinGeckoState,
  points: readonly PricePoint[],
): Promise<PriceAnswer[]> {
  const answers = prepare(
    points.map((point) => point.token),
    state.unknown.has,
  );
  const question: Question = {
    answers,
    requestsLeft: state.options.maximumRequests ?? 300,
    hiddenUntil: Number.NEGATIVE_INFINITY,
  };
  const open = [...points.entries()].flatMap(([index, point]): ChartEntry[] =>
    answers[index] === null ? [{ index, point }] : [],
  );
  // Native coins are asked by id, and Polygon's id depends on the time.
  const coins = groupBy(open, ({ point }) => `${tokenKey(point.token)}@${chartPath(point)}`);
  const chartOf = (window: ChartWindow): Promise<Chart> => readChart(state, question, window);
  await mapLimited([...coins.values()], requestsAtOnce, async (entries) => {
    const left = await answerClaims(state, question, entries);
    for (const { window, chart } of await readWindows(left, hourlyRange, chartOf)) {
      for (const { index, point } of window.points) answers[index] = answerFrom(chart, point);
      await fillFromMidnight(state, question, { window, chart });
    }
  });
  return answers.map(settled);
}

async function readChart(
  { http, unknown }: CoinGeckoState,
  question: Question,
  window: ChartWindow,
): Promise<Chart> {
  const first = window.points[0]?.point;
  if (first === undefined || unknown.has(tokenKey(first.token))) return { kind: 'unknown' };
  if (window.from <= question.hiddenUntil) return { kind: 'range' };
  if (question.requestsLeft <= 0) return { kind: 'over-budget' };
  question.requestsLeft -= 1;
  const chart = await askChart(http, chartPath(first), window).catch(
    (error: unknown): Chart => ({ kind: 'down', detail: errorText(error) }),
  );
  if (chart.kind === 'range') question.hiddenUntil = Math.max(question.hiddenUntil, window.from);
  if (chart.kind === 'unknown') unknown.add(tokenKey(first.token));
  return chart;
}

/** Answers what daily prices are enough for; returns the rest, for which hourly ones are asked. */
async function answerClaims(
  state: CoinGeckoState,
  question: Question,
  entries: readonly ChartEntry[],
): Promise<ChartEntry[]> {
  const { clock, daily } = state;
  const { answers } = question;
  const now = nowSeconds(clock);
  const claims = entries.filter(({ point }) => point.claim !== undefined);
  const asked = claims.filter(({ point }) => daily.isOpen(chartPath(point), point));
  const chartOf = (window: ChartWindow): Promise<Chart> => readChart(state, question, window);
  for (const { window, chart } of await readWindows(asked, (part) => dailyRange(part, now), chartOf)) {
    const part = window.points.map(({ point }) => point);
    if (chart.kind === 'prices') daily.keep(pathOf(part), chart.prices, part, now);
    // One that is down, or has no budget left, is not asked for the hours either.
    if (chart.kind !== 'down' && chart.kind !== 'over-budget') continue;
    for (const { index, point } of window.points) answers[index] = answerFrom(chart, point);
  }
  for (const { index, point } of claims) {
    if (point.claim !== undefined) answers[index] ??= daily.agree(chartPath(point), point, point.claim);
  }
  return entries.filter(({ index }) => answers[index] === null);
}

/** The daily snapshot is taken at 00:00 UTC: good enough for moments near it when the chart is empty. */
async function fillFromMidnight(
  { http }: CoinGeckoState,
  question: Question,
  { window, chart }: { window: ChartWindow; chart: Chart },
): Promise<void> {
  if (chart.kind !== 'prices' || chart.prices.length > 0) return;
  for (const { index, point } of window.points) {
    const id = point.token.address === zeroAddress ? nativeCoinId(point.token.chainId, point.time) : null;
    const midnight = Math.round(point.time / 86_400) * 86_400;
    if (id === null || question.requestsLeft <= 0) continue;
    if (Math.abs(midnight - point.time) > (point.withinSeconds ?? defaultWithinSeconds)) continue;
    question.requestsLeft -= 1;
    const snapshot = await askMidnight(http, id, midnight).catch(() => null);
    if (snapshot === null) continue;
    question.answers[index] = answerFrom({ kind: 'prices', prices: [snapshot] }, point);
  }
}

/** Null for what has to be asked. */
function prepare(tokens: readonly PriceToken[], isUnknown: (key: string) => boolean): (PriceAnswer | null)[] {
  return tokens.map((token) => {
    if (coingeckoPlatform(token.chainId) === null) {
      return failure('not-supported', `CoinGecko does not cover chain ${token.chainId}`);
    }
    return isUnknown(tokenKey(token))
      ? failure('unknown-token', 'CoinGecko did not know it a while ago')
      : null;
  });
}

function settled(answer: PriceAnswer | null): PriceAnswer {
  return answer ?? failure('unknown-token', 'CoinGecko does not know it');
}

const pathOf = ([first]: readonly PricePoint[]): string => (first === undefined ? '' : chartPath(first));

function chartPath(point: PricePoint): string {
  const { chainId, address } = point.token;
  if (address === zeroAddress) return `/coins/${nativeCoinId(chainId, point.time)}/market_chart/range`;
  return `/coins/${coingeckoPlatform(chainId)}/contract/${address.toLowerCase()}/market_chart/range`;
}

function answerFrom(chart: Chart, point: PricePoint): PriceAnswer {
  switch (chart.kind) {
    case 'prices':
      return nearestOf(chart.prices, point);
    case 'unknown':
      return failure('unknown-token', 'CoinGecko does not know it');
    case 'range':
      return failure('not-supported', 'CoinGecko does not show this plan that time');
    case 'over-budget':
      return failure('over-budget', 'left for a later run: too many charts in one question');
    case 'malformed':
      return failure('malformed', "CoinGecko's chart cannot be read");
    case 'down':
      return failure('source-down', chart.detail);
  }
}
