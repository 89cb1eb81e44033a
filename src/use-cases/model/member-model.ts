/** What can be asked about the people of a client: members, their sessions and passkeys, and who did what. */
import type { LedgerSettings } from '../../domain/accounting/amounts/types.ts';
import type { FiatCurrency } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import type { Caller, Page, PageRequest } from './view-model.ts';

/** owner: all of the client, with its keys and members; editor: reads and writes; viewer: reads. */
export const memberRoleNames = ['owner', 'editor', 'viewer'] as const;
export type MemberRoleName = (typeof memberRoleNames)[number];

export interface PasskeyView {
  id: string;
  name: string;
  /** Unix seconds, as all times here. */
  createdAt: number;
  lastUsedAt: number | null;
}

export interface MemberView {
  id: string;
  /** The client's name. */
  client: string;
  name: string;
  role: MemberRoleName;
  /** Of the Ethereum account that signs in as this member. */
  address: Address | null;
  passkeys: readonly PasskeyView[];
  createdAt: number;
  /** null: invited, and never signed in. */
  joinedAt: number | null;
  lastSignedInAt: number | null;
}

/** A member with a link that signs it in, once. */
export interface MemberLinkView {
  member: MemberView;
  /** Shown once; behind `#link=` of the page. */
  secret: string;
  expiresAt: number;
}

export const sessionMethods = ['link', 'passkey', 'ethereum'] as const;

export interface SessionView {
  id: string;
  method: (typeof sessionMethods)[number];
  /** Where the sign-in came from. */
  address: string;
  userAgent: string;
  createdAt: number;
  /** To some minutes. */
  lastSeenAt: number;
  /** If it is used no more. */
  expiresAt: number;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
}

/** Who asks. */
export interface IdentityView {
  client: string;
  /** What the client's books are told in beside the currencies of all books; null: in nothing more. */
  reportingCurrency: FiatCurrency | null;
  /** How the client wants its books kept: what it has not set is as by default. Read when it is asked for. */
  ledgerSettings: () => Promise<LedgerSettings>;
  scopes: readonly string[];
  /** null: a key, a token, or a guest. */
  member: MemberView | null;
  /** null: not signed in. */
  session: SessionView | null;
  /** Of a guest: the address that was proved, and all that is to be seen. */
  wallet: Address | null;
}

export const auditActorKinds = ['key', 'member', 'guest', 'operator'] as const;

export interface AuditEntryView {
  id: string;
  at: number;
  /** The client's name. */
  client: string;
  actorKind: (typeof auditActorKinds)[number];
  /** Of the key or the member, or the address; null: the operator. */
  actorId: string | null;
  /** As it was called then. */
  actorName: string | null;
  /** `signed_in`, `key_created`, `exported` … */
  action: string;
  /** What it was done to. */
  subject: string;
  /** Where from; null: this machine. */
  address: string | null;
}

export interface AuditRequest {
  client?: string | undefined;
  action?: string | undefined;
  actorId?: string | undefined;
  /** UTC days, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Refused as `ReadModel` says. What needs the scope `keys` (or `admin`, for all clients) is for keys and for owners. */
export interface MemberModel {
  /** FORBIDDEN for credentials that end up with other people. */
  whoAmI(caller: Caller): Promise<IdentityView>;
  /** Of one client or of all that the caller manages, oldest first. Needs `keys`. */
  listMembers(
    caller: Caller,
    request: { client?: string | undefined },
    page: PageRequest,
  ): Promise<Page<MemberView>>;
  /** Default client: the caller's own. The link is good for three days. */
  inviteMember(
    caller: Caller,
    request: { client?: string | undefined; name: string; role: MemberRoleName },
  ): Promise<MemberLinkView>;
  /** Another link for a member, good for three days. */
  createMemberLink(caller: Caller, id: string): Promise<MemberLinkView>;
  /** Another role ends the member's sessions. CONFLICT: nobody would be left to manage the client. */
  updateMember(
    caller: Caller,
    id: string,
    change: { name?: string | undefined; role?: MemberRoleName | undefined },
  ): Promise<MemberView>;
  removeMember(caller: Caller, id: string): Promise<MemberView>;
  /** The caller's own, or a member's (needs `keys`), the one that was used last first. */
  listSessions(
    caller: Caller,
    request: { member?: string | undefined },
    page: PageRequest,
  ): Promise<Page<SessionView>>;
  /** An own one, or a member's (needs `keys`). */
  endSession(caller: Caller, id: string): Promise<SessionView>;
  /** All of the caller's own but this one. Answers how many. */
  endOtherSessions(caller: Caller): Promise<number>;
  /** An own one, or a member's (needs `keys`). */
  removePasskey(caller: Caller, id: string): Promise<MemberView>;
  /** The newest first, for 400 days. Needs `keys`. */
  listAudit(caller: Caller, request: AuditRequest, page: PageRequest): Promise<Page<AuditEntryView>>;
  /** Notes that a file was read. */
  noteExport(caller: Caller, path: string): Promise<void>;
}
