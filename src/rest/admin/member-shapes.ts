/** What routes about people answer: members, sessions, who asks, and the log of what was done. */
import { z } from 'zod';
import type { LedgerSettings } from '../../domain/accounting/amounts/types.ts';
import { fiatCurrencies } from '../../domain/ids.ts';
import {
  type AuditEntryView,
  auditActorKinds,
  type IdentityView,
  type MemberLinkView,
  type MemberView,
  memberRoleNames,
  type PasskeyView,
  type SessionView,
  sessionMethods,
} from '../../use-cases/model/member-model.ts';
import { signInUrl } from '../../use-cases/pages/page-links.ts';
import { timestampField } from '../wire/objects/fields.ts';
import { list, plain, text, textOrNull, time, timeOrNull } from '../wire/objects/json.ts';

const passkeySchema = z
  .strictObject({
    id: z.string().meta({ description: "The credential's id, in base64url" }),
    name: z.string().meta({ description: 'What the member calls it' }),
    created_at: timestampField,
    last_used_at: timestampField.nullable().meta({ description: 'null: never' }),
  })
  .meta({ id: 'Passkey', description: 'A passkey of a member, by what is public of it' });

const passkeyJson = ({ id, name, createdAt, lastUsedAt }: PasskeyView): string =>
  `{"id":${text(id)},"name":${text(name)},"created_at":${time(createdAt)},"last_used_at":${timeOrNull(lastUsedAt)}}`;

export const memberSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Names the member: mem_7' }),
    client: z.string().meta({ description: 'Whose member it is' }),
    name: z.string().meta({ description: 'What the member is called' }),
    role: z.enum(memberRoleNames).meta({
      description:
        'owner: all of the client, with its keys, webhooks and members; editor: reads and writes; viewer: reads',
    }),
    address: z
      .string()
      .nullable()
      .meta({ description: 'Of the Ethereum account that signs in as this member; null: none was proved' }),
    passkeys: z.array(passkeySchema).meta({ description: 'Those that sign in as this member' }),
    created_at: timestampField,
    joined_at: timestampField.nullable().meta({ description: 'The first sign-in; null: not yet' }),
    last_signed_in_at: timestampField.nullable().meta({ description: 'The last sign-in; null: never' }),
  })
  .meta({ id: 'Member', description: 'A person who may sign in for a client' });

export const memberJson = (member: MemberView): string =>
  `{"id":${text(member.id)},"client":${text(member.client)},"name":${text(member.name)},"role":${plain(member.role)},` +
  `"address":${textOrNull(member.address)},"passkeys":${list(member.passkeys, passkeyJson)},"created_at":${time(member.createdAt)},` +
  `"joined_at":${timeOrNull(member.joinedAt)},"last_signed_in_at":${timeOrNull(member.lastSignedInAt)}}`;

export const memberLinkSchema = z
  .strictObject({
    link: z.string().meta({ description: 'Signs the member in, once. It is shown only now' }),
    expires_at: timestampField,
    member: memberSchema.meta({ description: 'Whom it signs in' }),
  })
  .meta({ id: 'MemberLink', description: 'A link that was just made' });

export const memberLinkJson = ({ member, secret, expiresAt }: MemberLinkView, baseUrl: string): string =>
  `{"link":${text(signInUrl(baseUrl, secret))},"expires_at":${time(expiresAt)},"member":${memberJson(member)}}`;

export const sessionSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Names the session; it signs nobody in' }),
    method: z.enum(sessionMethods).meta({ description: 'How it was signed in' }),
    address: z.string().meta({ description: 'The IP address that it was signed in from' }),
    user_agent: z.string().meta({ description: 'What the browser called itself then' }),
    created_at: timestampField,
    last_seen_at: timestampField,
    expires_at: timestampField.meta({ description: 'If it is used no more' }),
    is_current: z.boolean().meta({ description: 'Whether it is the one that asks' }),
  })
  .meta({ id: 'Session', description: 'A browser that is signed in, without its cookie' });

export const sessionJson = (session: SessionView): string =>
  `{"id":${text(session.id)},"method":${plain(session.method)},"address":${text(session.address)},` +
  `"user_agent":${text(session.userAgent)},"created_at":${time(session.createdAt)},"last_seen_at":${time(session.lastSeenAt)},` +
  `"expires_at":${time(session.expiresAt)},"is_current":${session.isCurrent}}`;

const ledgerChoice = z.enum(['carry', 'realize']);
const ledgerSettingsSchema = z
  .strictObject({
    own_transfers: ledgerChoice.meta({ description: 'Moves between own wallets' }),
    receipt_tokens: ledgerChoice.meta({ description: 'Tokens that stand for one that was given' }),
    liquidity_tokens: ledgerChoice.meta({ description: 'Shares of several tokens' }),
    deposits: ledgerChoice.meta({ description: 'What protocols and bridges hold' }),
  })
  .meta({
    id: 'LedgerSettings',
    description:
      'How the books are kept. carry: lots go on with cost and date; realize: a sale and a purchase',
  });

const ledgerSettingsJson = (settings: LedgerSettings): string =>
  `{"own_transfers":${plain(settings.ownTransfers)},"receipt_tokens":${plain(settings.receiptTokens)},` +
  `"liquidity_tokens":${plain(settings.liquidityTokens)},"deposits":${plain(settings.deposits)}}`;

export const identitySchema = z
  .strictObject({
    client: z.string().meta({ description: 'Whose data it is' }),
    reporting_currency: z.enum(fiatCurrencies).nullable().meta({
      description: 'What the books are told in beside USD and the coins; null: in nothing more',
    }),
    ledger_settings: ledgerSettingsSchema.meta({ description: "How the client's books are kept" }),
    scopes: z.array(z.string()).meta({ description: 'Some of read, write, webhooks, keys, admin' }),
    member: memberSchema.nullable().meta({ description: 'Who has signed in; null: a key, or a guest' }),
    session: sessionSchema.nullable().meta({ description: 'The session that asks; null: a key' }),
    wallet: z.string().nullable().meta({
      description: 'Of a guest the address that was proved, which is all that is to be seen; else null',
    }),
  })
  .meta({ id: 'Identity', description: 'Who asks, and what they may' });

export async function identityJson(identity: IdentityView): Promise<string> {
  const { client, reportingCurrency, scopes, member, session, wallet } = identity;
  const settings = await identity.ledgerSettings();
  return (
    `{"client":${text(client)},"reporting_currency":${textOrNull(reportingCurrency)},` +
    `"ledger_settings":${ledgerSettingsJson(settings)},"scopes":${list(scopes, text)},` +
    `"member":${member === null ? 'null' : memberJson(member)},` +
    `"session":${session === null ? 'null' : sessionJson(session)},"wallet":${textOrNull(wallet)}}`
  );
}

export const auditEntrySchema = z
  .strictObject({
    id: z.string().meta({ description: 'Names the entry' }),
    at: timestampField,
    client: z.string().meta({ description: 'The client that it concerns' }),
    actor_kind: z.enum(auditActorKinds).meta({ description: 'What did it' }),
    actor_id: z.string().nullable().meta({
      description: 'The id of the key or the member, or the address of the guest; null: the operator',
    }),
    actor_name: z.string().nullable().meta({ description: 'What the member was called then; null: a key' }),
    action: z.string().meta({ description: 'signed_in, key_created, exported, correction_added …' }),
    subject: z.string().meta({ description: 'What it was done to: an id and a name, or a path' }),
    address: z.string().nullable().meta({ description: 'Where it came from; null: this machine' }),
  })
  .meta({ id: 'AuditEntry', description: 'Who did what, when, and from where' });

export const auditEntryJson = (entry: AuditEntryView): string =>
  `{"id":${text(entry.id)},"at":${time(entry.at)},"client":${text(entry.client)},"actor_kind":${plain(entry.actorKind)},` +
  `"actor_id":${textOrNull(entry.actorId)},"actor_name":${textOrNull(entry.actorName)},"action":${text(entry.action)},` +
  `"subject":${text(entry.subject)},"address":${textOrNull(entry.address)}}`;
