/** Events as they are stored: the log, read again whenever the workers notify, and every few seconds, because notifications may be lost. */

import type { Database } from '../../store/connection/database.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import type { Notifications, SyncChanges } from '../access/notifications.ts';
import { type Ownership, requireScope } from '../access/ownership.ts';
import { watchedFrom } from '../access/watched.ts';
import type { Lookups } from '../lookups/lookups.ts';
import type { StreamedEventView } from '../model/event-model.ts';
import type { ReadModel } from '../model/interface.ts';
import type { EventStreamRequest } from '../model/requests.ts';
import type { Caller } from '../model/view-model.ts';
import { type EventPlace, encodeEventCursor } from './event-cursors.ts';
import { type EventReader, placesAt, readEvents, startsOf } from './event-log.ts';
import { createEventViews } from './event-views.ts';

const defaultPollMs = 5_000;
/** Events in memory at once. */
const pageSize = 100;

interface EventStreamDependencies {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
  notifications: Notifications;
  pollMs?: number;
}

interface Following {
  reader: EventReader;
  /** Asked for again before each page: something of the registrations may have changed, or they may be gone. */
  own(): Promise<readonly RegistrationRow[]>;
  caller: Caller;
  types: EventStreamRequest['types'];
  changes: SyncChanges;
  pollMs: number;
}

async function* follow(
  { reader, caller, own, types, changes, pollMs }: Following,
  start: ReadonlyMap<number, EventPlace>,
): AsyncGenerator<StreamedEventView, void, undefined> {
  let starts = start;
  let told = encodeEventCursor(start.values());
  try {
    // Whoever loses the connection before anything has happened goes on from here.
    yield { cursor: told, event: null };
    while (!changes.closed) {
      const page = await readEvents(reader, caller, await own(), { starts, limit: pageSize, types });
      for (const [index, event] of page.events.entries()) {
        told = encodeEventCursor(page.placesBehind(index).values());
        yield { cursor: told, event };
      }
      starts = page.places;
      if (!page.isEnd) continue;
      const cursor = encodeEventCursor(starts.values());
      // Behind what was not asked for: a cursor that does not move would become too old.
      if (cursor !== told) yield { cursor, event: null };
      else await changes.wait(pollMs);
      told = cursor;
    }
  } finally {
    changes.close();
  }
}

export function createEventStream(deps: EventStreamDependencies): Pick<ReadModel, 'watchEvents'> {
  const { database, ownership, notifications, pollMs = defaultPollMs } = deps;
  const reader = { database, viewsOf: createEventViews(deps) };
  return {
    watchEvents(caller, { wallets, after = 'latest', types }) {
      requireScope(caller, 'read');
      return watchedFrom(async () => {
        const own = () => ownership.require(caller, wallets);
        const registrations = await own();
        const changes = notifications.watchHistory(registrations.map(({ walletId }) => walletId));
        try {
          const starts = await startsOf(reader, caller, registrations, after);
          // What is no place any more is refused at once.
          const start = await placesAt(reader, caller, registrations, starts);
          return { changes, items: follow({ reader, caller, own, types, changes, pollMs }, start) };
        } catch (error) {
          changes.close();
          throw error;
        }
      });
    },
  };
}
