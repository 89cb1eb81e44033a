/** URLs of requests without what must not be repeated in links and logs: the API key. */
import type { FastifyRequest } from 'fastify';

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
