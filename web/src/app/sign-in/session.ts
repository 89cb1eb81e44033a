/** The session of this browser, as the service knows it: who has signed in, and the end of it, which is tried until the service knows. */
import { serviceUrl } from '../base.ts';

/** How somebody can sign in here. */
export interface Ways {
  link: boolean;
  ethereum: boolean;
  passkey: boolean;
}

/** A person, as GET /auth/ tells. */
export interface SignedIn {
  /** A member's, or the wallet of a guest. */
  id: string;
  name: string | null;
  wallet: string | null;
}

interface SessionAnswer {
  signed_in: SignedIn | null;
  ways: Ways;
}

const timeoutMs = 10_000;

/**
 * What lets a session's cookie count. The first header no browser sends along for other pages. The second names the person whom the
 * page knows: somebody else may have signed in since, in another tab.
 *
 * @param id null: whoever has signed in
 */
export const headersAs = (id: string | null): Record<string, string> => ({
  'x-wd-csrf': '1',
  ...(id !== null && { 'x-wd-as': id }),
});

/** Whose session is to be ended still, kept for the next page; the cookie would sign in again with it. */
const name = 'wallet-data:sign-out';
let remembered: string | null = null;

function leaving(): string | null {
  try {
    return localStorage.getItem(name) ?? remembered;
  } catch {
    return remembered;
  }
}

function setLeaving(id: string | null): void {
  remembered = id;
  try {
    if (id === null) localStorage.removeItem(name);
    else localStorage.setItem(name, id);
  } catch {
    // Remembered until the page is left.
  }
}

/** The sign-out that is under way: its answer takes the cookie away, also that of whoever has signed in since. */
let ending: Promise<boolean> = Promise.resolve(true);

/** Ends a person's session. False: the service was not reached, and it is tried again before anything else of sessions. */
export function endSession(id: string): Promise<boolean> {
  setLeaving(id);
  ending = end(id);
  return ending;
}

async function end(id: string): Promise<boolean> {
  const response = await fetch(serviceUrl('auth/sign-out'), {
    method: 'POST',
    headers: headersAs(id),
    signal: AbortSignal.timeout(timeoutMs),
    // Also where the page is left at once.
    keepalive: true,
  }).catch(() => null);
  const isOver = response !== null && response.status < 500;
  if (isOver) setLeaving(null);
  return isOver;
}

/** Waits until no sign-out is under way or still to be made. False: one could not be made. */
export async function afterSignOut(): Promise<boolean> {
  await ending;
  const id = leaving();
  return id === null || endSession(id);
}

/** Somebody has signed in since. */
export const forgetSignOut = (): void => setLeaving(null);

/** Who has signed in in this browser, and how one can; null: the service does not answer. */
export async function askSession(): Promise<SessionAnswer | null> {
  if (!(await afterSignOut())) return null;
  return fetch(serviceUrl('auth/'), { headers: headersAs(null), signal: AbortSignal.timeout(timeoutMs) })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
}
