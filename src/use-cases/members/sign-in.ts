/**
 * How people prove who they are: by a link that works once, by an account of Ethereum, or by a passkey. Whatever is wrong, the answer is the
 * same: nobody learns who there is.
 */
import type { Address } from '../../domain/model.ts';
import { PublicError } from '../../errors.ts';
import type { Actor } from '../../store/clients/audit-log.ts';
import { ensureClient } from '../../store/clients/client-rows.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  findMember,
  findMemberByAccount,
  linkAddress,
  type SigningAccount,
} from '../../store/members/member-rows.ts';
import {
  deleteSession,
  insertSession,
  type NewSession,
  type SignInMethod,
} from '../../store/members/session-rows.ts';
import { insertNonce, takeLink } from '../../store/members/sign-in-rows.ts';
import { actorOf, memberIdOf } from '../access/actor.ts';
import { hashSecret, isSecret, newSecret, newSessionId } from '../access/session-text.ts';
import type { Caller } from '../model/view-model.ts';
import { createPasskeys, type PasskeySignIn } from './passkeys.ts';
import type { Browser, SignedIn, SignIn, SiweMessageInput } from './sign-in-model.ts';
import { type ContractSignature, createSiweCheck, newNonce } from './siwe.ts';

export interface SignInDependencies {
  database: Database;
  /** Chains that are enabled here, by their ids. */
  enabledChains: () => Promise<readonly { chainId: number }[]>;
  /** Asks a contract whether a signature is its own; null for a chain without a node. */
  contractSignature: ContractSignature;
  /** The client that guests see their wallet of; null: an address that is no member's signs nobody in. */
  guestsOf: string | null;
  /** Milliseconds since 1970. */
  now: () => number;
}

export const notSignedIn = (): PublicError =>
  new PublicError(
    'UNAUTHENTICATED',
    'That does not sign you in: it is wrong, was used before, or is over. Begin again.',
  );

/** Who is signed in. */
interface Person {
  clientId: number;
  member: { id: number; name: string } | null;
  wallet: Address | null;
}

const longestUserAgent = 200;

/** The row of a new session, its cookie, and who it is for the log. */
function newSession(
  { clientId, member, wallet }: Person,
  method: SignInMethod,
  { address, userAgent }: Browser,
): { row: NewSession; cookie: string; actor: Actor } {
  const cookie = newSecret('session');
  const row = {
    ...{
      id: newSessionId(),
      hash: hashSecret(cookie),
      clientId,
      memberId: member?.id ?? null,
      wallet,
      method,
    },
    ...{ address, userAgent: userAgent.slice(0, longestUserAgent).toWellFormed().replaceAll('\0', '') },
  };
  const who =
    member === null
      ? { kind: 'guest' as const, id: wallet ?? '', name: '' }
      : { kind: 'member' as const, id: memberIdOf(member.id), name: member.name };
  return { row, cookie, actor: { ...who, address } };
}

const replacedBy = ({ cookie }: Browser): Buffer | null => (cookie === null ? null : hashSecret(cookie));

async function byLink({ database }: SignInDependencies, secret: string, browser: Browser): Promise<SignedIn> {
  if (!isSecret('link', secret)) throw notSignedIn();
  return database.transaction(async (client) => {
    const memberId = await takeLink(client, hashSecret(secret));
    const member = memberId === null ? null : await findMember({ pool: client }, memberId);
    if (member === null) throw notSignedIn();
    const person = { clientId: member.clientId, member, wallet: null };
    const { row, cookie, actor } = newSession(person, 'link', browser);
    await insertSession(client, row, { replaced: replacedBy(browser), actor });
    return { cookie };
  });
}

/** The member whose account it is, or a guest where guests are let in. */
async function personOf(
  { database, guestsOf }: SignInDependencies,
  account: SigningAccount,
): Promise<Person | null> {
  const { address } = account;
  const member = await findMemberByAccount(database, account);
  if (member === 'elsewhere') return null;
  if (member !== null) return { clientId: member.clientId, member, wallet: null };
  // A contract's word counts for its chain alone (decision 0027), and a guest sees an address on all chains.
  if (guestsOf === null || account.contractChainId !== null) return null;
  const { id: clientId } = await ensureClient(database, guestsOf);
  return { clientId, member: null, wallet: address };
}

export function createSignIn(deps: SignInDependencies): SignIn {
  const { database } = deps;
  const siwe = createSiweCheck(deps);
  const passkeys = createPasskeys(deps);
  const start = async (person: Person, method: SignInMethod, browser: Browser): Promise<SignedIn> => {
    const { row, cookie, actor } = newSession(person, method, browser);
    await database.transaction((client) =>
      insertSession(client, row, { replaced: replacedBy(browser), actor }),
    );
    return { cookie };
  };
  return {
    ways: { guests: deps.guestsOf !== null },
    newPreSession: () => newSecret('preSession'),
    byLink: (secret, browser) => byLink(deps, secret, browser),

    async newNonce(preSession, account, page) {
      const nonce = newNonce();
      const text = account === null ? null : await siwe.messageFor(account, { nonce, page });
      await insertNonce(database, { nonce, preSession: hashSecret(preSession), purpose: 'ethereum' });
      return { nonce, message: text };
    },

    async byEthereum(input: SiweMessageInput, browser) {
      const account = await siwe.check(input, browser);
      const person = account === null ? null : await personOf(deps, account);
      if (person === null) throw notSignedIn();
      return start(person, 'ethereum', browser);
    },

    async linkEthereum(caller, input, browser) {
      const { session } = caller;
      const row = session?.member == null ? null : await findMember(database, session.member.id);
      if (row === null) throw membersOnly();
      const account = await siwe.check(input, browser);
      if (account === null) throw notSignedIn();
      if (await linkAddress(database, row, account, actorOf(caller))) return { address: account.address };
      throw new PublicError(
        'CONFLICT',
        'This account signs in as another member: sign in by it, or take another.',
      );
    },

    passkeyOptions: passkeys.options,
    async byPasskey(response, browser) {
      const used: PasskeySignIn | null = await passkeys.check(response, browser);
      if (used === null) throw notSignedIn();
      return database.transaction(async (client) => {
        const member = await used.take(client);
        if (member === null) throw notSignedIn();
        const person = { clientId: member.clientId, member, wallet: null };
        const { row, cookie, actor } = newSession(person, 'passkey', browser);
        await insertSession(client, row, { replaced: replacedBy(browser), actor });
        return { cookie };
      });
    },
    newPasskeyOptions: (caller, browser) => passkeys.newOptions(requireSelf(caller), browser),
    addPasskey: (caller, request, browser) => passkeys.add(caller, requireSelf(caller), request, browser),

    async signOut(caller) {
      const { session, clientId } = caller;
      if (session === undefined) return;
      await deleteSession(
        database,
        { id: session.id, clientId },
        { actor: actorOf(caller), action: 'signed_out' },
      );
    },
  };
}

const membersOnly = (): PublicError =>
  new PublicError('FORBIDDEN', 'This is for members who have signed in.');

/** The member who asks. Throws FORBIDDEN for guests and keys. */
function requireSelf({ session }: Caller): { id: number; name: string } {
  if (session?.member == null) throw membersOnly();
  return session.member;
}
