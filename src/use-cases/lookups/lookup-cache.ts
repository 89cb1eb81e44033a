/**
 * A bounded, process-wide cache in front of one kind of look-up row. What is missing is loaded by one call for everything
 * that was asked in the same tick, across requests; rows that do not exist are remembered too.
 */
import DataLoader from 'dataloader';
import { createMemory } from '../../domain/memory.ts';
import { outsideRequests } from '../../store/connection/request-scope.ts';
import { knownForMs } from './known-states.ts';

export interface LookupCache<Key, Row> {
  /** The rows that exist, by the name of their key. */
  findMany(keys: Iterable<Key>): Promise<ReadonlyMap<string, Row>>;
  remove(name: string): void;
  clear(): void;
}

export interface LookupCacheOptions<Key, Row> {
  /** A text that is the same for equal keys. */
  nameOfKey: (key: Key) => string;
  nameOfRow: (row: Row) => string;
  load: (keys: readonly Key[]) => Promise<readonly Row[]>;
  /** Milliseconds since 1970. */
  now: () => number;
  maximumEntries?: number;
  timeToLiveMs?: number;
}

export function createLookupCache<Key, Row>(options: LookupCacheOptions<Key, Row>): LookupCache<Key, Row> {
  const { nameOfKey, nameOfRow, load, now, maximumEntries = 50_000, timeToLiveMs = knownForMs } = options;
  /** null: there is no such row. */
  const entries = createMemory<string, Row | null>({
    maximum: maximumEntries,
    lifetime: { ms: timeToLiveMs, now },
  });
  // Grows with every invalidation: what was loaded before one may be old and is handed out but not kept.
  let generation = 0;

  const loader = new DataLoader<Key, Row | null, string>(
    async (keys) => {
      const before = generation;
      const distinct = new Map(keys.map((key) => [nameOfKey(key), key]));
      const rows = await outsideRequests(() => load([...distinct.values()]));
      const found = new Map(rows.map((row) => [nameOfRow(row), row]));
      if (generation === before) {
        for (const name of distinct.keys()) entries.keep(name, found.get(name) ?? null);
      }
      return keys.map((key) => found.get(nameOfKey(key)) ?? null);
    },
    { cache: false, maxBatchSize: 5_000 },
  );

  return {
    async findMany(keys) {
      const rows = new Map<string, Row>();
      const missing = new Map<string, Key>();
      for (const key of keys) {
        const name = nameOfKey(key);
        const row = entries.get(name);
        if (row === undefined) missing.set(name, key);
        else if (row !== null) rows.set(name, row);
      }
      if (missing.size === 0) return rows;
      await Promise.all(
        [...missing].map(async ([name, key]) => {
          const row = await loader.load(key);
          if (row !== null) rows.set(name, row);
        }),
      );
      return rows;
    },
    remove(name) {
      generation += 1;
      entries.forget(name);
    },
    clear() {
      generation += 1;
      entries.forgetAll();
    },
  };
}
