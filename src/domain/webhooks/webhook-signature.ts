/**
 * Signatures of the Standard Webhooks contract, version 1.0 (github.com/standard-webhooks/standard-webhooks, spec): the text
 * `id.timestamp.body` under HMAC-SHA256 (`v1`), and under Ed25519 (`v1a`) for receivers that are to check and not to sign. Pure functions.
 */
import { createHmac, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';

/** How every secret begins. What follows is base64 of the key. */
export const secretPrefix = 'whsec_';
/** The contract allows 24 to 64 bytes. */
export const secretBytes = 32;

/** How every public key begins. What follows is base64 of its 32 bytes. */
const publicKeyPrefix = 'whpk_';

/** What is sent, as far as it is signed. `id` has no dot in it. */
export interface SignedMessage {
  id: string;
  /** Of the attempt, in unix seconds. */
  timestamp: number;
  /** The very text of the body. */
  body: string;
}

/** The text of a secret, as receivers are given it. */
export const secretText = (key: Uint8Array): string =>
  `${secretPrefix}${Buffer.from(key).toString('base64')}`;

const keyOf = (secret: string): Uint8Array => Buffer.from(secret.slice(secretPrefix.length), 'base64');
const signedText = ({ id, timestamp, body }: SignedMessage): Uint8Array =>
  Buffer.from(`${id}.${timestamp}.${body}`, 'utf8');

/** `v1,<base64>` for one secret (`whsec_…`). */
export const signatureOf = (secret: string, message: SignedMessage): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(signedText(message)).digest('base64')}`;

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The key pair that belongs to a secret: derived, so that it comes and goes with the secret, and each webhook has its own. One pair for all
 * would let a receiver pass what it was sent on to a receiver of somebody else, who would take it for sent to himself.
 */
function signingKeyOf(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', keyOf(secret), '', 'wallet-data webhook v1a', 32));
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
}

/** `v1a,<base64>` for one secret: by the key pair that belongs to it. */
const publicSignatureOf = (secret: string, message: SignedMessage): string =>
  `v1a,${sign(null, signedText(message), signingKeyOf(secret)).toString('base64')}`;

/** `whpk_<base64>`: by what whoever does not know the secret checks `v1a`. */
export function publicKeyOf(secret: string): string {
  const { x = '' } = createPublicKey(signingKeyOf(secret)).export({ format: 'jwk' });
  return `${publicKeyPrefix}${Buffer.from(x, 'base64url').toString('base64')}`;
}

/** The headers of an attempt. While a secret is being replaced both sign: receivers take either. What most check comes first. */
export function signedHeaders(secrets: readonly string[], message: SignedMessage): Record<string, string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': [signatureOf, publicSignatureOf]
      .flatMap((signature) => secrets.map((secret) => signature(secret, message)))
      .join(' '),
  };
}
