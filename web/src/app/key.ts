/**
 * Who asks from this tab: an API key, or a person who has signed in. GraphiQL and the REST page keep the key under the same name. A link may
 * bring a key behind `#`, or the secret of a link that signs in once; no browser sends either to a server, and both are taken out of the
 * address at once. The cookie of a session is for no script to read: that there is one is asked of the service.
 */
import { serviceUrl } from './base.ts';

const name = 'wallet-data:key';
const listeners = new Set<() => void>();

/** What fits into a header. Keys have letters, digits, - and _. */
const sendable = /^[\x21-\x7e]*$/;

/** Why the last key is not in use. */
let refusal: string | null = null;
export const lastRefusal = (): string | null => refusal;

/** A browser may refuse storage; then the key lasts until the page is loaded anew. */
let remembered = '';

/** Stands for a key where a person has signed in: no key has a blank. */
let hasSession = false;
/** How often it changed who asks. Whoever signs in again may be another person. */
let changes = 0;

/** Something was answered to whoever is signed in: a page is there, and what is typed in it. */
let isShown = false;
/** `asked`: the `currentKey` that the question was asked with. What comes late, after a sign-out, tells nothing of who is here now. */
export function noteAnswer(asked: string): void {
  if (asked === currentKey()) isShown = true;
}
/** The service knows nobody by the key, or no more: the person is asked for another one, unless that has happened and `asked` was a former one. */
export function noteRefusal(asked: string, why: string): void {
  if (asked === currentKey()) setKey('', why);
}
/** Whether a page is there whose person was signed out without wanting it. */
export const hasEnded = (): boolean => isShown && refusal !== null;

/** The secret of a link that signs in once, until somebody clicks. */
let linkSecret: string | null = null;
export const currentLink = (): string | null => linkSecret;

export function takeKeyFromLink(): void {
  const given = new URLSearchParams(location.hash.slice(1));
  const [key, link] = [given.get('key'), given.get('link')];
  if (key === null && link === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  if (link !== null) linkSecret = link;
  if (key !== null) setKey(key);
  else tell();
}

function storedKey(): string {
  try {
    return sessionStorage.getItem(name) ?? remembered;
  } catch {
    return remembered;
  }
}

/** A key, or what stands for a session; empty: nobody. A link that was opened comes first: whoever it is for has to click. */
export function currentKey(): string {
  if (linkSecret !== null) return '';
  const key = storedKey();
  return key === '' && hasSession ? `signed in ${changes}` : key;
}

/** What a request to the service needs to be this tab's. A key goes in a header; a session in its cookie, which counts with a header alone. */
export function credentials(): { headers: Record<string, string>; credentials: RequestCredentials } {
  const key = storedKey();
  return key === ''
    ? { headers: { 'x-wd-csrf': '1' }, credentials: 'same-origin' }
    : { headers: { 'x-api-key': key }, credentials: 'omit' };
}

/** Empty: signs out. `why`: what the person is told who is asked for another one. */
export function setKey(key: string, why: string | null = null): void {
  const given = key.trim();
  const isSendable = sendable.test(given);
  // Of a refusal the session is over already.
  if (hasSession && given === '' && why === null) void signOut();
  if (given === '' && why === null) isShown = false;
  hasSession = false;
  changes += 1;
  remembered = isSendable ? given : '';
  refusal = isSendable ? why : 'A key has letters, digits, - and _ alone. Was it copied whole?';
  if (isSendable && given !== '') linkSecret = null;
  try {
    sessionStorage.setItem(name, remembered);
  } catch {
    // Remembered until the page is left.
  }
  tell();
}

/** Somebody has signed in: a key that was there is forgotten. A session that was there is over: what the cookie names is the new one. */
export function startSession(): void {
  hasSession = false;
  setKey('');
  linkSecret = null;
  hasSession = true;
  tell();
}

/** Goes on without the link: it was used, or is not wanted. */
export function forgetLink(): void {
  linkSecret = null;
  tell();
}

const timeoutMs = 10_000;

async function signOut(): Promise<void> {
  const options = { method: 'POST', headers: { 'x-wd-csrf': '1' }, signal: AbortSignal.timeout(timeoutMs) };
  // What cannot be reached has ended the session within twelve hours.
  await fetch(serviceUrl('auth/sign-out'), options).catch(() => undefined);
}

/** How somebody can sign in here. */
export interface Ways {
  link: boolean;
  ethereum: boolean;
  passkey: boolean;
}

const none: Ways = { link: false, ethereum: false, passkey: false };

/**
 * Asks who has signed in, and how one can. A service that does not answer has no ways. Whoever signs in or out meanwhile has the last
 * word: the answer is older.
 */
export async function findSession(): Promise<Ways> {
  const before = changes;
  const options = { headers: { 'x-wd-csrf': '1' }, signal: AbortSignal.timeout(timeoutMs) };
  const answer: { signed_in: object | null; ways: Ways } | null = await fetch(serviceUrl('auth/'), options)
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
  const isSignedIn = answer !== null && answer.signed_in !== null;
  if (before === changes && (isSignedIn || hasSession)) {
    hasSession = isSignedIn;
    changes += 1;
    tell();
  }
  return answer?.ways ?? none;
}

function tell(): void {
  for (const listener of listeners) listener();
}

export function onKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
