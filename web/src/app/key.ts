/**
 * The API key of this tab. GraphiQL and the REST page keep it under the same name. A link may bring it behind `#`, which no browser sends to a
 * server; it is taken out of the address at once.
 */

const name = 'wallet-data:key';
const listeners = new Set<() => void>();

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

/** Empty: signs out. */
export function setKey(key: string): void {
  remembered = key.trim();
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
