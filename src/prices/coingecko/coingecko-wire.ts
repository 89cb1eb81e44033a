/** CoinGecko's shapes and its ways of saying no. */
import { z } from 'zod';
import { PermanentError, RetryableError } from '../../errors.ts';
import { decimalText, wholeNumber } from '../source/exact-json.ts';
import type { JsonAnswer } from '../source/price-http.ts';

export interface CoinGeckoAccess {
  plan: 'demo' | 'pro';
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
}

/** Pro and demo keys each belong to a host of their own, under a header of their own; mixed, every request is refused. */
const hosts = {
  demo: { url: 'https://api.coingecko.com/api/v3', header: 'x-cg-demo-api-key' },
  pro: { url: 'https://pro-api.coingecko.com/api/v3', header: 'x-cg-pro-api-key' },
} as const;

/**
 * The host and header for a key. The plan is `plan` when given, else pro exactly when the URL's host begins with `pro-api.`.
 * Without a key: the public host, no header.
 */
export function coingeckoAccess(options: {
  url?: string | undefined;
  apiKey?: string | undefined;
  plan?: 'demo' | 'pro' | undefined;
}): CoinGeckoAccess {
  const url = options.url?.replace(/\/+$/, '');
  const plan =
    options.plan ?? (url !== undefined && new URL(url).host.startsWith('pro-api.') ? 'pro' : 'demo');
  const host = hosts[plan];
  const baseUrl = url ?? host.url;
  for (const other of Object.values(hosts)) {
    if (other !== host && new URL(baseUrl).host === new URL(other.url).host) {
      throw new PermanentError(
        `CoinGecko: a ${plan} key does not work on ${new URL(baseUrl).host}; use ${host.url}`,
      );
    }
  }
  return { plan, baseUrl, headers: options.apiKey === undefined ? {} : { [host.header]: options.apiKey } };
}

/** `{"status":{"error_code":429,…}}`, also seen without `status`, or all of it below `error`. */
const errorCode = z.union([
  z.object({ status: z.object({ error_code: wholeNumber }) }).transform((body) => body.status.error_code),
  z.object({ error_code: wholeNumber }).transform((body) => body.error_code),
]);
const errorSchema = z.union([errorCode, z.object({ error: errorCode }).transform((body) => body.error)]);
/** Missing, invalid or misplaced keys. */
const keyErrors = new Set([401, 403, 10002, 10005, 10010, 10011]);
/** The time range is beyond what the plan may see. */
const rangeError = 10012;

/** Throws when the body itself is an error, whatever the status says; tells whether the range was refused. */
export function checkCoinGeckoBody(answer: JsonAnswer, host: string): { rangeRefused: boolean } {
  const error = errorSchema.safeParse(answer.json);
  const code = error.success ? error.data : answer.status;
  if (code === rangeError) return { rangeRefused: true };
  if (code === 429) throw new RetryableError(`${host} says that the rate limit is reached (429 in the body)`);
  if (keyErrors.has(code)) {
    throw new PermanentError(
      `${host} refuses the key (error ${code}): demo keys belong to api.coingecko.com, pro keys to pro-api.coingecko.com`,
    );
  }
  if (error.success && code >= 500 && code < 600)
    throw new RetryableError(`${host} says error ${code} in the body`);
  return { rangeRefused: false };
}

/** simple/token_price and simple/price: by address or id; `usd` is absent, or null, for what has no price. */
export const simpleEntrySchema = z.object({
  usd: decimalText.nullish(),
  last_updated_at: wholeNumber.nullish(),
});

/** market_chart/range: `prices` may be absent, null or empty. */
export const chartSchema = z.object({ prices: z.array(z.unknown()).nullish() });
export const chartPointSchema = z
  .tuple([wholeNumber, decimalText])
  .rest(z.unknown())
  .transform(([milliseconds, price]) => ({ timestamp: Math.floor(milliseconds / 1000), price }));
export type ChartPoint = z.output<typeof chartPointSchema>;

/** coins/{id}/history: `market_data` is absent for a day that it does not know, and may be empty. */
export const historySchema = z.object({
  market_data: z.object({ current_price: z.object({ usd: decimalText.nullish() }).nullish() }).nullish(),
});
