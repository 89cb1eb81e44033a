/** What happened to wallets, as a client may read it again and again: pages of the log, with the data as it is by now. */
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import { type ToldLog, type ToldPage, toldAfter } from '../../store/history/events/told-events.ts';
import type { OwnEventsShown } from '../../store/history/events/told-statement.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { type Ownership, requireScope, walletNotRegistered } from '../access/ownership.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { maximumEvents, type WalletEventView } from '../model/event-model.ts';
import type { ReadModel } from '../model/interface.ts';
import type { WalletEventsRequest } from '../model/requests.ts';
import type { Caller } from '../model/view-model.ts';
import {
  decodeEventCursor,
  type EventPlace,
  type EventStart,
  encodeEventCursor,
  refusedPlace,
} from './event-cursors.ts';
import { createEventViews, type EventViews } from './event-views.ts';

/** From where each wallet is read; those that are missing from the first event that is kept on. */
type Starts = ReadonlyMap<number, EventStart>;

export interface EventReader {
  database: Database;
  viewsOf: EventViews;
}

interface EventPage {
  events: readonly WalletEventView[];
  /** By wallet, from where it was read. */
  begun: ReadonlyMap<number, EventPlace>;
  /** By wallet, how far the reader is behind the page. */
  places: ReadonlyMap<number, EventPlace>;
  /** The same behind one of its events. */
  placesBehind(index: number): ReadonlyMap<number, EventPlace>;
  isEnd: boolean;
}

/** Reads on. Each start is still a place in the wallet's log, or the reader is told what to do. */
export async function readEvents(
  { database, viewsOf }: EventReader,
  caller: Caller,
  wallets: readonly RegistrationRow[],
  { starts, limit, types }: { starts: Starts; limit: number; types?: WalletEventsRequest['types'] },
): Promise<EventPage> {
  const { clientId } = caller;
  const after = new Map(wallets.map(({ walletId }) => [walletId, starts.get(walletId)?.after ?? null]));
  const page = await toldAfter(database, { clientId, after }, { limit, types, own: ownShown(caller) });
  const begun = beginningOf(wallets, page, starts);
  const events = await viewsOf(caller, wallets, page, begun);
  const placesBehind = (count: number): Map<number, EventPlace> => {
    const places = new Map(begun);
    for (const { walletId, sequence } of page.events.slice(0, count)) {
      const place = places.get(walletId);
      if (place !== undefined) places.set(walletId, { ...place, after: sequence });
    }
    return places;
  };
  const places = placesBehind(page.events.length);
  // Behind what was not asked for, too.
  if (page.isEnd)
    for (const [id, place] of places) places.set(id, { ...place, after: page.logs.get(id)?.last ?? 0n });
  return { events, begun, places, placesBehind: (index) => placesBehind(index + 1), isEnd: page.isEnd };
}

/** A credential of some wallets sees no labels; one that anybody can read sees nothing of corrections and figures. */
const ownShown = ({ bounds }: Caller): OwnEventsShown =>
  bounds === undefined ? 'all' : bounds.isPublic ? 'spam' : 'unlabelled';

/** From where each wallet was read. */
function beginningOf(
  wallets: readonly RegistrationRow[],
  { logs }: ToldPage,
  starts: Starts,
): Map<number, EventPlace> {
  // What is remembered of registrations may be some seconds old.
  const gone = wallets.filter(({ walletId }) => !logs.has(walletId));
  if (gone.length > 0) throw walletNotRegistered(gone.map(({ address }) => address));
  return new Map(
    [...logs].map(([walletId, log]) => {
      const start = starts.get(walletId);
      if (start !== undefined) requireKept(log, start);
      const { registrationId, before } = log;
      return [walletId, { log: { registrationId, before }, after: start?.after ?? log.keptAfter }];
    }),
  );
}

/** Nothing after the place was deleted, and the place is one of this log. */
function requireKept({ registrationId, before, last, keptAfter }: ToldLog, { log, after }: EventStart): void {
  const isOther = log !== null && (log.registrationId !== registrationId || log.before !== before);
  if (isOther || after > last || after < 0n) {
    throw refusedPlace(
      `is no place in the wallet's log, whose last number is ${last}: a wallet that is registered anew has a new log. ` +
        `Read the list of transfers, then follow from ${last}`,
    );
  }
  if (after >= keptAfter) return;
  throw new PublicError(
    'GONE_FROM_LOG',
    `The events after ${after} are kept no more. Read the list of transfers, then follow from ${last}.`,
  );
}

/** Behind the last event of each wallet. */
async function readEnds(
  reader: EventReader,
  caller: Caller,
  wallets: readonly RegistrationRow[],
): Promise<ReadonlyMap<number, EventPlace>> {
  const { places } = await readEvents(reader, caller, wallets, { starts: new Map(), limit: 1, types: [] });
  return places;
}

/** The starts as places in the logs of now. */
export async function placesAt(
  reader: EventReader,
  caller: Caller,
  wallets: readonly RegistrationRow[],
  starts: Starts,
): Promise<ReadonlyMap<number, EventPlace>> {
  const { begun } = await readEvents(reader, caller, wallets, { starts, limit: 1, types: [] });
  return begun;
}

/** What clients name a place by: a cursor, a number of one wallet's events, `latest`, or nothing. */
export async function startsOf(
  reader: EventReader,
  caller: Caller,
  wallets: readonly RegistrationRow[],
  after: string | undefined,
): Promise<Starts> {
  if (after === undefined) return new Map();
  if (after === 'latest') return readEnds(reader, caller, wallets);
  const ids = new Map(wallets.map(({ walletId, id }) => [walletId, id]));
  if (!/^\d{1,18}$/.test(after)) return decodeEventCursor(after, ids);
  if (wallets.length > 1)
    throw refusedPlace('is a number, which is one of one wallet’s events: give a cursor of all of them');
  return new Map([...ids.keys()].map((walletId) => [walletId, { log: null, after: BigInt(after) }]));
}

interface EventLogDependencies {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
}

type EventLog = Pick<ReadModel, 'walletEventsAfter' | 'lastSequence' | 'listEvents'>;

export function createEventLog(deps: EventLogDependencies): EventLog {
  const { database, ownership } = deps;
  const reader = { database, viewsOf: createEventViews(deps) };

  return {
    async walletEventsAfter(caller, wallet, afterSequence, { limit, types }) {
      requireScope(caller, 'read');
      requireLimit(limit);
      const own = await ownership.require(caller, [wallet]);
      const starts = new Map(own.map(({ walletId }) => [walletId, { log: null, after: afterSequence }]));
      const page = await readEvents(reader, caller, own, { starts, limit, types });
      const [last] = [...page.places.values()].map(({ after }) => after);
      return { events: page.events, last: last ?? afterSequence, hasMore: !page.isEnd };
    },

    async lastSequence(caller, wallet) {
      requireScope(caller, 'read');
      const ends = await readEnds(reader, caller, await ownership.require(caller, [wallet]));
      const [last] = [...ends.values()].map(({ after }) => after);
      return last ?? 0n;
    },

    async listEvents(caller, { wallets, after, limit, types }) {
      requireScope(caller, 'read');
      requireLimit(limit);
      const own = await ownership.require(caller, wallets);
      const starts = await startsOf(reader, caller, own, after);
      const page = await readEvents(reader, caller, own, { starts, limit, types });
      const cursorOf = (places: ReadonlyMap<number, EventPlace>): string =>
        encodeEventCursor(places.values());
      return {
        events: page.events,
        cursor: cursorOf(page.places),
        cursorAt: (index) => cursorOf(page.placesBehind(index)),
        hasMore: !page.isEnd,
      };
    },
  };
}

function requireLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= maximumEvents) return;
  const message = `must be a whole number from 1 to ${maximumEvents}`;
  throw new PublicError('BAD_INPUT', `limit ${message}`, [{ path: 'limit', message }]);
}
