/** CoinGecko's past prices: one chart of one coin, and the daily snapshot. */
import { utcDay } from '../../domain/time/time.ts';
import { nearestObservation } from '../source/nearest-observation.ts';
import type { HttpClient } from '../source/price-http.ts';
import { defaultWithinSeconds, type PriceAnswer, type PricePoint } from '../source/price-source.ts';
import {
  type ChartPoint,
  chartPointSchema,
  chartSchema,
  checkCoinGeckoBody,
  historySchema,
} from './coingecko-wire.ts';

/** Under the 90 days beyond which prices come by the day. */
const maximumRangeSeconds = 89 * 86_400;

/** Ranges of a day or less may come by five minutes: then a moment's price would depend on what else is asked for. */
const minimumRangeSeconds = 2 * 86_400;

/** What one chart is asked for, unix seconds. */
export interface ChartRange {
  from: number;
  to: number;
}

/** One moment of one coin: its place in the question. */
export interface ChartEntry {
  index: number;
  point: PricePoint;
}

/** The points of one coin that one chart request covers, oldest first. */
export interface ChartWindow extends ChartRange {
  points: readonly ChartEntry[];
}

/** What a chart request came to. */
export type Chart =
  | { kind: 'prices'; prices: readonly ChartPoint[] }
  | { kind: 'unknown' }
  | { kind: 'range' }
  | { kind: 'over-budget' }
  | { kind: 'malformed' }
  | { kind: 'down'; detail: string };

const hourlyConfidence = 0.9;

/** The range of one chart for these points, oldest first; null: they lie too far apart. */
type RangeOf = (points: readonly PricePoint[]) => ChartRange | null;

/** As few ranges as cover every point with its tolerance, none longer than CoinGecko answers by the hour. */
export const hourlyRange: RangeOf = (points) => {
  const edges = points.map(({ time, withinSeconds = defaultWithinSeconds }) => ({
    from: time - withinSeconds,
    to: time + withinSeconds,
  }));
  const from = edges.reduce((least, edge) => Math.min(least, edge.from), Number.POSITIVE_INFINITY);
  const to = edges.reduce((most, edge) => Math.max(most, edge.to), 0);
  if (edges.length > 1 && to - from > maximumRangeSeconds) return null;
  return { from, to: Math.max(to, from + minimumRangeSeconds) };
};

/** As few windows as have all the points, the newest filled first. */
function chartWindows(entries: readonly ChartEntry[], rangeOf: RangeOf): ChartWindow[] {
  const windows: ChartWindow[] = [];
  for (const entry of [...entries].sort((left, right) => right.point.time - left.point.time)) {
    const last = windows.at(-1);
    const points = [entry, ...(last?.points ?? [])];
    const joined = last === undefined ? null : rangeOf(points.map(({ point }) => point));
    if (joined !== null) windows.splice(-1, 1, { ...joined, points });
    else windows.push({ ...(rangeOf([entry.point]) ?? noRange), points: [entry] });
  }
  return windows;
}

const noRange: ChartRange = { from: 0, to: 0 };

/**
 * The charts of one coin's points. A plan shows the past up to some moment: where a range reaches beyond it, the points that do not
 * get a chart of their own, so that what is answered for one does not rest on what else was asked for.
 */
export async function readWindows(
  entries: readonly ChartEntry[],
  rangeOf: RangeOf,
  readChart: (window: ChartWindow) => Promise<Chart>,
): Promise<{ window: ChartWindow; chart: Chart }[]> {
  const read: { window: ChartWindow; chart: Chart }[] = [];
  for (const window of chartWindows(entries, rangeOf)) {
    const chart = await readChart(window);
    const half = window.points.length >> 1;
    if (chart.kind !== 'range' || half === 0) {
      read.push({ window, chart });
      continue;
    }
    // The newer half first: when that is beyond the plan, the older one is not asked for.
    read.push(...(await readWindows(window.points.slice(half), rangeOf, readChart)));
    read.push(...(await readWindows(window.points.slice(0, half), rangeOf, readChart)));
  }
  return read;
}

export async function askChart(http: HttpClient, path: string, window: ChartRange): Promise<Chart> {
  return http.get<Chart>({
    path,
    query: { vs_currency: 'usd', from: String(window.from), to: String(window.to) },
    // A time beyond the plan's reach is refused with a 401.
    readDenials: true,
    read(answer) {
      const { rangeRefused } = checkCoinGeckoBody(answer, http.host);
      if (rangeRefused) return { kind: 'range' };
      // CoinGecko explains itself in JSON: a bare 404 is another server's, and says nothing of the coin.
      if (answer.status === 404 && answer.json !== null) return { kind: 'unknown' };
      if (answer.status >= 400)
        return { kind: 'down', detail: `${http.host} refused the chart (${answer.status})` };
      const chart = chartSchema.safeParse(answer.json);
      if (!chart.success) return { kind: 'malformed' };
      const prices = (chart.data.prices ?? []).flatMap((item) => {
        const point = chartPointSchema.safeParse(item);
        return point.success ? [point.data] : [];
      });
      return { kind: 'prices', prices };
    },
  });
}

/** The price at 00:00 UTC of the day that begins at `midnight`, or null when there is none. */
export async function askMidnight(
  http: HttpClient,
  id: string,
  midnight: number,
): Promise<ChartPoint | null> {
  const [year, month, day] = utcDay(midnight).split('-');
  return http.get({
    path: `/coins/${id}/history`,
    query: { date: `${day}-${month}-${year}`, localization: 'false' },
    read(answer) {
      checkCoinGeckoBody(answer, http.host);
      const history = historySchema.safeParse(answer.json);
      const price = history.success ? history.data.market_data?.current_price?.usd : null;
      return price === null || price === undefined ? null : { timestamp: midnight, price };
    },
  });
}

/** The chart's price nearest to the moment; the earlier of two equally near ones. */
export function nearestOf(prices: readonly ChartPoint[], point: PricePoint): PriceAnswer {
  const from = { source: 'coingecko', title: 'CoinGecko', confidenceOf: () => hourlyConfidence } as const;
  return nearestObservation(from, prices, point);
}
