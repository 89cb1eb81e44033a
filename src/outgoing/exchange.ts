/** One HTTP exchange with a service: its request, and its whole answer, both within the time and the answer within its bytes. */
import { tracingChannel } from 'node:diagnostics_channel';
import { withinTime } from '../until-aborted.ts';
import { AnswerTooLargeError, readText } from './answer-size.ts';
import { type HttpAnswer, type HttpRequest, requestHttp } from './http-request.ts';

/** Who traces listens to it (tracing/spans.ts). */
const exchanges = tracingChannel('wallet-data:exchange');

/** Of the platform's `fetch` what an exchange needs. */
export type Fetch = (url: URL | string, request: HttpRequest) => Promise<HttpAnswer>;

export interface ExchangeRequest {
  url: URL | string;
  /** By GET, unless it has a body: then by POST. */
  body?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  /** A redirect may take a key along to another host. */
  redirect: 'follow' | 'manual' | 'error';
  /** For all of it, until the last byte of the answer. */
  timeoutMs: number;
  /** Of the answer, after decompression. */
  maximumBytes: number;
  signal?: AbortSignal | undefined;
  /** In place of the network: what tests answer. */
  fetch?: Fetch | undefined;
}

export interface ExchangeAnswer {
  /** Whether the status is a success (2xx). */
  readonly ok: boolean;
  readonly status: number;
  readonly headers: HttpAnswer['headers'];
  /** null: the body is larger than allowed. */
  readonly text: string | null;
}

/** Nothing came of the exchange: no connection, or not all of an answer. Its text holds no address. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  /** It took too long. */
  readonly isTimeout: boolean;
  /** Of the system (ECONNREFUSED), where there is one. */
  readonly code: string | undefined;

  constructor(
    message: string,
    { isTimeout = false, code }: { isTimeout?: boolean; code?: string | undefined } = {},
  ) {
    super(message);
    this.isTimeout = isTimeout;
    this.code = code;
  }
}

/**
 * Sends the request and reads the answer, whatever its status.
 *
 * @throws ExchangeError, or the signal's reason when it was aborted
 */
export function exchange(request: ExchangeRequest): Promise<ExchangeAnswer> {
  if (!exchanges.hasSubscribers) return send(request);
  // Of an address only the host: the rest may hold a key.
  const { host } = new URL(request.url);
  const method = methodOf(request);
  const attributes = { 'http.request.method': method, 'server.address': host };
  return exchanges.tracePromise(send, { name: `${method} ${host}`, attributes }, undefined, request);
}

async function send(request: ExchangeRequest): Promise<ExchangeAnswer> {
  const { url, body, headers = {}, redirect, timeoutMs, maximumBytes, signal, fetch = requestHttp } = request;
  const late = (): Error => new ExchangeError(`no answer within ${timeoutMs} ms`, { isTimeout: true });
  try {
    return await withinTime({ timeoutMs, late, signal }, async (ending) => {
      const answer = await fetch(url, {
        ...{ method: methodOf(request), headers, redirect, signal: ending },
        ...(body !== undefined && { body }),
      });
      const text = await readText(answer.body, maximumBytes).catch(nullIfTooLarge);
      const { status } = answer;
      return { ok: status >= 200 && status < 300, status, headers: answer.headers, text };
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ExchangeError) throw error;
    // The cause is left out on purpose: some errors hold the whole URL.
    const code = codeOf(error);
    throw new ExchangeError(code ?? 'the connection broke', { code });
  }
}

function methodOf({ body }: ExchangeRequest): 'GET' | 'POST' {
  return body === undefined ? 'GET' : 'POST';
}

function nullIfTooLarge(error: unknown): null {
  if (error instanceof AnswerTooLargeError) return null;
  throw error;
}

/** The system's code of the error, or of its cause, where fetch keeps it. */
function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
