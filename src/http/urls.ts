/** URLs of requests without what must not be repeated in links and logs: the API key. */
import type { FastifyRequest } from 'fastify';
import { hideApiKeys, isKeyName, isTokenFilter } from '../errors.ts';

/** A request's path and query without its API key, however its name was encoded. */
export function withoutApiKey(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const kept = url
    .slice(start + 1)
    .split('&')
    .filter((pair) => parameterName(pair) !== 'api_key');
  return url.slice(0, start) + (kept.length > 0 ? `?${kept.join('&')}` : '');
}

/** A request's path and query as it is written down: without the value of any parameter that may hold a key. */
export function loggedUrl(url: string): string {
  const withoutOurs = withoutApiKey(url);
  const start = withoutOurs.indexOf('?');
  if (start === -1) return hideApiKeys(withoutOurs);
  const pairs = withoutOurs.slice(start + 1).split('&');
  const shown = pairs.map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return isKeyName(parameterName(pair)) && !isTokenFilter(value) ? `${name}=[hidden]` : pair;
  });
  return hideApiKeys(`${withoutOurs.slice(0, start)}?${shown.join('&')}`);
}

function parameterName(pair: string): string {
  const [name = ''] = pair.split('=', 1);
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    // Not well formed, and so refused elsewhere: nothing of it is worth repeating.
    return 'api_key';
  }
}

/** What absolute links begin with: the configured public URL, else the scheme and host that the request came to. */
export function createBaseUrl(publicUrl: string | null): (request: FastifyRequest) => string {
  return (request) => publicUrl ?? `${request.protocol}://${request.host || 'localhost'}`;
}
