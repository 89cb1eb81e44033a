/**
 * Signatures of the Standard Webhooks contract, version 1.0 (github.com/standard-webhooks/standard-webhooks, spec): the text
 * `id.timestamp.body` under HMAC-SHA256. Pure functions.
 */
import { createHmac } from 'node:crypto';

/** How every secret begins. What follows is base64 of the key. */
export const secretPrefix = 'whsec_';
/** The contract allows 24 to 64 bytes. */
export const secretBytes = 32;

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

/** `v1,<base64>` for one secret (`whsec_…`). */
export function signatureOf(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64');
  return `v1,${digest}`;
}

/** The headers of an attempt. While a secret is being replaced both sign: receivers take either. */
export function signedHeaders(secrets: readonly string[], message: SignedMessage): Record<string, string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, message)).join(' '),
  };
}
