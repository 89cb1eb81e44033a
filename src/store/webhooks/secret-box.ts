/**
 * Secrets that must be readable again (those that sign webhooks), as they lie in the database: AES-256-GCM under a key that does
 * not. A box has a list of keys: the first seals, all open, so that a key can be replaced while the service runs.
 *
 * Sealed: the first 4 bytes of the key's SHA-256 · 12 bytes nonce · 16 bytes tag · the text.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { PermanentError } from '../../errors.ts';

const algorithm = 'aes-256-gcm';
/** AES-256. */
export const keyBytes = 32;
const markBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

export interface SecretBox {
  /** `place`: what the secret belongs to. Put into another place it cannot be opened. */
  seal(text: string, place: string): Uint8Array<ArrayBuffer>;
  /** PermanentError: none of the keys fits, or the bytes are not what was sealed. */
  open(sealed: Uint8Array, place: string): string;
  /** Whether the first key has sealed it. */
  isCurrent(sealed: Uint8Array): boolean;
}

const markOf = (key: Uint8Array): Buffer => createHash('sha256').update(key).digest().subarray(0, markBytes);

/** @param readKeys Keys of 32 bytes each, the newest first; asked again when none fits: another process may have replaced them. */
export function createSecretBox(readKeys: () => readonly Uint8Array[]): SecretBox {
  /** Read when they are first needed: many services have no secrets. */
  let keys: readonly Uint8Array[] = [];
  const current = (): Uint8Array => {
    if (keys.length === 0) keys = readKeys();
    const [first] = keys;
    if (first === undefined) throw new PermanentError('There is no key for secrets.');
    return first;
  };
  const find = (mark: Uint8Array): Uint8Array | undefined =>
    keys.find((key) => Buffer.compare(markOf(key), mark) === 0);
  return {
    seal(text, place) {
      const key = current();
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Uint8Array.from(Buffer.concat([markOf(key), nonce, cipher.getAuthTag(), sealed]));
    },
    open(sealed, place) {
      const mark = sealed.subarray(0, markBytes);
      let key = find(mark);
      if (key === undefined) {
        keys = readKeys();
        key = find(mark);
      }
      if (key === undefined)
        throw new PermanentError(
          'A secret in the database was sealed under another key: start every process with the same SECRET_KEY (or DATA_DIR), ' +
            'and with the former key behind the new one, separated by a comma.',
        );
      const nonceEnd = markBytes + nonceBytes;
      const tagEnd = nonceEnd + tagBytes;
      try {
        const decipher = createDecipheriv(algorithm, key, sealed.subarray(markBytes, nonceEnd))
          .setAAD(Buffer.from(place))
          .setAuthTag(sealed.subarray(nonceEnd, tagEnd));
        return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new PermanentError('A secret in the database is not what was stored.', { cause });
      }
    },
    isCurrent: (sealed) => Buffer.compare(markOf(current()), sealed.subarray(0, markBytes)) === 0,
  };
}
