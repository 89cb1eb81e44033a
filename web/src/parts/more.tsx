/** The end of a list that has more: asks for its next part. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { say } from '../app/said.tsx';

interface MoreProps {
  hasNext: boolean;
  isLoading: boolean;
  /** Of the whole list. */
  count: number;
  load: () => void;
}

/** The rows of the list or table that this stands below. */
function rowsAbove(foot: Element | null): HTMLElement[] {
  const list = foot?.previousElementSibling;
  const rows = list?.matches('ul') === true ? list.children : list?.querySelectorAll('tbody > tr');
  return [...(rows ?? [])].filter((row) => row instanceof HTMLElement);
}

/** What of a row a person goes on from: its heading, else what it leads to. */
const startOf = (row: HTMLElement): HTMLElement =>
  row.querySelector<HTMLElement>('h2, h3, th[scope=row]') ?? row;

export function More({ hasNext, isLoading, count, load }: MoreProps): ReactNode {
  const foot = useRef<HTMLDivElement>(null);
  /** How many rows there were when more was asked for; null: nobody asks. */
  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (isLoading || before.current === null) return;
    const rows = rowsAbove(foot.current);
    const first = rows[before.current];
    // The reading goes on where it was: the new rows stand before the button.
    if (first !== undefined) {
      const start = startOf(first);
      if (!start.hasAttribute('tabindex')) start.tabIndex = -1;
      start.focus();
      say(`${rows.length - before.current} more, ${rows.length} of ${count}.`);
    }
    before.current = null;
  }, [isLoading, count]);
  return (
    <div ref={foot}>
      {hasNext ? (
        <p className="card-foot">
          <button
            type="button"
            disabled={isLoading}
            onClick={() => {
              before.current = rowsAbove(foot.current).length;
              load();
            }}
          >
            {isLoading ? 'Loading…' : `Show more of ${count}`}
          </button>
        </p>
      ) : null}
    </div>
  );
}

/** The same of a list that the page does not go on with. */
export function Cut({ shown, count, which }: { shown: number; count: number; which: string }): ReactNode {
  if (count <= shown) return null;
  return (
    <p className="card-foot meta">
      {which} {shown} of {count}.
    </p>
  );
}
