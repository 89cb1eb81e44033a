/** The credentials of requests that last, each looked at every two seconds, and what to do when one is not valid any more. */

/** No older look counts: together less than the five seconds within which a revoked key has to be refused. */
export const watchMs = 2_000;

/** A credential as it is watched. */
export interface Watched {
  /** The same for all requests with it. */
  name: string;
  /** Whether it is valid still, by a look that is at most so old. */
  isValid(maximumAgeMs: number): Promise<boolean>;
}

export interface Watches {
  /** Looks at all of them now. */
  check(): Promise<void>;
  /** Answers what ends the watch. */
  add(watched: Watched, end: () => void): () => void;
  close(): void;
}

export function createWatches(): Watches {
  const watches = new Map<string, { watched: Watched; ends: Set<() => void> }>();
  // Made here, outside of any request: what it starts must not end with the request that was first to be watched.
  const timer = setInterval(() => {
    if (watches.size > 0) void check();
  }, watchMs).unref();

  async function check(): Promise<void> {
    for (const [name, { watched, ends }] of [...watches]) {
      // While the database is away nobody can say: the next look will.
      const isValid = await watched.isValid(watchMs).catch(() => true);
      if (isValid) continue;
      watches.delete(name);
      for (const end of ends) end();
    }
  }

  return {
    check,
    add(watched, end) {
      const { name } = watched;
      const entry = watches.get(name) ?? { watched, ends: new Set() };
      watches.set(name, entry);
      entry.ends.add(end);
      return () => {
        entry.ends.delete(end);
        if (entry.ends.size === 0 && watches.get(name) === entry) watches.delete(name);
      };
    },
    close() {
      clearInterval(timer);
      watches.clear();
    },
  };
}
