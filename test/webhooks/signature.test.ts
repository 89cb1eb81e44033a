/** Signatures as the contract has them, held against the official library, and the table of retries. */
import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { attemptDelaysMs, nextDelayMs } from '../../src/domain/webhooks/delivery-schedule.ts';
import {
  publicKeyOf,
  secretText,
  signatureOf,
  signedHeaders,
} from '../../src/domain/webhooks/webhook-signature.ts';

test('the example of the specification', () => {
  // standard-webhooks, libraries/: the vector that the tests of every official library share.
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  expect(signatureOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('whatever the body is, the official library takes it, under the new secret and under the former one', () => {
  const secrets = [1, 2].map((byte) => secretText(Buffer.alloc(32, byte)));
  for (const body of ['{}', '{"name":"é ☃ 🦄"}', `{"long":"${'x'.repeat(20_000)}"}`]) {
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = signedHeaders(secrets, { id: 'evt_1', timestamp, body });
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    const other = new Webhook(secretText(Buffer.alloc(32, 3)));
    expect(() => other.verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secrets[0] ?? '').verify(`${body} `, headers)).toThrow('No matching signature');
  }
});

/** As RFC 8032 has it, by OpenSSL: `whpk_` and base64 of the 32 bytes of a public key. */
function isSignedBy(publicKey: string, signature: string, text: string): boolean {
  const x = Buffer.from(publicKey.replace('whpk_', ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verifySignature(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

test('v1a: whoever knows the public key alone can check, under the new secret and under the former one', () => {
  const secrets = [1, 2].map((byte) => secretText(Buffer.alloc(32, byte)));
  const body = '{"name":"é ☃ 🦄"}';
  const headers = signedHeaders(secrets, { id: 'evt_1', timestamp: 1_700_000_000, body });
  const signatures = (headers['webhook-signature'] ?? '').split(' ').map((one) => one.split(','));
  // Who takes the first alone takes one that all libraries know.
  expect(signatures.map(([version]) => version)).toEqual(['v1', 'v1', 'v1a', 'v1a']);
  const publicKeys = secrets.map(publicKeyOf);
  for (const [index, key] of publicKeys.entries()) {
    expect(key).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    const taken = (text: string) =>
      signatures.map(([version, one = '']) => version === 'v1a' && isSignedBy(key, one, text));
    expect(taken(`evt_1.1700000000.${body}`)).toEqual([false, false, index === 0, index === 1]);
    for (const other of [`evt_2.1700000000.${body}`, `evt_1.1700000001.${body}`, `evt_1.1700000000.${body} `])
      expect(taken(other)).not.toContain(true);
  }
  // It tells nothing of the secret, and is the same each time.
  expect(publicKeys).toEqual(secrets.map(publicKeyOf));
  expect(new Set(publicKeys).size).toBe(2);
});

test('ten attempts over 3.15 days, each pause a fifth shorter to a fifth longer', () => {
  const hours = 3_600_000;
  // The table of the contract: 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h.
  const table = [0, 5 / 3_600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24];
  expect(attemptDelaysMs.map((delay) => delay / hours)).toEqual(table);
  for (const failed of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const delay = (table[failed] ?? 0) * hours;
    expect(nextDelayMs(failed, 0.5)).toBeCloseTo(delay, -1);
    expect(nextDelayMs(failed, 0)).toBeCloseTo(delay * 0.8, -1);
    expect(nextDelayMs(failed, 0.999_999)).toBeCloseTo(delay * 1.2, -2);
  }
  expect(nextDelayMs(10, 0.5)).toBeNull();
});

test('a wish of the receiver makes a pause longer, up to an hour, and never shorter', () => {
  expect(nextDelayMs(1, 0.5, 30_000)).toBe(30_000);
  expect(nextDelayMs(1, 0.5, 10 * 3_600_000)).toBe(3_600_000);
  expect(nextDelayMs(4, 0.5, 1_000)).toBe(2 * 3_600_000);
  expect(nextDelayMs(10, 0.5, 1_000)).toBeNull();
});

test('the ten lines of docs/webhooks.md verify, and refuse', async () => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'webhooks.md'), 'utf8');
  const code = /^```js\n(.*?)^```/ms.exec(text)?.[1] ?? '';
  const { verify } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const secret = secretText(Buffer.alloc(32, 1));
  const timestamp = Math.floor(Date.now() / 1_000);
  const sign = (at: number) =>
    signedHeaders([secretText(Buffer.alloc(32, 2)), secret], {
      id: 'evt_1',
      timestamp: at,
      body: '{"a":"é"}',
    });
  expect(verify(secret, sign(timestamp), '{"a":"é"}')).toEqual({ a: 'é' });
  expect(() => verify(secret, sign(timestamp), '{"a":"e"}')).toThrow('not ours');
  expect(() => verify(secret, sign(timestamp - 600), '{"a":"é"}')).toThrow('too old');
  expect(() => verify(secretText(Buffer.alloc(32, 3)), sign(timestamp), '{"a":"é"}')).toThrow('not ours');
});
