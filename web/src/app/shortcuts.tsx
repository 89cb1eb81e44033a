/** Keys: `g` and a letter goes to a page, `p` hides figures, `/` goes to the filter, `?` shows them all. Never while somebody types. */
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { keepLens, places } from './places.ts';
import { choosePrivacy } from './preferences.ts';

/** The second key of a pair has to come within this. */
const pairMs = 1_500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useShortcuts(): ReactNode {
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const place = places.find(({ key }) => key === event.key);
      if (event.timeStamp - wentAt < pairMs && place !== undefined) {
        wentAt = Number.NEGATIVE_INFINITY;
        void navigate({ to: place.to, search: keepLens });
        return;
      }
      if (event.key === 'g') wentAt = event.timeStamp;
      if (event.key === 'p') choosePrivacy(!document.documentElement.classList.contains('is-private'));
      if (event.key === '?' && dialog.current?.open === false) dialog.current.showModal();
      if (event.key === '/') {
        const filter = document.querySelector<HTMLElement>('[data-filter]');
        if (filter !== null) event.preventDefault();
        filter?.focus();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl>
        {places.map(({ name, key }) => (
          <div key={key}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>To the filter</dd>
        </div>
        <div>
          <dt>
            <kbd>p</kbd>
          </dt>
          <dd>Hide or show figures</dd>
        </div>
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>This sheet</dd>
        </div>
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
