/** Parts of the pages whose script is loaded when they are needed first. */
import { type ReactNode, useEffect, useState } from 'react';

interface Script<Part> {
  /** null: not there yet. */
  part: Part | null;
  /** It could not be had the last time. */
  hasFailed: boolean;
}

/**
 * Loads a part, and again for another need where it could not be had: React's `lazy` would keep the failure for as long as the page is there,
 * and take down what stands around it.
 *
 * @param load Always the same function
 * @param need null: it is not needed now. Another one asks again
 */
export function useScript<Part>(load: () => Promise<Part>, need: number | null): Script<Part> {
  const [part, setPart] = useState<Part | null>(null);
  const [failed, setFailed] = useState<number | null>(null);
  const isThere = part !== null;
  useEffect(() => {
    if (need === null || isThere) return undefined;
    let isWanted = true;
    load().then(
      (loaded) => setPart(() => loaded),
      () => isWanted && setFailed(need),
    );
    return () => {
      isWanted = false;
    };
  }, [load, need, isThere]);
  return { part, hasFailed: part === null && failed !== null && failed === need };
}

interface FromScriptProps<Part> {
  /** Always the same function. */
  load: () => Promise<Part>;
  fallback: ReactNode;
  /** What stands there when it is there. */
  children: (part: Part) => ReactNode;
}

/** A part of a page that has a script of its own; where that cannot be had, one can try again. */
export function FromScript<Part>({ load, fallback, children }: FromScriptProps<Part>): ReactNode {
  const [tries, setTries] = useState(0);
  const { part, hasFailed } = useScript(load, tries);
  if (part !== null) return children(part);
  if (!hasFailed) return fallback;
  return (
    <div className="failure" role="alert">
      <p className="empty-title">This could not be loaded</p>
      <p>Is there a connection?</p>
      <button type="button" onClick={() => setTries(tries + 1)}>
        Try again
      </button>
    </div>
  );
}
