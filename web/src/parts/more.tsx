/** The end of a list that has more: asks for its next part. */
import type { ReactNode } from 'react';

interface MoreProps {
  hasNext: boolean;
  isLoading: boolean;
  /** Of the whole list. */
  count: number;
  load: () => void;
}

export function More({ hasNext, isLoading, count, load }: MoreProps): ReactNode {
  if (!hasNext) return null;
  return (
    <p className="card-foot">
      <button type="button" onClick={load} disabled={isLoading}>
        {isLoading ? 'Loading…' : `Show more of ${count}`}
      </button>
    </p>
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
