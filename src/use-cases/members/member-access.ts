/** Whose members a caller manages. */
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import { findMember, type MemberRow } from '../../store/members/member-rows.ts';
import { memberNumberOf } from '../access/actor.ts';
import { managedClient } from '../admin/managed.ts';
import type { Caller } from '../model/view-model.ts';

export const noSuchMember = (id: string): PublicError =>
  new PublicError('NOT_FOUND', `There is no member with the id '${id.slice(0, 80)}'.`);

/** A member that the caller manages: another is none at all. Throws FORBIDDEN and NOT_FOUND. */
export async function requireMember(database: Database, caller: Caller, id: string): Promise<MemberRow> {
  const managed = managedClient(caller);
  const number = memberNumberOf(id);
  const member = number === null ? null : await findMember(database, number);
  if (member !== null && (managed === undefined || managed === member.clientId)) return member;
  throw noSuchMember(id);
}
