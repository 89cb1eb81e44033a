/**
 * Short tokens: JSON Web Tokens (RFC 7519) with EdDSA (RFC 8037). Nothing of them is stored. What signs them is derived of the key that mints
 * them and of the installation's pepper: it ends with its key, and a rotated key has another, while both are valid.
 */
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { parseAddress } from '../../domain/address.ts';
import type { Address } from '../../domain/model.ts';

/** A quarter of an hour. */
export const longestTokenSeconds = 900;
/** Clocks of several processes may differ by so much. An end is never put off by it. */
const toleranceSeconds = 30;
export const mostTokenWallets = 50;
/** Whom tokens are for where the installation has no PUBLIC_URL. */
export const usualAudience = 'urn:wallet-data';
/** Longer than any that is minted: 50 wallets are 3,200 characters. */
const longestText = 6_000;

export interface TokenClaims {
  /** The installation: its PUBLIC_URL. */
  audience: string;
  /** Whom the page knows behind it, opaque to us. */
  subject: string | null;
  wallets: readonly Address[];
  scopes: readonly string[];
  /** Of the pages that may use it; null: any. */
  origin: string | null;
  /** Seconds since 1970. */
  issuedAt: number;
  expiresAt: number;
}

/** What signs the tokens of a key. */
export interface TokenSigner {
  keyId: string;
  /** As the key is stored. */
  hash: Uint8Array;
  pepper: string;
}

/** Before a seed of 32 bytes: PKCS #8 of Ed25519 (RFC 8410, section 7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

function privateKeyOf({ keyId, hash, pepper }: TokenSigner): KeyObject {
  const seed = hkdfSync('sha256', pepper, hash, `wallet-data token ${keyId}`, 32);
  return createPrivateKey({
    key: Buffer.concat([pkcs8Head, Buffer.from(seed)]),
    format: 'der',
    type: 'pkcs8',
  });
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param id Of the token itself: no two are the same text. */
export function signToken(signer: TokenSigner, claims: TokenClaims, id: string): string {
  const head = encode({ alg: 'EdDSA', typ: 'JWT', kid: signer.keyId });
  const body = encode({
    ...{ aud: claims.audience, wallets: claims.wallets, scopes: claims.scopes },
    ...(claims.subject === null ? {} : { sub: claims.subject }),
    ...(claims.origin === null ? {} : { origin: claims.origin }),
    ...{ iat: claims.issuedAt, nbf: claims.issuedAt, exp: claims.expiresAt, jti: id },
  });
  const signature = sign(null, Buffer.from(`${head}.${body}`), privateKeyOf(signer));
  return `${head}.${body}.${signature.toString('base64url')}`;
}

const tokenForm = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Whether a text has the form of a token, whoever signed it. */
export const looksLikeToken = (text: string): boolean => tokenForm.test(text) && text.length <= longestText;

/** No other algorithm, and nothing that would have to be understood (`crit`, embedded keys). */
const headSchema = z.strictObject({
  alg: z.literal('EdDSA'),
  typ: z.literal('JWT'),
  kid: z.string().regex(/^[\w-]{1,64}$/),
});

/** The id of the key that is said to have minted a token; null: it is none of ours. Nothing is proved by it. */
export function keyOfToken(token: string): string | null {
  const [head = ''] = token.split('.', 1);
  return headSchema.safeParse(decode(head)).data?.kid ?? null;
}

const second = z.int().nonnegative();
const claimsSchema = z.object({
  aud: z.string(),
  sub: z.string().max(200).optional(),
  wallets: z.array(z.string()).min(1).max(mostTokenWallets),
  scopes: z.array(z.string()).max(10),
  origin: z.string().optional(),
  ...{ iat: second, nbf: second, exp: second },
  jti: z.string(),
});

/** What a token says, if the signer has signed it; null: it has not, or it says nothing that we would say. Times are not looked at. */
export function verifyToken(token: string, signer: TokenSigner): TokenClaims | null {
  const [head = '', body = '', signature = ''] = token.split('.');
  if (keyOfToken(token) !== signer.keyId) return null;
  const bytes = Buffer.from(signature, 'base64url');
  const isOurs = verify(null, Buffer.from(`${head}.${body}`), createPublicKey(privateKeyOf(signer)), bytes);
  // One token is one text: no other spelling of the same signature.
  if (!isOurs || bytes.toString('base64url') !== signature) return null;
  const { data } = claimsSchema.safeParse(decode(body));
  if (data === undefined || data.exp - data.iat > longestTokenSeconds) return null;
  const wallets = data.wallets.flatMap((text) => {
    const parsed = parseAddress(text);
    return parsed.ok ? [parsed.address] : [];
  });
  return {
    ...{
      audience: data.aud,
      subject: data.sub ?? null,
      origin: data.origin ?? null,
      wallets,
      scopes: data.scopes,
    },
    issuedAt: Math.max(data.iat, data.nbf),
    expiresAt: data.exp,
  };
}

/** @param now Milliseconds since 1970. */
export const isCurrent = ({ issuedAt, expiresAt }: TokenClaims, now: number): boolean =>
  now < expiresAt * 1000 && now >= (issuedAt - toleranceSeconds) * 1000;

function decode(part: string): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return value;
  } catch {
    return null;
  }
}
