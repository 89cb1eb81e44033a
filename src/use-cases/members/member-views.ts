/** Rows of members, sessions and the log as they are shown. Pure. */
import type { AuditRow } from '../../store/clients/audit-log.ts';
import type { MemberRow } from '../../store/members/member-rows.ts';
import type { PasskeyRow } from '../../store/members/passkey-rows.ts';
import type { SessionRow } from '../../store/members/session-rows.ts';
import { memberIdOf } from '../access/actor.ts';
import type { AuditEntryView, MemberView, PasskeyView, SessionView } from '../model/member-model.ts';

const passkeyView = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): PasskeyView => ({
  ...{ id, name, createdAt, lastUsedAt },
});

export function memberView(row: MemberRow, passkeys: readonly PasskeyRow[]): MemberView {
  const { id, clientName, name, role, address, createdAt, joinedAt, lastSignedInAt } = row;
  return {
    ...{ id: memberIdOf(id), client: clientName, name, role, address, createdAt, joinedAt, lastSignedInAt },
    passkeys: passkeys.filter(({ memberId }) => memberId === id).map(passkeyView),
  };
}

const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** @param current The id of the session that asks. */
export function sessionView(row: SessionRow, current: string | null): SessionView {
  const { id, method, address, userAgent, createdAt, lastSeenAt, expiresAt } = row;
  return {
    ...{ id, method, address, userAgent, isCurrent: id === current },
    ...{ createdAt: secondsOf(createdAt), lastSeenAt: secondsOf(lastSeenAt) },
    expiresAt: secondsOf(expiresAt),
  };
}

const textOrNull = (text: string): string | null => (text === '' ? null : text);

export const auditView = ({ id, at, clientName, actor, action, subject }: AuditRow): AuditEntryView => ({
  ...{ id: `aud_${id}`, at, client: clientName, actorKind: actor.kind },
  ...{ actorId: textOrNull(actor.id), actorName: textOrNull(actor.name), action, subject },
  address: textOrNull(actor.address),
});
