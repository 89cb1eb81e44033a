/**
 * The cookies of people who sign in, and when one counts. A browser sends its cookies with requests that any page makes: so one counts only
 * where the browser says that the request is of a page of ours, and what could change something has to carry a header that other pages
 * cannot send. A cookie that does not count is as if it were not there.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import { isSecret, type SecretKind } from '../../use-cases/access/session-text.ts';
import { wantsFile } from '../limits/open-streams.ts';
import type { OwnOrigin, OwnOriginOf } from './own-origin.ts';

const names = { session: 'wd', preSession: 'wd-sign-in' } as const;
export type CookieKind = keyof typeof names;

/** Over https a name that no other host, and no page without https, can set. */
const nameOf = (kind: CookieKind, { isSecure }: OwnOrigin): string =>
  isSecure ? `__Host-${names[kind]}` : names[kind];

const textKinds = { session: 'session', preSession: 'preSession' } as const satisfies Record<
  CookieKind,
  SecretKind
>;

/** The cookie's text, if it has one's form; of several of the name the first, which is the one of the narrowest path. */
export function readCookie(request: FastifyRequest, kind: CookieKind, own: OwnOrigin): string | null {
  const wanted = nameOf(kind, own);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name = '', value = ''] = pair.trim().split(/=(.*)/s);
    if (name === wanted) return isSecret(textKinds[kind], value) ? value : null;
  }
  return null;
}

/** Sets it for so many seconds; an empty text and 0 take it away. */
export function setCookie(
  reply: FastifyReply,
  kind: CookieKind,
  own: OwnOrigin,
  { text, seconds }: { text: string; seconds: number },
): void {
  const site = kind === 'session' ? 'Lax' : 'Strict';
  const parts = [
    `${nameOf(kind, own)}=${text}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    `SameSite=${site}`,
  ];
  if (own.isSecure) parts.push('Secure');
  const given = reply.getHeader('Set-Cookie');
  const before = Array.isArray(given) ? given : given === undefined ? [] : [String(given)];
  reply.header('Set-Cookie', [...before.map(String), parts.join('; ')]);
}

const csrfHeader = 'x-wd-csrf';

/** Whether a page of ours has made the request, by a script of it. For everything that may change something. */
export function isOwnScript(request: FastifyRequest, { origin: own }: OwnOrigin): boolean {
  const { origin, 'sec-fetch-site': site, [csrfHeader]: mark } = request.headers;
  if (mark !== '1' || (origin !== undefined && origin !== own)) return false;
  return site === undefined ? origin === own : site === 'same-origin';
}

/**
 * Whether a request that only reads was made by a page of ours, or typed into the address bar. Files are for browsers that say so: a link
 * of another page must not fetch them.
 */
function isOwnReading(request: FastifyRequest, own: OwnOrigin): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && origin !== own.origin) return false;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return !wantsFile(request) && request.headers[csrfHeader] === '1';
}

const isGraphql = (request: FastifyRequest): boolean => request.routeOptions.url === '/graphql';

/** The text of a session that counts; null: there is none. */
export function takeSession(request: FastifyRequest, ownOriginOf: OwnOriginOf): string | null {
  if (request.headers.cookie === undefined) return null;
  const own = ownOriginOf(request);
  if (own === null || !own.maySignIn) return null;
  const text = readCookie(request, 'session', own);
  if (text === null) return null;
  const { method } = request;
  const onlyReads = (method === 'GET' || method === 'HEAD') && !isGraphql(request);
  const counts = onlyReads ? isOwnReading(request, own) : isOwnScript(request, own);
  return counts ? text : null;
}

/** As whom a page asks: what GET /auth/ told it of `signed_in`. */
const asHeader = 'x-wd-as';

/**
 * Whether a page asks as somebody else than whose session the browser has: a cookie is of all its tabs, and in one of them another person
 * has signed in since. What does not say as whom it asks, asks as whoever is signed in.
 *
 * @param personId Whose session it is
 */
export function isAskedAsOther({ headers }: FastifyRequest, personId: string): boolean {
  const { [asHeader]: given } = headers;
  return given !== undefined && given !== personId;
}

/** Throws PublicError UNAUTHENTICATED where a page asks as somebody else. */
export function requireSamePerson(request: FastifyRequest, personId: string): void {
  if (!isAskedAsOther(request, personId)) return;
  throw new PublicError('UNAUTHENTICATED', 'Somebody else has signed in in this browser since.');
}
