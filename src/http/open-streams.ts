/** Streams that are open on this process, counted by key: each holds memory and asks the database for as long as it lasts. */
export interface OpenStreams {
  /** Counts one more; answers how to count it off, or null when the key has as many as it may. */
  enter(keyId: string): (() => void) | null;
}

export function createOpenStreams(maximumPerKey: number): OpenStreams {
  const counts = new Map<string, number>();
  return {
    enter(keyId) {
      const open = counts.get(keyId) ?? 0;
      if (open >= maximumPerKey) return null;
      counts.set(keyId, open + 1);
      return () => {
        const left = (counts.get(keyId) ?? 1) - 1;
        if (left === 0) counts.delete(keyId);
        else counts.set(keyId, left);
      };
    },
  };
}
