/** Where people are signed in: their own sessions, and those of members for who manages them. */
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  countSessions,
  deleteOtherSessions,
  deleteSession,
  findSessionById,
  listSessions,
  type SessionHolder,
  type SessionRow,
} from '../../store/members/session-rows.ts';
import { actorOf } from '../access/actor.ts';
import { managedClient } from '../admin/managed.ts';
import type { MemberModel } from '../model/member-model.ts';
import type { Caller } from '../model/view-model.ts';
import { mapPage } from '../pages/keyset-page.ts';
import { offsetPage } from '../pages/offset-page.ts';
import { requireMember } from './member-access.ts';
import { sessionView } from './member-views.ts';

type Sessions = Pick<MemberModel, 'listSessions' | 'endSession' | 'endOtherSessions'>;

/** Whose sessions the caller's own are. Throws FORBIDDEN for keys and tokens. */
function ownHolder({ clientId, session }: Caller): SessionHolder {
  if (session === undefined)
    throw new PublicError('FORBIDDEN', 'this is for people who have signed in: name a member');
  return { clientId, memberId: session.member?.id ?? null, wallet: session.wallet };
}

/** A member's, for who manages it. Throws FORBIDDEN and NOT_FOUND. */
async function holderOf(database: Database, caller: Caller, id: string): Promise<SessionHolder> {
  const { clientId, id: memberId } = await requireMember(database, caller, id);
  return { clientId, memberId, wallet: null };
}

function isHeldBy({ clientId, member, wallet }: SessionRow, holder: SessionHolder): boolean {
  const memberId = member?.id ?? null;
  return clientId === holder.clientId && memberId === holder.memberId && wallet === holder.wallet;
}

/** Whether the caller may end it: it is its own, or one of a client that it manages. Throws FORBIDDEN: it may end none. */
function mayEnd(caller: Caller, row: SessionRow | null): row is SessionRow {
  if (row !== null && caller.session !== undefined && isHeldBy(row, ownHolder(caller))) return true;
  // Somebody with a session of their own only has not found it.
  const manages = caller.bounds === undefined && caller.scopes.some((scope) => managing.has(scope));
  if (!manages && caller.session !== undefined) return false;
  const managed = managedClient(caller);
  return row !== null && (managed === undefined || managed === row.clientId);
}

const managing: ReadonlySet<string> = new Set(['admin', 'keys']);

export function createSessions({ database }: { database: Database }): Sessions {
  return {
    async listSessions(caller, { member }, page) {
      const holder = member === undefined ? ownHolder(caller) : await holderOf(database, caller, member);
      const list = {
        fetch: (offset: number, limit: number) => listSessions(database, holder, { offset, limit }),
        count: () => countSessions(database, holder),
      };
      const rows = await offsetPage(list, page);
      const current = caller.session?.id ?? null;
      return mapPage(
        rows,
        rows.items.map((row) => sessionView(row, current)),
      );
    },
    async endSession(caller, id) {
      const row = await findSessionById(database, id);
      const by = { actor: actorOf(caller), action: 'session_ended' } as const;
      if (!mayEnd(caller, row) || !(await deleteSession(database, row, by))) {
        throw new PublicError('NOT_FOUND', `There is no session with the id '${id.slice(0, 80)}'.`);
      }
      return sessionView(row, caller.session?.id ?? null);
    },
    async endOtherSessions(caller) {
      const holder = ownHolder(caller);
      const kept = caller.session?.id ?? '';
      return deleteOtherSessions(database, holder, { kept, actor: actorOf(caller) });
    },
  };
}
