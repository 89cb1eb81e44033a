/** Passkeys (WebAuthn), with user verification, for the pages of this service alone. Over https or on localhost: elsewhere browsers have none. */

import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import { apiKeyPepper } from '../../store/connection/settings.ts';
import { findMember, type MemberRow } from '../../store/members/member-rows.ts';
import {
  findPasskey,
  insertPasskey,
  listPasskeys,
  mostPasskeys,
  usePasskey,
} from '../../store/members/passkey-rows.ts';
import { insertNonce, type NoncePurpose, takeNonce } from '../../store/members/sign-in-rows.ts';
import { actorOf } from '../access/actor.ts';
import { hashSecret } from '../access/session-text.ts';
import { checkedName } from '../admin/key-input.ts';
import type { PasskeyView } from '../model/member-model.ts';
import type { Caller } from '../model/view-model.ts';
import type { Browser, OwnPage } from './sign-in-model.ts';

interface PasskeyDependencies {
  database: Database;
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A response that was right. */
export interface PasskeySignIn {
  /** In the transaction that starts the session: whose it is; null: its counter says that it is a copy. */
  take(client: Transaction): Promise<MemberRow | null>;
}

/** Base64url, as browsers write bytes: a text for the database, too, which takes no NUL. */
const text = z
  .string()
  .max(10_000)
  .regex(/^[\w-]+$/);
const credential = { id: text.max(2_000), rawId: text.max(2_000), type: z.literal('public-key') };
const results = z.record(z.string(), z.unknown()).default({});
const authenticationSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text }),
  clientExtensionResults: results,
});

const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
const registrationSchema = z.object({
  ...credential,
  response: z.object({
    ...{
      clientDataJSON: text,
      attestationObject: z
        .string()
        .max(100_000)
        .regex(/^[\w-]+$/),
    },
    transports: z.array(transport).max(10).catch([]),
  }),
  clientExtensionResults: results,
});

/** A tenth of what a service loads, for what most never do: it is loaded when the first browser asks for it. */
const webauthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256, by their numbers of COSE: what authenticators have. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** The name that passkeys are for. Throws BAD_INPUT: there is none. */
function relyingParty({ origin }: OwnPage): string {
  const { hostname } = new URL(origin);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return hostname;
  throw new PublicError(
    'BAD_INPUT',
    'Passkeys are for names, not for addresses: open this page as localhost, or by the name of PUBLIC_URL.',
  );
}

/** The challenge that a response answers; null: it is not to be read. */
function challengeOf(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return z.object({ challenge: text.max(200) }).parse(data).challenge;
  } catch {
    return null;
  }
}

/**
 * The same key without what its maker says of it. Nothing is asked of that (`attestation: 'none'`), and checking it would follow addresses in
 * certificates that whoever registers a key has written: requests from here to wherever they lead. Throws for what cannot be read.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const statement = new Map<string, never>();
  const bare = new Map<string, string | Map<string, never> | Uint8Array<ArrayBuffer>>([
    ...[['fmt', 'none'] as const, ['attStmt', statement] as const],
    ['authData', decoded.get('authData')],
  ]);
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url');
}

/** What was registered, checked; null: it does not fit. */
async function checkedRegistration(
  given: z.output<typeof registrationSchema>,
  expectedChallenge: string,
  browser: Browser,
) {
  try {
    const attestationObject = await withoutAttestation(given.response.attestationObject);
    const { verifyRegistrationResponse } = await webauthn();
    const verified = await verifyRegistrationResponse({
      response: { ...given, response: { ...given.response, attestationObject } },
      ...{ expectedChallenge, expectedOrigin: browser.origin, expectedRPID: relyingParty(browser) },
      ...{ requireUserVerification: true, supportedAlgorithmIDs },
    });
    return verified.verified ? verified.registrationInfo : null;
  } catch {
    return null;
  }
}

/** Keeps what a browser is given, until it comes back. */
const keepChallenge = (
  database: Database,
  { challenge, purpose, preSession }: { challenge: string; purpose: NoncePurpose; preSession: string },
): Promise<void> => insertNonce(database, { nonce: challenge, purpose, preSession: hashSecret(preSession) });

/** Whether this browser was given the challenge for that. It is gone then, whatever follows. */
async function isOwnChallenge(
  database: Database,
  { preSession }: Browser,
  { purpose, clientDataJSON }: { purpose: NoncePurpose; clientDataJSON: string },
): Promise<string | null> {
  const nonce = challengeOf(clientDataJSON);
  if (nonce === null || preSession === null) return null;
  return (await takeNonce(database, { nonce, purpose, preSession: hashSecret(preSession) })) ? nonce : null;
}

async function check(
  { database }: PasskeyDependencies,
  given: unknown,
  browser: Browser,
): Promise<PasskeySignIn | null> {
  const parsed = authenticationSchema.safeParse(given);
  if (!parsed.success) return null;
  const response = parsed.data;
  const place = { purpose: 'passkey', clientDataJSON: response.response.clientDataJSON } as const;
  const expectedChallenge = await isOwnChallenge(database, browser, place);
  const stored = await findPasskey(database, response.id);
  if (expectedChallenge === null || stored === null) return null;
  const { id, publicKey, counter } = stored;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    ...{ response, expectedChallenge, expectedOrigin: browser.origin, expectedRPID: relyingParty(browser) },
    // The counter is compared where it is stored.
    credential: { id, publicKey, counter: 0 },
    requireUserVerification: true,
  }).catch(() => null);
  if (verified?.verified !== true) return null;
  const { newCounter } = verified.authenticationInfo;
  if (counter > 0n && BigInt(newCounter) <= counter) return null;
  return {
    async take(client) {
      return (await usePasskey(client, id, newCounter))
        ? findMember({ pool: client }, stored.memberId)
        : null;
    },
  };
}

/**
 * What a device knows the member by: a second key of its takes the place of the first. All services at `localhost` are one to it, and each has
 * a first member: so it is of the installation, too, or a demo would take away the key of what runs beside it.
 */
async function userHandle(database: Database, memberId: number): Promise<Uint8Array<ArrayBuffer>> {
  const installation = createHmac('sha256', await apiKeyPepper(database));
  return new Uint8Array(installation.update(`member ${memberId}`).digest());
}

async function newOptions(
  { database }: PasskeyDependencies,
  { id, name }: { id: number; name: string },
  browser: Browser,
): Promise<unknown> {
  const { preSession } = browser;
  if (preSession === null)
    throw new PublicError('BAD_INPUT', 'The browser keeps no cookies: allow them here.');
  const known = await listPasskeys(database, [id]);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    ...{ rpName: 'Wallet data', rpID: relyingParty(browser), userName: name, userDisplayName: name },
    userID: await userHandle(database, id),
    excludeCredentials: known.map((passkey) => ({ id: passkey.id, transports: passkey.transports })),
    ...{ attestationType: 'none', supportedAlgorithmIDs },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(database, { challenge: options.challenge, purpose: 'new passkey', preSession });
  return options;
}

async function add(
  { database }: PasskeyDependencies,
  { caller, member, browser }: { caller: Caller; member: { id: number }; browser: Browser },
  request: { name: string; response: unknown },
): Promise<PasskeyView> {
  const name = checkedName(request.name);
  const parsed = registrationSchema.safeParse(request.response);
  if (!parsed.success) throw notAdded();
  const response = parsed.data;
  const place = { purpose: 'new passkey', clientDataJSON: response.response.clientDataJSON } as const;
  const expectedChallenge = await isOwnChallenge(database, browser, place);
  if (expectedChallenge === null) throw notAdded();
  const registered = await checkedRegistration(response, expectedChallenge, browser);
  if (registered === null) throw notAdded();
  const { id, publicKey, counter } = registered.credential;
  const passkey = { id, memberId: member.id, name, publicKey, counter: BigInt(counter) };
  const outcome = await insertPasskey(
    database,
    { ...passkey, transports: response.response.transports },
    { clientId: caller.clientId, actor: actorOf(caller) },
  );
  if (outcome === 'too many') {
    throw new PublicError('LIMIT_REACHED', `A member can have ${mostPasskeys} passkeys: remove one first.`);
  }
  if (outcome === 'there') throw new PublicError('CONFLICT', 'This passkey is known already.');
  const stored = await findPasskey(database, id);
  if (stored === null) throw notAdded();
  return { id, name, createdAt: stored.createdAt, lastUsedAt: null };
}

const notAdded = (): PublicError =>
  new PublicError(
    'BAD_INPUT',
    'The passkey was not added: what the browser answered does not fit. Begin again.',
  );

export function createPasskeys(deps: PasskeyDependencies) {
  const { database } = deps;
  return {
    async options(preSession: string, page: OwnPage): Promise<unknown> {
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({
        ...{ rpID: relyingParty(page), userVerification: 'required' },
      });
      await keepChallenge(database, { challenge: options.challenge, purpose: 'passkey', preSession });
      return options;
    },
    check: (response: unknown, browser: Browser) => check(deps, response, browser),
    newOptions: (member: { id: number; name: string }, browser: Browser) => newOptions(deps, member, browser),
    add: (
      caller: Caller,
      member: { id: number },
      request: { name: string; response: unknown },
      browser: Browser,
    ) => add(deps, { caller, member, browser }, request),
  };
}
