/** One HTTP exchange with a service: its request, and its whole answer, both within the time and the answer within its bytes. */
import { tracingChannel } from 'node:diagnostics_channel';
import { AnswerTooLargeError, readText } from './answer-size.ts';

/** Who traces listens to it (tracing/spans.ts). */
const exchanges = tracingChannel('wallet-data:exchange');

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
  /** The platform's, unless given. */
  fetch?: typeof globalThis.fetch;
}

export interface ExchangeAnswer {
  /** Whether the status is a success (2xx). */
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
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
  const method = request.body === undefined ? 'GET' : 'POST';
  const attributes = { 'http.request.method': method, 'server.address': host };
  return exchanges.tracePromise(send, { name: `${method} ${host}`, attributes }, undefined, request);
}

async function send(request: ExchangeRequest): Promise<ExchangeAnswer> {
  const { body, headers = {}, redirect, timeoutMs, maximumBytes, signal, fetch = globalThis.fetch } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(request.url, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      headers: { ...headers },
      redirect,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await readText(response.body, maximumBytes).catch(nullIfTooLarge);
    return { ok: response.ok, status: response.status, headers: response.headers, text };
  } catch (error) {
    signal?.throwIfAborted();
    // The cause is left out on purpose: fetch puts the whole URL into some of its errors.
    if (timeout.aborted) throw new ExchangeError(`no answer within ${timeoutMs} ms`, { isTimeout: true });
    const code = codeOf(error);
    throw new ExchangeError(code ?? 'the connection broke', { code });
  }
}

function nullIfTooLarge(error: unknown): null {
  if (error instanceof AnswerTooLargeError) return null;
  throw error;
}

/** The system's code behind what fetch throws, which is its cause. */
function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
