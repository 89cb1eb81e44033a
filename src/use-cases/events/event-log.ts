/** What happened to a wallet, as a client may read it again and again: pages of the log, with the data as it is by now. */

import type { Address } from '../../domain/model.ts';
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import { type ToldPage, toldAfter } from '../../store/history/events/told-events.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { type Ownership, requireScope, walletNotRegistered } from '../access/ownership.ts';
import type { Lookups } from '../lookups/lookups.ts';
import type { ReadModel } from '../model/interface.ts';
import type { WalletEventsRequest } from '../model/requests.ts';
import type { Caller } from '../model/view-model.ts';
import { createEventViews } from './event-views.ts';

/** Events on a page. */
export const maximumEvents = 500;

interface EventLogDependencies {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
}

type EventLog = Pick<ReadModel, 'walletEventsAfter' | 'lastSequence'>;

export function createEventLog(deps: EventLogDependencies): EventLog {
  const { database, ownership } = deps;
  const viewsOf = createEventViews(deps);

  async function own(caller: Caller, wallet: Address): Promise<RegistrationRow> {
    requireScope(caller, 'read');
    const [registration] = await ownership.require(caller, [wallet]);
    if (registration === undefined) throw walletNotRegistered([wallet]);
    return registration;
  }

  async function read(
    { clientId }: Caller,
    { walletId, address }: RegistrationRow,
    request: { after: bigint; limit: number; types?: WalletEventsRequest['types'] },
  ): Promise<ToldPage> {
    const page = await toldAfter(database, { clientId, walletId }, request);
    // What is remembered of registrations may be some seconds old.
    if (page === null) throw walletNotRegistered([address]);
    requireKept(page, request.after);
    return page;
  }

  return {
    async walletEventsAfter(caller, wallet, afterSequence, { limit, types }) {
      requireLimit(limit);
      const registration = await own(caller, wallet);
      const page = await read(caller, registration, { after: afterSequence, limit, types });
      const events = await viewsOf(caller, registration, page, afterSequence);
      const last = page.isEnd ? page.last : (events.at(-1)?.sequence ?? afterSequence);
      return { events, last, hasMore: !page.isEnd };
    },

    async lastSequence(caller, wallet) {
      const { walletId, address } = await own(caller, wallet);
      const page = await toldAfter(
        database,
        { clientId: caller.clientId, walletId },
        { after: null, limit: 1, types: [] },
      );
      if (page === null) throw walletNotRegistered([address]);
      return page.last;
    },
  };
}

function requireLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= maximumEvents) return;
  throw refused('limit', `must be a whole number from 1 to ${maximumEvents}`);
}

/** Nothing after the number was deleted, and the number is one of this log. */
function requireKept({ last, keptAfter }: ToldPage, after: bigint): void {
  if (after > last || after < 0n) {
    const since = `is not a number of this log, whose last is ${last}: a wallet that was registered anew has a new one`;
    throw refused('after', `${since}. Read the list of transfers, then follow from ${last}`);
  }
  if (after >= keptAfter) return;
  throw new PublicError(
    'GONE_FROM_LOG',
    `The events after ${after} are kept no more. Read the list of transfers, then follow from ${last}.`,
  );
}

const refused = (path: string, problem: string): PublicError =>
  new PublicError('BAD_INPUT', `${path} ${problem}`, [{ path, message: problem }]);
