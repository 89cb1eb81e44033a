/**
 * Fetching JSON from addresses that strangers wrote into contracts. The name is resolved here, and each address is judged. The
 * connection goes to an address that was judged, so a name that resolves differently a moment later gains nothing. Every
 * redirect is judged anew. Size, time, redirects and interim answers (1xx) are limited. One clock ends whatever is waited for:
 * the look-up of the name, the connection, the headers, the body.
 */
import { lookup as resolveName } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { untilAborted } from '../until-aborted.ts';
import { AnswerTooLargeError, answerLimits, readText } from './answer-size.ts';
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
/** Interim answers (100, 103) before the answer itself. */
const maximumInterim = 8;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
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
    signal?.throwIfAborted();
    const ending = new AbortController();
    const give = (): void => ending.abort(signal?.reason);
    const timer = setTimeout(
      () => ending.abort(new Error(`no document within ${limits.timeoutMs} ms`)),
      limits.timeoutMs,
    );
    signal?.addEventListener('abort', give, { once: true });
    try {
      return JSON.parse(
        // What a stranger's server does cannot put it off.
        await untilAborted(follow(new URL(url), limits, trusted, ending.signal), ending.signal),
      );
    } catch (error) {
      if (error instanceof SyntaxError) throw new Error('the document is not JSON', { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', give);
      // What is still open has been given up.
      ending.abort();
    }
  };
}

async function follow(first: URL, limits: Limits, trusted: boolean, signal: AbortSignal): Promise<string> {
  let url = first;
  for (let hop = 0; hop <= limits.maximumRedirects; hop += 1) {
    const allow = trusted && hop === 0 ? () => true : limits.allowAddress;
    const response = await send(url, { ...limits, allowAddress: allow }, signal);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (!redirects.has(status) || location === undefined) return await body(response, limits);
    response.destroy();
    url = new URL(location, url);
  }
  throw new Error(`more than ${limits.maximumRedirects} redirects`);
}

async function send(url: URL, limits: Limits, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`${url.protocol} is not fetched`);
  if (url.username !== '' || url.password !== '')
    throw new Error('an address with a password is not fetched');
  // A literal address is connected to without a look-up.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !limits.allowAddress(literal)) throw refused(url.hostname);
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      // A connection of its own: one that is kept open was judged for another name.
      agent: false,
      lookup: judgedLookup(limits),
      signal,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'wallet-data' },
    });
    outgoing.on('response', (response) => {
      // It may break after nobody reads it any more.
      response.on('error', () => undefined);
      resolve(response);
    });
    let interim = 0;
    outgoing.on('information', () => {
      interim += 1;
      if (interim > maximumInterim)
        outgoing.destroy(new Error(`more than ${maximumInterim} interim answers`));
    });
    // Without a listener Node closes the connection and tells nobody.
    const refuseSwitch = ({ statusCode = 0 }: IncomingMessage, socket: Duplex): void => {
      socket.destroy();
      reject(new Error(`HTTP status ${statusCode}: another protocol is not spoken`));
    };
    outgoing.on('upgrade', refuseSwitch);
    outgoing.on('connect', refuseSwitch);
    outgoing.on('error', reject);
    outgoing.on('close', () => reject(new Error('the connection was closed without an answer')));
    outgoing.end();
  });
}

/** What the socket connects to: those of the name's addresses that are allowed. */
function judgedLookup(limits: Limits): LookupFunction {
  return (hostname, options, callback) => {
    limits.resolve(hostname).then(
      (addresses) => {
        const allowed = addresses.filter(limits.allowAddress);
        const [first] = allowed;
        if (first === undefined) callback(refused(hostname), '', 4);
        else if (options.all === true) {
          callback(
            null,
            allowed.map((address) => ({ address, family: isIP(address) })),
          );
        } else callback(null, first, isIP(first));
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 4),
    );
  };
}

async function systemAddresses(hostname: string): Promise<string[]> {
  const found = await resolveName(hostname, { all: true });
  return found.map(({ address }) => address);
}

function refused(hostname: string): Error {
  return new Error(`${hostname} is not a public address`);
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
