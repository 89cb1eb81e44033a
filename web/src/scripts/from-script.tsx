/** Parts of the pages whose script is loaded when they are needed first. */
import { type ReactNode, useEffect, useState } from 'react';

/** Each try has an address of its own. */
let tries = 0;

/**
 * A browser answers a script that it could not have once by the same failure for as long as the page is there. By another address it is
 * asked for anew; what it imports itself is there already, and the same.
 */
async function loadAnyway<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    // Browsers name it in their words; Safari does not, and there the page has to be loaded anew.
    const url = /https?:\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0];
    if (url === undefined) throw error;
    tries += 1;
    return import(/* @vite-ignore */ `${url}?${tries}`);
  }
}

interface Script<Module> {
  /** null: not there yet. */
  script: Module | null;
  /** It could not be had the last time. */
  hasFailed: boolean;
}

/**
 * Loads a script, and again for another need where it could not be had: React's `lazy` would keep the failure for as long as the page is
 * there, and take down what stands around it.
 *
 * @param load Always the same function
 * @param need null: it is not needed now. Another one asks again
 */
export function useScript<Module>(load: () => Promise<Module>, need: number | null): Script<Module> {
  const [script, setScript] = useState<Module | null>(null);
  const [failed, setFailed] = useState<number | null>(null);
  const isThere = script !== null;
  useEffect(() => {
    if (need === null || isThere) return undefined;
    let isWanted = true;
    loadAnyway(load).then(
      (loaded) => setScript(() => loaded),
      () => isWanted && setFailed(need),
    );
    return () => {
      isWanted = false;
    };
  }, [load, need, isThere]);
  return { script, hasFailed: script === null && failed !== null && failed === need };
}

interface FromScriptProps<Module> {
  /** Always the same function. */
  load: () => Promise<Module>;
  fallback: ReactNode;
  /** What stands there when it is there. */
  children: (script: Module) => ReactNode;
}

/** A part of a page that has a script of its own; where that cannot be had, one can try again. */
export function FromScript<Module>({ load, fallback, children }: FromScriptProps<Module>): ReactNode {
  const [need, setNeed] = useState(0);
  const { script, hasFailed } = useScript(load, need);
  if (script !== null) return children(script);
  if (!hasFailed) return fallback;
  return (
    <div className="failure" role="alert">
      <p className="empty-title">This could not be loaded</p>
      <p>Is there a connection?</p>
      <button type="button" onClick={() => setNeed(need + 1)}>
        Try again
      </button>
    </div>
  );
}
