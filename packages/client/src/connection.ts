/** How the service is asked: with the key or token, within a time, and again when a read has failed for now. */
import { isPassing, WalletDataError } from './errors.ts';
import { limitTime, pause, type TimeLimit } from './waiting.ts';

export interface ConnectionOptions {
  /** Where the service is: `https://wallets.example.com`, also with a path. */
  readonly url: string | URL;
  /** A secret (`wdk_…`) or publishable (`wdp_…`) key. Either this or `token`. */
  readonly key?: string | undefined;
  /** A short-lived token, or what gets one; it is called for every request, so keep what it got until that ends. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** In place of the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** How often a read that failed for now is asked again: 3 unless given; 0: never. Nothing that changes anything is ever asked again. */
  readonly retries?: number | undefined;
  /** How long an answer may take, each time: 60,000 unless given. */
  readonly timeoutMs?: number | undefined;
}

export interface Outgoing {
  /** Of the service, beginning with a slash. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Whether it may be asked again. */
  readonly isRead: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface Connection {
  /** Asks, and reads the answer within the same time. @throws WalletDataError, or the signal's reason. */
  ask<Result>(request: Outgoing, read: (response: Response) => Promise<Result>): Promise<Result>;
  /** Asks once. The caller reads the answer while the limit lasts, and ends it. */
  open(request: Outgoing): Promise<{ response: Response; limit: TimeLimit }>;
}

/** A longer wish is not waited for: it is thrown, with `retryAfterMs`. */
const longestPauseMs = 30_000;
const firstPauseMs = 300;

export function createConnection(options: ConnectionOptions): Connection {
  const { key, token, retries = 3, timeoutMs = 60_000 } = options;
  const base = baseOf(options.url);
  if ((key === undefined) === (token === undefined)) throw new TypeError('Give either `key` or `token`.');
  // Browsers want their own fetch called by nobody's name.
  const send: typeof fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));

  async function credentials(): Promise<Record<string, string>> {
    if (key !== undefined) return { 'x-api-key': inHeader(key) };
    return { authorization: `Bearer ${inHeader(typeof token === 'function' ? await token() : token)}` };
  }

  async function open({ path, method, headers, body, signal }: Outgoing) {
    signal?.throwIfAborted();
    const credential = await credentials();
    const limit = limitTime(timeoutMs, signal);
    try {
      const response = await send(base + path, {
        ...{ method, headers: { ...headers, ...credential } },
        ...(body === undefined ? {} : { body }),
        // A key is for this address alone.
        ...{ signal: limit.signal, redirect: 'manual', credentials: 'omit' },
      });
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        response.body?.cancel().catch(() => {});
        throw new WalletDataError(`${base} leads elsewhere: give the address that it leads to as \`url\`.`, {
          ...{ code: 'REDIRECTED', status: response.status },
        });
      }
      return { response, limit };
    } catch (error) {
      limit.end();
      throw asFailure(error, limit, signal);
    }
  }

  async function once<Result>(
    request: Outgoing,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const { response, limit } = await open(request);
    try {
      return await read(response);
    } catch (error) {
      throw asFailure(error, limit, request.signal);
    } finally {
      limit.end();
    }
  }

  return {
    open,
    async ask(request, read) {
      for (let failed = 1; ; failed += 1) {
        try {
          return await once(request, read);
        } catch (error) {
          const pauseMs = pauseBefore(error, failed);
          if (!request.isRead || failed > retries || pauseMs > longestPauseMs) throw error;
          await pause(pauseMs, request.signal);
        }
      }
    },
  };
}

function baseOf(url: string | URL): string {
  const { protocol, origin, pathname, username, search, hash } = new URL(url);
  if (!/^https?:$/.test(protocol) || username !== '' || search !== '' || hash !== '')
    throw new TypeError('`url` is to be http(s)://host/path: no user, query or fragment.');
  return origin + pathname.replace(/\/+$/, '');
}

/** What fetch says of a header that cannot be sent quotes it. */
function inHeader(secret: string | undefined): string {
  if (secret === undefined || !/^[\x21-\x7e]+$/.test(secret))
    throw new TypeError(
      'The key or token is empty, or holds a character that no key has, such as a line break.',
    );
  return secret;
}

/** What fetch throws tells little: the caller's own reason goes on as it is, all else gets a code. */
function asFailure(error: unknown, limit: TimeLimit, signal: AbortSignal | undefined): unknown {
  if (error instanceof WalletDataError) return error;
  if (signal?.aborted === true) return signal.reason;
  if (limit.isOver())
    return new WalletDataError('The service did not answer in time.', {
      code: 'CLIENT_TIMEOUT',
      cause: error,
    });
  // What a network does is a TypeError to fetch, and of an answer that is cut also an error of the platform's own.
  const message = 'The service cannot be reached, or its answer was cut. Is it running, and is `url` right?';
  return new WalletDataError(message, { code: 'UNREACHABLE', cause: error });
}

/**
 * How long to wait before what has failed so often is asked again, in milliseconds; Infinity: it would fail again. Spread, so that
 * clients which failed together do not come back together.
 */
export function pauseBefore(error: unknown, failed: number): number {
  if (!isPassing(error)) return Number.POSITIVE_INFINITY;
  const own = firstPauseMs * 2 ** Math.min(failed - 1, 10) * (0.5 + Math.random() / 2);
  const wish = error.retryAfterMs;
  return wish === null ? Math.min(own, longestPauseMs) : wish + own / 2;
}
