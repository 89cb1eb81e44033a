/** When the page is put on paper: told before the browser takes it as it is. */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isOnPaper = false;
let printedAt = new Date();

function followPrinting(listener: () => void): () => void {
  const media = matchMedia('print');
  const set = (next: boolean): void => {
    isOnPaper = next;
    if (next) printedAt = new Date();
    // The browser takes the page as it is when this has returned.
    flushSync(listener);
  };
  const [before, after, change] = [() => set(true), () => set(false), () => set(media.matches)];
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  media.addEventListener('change', change);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
    media.removeEventListener('change', change);
  };
}

/** Whether the page is being printed: paper has all rows, one below the other. */
export const usePrinting = (): boolean => useSyncExternalStore(followPrinting, () => isOnPaper);

/** When it was printed last; until then, when the pages were loaded. */
export const usePrintedAt = (): Date => useSyncExternalStore(followPrinting, () => printedAt);
