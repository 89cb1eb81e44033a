/**
 * CoinGecko, with a demo key, a pro key or none. Current prices come in batches from simple/token_price, native coins from
 * simple/price. Historical ones come from market_chart/range, one token per request, over at most 89 days: beyond 90 days
 * CoinGecko answers one price a day, which is too coarse.
 */

import { zeroAddress } from '../domain/model.ts';
import { errorText } from '../errors.ts';
import type { Clock } from '../outgoing/clock.ts';
import { nowSeconds } from '../outgoing/clock.ts';
import { groupBy, mapLimited } from './batch.ts';
import { coingeckoPlatform, nativeCoinId } from './coin-names.ts';
import {
  askChart,
  askMidnight,
  type Chart,
  type ChartWindow,
  chartWindows,
  nearestOf,
} from './coingecko-history.ts';
import { askSimple, currentKey } from './coingecko-simple.ts';
import { coingeckoAccess } from './coingecko-wire.ts';
import type { PriceEventHandler } from './counters.ts';
import { createHttpClient, defaultHttpLimits, type HttpLimits } from './http.ts';
import { createNegativeCache } from './negative-cache.ts';
import {
  defaultWithinSeconds,
  failure,
  type PriceAnswer,
  type PricePoint,
  type PriceSource,
  type PriceToken,
  tokenKey,
} from './price-source.ts';

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
  fetch: typeof globalThis.fetch;
  clock: Clock;
  onEvent?: PriceEventHandler;
}

const requestsAtOnce = 2;

/** 30 requests a minute with a demo key, 500 with the smallest pro plan; the window of a 429 is a minute. */
const planLimits = {
  demo: { requestsPerSecond: 0.45, burst: 5, backoffMs: 10_000 },
  pro: { requestsPerSecond: 7, burst: 20, backoffMs: 5_000 },
} as const;

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

  return {
    name: 'coingecko',
    async current(tokens) {
      const answers = prepare(tokens, (key) => unknown.has(key) || unknown.has(currentKey(key)));
      await askSimple({ http, unknown, memory, now: nowSeconds(clock) }, tokens, answers);
      return answers.map(settled);
    },
    async historical(points) {
      const answers = prepare(
        points.map((point) => point.token),
        unknown.has,
      );
      const budget = { requests: options.maximumRequests ?? 300 };
      const open = [...points.entries()].filter(([index]) => answers[index] === null);
      // Native coins are asked by id, and Polygon's id depends on the time.
      const coins = groupBy(open, ([, point]) => `${tokenKey(point.token)}@${chartPath(point)}`);
      await mapLimited([...coins.values()], requestsAtOnce, async (entries) => {
        for (const window of chartWindows(entries)) {
          const chart = await readChart(window);
          for (const { index, point } of window.points) answers[index] = answerFrom(chart, point);
          if (chart.kind === 'unknown') unknown.add(tokenKey(window.points[0]?.point.token ?? noToken));
          await fillFromMidnight(window, chart);
        }
      });
      return answers.map(settled);

      async function readChart(window: ChartWindow): Promise<Chart> {
        const first = window.points[0]?.point;
        if (first === undefined || unknown.has(tokenKey(first.token))) return { kind: 'unknown' };
        if (budget.requests <= 0) return { kind: 'over-budget' };
        budget.requests -= 1;
        try {
          return await askChart(http, chartPath(first), window);
        } catch (error) {
          return { kind: 'down', detail: errorText(error) };
        }
      }

      /** The daily snapshot is taken at 00:00 UTC: good enough for moments near it when the chart is empty. */
      async function fillFromMidnight(window: ChartWindow, chart: Chart): Promise<void> {
        if (chart.kind !== 'prices' || chart.prices.length > 0) return;
        for (const { index, point } of window.points) {
          const id =
            point.token.address === zeroAddress ? nativeCoinId(point.token.chainId, point.time) : null;
          const midnight = Math.round(point.time / 86_400) * 86_400;
          if (id === null || budget.requests <= 0) continue;
          if (Math.abs(midnight - point.time) > (point.withinSeconds ?? defaultWithinSeconds)) continue;
          budget.requests -= 1;
          const snapshot = await askMidnight(http, id, midnight).catch(() => null);
          if (snapshot !== null) answers[index] = answerFrom({ kind: 'prices', prices: [snapshot] }, point);
        }
      }
    },
  };
}

const noToken: PriceToken = { chainId: 0, address: zeroAddress };

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
