/**
 * Lists that were read before, and of which state of their wallet they are. Whoever changes rows of a wallet raises its counter in
 * `ledger_input` in the same transaction (ledger-changes.ts). So a statement that reads rows and counter in one snapshot says by the
 * counter alone that the rows are still the same, and does not send them again.
 */
import { createMemory } from '../../domain/memory.ts';
import type { Database } from '../connection/database.ts';

export interface KnownList<Row> {
  readonly state: bigint;
  readonly rows: readonly Row[];
}

export interface ListMemory<Row extends object> {
  get(name: string): KnownList<Row> | undefined;
  /** The rows are frozen: answers share them. */
  keep(name: string, list: KnownList<Row>): void;
  /** The same for a list that was asked for before, a moment ago: who walks through all pages leaves none behind. */
  keepAskedAgain(name: string, list: KnownList<Row>): void;
}

const kept = new WeakSet<object>();

/** Whether the row is the same object each time that its list is read, for as long as the list is remembered. */
export const isKept = (row: object): boolean => kept.has(row);

/** What somebody has written by hand, without raising the counter, shows after this time. */
const lifetimeMs = 30_000;
/** Lists of which is known that they were asked for. */
const askedOnce = 2_000;

/**
 * Those that were asked for last, `maximum` rows together, of each database by itself: other databases have other wallets by the same
 * numbers.
 *
 * @param now milliseconds that never go back
 */
export function createListMemories<Row extends object>(
  maximum: number,
  now: () => number = () => performance.now(),
): (database: Pick<Database, 'pool'>) => ListMemory<Row> {
  const memories = new WeakMap<object, ListMemory<Row>>();
  return ({ pool }) => {
    const known = memories.get(pool);
    if (known !== undefined) return known;
    const lists = createMemory<string, KnownList<Row>>({
      maximum,
      weightOf: ({ rows }) => rows.length,
      lifetime: { ms: lifetimeMs, now },
    });
    const asked = createMemory<string, true>({ maximum: askedOnce, lifetime: { ms: lifetimeMs, now } });
    function keep(name: string, list: KnownList<Row>): void {
      for (const row of list.rows) kept.add(Object.freeze(row));
      lists.keep(name, { ...list, rows: Object.freeze([...list.rows]) });
    }
    const memory: ListMemory<Row> = {
      get: lists.get,
      keep,
      keepAskedAgain(name, list) {
        if (asked.get(name) === true) keep(name, list);
        else asked.keep(name, true);
      },
    };
    memories.set(pool, memory);
    return memory;
  };
}
