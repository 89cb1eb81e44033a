/**
 * The API key of this tab. GraphiQL and the REST page keep it under the same name. A link may bring it behind `#`, which no browser sends to a
 * server; it is taken out of the address at once.
 */

const name = 'wallet-data:key';
const listeners = new Set<() => void>();

/** What fits into a header. Keys have letters, digits, - and _. */
const sendable = /^[\x21-\x7e]*$/;

/** Why the last key is not in use. */
let refusal: string | null = null;
export const lastRefusal = (): string | null => refusal;

/** A browser may refuse storage; then the key lasts until the page is loaded anew. */
let remembered = '';

export function takeKeyFromLink(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('key');
  if (given === null) return;
  setKey(given);
  history.replaceState(null, '', location.pathname + location.search);
}

export function currentKey(): string {
  try {
    return sessionStorage.getItem(name) ?? remembered;
  } catch {
    return remembered;
  }
}

/** Empty: signs out. `why`: what the person is told who is asked for another one. */
export function setKey(key: string, why: string | null = null): void {
  const given = key.trim();
  const isSendable = sendable.test(given);
  remembered = isSendable ? given : '';
  refusal = isSendable ? why : 'A key has letters, digits, - and _ alone. Was it copied whole?';
  try {
    sessionStorage.setItem(name, remembered);
  } catch {
    // Remembered until the page is left.
  }
  for (const listener of listeners) listener();
}

export function onKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
