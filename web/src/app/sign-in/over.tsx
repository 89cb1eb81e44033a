/** Lays the sign-in over the page of somebody who was signed out: what was typed there stays, and can be neither read nor reached. */
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { currentLink, findSession, goOnAsBeside, onKeyChange, personBeside, signOut } from '../key.ts';

/** Somebody may have signed in in another tab or window. */
function look(): void {
  if (document.visibilityState === 'visible') void findSession();
}

/** The keys of the page do nothing, and none closes what lies over it. */
function hold(event: KeyboardEvent): void {
  event.stopPropagation();
  if (event.key === 'Escape') event.preventDefault();
}

/** What had the focus in the page. */
let beneath: HTMLElement | null = null;
/** As many as the page takes to be read anew. */
const mostFrames = 600;

/** Gives the focus back, once what had it is there again. */
function goBack(frames = 0): void {
  if (beneath === null || frames > mostFrames || document.querySelector('dialog.over') !== null) return;
  if (beneath.checkVisibility()) beneath.focus();
  else if (beneath.isConnected) requestAnimationFrame(() => goBack(frames + 1));
}

export function Over({ children }: { children: ReactNode }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const link = useSyncExternalStore(onKeyChange, currentLink);
  const beside = useSyncExternalStore(onKeyChange, personBeside);
  useLayoutEffect(() => {
    const shown = dialog.current;
    const { activeElement } = document;
    // Of a key that was wrong, the page is hidden while it is asked with it.
    if (activeElement instanceof HTMLElement && activeElement !== document.body) beneath = activeElement;
    shown?.showModal();
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('focus', look);
    addEventListener('keydown', hold, true);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('focus', look);
      removeEventListener('keydown', hold, true);
      requestAnimationFrame(() => goBack());
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="sheet over"
      aria-labelledby="over-title"
      // By a gesture that leads back.
      onClose={() => dialog.current?.showModal()}
    >
      <div className="sign-in">
        <h2 id="over-title">{link === null ? 'You were signed out' : 'A link was opened here'}</h2>
        <p>
          {link === null
            ? 'Sign in again, here or in another tab: what you have typed is still there.'
            : 'What you have typed is still there if the link is yours, or if you take another way.'}
        </p>
        {beside === null ? null : (
          <>
            <p>
              {beside.name ?? beside.wallet} has signed in in this browser. What you have typed stays if that
              is you.
            </p>
            <button type="button" onClick={goOnAsBeside}>
              Go on as {beside.name ?? beside.wallet}
            </button>
          </>
        )}
        {children}
        <button type="button" onClick={signOut}>
          Leave the page, and drop what you typed
        </button>
      </div>
    </dialog>
  );
}
