/**
 * GET requests for JSON, or for text, as every HTTP price source makes them: with a rate limit, a timeout, a circuit breaker, and a bounded
 * number of retries that depends on the type of the error. Error texts name the host alone, since a path or query may hold a key.
 */

import type { AskedSource } from '../../domain/money/price-sources.ts';
import { errorText, PermanentError, RetryableError } from '../../errors.ts';
import { answerLimits } from '../../outgoing/answer-size.ts';
import type { Clock } from '../../outgoing/clock.ts';
import { type ExchangeAnswer, ExchangeError, exchange, type Fetch } from '../../outgoing/exchange.ts';
import { createGate, type GatePass } from '../../outgoing/gate.ts';
import { retryErrors } from '../../outgoing/retry.ts';
import { parseRetryAfter } from '../../outgoing/retry-after.ts';
import { parseExactJson } from './exact-json.ts';
import type { PriceEventHandler, RequestErrorKind } from './source-counters.ts';

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
  maximumBodyBytes: answerLimits.prices,
};

export interface HttpOptions {
  source: AskedSource;
  /** Without a slash at the end. */
  baseUrl: string;
  headers?: Readonly<Record<string, string>>;
  limits: HttpLimits;
  /** In place of the network: what tests answer. */
  fetch?: Fetch | undefined;
  clock: Clock;
  onEvent?: PriceEventHandler;
}

/**
 * An answer to judge: 2xx, or a refusal of the question itself (400, 404, 413, 414, 422; 500 too if divisible). An answer over
 * the limit of bytes counts as 413.
 */
export interface JsonAnswer {
  status: number;
  /** Numbers are decimal texts (exact-json.ts). Null when a refusal's body is not JSON. */
  json: unknown;
}

/** The same as it came. Null: over the limit of bytes. */
export interface TextAnswer {
  status: number;
  text: string | null;
}

interface Question {
  path: string;
  query: Readonly<Record<string, string>>;
  /**
   * The question can be cut in two. A 500 then goes to `read` like a refusal instead of being retried: one poisonous
   * item may be the cause, and cutting finds it.
   */
  divisible?: boolean;
  /** 401 and 403 too go to `read`: the source uses them for more than a bad key. */
  readDenials?: boolean;
  /** Ends it, with its reason. */
  signal?: AbortSignal;
}

export interface JsonRequest<T> extends Question {
  /** Parses the answer; what zod throws means a broken answer. Throws RetryableError for a rate limit told in the body,
   * PermanentError for a refused key. */
  read(answer: JsonAnswer): T;
}

export interface TextRequest<T> extends Question {
  /** As of JsonRequest; any error means a broken answer. */
  read(answer: TextAnswer): T;
}

export interface HttpClient {
  readonly host: string;
  get<T>(request: JsonRequest<T>): Promise<T>;
  getText<T>(request: TextRequest<T>): Promise<T>;
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
  const gate = createGate({
    clock,
    perSecond: limits.requestsPerSecond,
    burst: limits.burst,
    maximumWaitMs: limits.maximumWaitMs,
    breaker: { failures: limits.breakerFailures, openMs: limits.breakerOpenMs },
  });
  const context: Context = {
    options,
    host,
    countError: (kind) => options.onEvent?.({ type: 'error', source: options.source, kind }),
  };

  const rule = {
    clock,
    attempts: limits.attempts,
    firstPauseMs: limits.backoffMs,
    longestPauseMs: limits.maximumWaitMs,
  };

  const attempt = async <T>(question: Question, read: (answer: TextAnswer) => T): Promise<T> => {
    const pass = await gate.enter(question.signal);
    if (pass === null) {
      context.countError('circuit-open');
      throw new RetryableError(`${host} failed repeatedly and is left alone for now`);
    }
    try {
      const result = read(await send(context, question));
      pass.succeeded();
      return result;
    } catch (error) {
      if (question.signal?.aborted === true) pass.abandoned();
      else report(error, pass, limits);
      throw error;
    }
  };
  const ask = <T>(question: Question, read: (answer: TextAnswer) => T): Promise<T> =>
    retryErrors(rule, () => attempt(question, read), {
      ...(question.signal === undefined ? {} : { signal: question.signal }),
      mayPass: () => !gate.isShut,
    });

  return {
    host,
    get: (request) =>
      ask(request, ({ status, text }) => {
        const json = text === null ? null : parseBody(context, status, text);
        return readAnswer(context, () => request.read({ status, json }));
      }),
    getText: (request) => ask(request, (answer) => readAnswer(context, () => request.read(answer))),
  };
}

function report(error: unknown, pass: GatePass, limits: HttpLimits): void {
  if (error instanceof PermanentError) pass.refused(limits.badKeyOpenMs);
  else pass.failed(error instanceof RetryableError ? error.retryAfterMs : undefined);
}

async function send(context: Context, request: Question): Promise<TextAnswer> {
  const { options, host, countError } = context;
  const url = new URL(options.baseUrl + request.path);
  for (const [name, value] of Object.entries(request.query)) url.searchParams.set(name, value);
  options.onEvent?.({ type: 'request', source: options.source });
  let response: ExchangeAnswer;
  try {
    response = await exchange({
      url,
      headers: { accept: 'application/json', ...options.headers },
      // A redirect would take the key's header along to another host.
      redirect: 'error',
      timeoutMs: options.limits.timeoutMs,
      maximumBytes: options.limits.maximumBodyBytes,
      fetch: options.fetch,
      signal: request.signal,
    });
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    countError(error.isTimeout ? 'timeout' : 'network');
    throw new RetryableError(
      error.isTimeout
        ? `${host} did not answer within ${options.limits.timeoutMs} ms`
        : `${host} could not be reached`,
    );
  }
  const { text } = response;
  refuseBadStatus(context, response, request);
  if (text === null) {
    countError('refused');
    // As if the source itself had said that the question is too large: it is cut in two, or given up.
    return { status: 413, text };
  }
  return { status: response.status, text };
}

/** Throws for every status but success and the refusals that the source's own reader is to judge. */
function refuseBadStatus(context: Context, response: ExchangeAnswer, request: Question): void {
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
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), options.clock.now());
  countError(status === 429 ? 'rate-limited' : 'server-error');
  throw new RetryableError(`${host} answered ${status}`, retryAfterMs === undefined ? {} : { retryAfterMs });
}

function parseBody({ host, countError }: Context, status: number, text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    if (status >= 300) return null;
    countError('malformed');
    throw new RetryableError(`${host} sent an answer that is not JSON (${text.length} characters)`);
  }
}

function readAnswer<T>({ host, countError }: Context, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PermanentError) countError('bad-key');
    else countError(error instanceof RetryableError ? 'rate-limited' : 'malformed');
    if (error instanceof PermanentError || error instanceof RetryableError) throw error;
    throw new RetryableError(`${host} sent an answer of another shape: ${errorText(error).slice(0, 200)}`);
  }
}
