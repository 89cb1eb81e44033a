/**
 * API keys as texts: `wdk_<id>_<secret><checksum>`, publishable ones `wdp_…`. The id names the key in lists and logs; the checksum tells a
 * mistyped key from an unknown one without asking the database. Only a hash under the installation's pepper is stored.
 */

import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Secret: for servers and command lines. Publishable: for the code of pages, where everybody can read it. */
export type KeyKind = 'secret' | 'publishable';

const prefixes = { secret: 'wdk', publishable: 'wdp' } as const satisfies Record<KeyKind, string>;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 10;
/** 62^40 > 2^238. */
const secretLength = 40;
const checksumLength = 6;
const generatedForm = new RegExp(
  `^(?:${Object.values(prefixes).join('|')})_[0-9A-Za-z]{${idLength}}_[0-9A-Za-z]{${secretLength + checksumLength}}$`,
);

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < checksumLength; index += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

/** A new key and its id. The key is shown once; what is stored is `hashApiKey` of it. */
export function generateApiKey(kind: KeyKind = 'secret'): { id: string; key: string } {
  const id = randomText(idLength);
  const body = `${prefixes[kind]}_${id}_${randomText(secretLength)}`;
  return { id, key: body + checksum(body) };
}

/** True for a text of a generated key's form whose checksum is wrong: a letter was lost or changed. */
export function isMistypedApiKey(key: string): boolean {
  if (!generatedForm.test(key)) return false;
  return checksum(key.slice(0, -checksumLength)) !== key.slice(-checksumLength);
}

/** What is stored of a key. `pepper` belongs to the installation: without it, a stolen table says nothing. */
export function hashApiKey(key: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(key, 'utf8').digest();
}

/** Anything that cannot be a key is refused before it is hashed. */
const acceptableKey = /^[A-Za-z0-9_-]{16,200}$/;

export const canBeApiKey = (text: string): boolean => acceptableKey.test(text);
