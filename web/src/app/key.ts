/**
 * Who asks from this tab: an API key, or a person who has signed in. GraphiQL and the REST page keep the key under the same name. A link may
 * bring a key behind `#`, or the secret of a link that signs in once; no browser sends either to a server, and both are taken out of the
 * address at once. The cookie of a session is for no script to read, and of the whole browser: whose it is, is asked of the service.
 */
import {
  askSession,
  endSession,
  forgetSignOut,
  headersAs,
  type SignedIn,
  type Ways,
} from './sign-in/session.ts';

const name = 'wallet-data:key';
const listeners = new Set<() => void>();

/** What fits into a header. Keys have letters, digits, - and _. */
const sendable = /^[\x21-\x7e]*$/;

/** Why nobody is signed in, where that is to be said. */
let refusal: string | null = null;
export const lastRefusal = (): string | null => refusal;

/** A browser may refuse storage; then the key lasts until the page is loaded anew. */
let remembered = '';

/** Who has signed in; null: nobody has. A key that is there comes first. */
let person: SignedIn | null = null;
/** Who was signed out last without wanting it; null: a key was refused. */
let formerId: string | null = null;
/** Has signed in in this browser, and is not who the page is of. */
let beside: SignedIn | null = null;
export const personBeside = (): SignedIn | null => beside;

/** How often it changed who asks: a question belongs to whoever asked it, and to nobody after. A key may be there from the beginning. */
let changes = 1;
/** How often somebody came in. */
let entries = 0;
export const countEntries = (): number => entries;

/** Something was answered to whoever is signed in: a page is there, and what is typed in it. */
let isShown = false;
/** `asked`: the `signInNumber` of the question. What comes late, after a sign-out, tells nothing of who is here now. */
export function noteAnswer(asked: number): void {
  if (asked !== 0 && asked === signInNumber()) isShown = true;
}
/** The service knows nobody by the key or session, or no more: the person is asked to sign in again, unless `asked` is of a former one. */
export function noteRefusal(asked: number, why: string): void {
  if (asked === 0 || asked !== signInNumber()) return;
  formerId = storedKey() === '' ? (person?.id ?? null) : null;
  forget(why);
}
/** Whether a page is there whose person was signed out without wanting it. */
const hasEnded = (): boolean => isShown && refusal !== null;
/** Whether a page is there that the sign-in lies over. */
export const isBeneath = (): boolean => hasEnded() || (isShown && linkSecret !== null);

/** When somebody came in last, in milliseconds of the page. */
let enteredAt = 0;
const returnMs = 10_000;
/** Whether somebody has come back to a page that is there, and reads it anew: a failure would take what is typed in it. */
export const isReturning = (): boolean => isShown && performance.now() - enteredAt < returnMs;

/** The secret of a link that signs in once, until somebody clicks. */
let linkSecret: string | null = null;
export const currentLink = (): string | null => linkSecret;

export function takeKeyFromLink(): void {
  const given = new URLSearchParams(location.hash.slice(1));
  const [key, link] = [given.get('key'), given.get('link')];
  if (key === null && link === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  if (link !== null) linkSecret = link;
  if (key !== null && key.trim() !== '') setKey(key);
  else tell();
}

function storedKey(): string {
  try {
    return sessionStorage.getItem(name) ?? remembered;
  } catch {
    return remembered;
  }
}

function storeKey(key: string): void {
  remembered = key;
  try {
    sessionStorage.setItem(name, key);
  } catch {
    // Remembered until the page is left.
  }
}

/** Empty: none is in use. */
export const currentKey = (): string => (linkSecret === null ? storedKey() : '');

/**
 * Another number for each sign-in; 0: nobody is signed in. A link that was opened comes first: whoever it is for has to click.
 */
export const signInNumber = (): number =>
  linkSecret === null && (storedKey() !== '' || person !== null) ? changes : 0;

/** What lets the session count, for the person alone whom the tab knows. */
export const sessionHeaders = (): Record<string, string> => headersAs(person?.id ?? null);

/**
 * What a request to the service needs to be this tab's. A key goes in a header; a session in its cookie, which counts with headers alone.
 */
export function credentials(): { headers: Record<string, string>; credentials: RequestCredentials } {
  const key = storedKey();
  return key === ''
    ? { headers: sessionHeaders(), credentials: 'same-origin' }
    : { headers: { 'x-api-key': key }, credentials: 'omit' };
}

/** Puts a key in use. One that cannot be a key is not, and the reason is the last refusal. */
export function setKey(key: string): void {
  const given = key.trim();
  if (given === '') {
    refusal = 'A key is needed.';
    tell();
  } else if (sendable.test(given)) enter(given, null);
  else forget('A key has letters, digits, - and _ alone. Was it copied whole?');
}

/**
 * Somebody is in: by a key, or as a person.
 *
 * @param link The secret of a link that still comes first
 */
function enter(key: string, who: SignedIn | null, link: string | null = null): void {
  storeKey(key);
  person = who;
  entries += 1;
  enteredAt = performance.now();
  [refusal, beside, linkSecret] = [null, null, link];
  tell();
}

/** Nobody is in. `why`: what is said to whoever was. */
function forget(why: string | null): void {
  storeKey('');
  person = null;
  refusal = why;
  tell();
}

/**
 * Signs out, and drops the page. A person's session ends. A key is forgotten in this tab, and whoever has signed in in this browser is
 * shown then, as after loading the page anew.
 */
export function signOut(): void {
  const who = storedKey() === '' ? person : null;
  isShown = false;
  beside = null;
  forget(null);
  if (who === null) void findSession();
  else void endSession(who.id).then((isOver) => (isOver ? undefined : tellNotOver()));
}

function tellNotOver(): void {
  if (signInNumber() !== 0) return;
  refusal =
    'The service could not be reached, and your session is open still. It is ended as soon as this page reaches it.';
  tell();
}

/**
 * Somebody has signed in: a key that was there is forgotten. Nothing where somebody has come in since: that was later.
 *
 * @param since What `countEntries` was when the sign-in began
 * @throws Error when it cannot be said who
 */
export async function startSession(since: number): Promise<void> {
  forgetSignOut();
  const answer = await askSession();
  if (since !== entries) return;
  if (answer === null)
    throw new Error('You are signed in, but the service does not answer. Load the page anew.');
  if (answer.signed_in === null)
    throw new Error('The browser has not kept that you signed in: does it refuse cookies?');
  enter('', answer.signed_in);
}

/** Goes on as whoever has signed in beside. */
export function goOnAsBeside(): void {
  if (beside !== null) enter('', beside);
}

/** Goes on without the link: it was used, or is not wanted. */
export function forgetLink(): void {
  linkSecret = null;
  tell();
}

/**
 * Asks who has signed in, and how one can; null: the service does not answer. Whoever signs in or out meanwhile has the last word: the
 * answer is older.
 */
export async function findSession(): Promise<Ways | null> {
  const before = changes;
  const answer = await askSession();
  if (answer === null) return null;
  if (before === changes && storedKey() === '') take(answer.signed_in);
  return answer.ways;
}

/** Of a page that is there somebody else does not become the owner unasked. */
function take(found: SignedIn | null): void {
  if (found !== null && (!hasEnded() || found.id === formerId)) {
    if (found.id !== person?.id) enter('', found, linkSecret);
  } else if (found?.id !== beside?.id || person !== null) {
    person = null;
    beside = found;
    tell();
  }
}

function tell(): void {
  changes += 1;
  for (const listener of listeners) listener();
}

export function onKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
