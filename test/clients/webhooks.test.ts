/** The client's check of webhooks against the official library, and against what strangers send. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { type HeadersLike, verifyWebhook } from '../../packages/client/src/webhooks.ts';

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const [secret, other] = [secretOf(1), secretOf(2)];
const body = '{"id":"evt_1","type":"transfer.added","wallet":"0xü"}';
const sent = new Date('2026-01-02T03:04:05Z');
const now = sent.getTime();

const headersOf = (signature: string, at = sent, id = 'evt_1') => ({
  'webhook-id': id,
  'webhook-timestamp': String(at.getTime() / 1000),
  'webhook-signature': signature,
});
const signedBy = (key: string, at = sent): string => new Webhook(key).sign('evt_1', at, body);

test('what the official library signs is taken, in every form that headers and bodies come in', async () => {
  const headers = headersOf(signedBy(secret));
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  const bytes = new TextEncoder().encode(body);
  for (const given of [headers, upper, new Headers(headers)])
    for (const raw of [body, bytes, bytes.buffer])
      expect(await verifyWebhook(given, raw, secret, { now })).toEqual(JSON.parse(body));
});

test('of several signatures and secrets one is enough', async () => {
  const both = headersOf(`${signedBy(other)} ${signedBy(secret)}`);
  expect(await verifyWebhook(both, body, secret, { now })).toMatchObject({ id: 'evt_1' });
  expect(await verifyWebhook(headersOf(signedBy(other)), body, [secret, other], { now })).toMatchObject({
    id: 'evt_1',
  });
});

test('signatures by Ed25519 are checked by the public key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
  const message = `evt_1.${now / 1000}.${body}`;
  const signature = sign(null, Buffer.from(message), privateKey).toString('base64');
  const verify = (text: string) => verifyWebhook(headersOf(text), body, `whpk_${raw}`, { now });
  expect(await verify(`v1,AAAA v1a,${signature}`)).toMatchObject({ id: 'evt_1' });
  await expect(verify(`v1,${signature}`)).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
});

test('anything else is refused', async () => {
  const right = headersOf(signedBy(secret));
  const at = (seconds: number) => new Date(now + seconds * 1000);
  const refusals: [HeadersLike, string][] = [
    [headersOf(signedBy(other)), body],
    [right, `${body} `],
    [headersOf(signedBy(secret), sent, 'evt_2'), body],
    [{ ...right, 'webhook-timestamp': String(now / 1000 + 1) }, body],
    [{ ...right, 'webhook-timestamp': 'x' }, body],
    [{ ...right, 'webhook-signature': '' }, body],
    [{ ...right, 'webhook-signature': signedBy(secret).replace('v1,', 'v2,') }, body],
    [{ ...right, 'webhook-signature': 'v1,' }, body],
    [{ ...right, 'webhook-signature': 'v1,%%%' }, body],
    [{ ...right, 'webhook-signature': ['a', 'b'] }, body],
    [{ ...right, 'webhook-signature': Array(17).fill(signedBy(secret)).join(' ') }, body],
    [{}, body],
    [headersOf(signedBy(secret, at(-301)), at(-301)), body],
    [headersOf(signedBy(secret, at(301)), at(301)), body],
  ];
  for (const [headers, text] of refusals)
    await expect(
      verifyWebhook(headers, text, secret, { now }),
      JSON.stringify(headers),
    ).rejects.toMatchObject({
      ...{ name: 'WalletDataError', code: 'NOT_VERIFIED' },
    });
  for (const edge of [-300, 300])
    expect(
      await verifyWebhook(headersOf(signedBy(secret, at(edge)), at(edge)), body, secret, { now }),
    ).toBeTruthy();
  for (const wrong of ['', 'whsec_', 'wdk_abc', 'whsec_%%%', 'whsec_A'])
    await expect(verifyWebhook(right, body, wrong, { now })).rejects.toThrow(TypeError);
  const signedText = { ...right, 'webhook-signature': new Webhook(secret).sign('evt_1', sent, 'no json') };
  await expect(verifyWebhook(signedText, 'no json', secret, { now })).rejects.toMatchObject({
    code: 'NOT_VERIFIED',
  });
});
