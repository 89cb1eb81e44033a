/**
 * Where a request carries its API key: the header X-API-KEY, `Authorization: Bearer` for clients that know no other, or the query
 * parameter `api_key`. Two that differ are an error, because one of them is then a mistake. But a Bearer token that cannot be a key of ours
 * (a JWT has dots) is somebody else's, such as a proxy's in front: beside a key it is passed over.
 */
import type { FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import { canBeApiKey } from '../../use-cases/access/key-text.ts';
import { looksLikeToken } from '../../use-cases/access/token-text.ts';
import type { OwnOriginOf } from './own-origin.ts';
import { takeSession } from './session-cookie.ts';

export const missingKey = (): PublicError =>
  new PublicError(
    'UNAUTHENTICATED',
    'An API key is needed, in the header X-API-KEY, as `Authorization: Bearer`, or in the query parameter api_key.',
  );

/** What a request says of who asks: a key or a token, or the cookie of a session. */
export type Carried = { key: string } | { session: string };

/** What a request carries: a key wins over a cookie, which comes along by itself. Or why there is nothing. */
export function takeCredential(request: FastifyRequest, ownOriginOf: OwnOriginOf): Carried | PublicError {
  const isCarried = carriesKey(request);
  const key = takeApiKey(request);
  if (typeof key === 'string') return { key };
  const session = isCarried ? null : takeSession(request, ownOriginOf);
  return session === null ? key : { session };
}

/** Whether a request says anything that is meant as a key or a session that counts, good or bad. */
export const carriesCredential = (request: FastifyRequest, ownOriginOf: OwnOriginOf): boolean =>
  carriesKey(request) || takeSession(request, ownOriginOf) !== null;

/** Whether a request says anything that is meant as a key, good or bad. */
function carriesKey({ headers, query }: FastifyRequest): boolean {
  const isInQuery = typeof query === 'object' && query !== null && 'api_key' in query;
  return isInQuery || textOf(headers['x-api-key']) !== null || bearerOf(headers.authorization) !== null;
}

/** The key of a request, taken out of its query so that nothing later (validation, links, logs) sees it; or why there is none. */
export function takeApiKey(request: FastifyRequest): string | PublicError {
  const { headers } = request;
  const fromQuery = takeQueryKey(request.query);
  if (fromQuery instanceof PublicError) return fromQuery;
  const carried = [
    { where: 'X-API-KEY', key: textOf(headers['x-api-key']) },
    { where: 'Authorization', key: bearerOf(headers.authorization) },
    { where: 'api_key', key: fromQuery },
  ].filter(({ key }) => key !== null);
  const ours = carried.filter(({ where, key }) => where !== 'Authorization' || canBeApiKey(key ?? ''));
  const [first, ...others] = ours.length > 0 ? ours : carried;
  if (first === undefined || first.key === null) return missingKey();
  // An address is kept by browsers, servers and proxies.
  if (first.where !== 'Authorization' && looksLikeToken(first.key)) return misplacedToken();
  const other = others.find(({ key }) => key !== first.key);
  if (other === undefined) return first.key;
  return new PublicError('BAD_INPUT', `${first.where} and ${other.where} hold different keys: send one.`, [
    { path: other.where, message: `differs from the header ${first.where}` },
  ]);
}

const misplacedToken = (): PublicError =>
  new PublicError('UNAUTHENTICATED', 'A token is sent as `Authorization: Bearer`, and nowhere else.');

const textOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? header : null;

/** Of RFC 6750. Another scheme is not for us: a proxy in front may have asked for a password of its own. */
function bearerOf(header: string | undefined): string | null {
  return textOf(/^bearer[ \t]+(.*)$/is.exec(header ?? '')?.[1]?.trim());
}

function takeQueryKey(query: unknown): string | PublicError | null {
  if (typeof query !== 'object' || query === null || !('api_key' in query)) return null;
  const value: unknown = query.api_key;
  delete query.api_key;
  if (typeof value === 'string') return value === '' ? null : value;
  return new PublicError('BAD_INPUT', 'api_key is given more than once.', [
    { path: 'api_key', message: 'is given more than once' },
  ]);
}
