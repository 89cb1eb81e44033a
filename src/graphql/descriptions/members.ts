/** Descriptions: members, their sessions and passkeys, and the log of what was done. */
import type { Descriptions } from './describe.ts';

const member = 'The id of the member.';
const asItIs = 'The member as it is then.';
const link = 'The link, shown only now. It works once; whoever opens it has to click.';
const linkEnd = 'When the link ends.';

export const memberDescriptions = {
  MemberRole: 'What a member may do.',
  'MemberRole.OWNER': 'All of the client, with its keys, webhooks and members.',
  'MemberRole.EDITOR': 'Reads, and writes labels and corrections, and registers wallets.',
  'MemberRole.VIEWER': 'Reads.',
  SignInMethod: 'How somebody signed in.',
  'SignInMethod.LINK': 'By a link that works once.',
  'SignInMethod.PASSKEY': 'By a passkey.',
  'SignInMethod.ETHEREUM': 'By a message that the wallet signed (EIP-4361).',
  AuditActorKind: 'What did something.',
  'AuditActorKind.KEY': 'An API key, or a token of it.',
  'AuditActorKind.MEMBER': 'A member who had signed in.',
  'AuditActorKind.GUEST': 'Somebody who had proved an address and is no member.',
  'AuditActorKind.OPERATOR': 'The command line of the installation.',

  'Passkey.id': "The credential's id, in base64url.",
  'Passkey.name': 'What the member calls it.',
  'Passkey.createdAt': 'When it was added.',
  'Passkey.lastUsedAt': 'When it last signed in; null: never.',

  'Member.id': 'Names the member: `mem_7`.',
  'Member.client': 'Whose member it is, by name.',
  'Member.name': 'What the member is called.',
  'Member.role': 'What the member may do.',
  'Member.address': 'Of the Ethereum account that signs in as this member; null: none was proved.',
  'Member.passkeys': 'Those that sign in as this member, oldest first: at most 10.',
  'Member.createdAt': 'When the member was invited.',
  'Member.joinedAt': 'When the member first signed in; null: not yet.',
  'Member.lastSignedInAt': 'When the member last signed in; null: never.',

  'Session.id': 'Names the session; it signs nobody in.',
  'Session.method': 'How it was signed in.',
  'Session.address': 'The IP address that it was signed in from.',
  'Session.userAgent': 'What the browser called itself then, at most 200 characters.',
  'Session.createdAt': 'When it was signed in.',
  'Session.lastSeenAt': 'When it was last used, to five minutes.',
  'Session.expiresAt':
    'When it ends if it is used no more: 12 hours after its last use, and 30 days after its beginning at most.',
  'Session.isCurrent': 'Whether it is the one that asks.',

  'Identity.client': 'Whose data it is, by name.',
  'Identity.reportingCurrency':
    "What the client's books are told in beside USD and the coins (`reportingCurrency` of its settings); null: in nothing more.",
  'Identity.ledgerSettings':
    "How the client's books are kept: what is set of it, and else what holds by default.",
  LedgerChoice: 'How something that may be a disposal is booked.',
  'LedgerChoice.CARRY': 'Its lots go on, with what they cost and when they were acquired.',
  'LedgerChoice.REALIZE': 'A sale and a purchase at market value.',
  'LedgerSettings.ownTransfers': 'Moves between own wallets.',
  'LedgerSettings.receiptTokens':
    'A token that stands for one that was given, in lending, staking and vaults, and the way back.',
  'LedgerSettings.liquidityTokens': 'A share of several tokens, and the way back.',
  'LedgerSettings.deposits': 'What a protocol or a bridge has without giving a token for it.',
  'Identity.scopes': 'What it may: some of `read`, `write`, `webhooks`, `keys`, `admin`.',
  'Identity.member': 'Who has signed in; null: a key, or a guest.',
  'Identity.session': 'The session that asks; null: a key.',
  'Identity.wallet': 'Of a guest the address that was proved, which is all that is to be seen; else null.',

  'AuditEntry.id': 'Names the entry.',
  'AuditEntry.at': 'When it was done.',
  'AuditEntry.client': 'The client that it concerns, by name.',
  'AuditEntry.actorKind': 'What did it.',
  'AuditEntry.actorId': 'The id of the key or the member, or the address of the guest; null: the operator.',
  'AuditEntry.actorName': 'What the member was called then; null: a key or the operator.',
  'AuditEntry.action':
    '`signed_in`, `signed_out`, `session_ended`, `passkey_added`, `passkey_removed`, `address_linked`, `member_invited`, `member_changed`, `member_removed`, `link_made`, `key_created`, `key_rotated`, `key_changed`, `key_revoked`, `client_created`, `settings_changed`, `webhook_created`, `webhook_changed`, `webhook_secret_rotated`, `webhook_removed`, `exported`, `correction_added`, `correction_undone` or `wallet_reloaded`.',
  'AuditEntry.subject': 'What it was done to: an id and a name, or a path.',
  'AuditEntry.address': 'The IP address that it came from; null: this machine.',

  'InviteMemberInput.client': 'Whose member it is to be, by name; left out: your own.',
  'InviteMemberInput.name': 'What the member is called: 1 to 100 characters.',
  'InviteMemberInput.role': 'What the member may do.',
  'InviteMemberPayload.member': 'The new member.',
  'InviteMemberPayload.link': link,
  'InviteMemberPayload.expiresAt': linkEnd,
  'CreateMemberLinkInput.id': member,
  'CreateMemberLinkPayload.member': 'Whom it signs in.',
  'CreateMemberLinkPayload.link': link,
  'CreateMemberLinkPayload.expiresAt': linkEnd,
  'UpdateMemberInput.id': member,
  'UpdateMemberInput.name': 'What the member is called: 1 to 100 characters.',
  'UpdateMemberInput.role': 'What the member may do.',
  'UpdateMemberPayload.member': asItIs,
  'RemoveMemberInput.id': member,
  'RemoveMemberPayload.member': 'The member as it was.',
  'RemovePasskeyInput.id': 'The id of the passkey.',
  'RemovePasskeyPayload.member': asItIs,
  'EndSessionInput.id': 'The id of the session.',
  'EndSessionPayload.session': 'The session as it was.',
  'EndOtherSessionsPayload.count': 'How many ended.',
} as const satisfies Descriptions;
