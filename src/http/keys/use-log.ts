/** What credentials use, by UTC day and operation: added up here, and stored now and then. */
import { utcDay } from '../../domain/time/time.ts';
import type { UsedUnits } from '../../domain/used-units.ts';
import type { Caller } from '../../use-cases/model/view-model.ts';

/** What one request uses. */
export interface RequestUse {
  /** Units that were taken or are owed. */
  add(units: number): void;
  /** What it asks for; the first name counts. */
  name(operation: string): void;
}

export interface UseLog {
  /** Of a request; units that come before it is named wait for its name. */
  open(caller: Caller): RequestUse;
  /** Stores what was used since; what cannot be stored waits for the next time. */
  flush(): Promise<void>;
}

/** Credentials, days and operations at once. What comes beyond is counted under one name for each of them. */
const mostEntries = 10_000;
const hardLimit = 2 * mostEntries;
const others = 'others';

export interface UseLogDependencies {
  /** null: nothing can be stored here. */
  store: ((used: readonly UsedUnits[], today: string) => Promise<void>) | null;
  /** Milliseconds since 1970. */
  now: () => number;
}

export function createUseLog({ store, now }: UseLogDependencies): UseLog {
  let entries = new Map<string, UsedUnits>();

  function note(caller: Caller, operation: string, requests: number, units: number): void {
    if (store === null || (requests === 0 && units === 0)) return;
    const { keyId, clientId } = caller;
    const named = entries.size < mostEntries ? operation : others;
    keep({ keyId, clientId, day: dayOf(now()), operation: named, requests, units: Math.ceil(units) });
  }

  function keep(used: UsedUnits): void {
    const key = `${used.keyId}\n${used.day}\n${used.operation}`;
    const known = entries.get(key);
    if (known !== undefined) {
      known.requests += used.requests;
      known.units += used.units;
    } else if (entries.size < hardLimit) entries.set(key, { ...used });
  }

  return {
    open(caller) {
      let operation: string | null = null;
      let waiting = 0;
      return {
        name(text) {
          if (operation !== null) return;
          operation = text;
          note(caller, operation, 1, waiting);
        },
        add(units) {
          if (operation === null) waiting += units;
          else note(caller, operation, 0, units);
        },
      };
    },
    async flush() {
      if (store === null || entries.size === 0) return;
      const told = entries;
      entries = new Map();
      try {
        await store([...told.values()], dayOf(now()));
      } catch (error) {
        for (const used of told.values()) keep(used);
        throw error;
      }
    },
  };
}

const dayOf = (time: number): string => utcDay(time / 1000);
