/** Dialogs that are summoned time and again, each time as one of its own. */
import { type RefCallback, useCallback, useRef, useState } from 'react';

/** What such a dialog is made with. */
export interface SummonedProps {
  /** Of its element: shows it when it is there, and tells its end. */
  dialog: { ref: RefCallback<HTMLDialogElement>; onClose: () => void };
  /** Closes it, which gives the focus back at once. */
  close: () => void;
}

interface Summoned {
  /** Which time it is: the dialog's React key. Null: it is not there. */
  time: number | null;
  props: SummonedProps;
  /** Shows it, from its beginning; nothing where it is open. */
  summon: () => void;
}

/**
 * A dialog is closed at once and tells it later, when it may have been summoned once more already. So what ends is the one that told it,
 * and one that is there but closed does not count as summoned.
 */
export function useSummoned(): Summoned {
  const [time, setTime] = useState<number | null>(null);
  const times = useRef(0);
  const shown = useRef<HTMLDialogElement>(null);
  const ref = useCallback((dialog: HTMLDialogElement | null): void => {
    shown.current = dialog;
    // Where somebody was signed out meanwhile, nothing lies over the sign-in.
    if (dialog?.open === false && document.querySelector('dialog.over') === null) dialog.showModal();
  }, []);
  const onClose = (): void => setTime((now) => (now === time ? null : now));
  const summon = (): void => {
    if (shown.current?.open) return;
    times.current += 1;
    setTime(times.current);
  };
  return { time, props: { dialog: { ref, onClose }, close: () => shown.current?.close() }, summon };
}
