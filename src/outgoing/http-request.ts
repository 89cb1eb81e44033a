/**
 * A request over the connections that Node keeps open, as `fetch` would make it, for half of its work: no streams between the
 * socket and who reads. Redirects as in the Fetch Standard (4.4), packed answers unpacked.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export interface HttpRequest {
  method: 'GET' | 'POST';
  body?: string;
  /** Names in small letters. */
  headers: Readonly<Record<string, string>>;
  redirect: 'follow' | 'manual' | 'error';
  signal: AbortSignal;
}

/** The head of an answer, and its body to be read or left. What a `Response` has. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

const mostRedirects = 5;
/** Statuses that lead to another address, where the answer names one. */
export const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const becomesGet: ReadonlySet<number> = new Set([301, 302, 303]);

/** Errors are the system's, with its codes. The agents are Node's own: `NODE_USE_ENV_PROXY` sends them through a proxy. */
export async function requestHttp(url: URL | string, request: HttpRequest): Promise<HttpAnswer> {
  let at = new URL(url);
  let asked = request;
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const response = await send(at, asked);
    const { statusCode: status = 0, headers } = response;
    if (request.redirect === 'manual' || !redirects.has(status) || headers.location === undefined) {
      return {
        status,
        headers: { get: (name) => textOf(headers[name.toLowerCase()]) },
        body: unpacked(response),
      };
    }
    response.destroy();
    if (request.redirect === 'error') throw new Error('an unexpected redirect');
    const next = new URL(headers.location, at);
    asked = redirected(asked, { status, leaves: next.origin !== at.origin });
    at = next;
  }
  throw new Error(`more than ${mostRedirects} redirects`);
}

function send(url: URL, { method, body, headers, signal }: HttpRequest): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  if (!isSecure && url.protocol !== 'http:') throw new Error(`${url.protocol} is not fetched`);
  const standing = {
    ...{ accept: '*/*', 'user-agent': 'wallet-data' },
    // As browsers ask: without TLS, proxies on the way have broken what was packed by Brotli.
    'accept-encoding': isSecure ? 'br, gzip, deflate' : 'gzip, deflate',
  };
  const options = { method, signal, headers: { ...standing, ...headers } };
  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? httpsRequest : httpRequest)(url, options);
    outgoing.on('response', (response) => {
      // It may break after nobody reads it any more.
      response.on('error', () => undefined);
      resolve(response);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The request that is made where the answer points to. A key is not taken along to another host. */
function redirected(
  request: HttpRequest,
  { status, leaves }: { status: number; leaves: boolean },
): HttpRequest {
  const { method, body, headers, ...rest } = request;
  const { authorization, 'content-type': type, ...others } = headers;
  const kept = { ...others, ...(!leaves && authorization !== undefined && { authorization }) };
  if (becomesGet.has(status) || body === undefined) return { ...rest, method: 'GET', headers: kept };
  return { ...rest, method, body, headers: { ...kept, ...(type !== undefined && { 'content-type': type }) } };
}

function textOf(header: string | string[] | undefined): string | null {
  return Array.isArray(header) ? header.join(', ') : (header ?? null);
}

/** What servers leave out at a packed body's end is not missed. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

const unpackers = new Map<string, () => Transform>([
  ['gzip', () => createGunzip(lenient)],
  ['x-gzip', () => createGunzip(lenient)],
  ['deflate', () => createInflate(lenient)],
  ['br', () => createBrotliDecompress()],
]);

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return response;
  const unpack = unpackers.get(encoding);
  if (unpack === undefined) {
    response.destroy();
    throw new Error(`the answer is packed by ${encoding}`);
  }
  // Whichever of the two ends takes the other along.
  return pipeline(response, unpack(), () => undefined);
}
