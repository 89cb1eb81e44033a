/** CoinGecko's past prices: one chart of one coin, and the daily snapshot. */
import {
  type ChartPoint,
  chartPointSchema,
  chartSchema,
  checkCoinGeckoBody,
  historySchema,
} from './coingecko-wire.ts';
import type { HttpClient } from './http.ts';
import { nearestObservation } from './nearest-observation.ts';
import { defaultWithinSeconds, type PriceAnswer, type PricePoint } from './price-source.ts';

/** Under the 90 days beyond which prices come by the day. */
const maximumRangeSeconds = 89 * 86_400;

/** Ranges of a day or less may come by five minutes: then a moment's price would depend on what else is asked for. */
const minimumRangeSeconds = 2 * 86_400;

/** The points of one coin that one chart request covers. */
export interface ChartWindow {
  from: number;
  to: number;
  points: { index: number; point: PricePoint }[];
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

/** As few ranges as cover every point with its tolerance, none longer than CoinGecko answers by the hour. */
export function chartWindows(entries: readonly (readonly [number, PricePoint])[]): ChartWindow[] {
  const windows: ChartWindow[] = [];
  const byTime = [...entries].sort(([, left], [, right]) => left.time - right.time);
  for (const [index, point] of byTime) {
    const within = point.withinSeconds ?? defaultWithinSeconds;
    const last = windows.at(-1);
    if (last !== undefined && point.time + within - last.from <= maximumRangeSeconds) {
      last.to = Math.max(last.to, point.time + within);
      last.points.push({ index, point });
    } else windows.push({ from: point.time - within, to: point.time + within, points: [{ index, point }] });
  }
  return windows.map((window) => ({ ...window, to: Math.max(window.to, window.from + minimumRangeSeconds) }));
}

export async function askChart(http: HttpClient, path: string, window: ChartWindow): Promise<Chart> {
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
  const [year, month, day] = new Date(midnight * 1000).toISOString().slice(0, 10).split('-');
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
