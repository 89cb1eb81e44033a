/** Who asks, as the log of what was done names it; and members by their public ids. */
import type { Actor } from '../../store/clients/audit-log.ts';
import type { Caller } from '../model/view-model.ts';

export const memberIdOf = (number: number): string => `mem_${number}`;

/** null: it is no member's id. */
export function memberNumberOf(id: string): number | null {
  const digits = /^mem_([1-9]\d{0,8})$/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}

export function actorOf({ keyId, session, address = '' }: Caller): Actor {
  if (session === undefined) return { kind: 'key', id: keyId, name: '', address };
  const { member } = session;
  if (member === null) return { kind: 'guest', id: session.wallet ?? '', name: '', address };
  return { kind: 'member', id: memberIdOf(member.id), name: member.name, address };
}
