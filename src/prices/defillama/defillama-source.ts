/**
 * DefiLlama (coins.llama.fi, no key). Historical prices in bulk through batchHistorical, current ones through
 * prices/current. Coin ids come back in whatever letter case; a coin that it does not know is simply absent.
 */
import { z } from 'zod';
import { chunk } from '../../domain/chunk.ts';
import { mapLimited } from '../../outgoing/at-once.ts';
import type { Clock } from '../../outgoing/clock.ts';
import { nowSeconds } from '../../outgoing/clock.ts';
import type { Fetch } from '../../outgoing/exchange.ts';
import { groupBy } from '../source/batch.ts';
import { defillamaCoinId } from '../source/coin-names.ts';
import { askDivided, halves, type Piece, type Refusal } from '../source/divide.ts';
import { anyRecord, decimalText, fractionOfOne, wholeNumber } from '../source/exact-json.ts';
import { nearestObservation } from '../source/nearest-observation.ts';
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
} from '../source/price-source.ts';
import type { PriceEventHandler } from '../source/source-counters.ts';

export interface DefiLlamaOptions {
  /** Default https://coins.llama.fi */
  url?: string | undefined;
  limits?: Partial<HttpLimits>;
  /** How long an unknown coin is not asked for again. Default six hours. */
  negativeLifetimeMs?: number;
}

export interface DefiLlamaDependencies {
  fetch?: Fetch | undefined;
  clock: Clock;
  onEvent?: PriceEventHandler;
}

/** Small enough for every proxy's limit on the length of a URL. */
const maximumPointsPerRequest = 200;
const maximumCoinsPerRequest = 60;
const maximumCutsPerAsk = 24;
const requestsAtOnce = 4;
/** When it does not say how sure it is. */
const unstatedConfidence = 0.8;

const pointSchema = z.object({
  timestamp: wholeNumber,
  price: decimalText,
  confidence: fractionOfOne.optional(),
});
type CoinPoint = z.output<typeof pointSchema>;
const answerSchema = z.object({ coins: anyRecord });
const seriesSchema = z.object({ prices: z.array(z.unknown()), decimals: wholeNumber.optional() });
const currentSchema = pointSchema.extend({ decimals: wholeNumber.optional() });

/** One coin, and what is asked of it: indexes into the points of the caller. */
interface CoinAsk {
  coin: string;
  points: { index: number; point: PricePoint }[];
}

export function createDefiLlama(options: DefiLlamaOptions, dependencies: DefiLlamaDependencies): PriceSource {
  const { clock } = dependencies;
  const http = createHttpClient({
    source: 'defillama',
    baseUrl: (options.url ?? 'https://coins.llama.fi').replace(/\/+$/, ''),
    limits: { ...defaultHttpLimits, ...options.limits },
    ...dependencies,
  });
  const unknown = createNegativeCache({ clock, lifetimeMs: options.negativeLifetimeMs ?? 6 * 3600_000 });

  const ask = async (points: readonly PricePoint[], kind: AskKind): Promise<PriceAnswer[]> => {
    const answers: PriceAnswer[] = points.map((point) =>
      failure('not-supported', `DefiLlama does not cover chain ${point.token.chainId}`),
    );
    const batches = makeBatches(points, kind, unknown, answers);
    const budget = { cuts: maximumCutsPerAsk };
    const pieces = await mapLimited(batches, requestsAtOnce, (batch) =>
      askDivided(batch, {
        ask: (items, divisible) => kind.request(http, items, divisible),
        divide: divideAsk,
        budget,
      }),
    );
    for (const piece of pieces.flat()) readPiece(piece, kind, unknown, answers, http.host);
    return answers;
  };

  return {
    name: 'defillama',
    historical: (points) => ask(points, historicalAsk),
    current: (tokens) => {
      const time = nowSeconds(clock);
      return ask(
        tokens.map((token) => ({ token, time })),
        currentAsk,
      );
    },
  };
}

/** The two endpoints differ in the question and in the shape of one coin's answer. */
interface AskKind {
  request(
    http: HttpClient,
    items: readonly CoinAsk[],
    divisible: boolean,
  ): Promise<{ answer: Map<string, unknown> } | Refusal>;
  /** The points of one coin's answer. Throws when it is of another shape. */
  points(entry: unknown): { decimals: number | undefined; points: CoinPoint[] };
  /** What an unknown coin is remembered by: the past of a token may be known at one time and not at another. */
  negativeKey(coin: string, point: PricePoint): string;
}

const historicalAsk: AskKind = {
  request(http, items, divisible) {
    const coins = items.map((item) => [item.coin, [...new Set(item.points.map(({ point }) => point.time))]]);
    return requestCoins(http, divisible, '/batchHistorical', {
      coins: JSON.stringify(Object.fromEntries(coins)),
      searchWidth: String(defaultWithinSeconds),
    });
  },
  points(entry) {
    const series = seriesSchema.parse(entry);
    const points = series.prices.flatMap((item) => {
      const point = pointSchema.safeParse(item);
      return point.success ? [point.data] : [];
    });
    return { decimals: series.decimals, points };
  },
  negativeKey: (coin, point) => `${coin}@${Math.floor(point.time / 3600)}`,
};

const currentAsk: AskKind = {
  request: (http, items, divisible) =>
    requestCoins(http, divisible, `/prices/current/${items.map((item) => item.coin).join(',')}`, {
      searchWidth: '1h',
    }),
  points(entry) {
    const { decimals, ...point } = currentSchema.parse(entry);
    return { decimals, points: [point] };
  },
  negativeKey: (coin) => coin,
};

function requestCoins(
  http: HttpClient,
  divisible: boolean,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<{ answer: Map<string, unknown> } | Refusal> {
  return http.get({
    path,
    query,
    divisible,
    read({ status, json }) {
      if (status >= 400) return { refused: status };
      const { coins } = answerSchema.parse(json);
      return { answer: new Map(Object.entries(coins).map(([coin, entry]) => [coin.toLowerCase(), entry])) };
    },
  });
}

/** The questions, none over the limits; answers at once what needs no request. */
function makeBatches(
  points: readonly PricePoint[],
  kind: AskKind,
  unknown: NegativeCache,
  answers: PriceAnswer[],
): CoinAsk[][] {
  const wanted: { coin: string; index: number; point: PricePoint }[] = [];
  for (const [index, point] of points.entries()) {
    const coin = defillamaCoinId(point.token, point.time);
    if (coin === null) continue;
    if (unknown.has(kind.negativeKey(coin, point))) {
      answers[index] = failure('unknown-token', `DefiLlama did not know ${coin} a while ago`);
    } else wanted.push({ coin, index, point });
  }
  const batches: CoinAsk[][] = [];
  let room = 0;
  for (const [coin, ofCoin] of groupBy(wanted, (item) => item.coin)) {
    for (const part of chunk(ofCoin, maximumPointsPerRequest)) {
      const last = batches.at(-1);
      if (last === undefined || last.length >= maximumCoinsPerRequest || part.length > room) {
        batches.push([{ coin, points: part }]);
        room = maximumPointsPerRequest - part.length;
      } else {
        last.push({ coin, points: part });
        room -= part.length;
      }
    }
  }
  return batches;
}

/** By coin; a single coin's times only when the question was too long. */
function divideAsk(items: readonly CoinAsk[], status: number): readonly [CoinAsk[], CoinAsk[]] | null {
  const parts = halves(items);
  if (parts !== null) return [[...parts[0]], [...parts[1]]];
  const only = items[0];
  const points = only === undefined || (status !== 413 && status !== 414) ? null : halves(only.points);
  if (only === undefined || points === null) return null;
  return [[{ coin: only.coin, points: [...points[0]] }], [{ coin: only.coin, points: [...points[1]] }]];
}

function readPiece(
  piece: Piece<CoinAsk, Map<string, unknown>>,
  kind: AskKind,
  unknown: NegativeCache,
  answers: PriceAnswer[],
  host: string,
): void {
  for (const { coin, points } of piece.items) {
    if (!piece.ok) {
      for (const { index } of points) answers[index] = failure('source-down', `${host}: ${piece.detail}`);
      continue;
    }
    const entry = piece.answer.get(coin);
    if (entry === undefined) {
      for (const { index, point } of points) {
        unknown.add(kind.negativeKey(coin, point));
        answers[index] = failure('unknown-token', `DefiLlama has no price of ${coin} then`);
      }
      continue;
    }
    const series = readSeries(kind, entry);
    for (const { index, point } of points) {
      answers[index] =
        series === null
          ? failure('malformed', `DefiLlama's answer for ${coin} cannot be read`)
          : pick(series, point);
    }
  }
}

function readSeries(kind: AskKind, entry: unknown): ReturnType<AskKind['points']> | null {
  try {
    return kind.points(entry);
  } catch {
    return null;
  }
}

/** The observation nearest to the moment asked for. */
function pick(series: ReturnType<AskKind['points']>, point: PricePoint): PriceAnswer {
  const known = point.token.decimals ?? null;
  if (known !== null && series.decimals !== undefined && series.decimals !== known) {
    return failure('wrong-decimals', `DefiLlama counts ${series.decimals} decimals, the contract ${known}`);
  }
  return nearestObservation(
    {
      source: 'defillama',
      title: 'DefiLlama',
      confidenceOf: ({ confidence }) => confidence ?? unstatedConfidence,
    },
    series.points,
    point,
  );
}
