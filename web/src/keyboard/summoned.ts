/** Dialogs that are summoned time and again, each time as one of its own. */
import { type RefObject, useRef, useState } from 'react';

interface Summoned {
  /** Which time it is: the dialog's React key. Null: it is not there. */
  time: number | null;
  /** What the dialog itself needs. */
  props: { dialog: RefObject<HTMLDialogElement | null>; close: () => void };
  /** Shows it, from its beginning; nothing where it is open. */
  summon: () => void;
}

/**
 * A dialog is closed at once and tells it later, when it may have been summoned once more already. So what is closed is the one that told it,
 * and one that is there but closed does not count as summoned.
 */
export function useSummoned(): Summoned {
  const [time, setTime] = useState<number | null>(null);
  const times = useRef(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => setTime((now) => (now === time ? null : now));
  const summon = (): void => {
    if (dialog.current?.open) return;
    times.current += 1;
    setTime(times.current);
  };
  return { time, props: { dialog, close }, summon };
}
