/**
 * An authenticator in software, after Web Authentication Level 3 (www.w3.org/TR/webauthn-3, sections 6.1, 6.5.4 and 8.7) and CBOR (RFC 8949):
 * it shares no code with the library that checks it.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);

type Cbor = number | string | Buffer | readonly (readonly [number | string, Cbor])[];

/** Integers, texts, bytes, and maps as lists of pairs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.length), ...value.flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** User present, user verified, attested credential data. */
const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

export interface AuthenticatorOptions {
  origin: string;
  rpId: string;
  /** Default: yes. */
  verifiesUser?: boolean;
}

export function createAuthenticator({ origin, rpId, verifiesUser = true }: AuthenticatorOptions) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(isNew: boolean): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const set = flags.present | (verifiesUser ? flags.verified : 0) | (isNew ? flags.attested : 0);
    const start = Buffer.concat([sha256(rpId), Buffer.from([set]), count]);
    if (!isNew) return start;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const coordinate = (text: string): Buffer => Buffer.from(text, 'base64url');
    // kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), and the coordinates: RFC 9052.
    const key = cbor([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
    return Buffer.concat([start, Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
  }

  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  return {
    id: named.id,
    /** What `navigator.credentials.create` answers. `attested`: with what the authenticator's maker says of it. */
    create(challenge: string, { attested = false } = {}) {
      // Of a key that Android keeps, which comes with certificates (section 8.4).
      const statement: Cbor = [
        ['alg', -7],
        ['sig', randomBytes(70)],
        ['x5c', randomBytes(200)],
      ];
      const attestationObject = cbor([
        ['fmt', attested ? 'android-key' : 'none'],
        ['attStmt', attested ? statement : []],
        ['authData', authenticatorData(true)],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    /** What `navigator.credentials.get` answers; each counts up by one, or stands still. */
    get(challenge: string, { counts = true }: { counts?: boolean } = {}) {
      if (counts) counter += 1;
      const data = authenticatorData(false);
      const client = clientData('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
        clientExtensionResults: {},
      };
    },
  };
}
