/** What was done, for who cannot see it: said by one live region that is always there, also when the form or the row is gone. */
import { type ReactNode, useSyncExternalStore } from 'react';

let text = '';
const listeners = new Set<() => void>();

/** Says a sentence to screen readers; the same twice, too. */
export function say(sentence: string): void {
  // A region speaks when its text is another one.
  text = text === sentence ? `${sentence}\u00a0` : sentence;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Said(): ReactNode {
  return (
    <p id="said" role="status" className="for-readers">
      {useSyncExternalStore(subscribe, () => text)}
    </p>
  );
}
