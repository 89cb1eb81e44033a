/** A map of a fixed size that forgets what was used longest ago. */
export interface LeastRecentlyUsed<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

export function createLeastRecentlyUsed<Key, Value>(size: number): LeastRecentlyUsed<Key, Value> {
  // A Map keeps the order of insertion: what is used is inserted anew.
  const entries = new Map<Key, Value>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= size) return;
      for (const oldest of entries.keys()) {
        entries.delete(oldest);
        break;
      }
    },
  };
}
