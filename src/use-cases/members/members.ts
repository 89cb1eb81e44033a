/** The people of a client: who they are, where they are signed in, and what was done. */
import { PublicError } from '../../errors.ts';
import { countAudit, listAudit, writeAudit } from '../../store/clients/audit-log.ts';
import { clientName } from '../../store/clients/client-rows.ts';
import type { Database } from '../../store/connection/database.ts';
import { findLedgerSettings } from '../../store/ledger/search/ledger-settings.ts';
import {
  countMembers,
  deleteMember,
  findMember,
  insertMember,
  listMembers,
  type MemberRow,
  updateMember,
} from '../../store/members/member-rows.ts';
import { deletePasskey, findPasskey, listPasskeys } from '../../store/members/passkey-rows.ts';
import { findSessionById } from '../../store/members/session-rows.ts';
import { insertLink } from '../../store/members/sign-in-rows.ts';
import { actorOf } from '../access/actor.ts';
import { requireWholeClient } from '../access/ownership.ts';
import { hashSecret, newSecret } from '../access/session-text.ts';
import { checkedName } from '../admin/key-input.ts';
import { dayOf, managedClient, requireManaged, requireNoQuotas } from '../admin/managed.ts';
import type { IdentityView, MemberLinkView, MemberModel, MemberView } from '../model/member-model.ts';
import type { Caller } from '../model/view-model.ts';
import { mapPage } from '../pages/keyset-page.ts';
import { offsetPage } from '../pages/offset-page.ts';
import { noSuchMember, requireMember } from './member-access.ts';
import { auditView, memberView, sessionView } from './member-views.ts';
import { createSessions } from './sessions.ts';

export interface MembersDependencies {
  database: Database;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** More are an organisation, which has clients for its parts. */
const mostMembers = 200;
const inviteMinutes = 3 * 24 * 60;

async function viewOf(database: Database, row: MemberRow): Promise<MemberView> {
  return memberView(row, await listPasskeys(database, [row.id]));
}

const lastOwner = (): PublicError =>
  new PublicError(
    'CONFLICT',
    'This is the last owner who has signed in: make another member an owner, and have them sign in, first.',
  );

/** What a change answered, or why there was none. */
function changed(row: MemberRow | 'last owner' | null, id: string): MemberRow {
  if (row === 'last owner') throw lastOwner();
  if (row === null) throw noSuchMember(id);
  return row;
}

async function linkOf(
  { database, now }: MembersDependencies,
  caller: Caller,
  row: MemberRow,
): Promise<MemberLinkView> {
  const secret = newSecret('link');
  const link = { hash: hashSecret(secret), memberId: row.id, clientId: row.clientId };
  await insertLink(database, { ...link, minutes: inviteMinutes }, actorOf(caller));
  const expiresAt = Math.floor(now() / 1000) + inviteMinutes * 60;
  return { member: await viewOf(database, row), secret, expiresAt };
}

async function whoAmI(database: Database, caller: Caller): Promise<IdentityView> {
  const { clientId, scopes, session, reportingCurrency = null } = caller;
  if (session === undefined) requireWholeClient(caller);
  const member = session?.member == null ? null : await findMember(database, session.member.id);
  const row = session === undefined ? null : await findSessionById(database, session.id);
  return {
    client: await clientName(database, clientId),
    ...{ scopes, reportingCurrency, ledgerSettings: () => findLedgerSettings(database, clientId) },
    member: member === null ? null : await viewOf(database, member),
    session: row === null ? null : sessionView(row, row.id),
    wallet: session?.wallet ?? null,
  };
}

function createChanges(
  deps: MembersDependencies,
): Pick<
  MemberModel,
  'inviteMember' | 'createMemberLink' | 'updateMember' | 'removeMember' | 'removePasskey'
> {
  const { database } = deps;
  return {
    async inviteMember(caller, { client, name, role }) {
      managedClient(caller);
      await requireNoQuotas(database, caller, 'a member');
      const clientId =
        client === undefined ? caller.clientId : (await requireManaged(database, caller, client)).id;
      const actor = actorOf(caller);
      const invited = { clientId, name: checkedName(name), role };
      const row = await insertMember(database, invited, { most: mostMembers, actor });
      if (row !== null) return linkOf(deps, caller, row);
      throw new PublicError('LIMIT_REACHED', `A client can have ${mostMembers} members: remove some.`);
    },
    async createMemberLink(caller, id) {
      const row = await requireMember(database, caller, id);
      await requireNoQuotas(database, caller, 'who signs in');
      return linkOf(deps, caller, row);
    },
    async updateMember(caller, id, { name, role }) {
      const { id: number } = await requireMember(database, caller, id);
      const change = { name: name === undefined ? undefined : checkedName(name), role };
      return viewOf(database, changed(await updateMember(database, number, change, actorOf(caller)), id));
    },
    async removeMember(caller, id) {
      const row = await requireMember(database, caller, id);
      const view = await viewOf(database, row);
      changed(await deleteMember(database, row.id, actorOf(caller)), id);
      return view;
    },
    async removePasskey(caller, id) {
      const passkey = await findPasskey(database, id);
      const isOwn = passkey !== null && passkey.memberId === caller.session?.member?.id;
      if (!isOwn) managedClient(caller);
      const member = passkey === null ? null : await findMember(database, passkey.memberId);
      const isManaged = member !== null && (isOwn || isIn(member, managedClient(caller)));
      const place = { clientId: member?.clientId ?? 0, actor: actorOf(caller) };
      if (!isManaged || !(await deletePasskey(database, { id, memberId: member.id }, place))) {
        throw new PublicError('NOT_FOUND', `There is no passkey with the id '${id.slice(0, 80)}'.`);
      }
      return viewOf(database, member);
    },
  };
}

const isIn = ({ clientId }: MemberRow, managed: number | undefined): boolean =>
  managed === undefined || managed === clientId;

/** The same file read again within the hour by the same hand is one entry. */
const exportMs = 3_600_000;

export function createMembers(deps: MembersDependencies): MemberModel {
  const { database, now } = deps;
  const exports = createExportLog(deps);
  return {
    ...createSessions(deps),
    ...createChanges(deps),
    whoAmI: (caller) => whoAmI(database, caller),
    async listMembers(caller, { client }, page) {
      const managed = managedClient(caller);
      const clientId = client === undefined ? managed : (await requireManaged(database, caller, client)).id;
      const list = {
        fetch: (offset: number, limit: number) => listMembers(database, { clientId, offset, limit }),
        count: () => countMembers(database, clientId),
      };
      const rows = await offsetPage(list, page);
      const passkeys = await listPasskeys(
        database,
        rows.items.map(({ id }) => id),
      );
      return mapPage(
        rows,
        rows.items.map((row) => memberView(row, passkeys)),
      );
    },
    async listAudit(caller, { client, action, actorId, from, to }, page) {
      const managed = managedClient(caller);
      const clientId = client === undefined ? managed : (await requireManaged(database, caller, client)).id;
      const filter = { clientId, action, actorId, from: dayOf('from', from), to: dayOf('to', to) };
      const list = {
        fetch: (offset: number, limit: number) => listAudit(database, { ...filter, offset, limit }),
        count: () => countAudit(database, filter),
      };
      const rows = await offsetPage(list, page);
      return mapPage(rows, rows.items.map(auditView));
    },
    noteExport: (caller, path) => exports(caller, path, now()),
  };
}

const mostExports = 10_000;

/** Writes that a file was read. */
function createExportLog({ database }: MembersDependencies) {
  const noted = new Map<string, number>();
  return async (caller: Caller, path: string, time: number): Promise<void> => {
    if (database.session.isReadOnly) return;
    const actor = actorOf(caller);
    const name = `${caller.clientId} ${actor.kind} ${actor.id} ${actor.address} ${path}`;
    if (time - (noted.get(name) ?? Number.NEGATIVE_INFINITY) < exportMs) return;
    if (noted.size >= mostExports) noted.clear();
    noted.set(name, time);
    const { clientId } = caller;
    await writeAudit(database.pool, { clientId, actor, action: 'exported', subject: path });
  };
}
