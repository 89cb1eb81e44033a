/**
 * GET requests for JSON, as every HTTP price source makes them: rate-limited, timed out, retried a bounded number of times
 * by the type of the error, and behind a circuit breaker. Error texts name the host alone: a path or query may hold a key.
 */
import { errorText, PermanentError, RetryableError } from '../errors.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import type { Clock } from './clock.ts';
import type { PriceEventHandler, RequestErrorKind } from './counters.ts';
import { parseExactJson } from './exact-json.ts';
import type { PriceSourceName } from './price-source.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';

export interface HttpLimits {
  timeoutMs: number;
  /** Requests per question, the first included. */
  attempts: number;
  /** Wait before the second attempt; doubles each time. */
  backoffMs: number;
  /** A longer Retry-After is not waited for: the source is left alone until then. */
  maximumWaitMs: number;
  requestsPerSecond: number;
  burst: number;
  /** Failures in a row that open the breaker, and for how long. */
  breakerFailures: number;
  breakerOpenMs: number;
  /** How long a source is left alone after it refused the key. */
  badKeyOpenMs: number;
  maximumBodyBytes: number;
}

export const defaultHttpLimits: HttpLimits = {
  timeoutMs: 15_000,
  attempts: 3,
  backoffMs: 500,
  maximumWaitMs: 65_000,
  requestsPerSecond: 5,
  burst: 10,
  breakerFailures: 5,
  breakerOpenMs: 60_000,
  badKeyOpenMs: 600_000,
  maximumBodyBytes: 32 * 1024 * 1024,
};

export interface HttpOptions {
  source: PriceSourceName;
  /** Without a slash at the end. */
  baseUrl: string;
  headers?: Readonly<Record<string, string>>;
  limits: HttpLimits;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  onEvent?: PriceEventHandler;
}

/** An answer to judge: 2xx, or a refusal of the question itself (400, 404, 413, 414, 422; 500 too if divisible). */
export interface JsonAnswer {
  status: number;
  /** Numbers are decimal texts (exact-json.ts). Null when a refusal's body is not JSON. */
  json: unknown;
}

export interface JsonRequest<T> {
  path: string;
  query: Readonly<Record<string, string>>;
  /**
   * The question can be cut in two. A 500 then goes to `read` like a refusal instead of being retried: one poisonous
   * item may be the cause, and cutting finds it.
   */
  divisible?: boolean;
  /** 401 and 403 too go to `read`: the source uses them for more than a bad key. */
  readDenials?: boolean;
  /** Parses the answer; what zod throws means a broken answer. Throws RetryableError for a rate limit told in the body,
   * PermanentError for a refused key. */
  read(answer: JsonAnswer): T;
}

export interface HttpClient {
  readonly host: string;
  get<T>(request: JsonRequest<T>): Promise<T>;
}

/** What the steps of one request share. */
interface Context {
  options: HttpOptions;
  host: string;
  countError(kind: RequestErrorKind): void;
}

const refusals = new Set([400, 404, 413, 414, 422]);

export function createHttpClient(options: HttpOptions): HttpClient {
  const { clock, limits } = options;
  const host = new URL(options.baseUrl).host;
  const rate = createRateLimit({ clock, perSecond: limits.requestsPerSecond, burst: limits.burst });
  const breaker = createBreaker({ clock, failures: limits.breakerFailures, openMs: limits.breakerOpenMs });
  const context: Context = {
    options,
    host,
    countError: (kind) => options.onEvent?.({ type: 'error', source: options.source, kind }),
  };

  const attempt = async <T>(request: JsonRequest<T>): Promise<T> => {
    if (!breaker.tryEnter()) {
      context.countError('circuit-open');
      throw new RetryableError(`${host} failed repeatedly and is left alone for now`);
    }
    try {
      await rate.acquire();
      const result = readAnswer(context, request, await send(context, request));
      breaker.succeeded();
      return result;
    } catch (error) {
      settleBreaker(error, breaker, rate, limits);
      throw error;
    }
  };

  return {
    host,
    async get(request) {
      for (let number = 1; ; number += 1) {
        try {
          return await attempt(request);
        } catch (error) {
          if (!(error instanceof RetryableError) || number >= limits.attempts || breaker.isOpen) throw error;
          await clock.sleep(error.retryAfterMs ?? limits.backoffMs * 2 ** (number - 1));
        }
      }
    },
  };
}

function settleBreaker(error: unknown, breaker: Breaker, rate: RateLimit, limits: HttpLimits): void {
  if (error instanceof PermanentError) {
    breaker.open(limits.badKeyOpenMs);
    return;
  }
  breaker.failed();
  const retryAfterMs = error instanceof RetryableError ? error.retryAfterMs : undefined;
  if (retryAfterMs === undefined) return;
  if (retryAfterMs > limits.maximumWaitMs) breaker.open(retryAfterMs);
  else rate.pause(retryAfterMs);
}

async function send<T>(context: Context, request: JsonRequest<T>): Promise<JsonAnswer> {
  const { options, host, countError } = context;
  const url = new URL(options.baseUrl + request.path);
  for (const [name, value] of Object.entries(request.query)) url.searchParams.set(name, value);
  options.onEvent?.({ type: 'request', source: options.source });
  let response: Response;
  let text: string | null;
  try {
    response = await options.fetch(url, {
      headers: { accept: 'application/json', ...options.headers },
      // A redirect would take the key's header along to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(options.limits.timeoutMs),
    });
    text = await readBody(response, options.limits.maximumBodyBytes);
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    countError(timedOut ? 'timeout' : 'network');
    // The cause is left out on purpose: fetch puts the whole URL into some of its errors.
    throw new RetryableError(
      timedOut
        ? `${host} did not answer within ${options.limits.timeoutMs} ms`
        : `${host} could not be reached`,
    );
  }
  refuseBadStatus(context, response, request);
  if (text === null) {
    countError('malformed');
    throw new RetryableError(`${host} sent more than ${options.limits.maximumBodyBytes} bytes`);
  }
  return { status: response.status, json: parseBody(context, response, text) };
}

/** The body, or null when it is larger than allowed. */
async function readBody(response: Response, maximumBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of response.body ?? []) {
    size += bytes.byteLength;
    if (size > maximumBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Throws for every status but success and the refusals that the source's own reader is to judge. */
function refuseBadStatus<T>(context: Context, response: Response, request: JsonRequest<T>): void {
  const { options, host, countError } = context;
  const { status } = response;
  if (response.ok) return;
  const isDenial = status === 401 || status === 403;
  if (refusals.has(status) || (status === 500 && request.divisible) || (isDenial && request.readDenials)) {
    countError('refused');
    return;
  }
  if (isDenial) {
    countError('bad-key');
    throw new PermanentError(
      `${host} refuses the key (${status}): check the key and the URL that it belongs to`,
    );
  }
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), options.clock);
  countError(status === 429 ? 'rate-limited' : 'server-error');
  throw new RetryableError(`${host} answered ${status}`, retryAfterMs === undefined ? {} : { retryAfterMs });
}

function parseBody({ host, countError }: Context, response: Response, text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    if (!response.ok) return null;
    countError('malformed');
    throw new RetryableError(`${host} sent an answer that is not JSON (${text.length} characters)`);
  }
}

function readAnswer<T>({ host, countError }: Context, request: JsonRequest<T>, answer: JsonAnswer): T {
  try {
    return request.read(answer);
  } catch (error) {
    if (error instanceof PermanentError) countError('bad-key');
    else countError(error instanceof RetryableError ? 'rate-limited' : 'malformed');
    if (error instanceof PermanentError || error instanceof RetryableError) throw error;
    throw new RetryableError(`${host} sent an answer of another shape: ${errorText(error).slice(0, 200)}`);
  }
}

/** Retry-After: seconds, or a date. In milliseconds from now. */
export function parseRetryAfter(header: string | null, clock: Clock): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  // Date.parse takes '-5' and '1e3' for years.
  const date = /[A-Za-z]{3}/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now());
}
