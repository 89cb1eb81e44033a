/**
 * Fetching JSON from addresses that strangers wrote into contracts. Every address is judged (guarded-request.ts), and every
 * redirect anew. Size, time and redirects are limited.
 */
import type { IncomingMessage } from 'node:http';
import { withinTime } from '../until-aborted.ts';
import { AnswerTooLargeError, answerLimits, readText } from './answer-size.ts';
import { sendGuarded, systemAddresses } from './guarded-request.ts';
import { redirects } from './http-request.ts';
import { isPublicAddress } from './public-address.ts';

export interface GuardedFetchOptions {
  /** For a document as a whole, redirects included. */
  timeoutMs?: number;
  maximumBytes?: number;
  maximumRedirects?: number;
  /** Which IP addresses may be connected to; public ones unless given. */
  allowAddress?: (address: string) => boolean;
  /** All IP addresses of a name; the system's resolver unless given. */
  resolve?: (hostname: string) => Promise<readonly string[]>;
}

/**
 * Fetches a JSON document. `trusted`: the first address is the operator's own choice (a gateway in the local network), so
 * only what it redirects to is judged. Throws an Error that says why there is no document.
 */
export type FetchJson = (
  url: string,
  options?: { trusted?: boolean; signal?: AbortSignal },
) => Promise<unknown>;

const defaults = { timeoutMs: 5_000, maximumBytes: answerLimits.document, maximumRedirects: 3 } as const;
/** What servers and gateways call JSON; anything else is not read. */
const jsonTypes = /^(application\/(.+\+)?json|text\/(plain|json)|application\/octet-stream)\b/i;

type Limits = Required<GuardedFetchOptions>;

export function createGuardedFetch(options: GuardedFetchOptions = {}): FetchJson {
  const limits: Limits = {
    timeoutMs: options.timeoutMs ?? defaults.timeoutMs,
    maximumBytes: options.maximumBytes ?? defaults.maximumBytes,
    maximumRedirects: options.maximumRedirects ?? defaults.maximumRedirects,
    allowAddress: options.allowAddress ?? isPublicAddress,
    resolve: options.resolve ?? systemAddresses,
  };
  return async (url, { trusted = false, signal } = {}) => {
    try {
      const late = (): Error => new Error(`no document within ${limits.timeoutMs} ms`);
      const text = await withinTime({ timeoutMs: limits.timeoutMs, late, signal }, (ending) =>
        follow(new URL(url), limits, trusted, ending),
      );
      return JSON.parse(text);
    } catch (error) {
      if (error instanceof SyntaxError) throw new Error('the document is not JSON', { cause: error });
      throw error;
    }
  };
}

async function follow(first: URL, limits: Limits, trusted: boolean, signal: AbortSignal): Promise<string> {
  let url = first;
  for (let hop = 0; hop <= limits.maximumRedirects; hop += 1) {
    const allow = trusted && hop === 0 ? () => true : limits.allowAddress;
    const rules = { allowAddress: allow, resolve: limits.resolve };
    const response = await sendGuarded(
      url,
      { method: 'GET', headers: { accept: 'application/json' } },
      rules,
      signal,
    );
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (!redirects.has(status) || location === undefined) return await body(response, limits);
    response.destroy();
    url = new URL(location, url);
  }
  throw new Error(`more than ${limits.maximumRedirects} redirects`);
}

async function body(response: IncomingMessage, limits: Limits): Promise<string> {
  const status = response.statusCode ?? 0;
  const type = response.headers['content-type'];
  const encoding = response.headers['content-encoding'] ?? 'identity';
  const tooLarge = `the document is larger than ${limits.maximumBytes} bytes`;
  try {
    if (status < 200 || status > 299) throw new Error(`HTTP status ${status}`);
    if (type !== undefined && !jsonTypes.test(type)) throw new Error(`${type} is not JSON`);
    // It was not asked for, and would be unpacked to any size.
    if (encoding !== 'identity') throw new Error(`the document is packed (${encoding})`);
    if (Number(response.headers['content-length'] ?? 0) > limits.maximumBytes) throw new Error(tooLarge);
    return await readText(response, limits.maximumBytes);
  } catch (error) {
    throw error instanceof AnswerTooLargeError ? new Error(tooLarge, { cause: error }) : error;
  } finally {
    response.destroy();
  }
}
