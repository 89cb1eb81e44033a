/** Webhooks by the Standard Webhooks contract, version 1.0 (github.com/standard-webhooks/standard-webhooks, spec). */
import { WalletDataError } from './errors.ts';
import type { WalletEvent } from './watch.ts';

/** An event too large to be sent: read it where `url` says. */
export interface TruncatedEvent extends Omit<WalletEvent, 'data'> {
  readonly data: { readonly truncated: true; readonly url: string };
}

/** What is sent when a webhook is made, or its test is asked for. */
export interface TestEvent {
  readonly id: string;
  readonly type: 'endpoint.test';
  readonly timestamp: string;
  readonly data: unknown;
}

export type WebhookEvent = WalletEvent | TruncatedEvent | TestEvent;

/** A request's headers, as fetch or as Node has them. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the time of sending may be from now: 300 unless given. */
  readonly toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: number | undefined;
}

/** Two sign while a secret is being replaced. More are nobody's. */
const mostSignatures = 16;

/**
 * The event of a request, when one of the secrets signed it and it is not old. `body` is the very text or bytes that arrived: parsed and
 * written again it would be another one. Take each `id` once: an event may be sent again.
 *
 * @param secret `whsec_…`, or several; of senders that sign by Ed25519 (`v1a`) the public key, `whpk_…`.
 * @throws WalletDataError NOT_VERIFIED (answer 400), TypeError for what is no secret.
 */
export async function verifyWebhook(
  headers: HeadersLike,
  body: string | Uint8Array | ArrayBuffer,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp)) throw refusal('Its time is no number.');
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw refusal('It is too old, or from the future. Is the clock of this machine right?');
  if (signatures.length > mostSignatures) throw refusal('It has too many signatures.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(keyOf));
  const checks = keys.flatMap((key) => signatures.map((signature) => isSignedBy(key, signature, signed)));
  // All of them are looked at, whichever is right.
  if (!(await Promise.all(checks)).includes(true)) throw refusal('None of its signatures is by this secret.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as WebhookEvent;
  } catch (cause) {
    throw refusal('It is signed, but no JSON.', cause);
  }
}

const refusal = (why: string, cause?: unknown): WalletDataError =>
  new WalletDataError(`The webhook is not verified. ${why}`, { code: 'NOT_VERIFIED', cause });

function headerOf(headers: HeadersLike, name: string): string {
  const { get } = headers;
  const value =
    typeof get === 'function'
      ? get.call(headers, name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '')
    throw refusal(`The header ${name} is missing, or there twice.`);
  return value;
}

interface SigningKey {
  version: 'v1' | 'v1a';
  algorithm: string;
  key: CryptoKey;
}

async function keyOf(secret: string): Promise<SigningKey> {
  const [, kind, text = ''] = /^(whsec_|whpk_)([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  if (kind === undefined)
    throw new TypeError('A secret is `whsec_…`, a public key `whpk_…`, each with base64 behind it.');
  const bytes = bytesOf(text);
  if (bytes === null) throw new TypeError('The secret is no base64: was it copied as a whole?');
  const isSecret = kind === 'whsec_';
  const algorithm = isSecret ? { name: 'HMAC', hash: 'SHA-256' } : { name: 'Ed25519' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  return { version: isSecret ? 'v1' : 'v1a', algorithm: algorithm.name, key };
}

/** WebCrypto compares in constant time. */
async function isSignedBy({ version, algorithm, key }: SigningKey, signature: string, signed: BufferSource) {
  const at = signature.indexOf(',');
  const bytes = bytesOf(signature.slice(at + 1));
  if (signature.slice(0, at) !== version || bytes === null) return false;
  return crypto.subtle.verify(algorithm, key, bytes, signed);
}

/** null: it is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concatenated(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}
