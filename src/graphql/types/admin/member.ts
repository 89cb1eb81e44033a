import { auditActorKinds, memberRoleNames, sessionMethods } from '../../../use-cases/model/member-model.ts';
import { plainParameters, type UrlParameter } from '../../../use-cases/pages/page-links.ts';
import { builder } from '../../builder/builder.ts';
import { connectionArguments, connectionCost, connectionType, readPage } from '../../builder/connections.ts';
import { Currency } from '../../builder/enums.ts';
import { given } from '../../builder/input-values.ts';
import { AuditEntry, Identity, LedgerSettings, Member, Passkey, Session } from '../../builder/refs.ts';

const ofOwn = 'Needs the scope `admin`, or `keys` for the own client, which owners have.';

/** Of the texts that the read model has. */
const upperValues = <Value extends string>(values: readonly Value[]) =>
  Object.fromEntries(values.map((value) => [value.toUpperCase(), { value }]));

export const MemberRole = builder.enumType('MemberRole', { values: upperValues(memberRoleNames) });
const SignInMethod = builder.enumType('SignInMethod', { values: upperValues(sessionMethods) });
const AuditActorKind = builder.enumType('AuditActorKind', { values: upperValues(auditActorKinds) });

Passkey.implement({
  description: 'A passkey of a member, by what is public of it.',
  fields: (t) => ({
    id: t.string({ resolve: ({ id }) => id }),
    name: t.exposeString('name'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
  }),
});

Member.implement({
  description: 'A person who may sign in for a client.',
  fields: (t) => ({
    id: t.string({ resolve: ({ id }) => id }),
    client: t.exposeString('client'),
    name: t.exposeString('name'),
    role: t.expose('role', { type: MemberRole }),
    address: t.expose('address', { type: 'Address', nullable: true }),
    passkeys: t.field({
      type: [Passkey],
      complexity: { field: 1, multiplier: 10 },
      resolve: ({ passkeys }) => [...passkeys],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime', nullable: true }),
    lastSignedInAt: t.expose('lastSignedInAt', { type: 'DateTime', nullable: true }),
  }),
});

Session.implement({
  description: 'A browser that is signed in, without its cookie: only a hash of that is stored.',
  fields: (t) => ({
    id: t.string({ resolve: ({ id }) => id }),
    method: t.expose('method', { type: SignInMethod }),
    address: t.exposeString('address'),
    userAgent: t.exposeString('userAgent'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    isCurrent: t.exposeBoolean('isCurrent'),
  }),
});

const LedgerChoice = builder.enumType('LedgerChoice', {
  values: { CARRY: { value: 'carry' }, REALIZE: { value: 'realize' } } as const,
});

LedgerSettings.implement({
  description: "How a client's books are kept.",
  fields: (t) => ({
    ownTransfers: t.expose('ownTransfers', { type: LedgerChoice }),
    receiptTokens: t.expose('receiptTokens', { type: LedgerChoice }),
    liquidityTokens: t.expose('liquidityTokens', { type: LedgerChoice }),
    deposits: t.expose('deposits', { type: LedgerChoice }),
  }),
});

Identity.implement({
  description: 'Who asks, and what they may.',
  fields: (t) => ({
    client: t.exposeString('client'),
    reportingCurrency: t.expose('reportingCurrency', { type: Currency, nullable: true }),
    ledgerSettings: t.field({ type: LedgerSettings, resolve: ({ ledgerSettings }) => ledgerSettings() }),
    scopes: t.stringList({ resolve: ({ scopes }) => [...scopes] }),
    member: t.field({ type: Member, nullable: true, resolve: ({ member }) => member }),
    session: t.field({ type: Session, nullable: true, resolve: ({ session }) => session }),
    wallet: t.expose('wallet', { type: 'Address', nullable: true }),
  }),
});

AuditEntry.implement({
  description: 'Who did what, when, and from where.',
  fields: (t) => ({
    id: t.string({ resolve: ({ id }) => id }),
    at: t.expose('at', { type: 'DateTime' }),
    client: t.exposeString('client'),
    actorKind: t.expose('actorKind', { type: AuditActorKind }),
    actorId: t.exposeString('actorId', { nullable: true }),
    actorName: t.exposeString('actorName', { nullable: true }),
    action: t.exposeString('action'),
    subject: t.exposeString('subject'),
    address: t.exposeString('address', { nullable: true }),
  }),
});

const MemberConnection = connectionType('Member', Member, { links: true });
const SessionConnection = connectionType('Session', Session, { links: true });
const AuditEntryConnection = connectionType('AuditEntry', AuditEntry, { links: true });

const linkParameters =
  (texts: Readonly<Record<string, string | null | undefined>>) =>
  (pageSize: number): UrlParameter[] => [
    ...Object.entries(texts).flatMap(([name, value]): UrlParameter[] =>
      value == null ? [] : [[name, value]],
    ),
    ...plainParameters(pageSize),
  ];

builder.queryFields((t) => ({
  me: t.field({
    type: Identity,
    description: 'Who asks: the client, and who has signed in. Not for publishable keys and tokens.',
    resolve: (_root, _args, { readModel, caller }) => readModel.whoAmI(caller),
  }),
  members: t.field({
    type: MemberConnection,
    nullable: true,
    description: `Members, oldest first. ${ofOwn}`,
    args: { client: t.arg.string({ description: 'Only of this client.' }), ...connectionArguments },
    complexity: connectionCost,
    resolve: (_root, args, { readModel, caller, baseUrl }) =>
      readPage(args, (page) => readModel.listMembers(caller, given({ client: args.client }), page), {
        ...{ baseUrl, path: '/admin/member/', parameters: linkParameters({ client: args.client }) },
      }),
  }),
  sessions: t.field({
    type: SessionConnection,
    nullable: true,
    description:
      'Where you are signed in, the session that was used last first; those of another member for who manages its client.',
    args: {
      member: t.arg.string({ description: 'Of the member with this id; left out: your own.' }),
      ...connectionArguments,
    },
    complexity: connectionCost,
    resolve: (_root, args, { readModel, caller, baseUrl }) =>
      readPage(args, (page) => readModel.listSessions(caller, given({ member: args.member }), page), {
        ...{ baseUrl, path: '/account/session/', parameters: linkParameters({ member: args.member }) },
      }),
  }),
  auditLog: t.field({
    type: AuditEntryConnection,
    nullable: true,
    description: `Sign-ins, changes of keys and members, exports and corrections, the newest first, kept for 400 days. ${ofOwn}`,
    args: {
      client: t.arg.string({ description: 'Only of this client.' }),
      action: t.arg.string({ description: 'Only this, such as `signed_in`.' }),
      actorId: t.arg.string({ description: 'Only by the key or member with this id.' }),
      firstDay: t.arg.string({ description: 'From this UTC day on: `2026-01-31`.' }),
      lastDay: t.arg.string({ description: 'Up to this UTC day, and with it.' }),
      ...connectionArguments,
    },
    complexity: connectionCost,
    resolve: (_root, args, { readModel, caller, baseUrl }) => {
      const { client, action, actorId, firstDay, lastDay } = args;
      const request = given({ client, action, actorId, from: firstDay, to: lastDay });
      const named = { client, action, actor_id: actorId, first_day: firstDay, last_day: lastDay };
      return readPage(args, (page) => readModel.listAudit(caller, request, page), {
        ...{ baseUrl, path: '/admin/audit/', parameters: linkParameters(named) },
      });
    },
  }),
}));
