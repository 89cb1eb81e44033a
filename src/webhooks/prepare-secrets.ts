/**
 * The key for secrets in the database: SECRET_KEY, or a file in the data directory that is made when it is first needed. Each of
 * its lines is a key in hex, the newest first. Every process needs the same one.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { errorText, isErrorCode, PermanentError } from '../errors.ts';
import { createSecretBox, keyBytes, type SecretBox } from '../store/webhooks/secret-box.ts';

type KeySettings = Pick<Config, 'secretKeys' | 'database'>;

const keyFile = ({ database: { dataDir } }: KeySettings): string => join(dataDir, 'secret.key');
const newKey = (): string => randomBytes(keyBytes).toString('hex');

export function openSecretBox(config: KeySettings): SecretBox {
  return createSecretBox(() =>
    (config.secretKeys ?? readOrMakeKeys(config)).map((hex) => Buffer.from(hex, 'hex')),
  );
}

/**
 * Puts a new key in front of the file's; those that nothing is sealed with any more go. `reseal` seals every secret anew, and is
 * called when the new key is there. With SECRET_KEY only that is done: its owner has put the new key in front.
 */
export async function rotateSecretKey(
  config: KeySettings,
  reseal: (box: SecretBox) => Promise<number>,
): Promise<number> {
  if (config.secretKeys !== null) return reseal(openSecretBox(config));
  const former = readOrMakeKeys(config);
  const next = newKey();
  replaceKeys(config, [next, ...former]);
  const count = await reseal(openSecretBox(config));
  // A process that runs seals with the former one until it starts anew.
  replaceKeys(config, [next, ...former.slice(0, 1)]);
  return count;
}

/** The keys of the file; null where there is none, or SECRET_KEY says them. */
export const storedSecretKeys = (config: KeySettings): string[] | null =>
  config.secretKeys === null ? readKeys(keyFile(config)) : null;

/** Makes the file of a backup's keys, unless there is one already, or SECRET_KEY says them. Answers whether these are the keys now. */
export function restoreSecretKeys(config: KeySettings, keys: readonly string[]): boolean {
  if (config.secretKeys !== null) return config.secretKeys.join() === keys.join();
  const there = readKeys(keyFile(config));
  if (there !== null) return there.join() === keys.join();
  mkdirSync(config.database.dataDir, { recursive: true });
  replaceKeys(config, keys);
  return true;
}

function readOrMakeKeys(config: KeySettings): string[] {
  const path = keyFile(config);
  try {
    return readKeys(path) ?? makeKeys(config, path);
  } catch (cause) {
    if (cause instanceof PermanentError) throw cause;
    throw new PermanentError(
      `The key for secrets cannot be read or made: ${errorText(cause)}. Make ${path} readable and writable for this process, or set SECRET_KEY.`,
      { cause },
    );
  }
}

function readKeys(path: string): string[] | null {
  try {
    const keys = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    if (keys.length > 0 && keys.every((key) => /^[\da-f]{64}$/.test(key))) return keys;
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
  throw new PermanentError(
    `${path} holds no key for secrets: restore it from a copy. Without it webhooks have to be given new secrets.`,
  );
}

/** Of several processes at once, one makes the file for all. */
function makeKeys(config: KeySettings, path: string): string[] {
  mkdirSync(config.database.dataDir, { recursive: true });
  const draft = writeDraft(path, [newKey()]);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!isErrorCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readKeys(path) ?? [];
}

const replaceKeys = (config: KeySettings, keys: readonly string[]): void =>
  renameSync(writeDraft(keyFile(config), keys), keyFile(config));

function writeDraft(path: string, keys: readonly string[]): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${keys.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  return draft;
}
