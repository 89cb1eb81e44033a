/** Secrets at rest: sealed under a key that is not in the database, which can be replaced while the service runs. */
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { configuredSecrets } from '../../src/config-secrets.ts';
import { createSecretBox } from '../../src/store/webhooks/secret-box.ts';
import { createEndpoint, resealSecrets, secretPlace } from '../../src/store/webhooks/webhook-endpoints.ts';
import { openSecretBox, rotateSecretKey } from '../../src/webhooks/prepare-secrets.ts';
import { runInProcess } from '../support/command.ts';
import { useTestDatabase } from '../support/use-database.ts';
import { registerFor, secret } from './support/lane-world.ts';

const db = useTestDatabase();
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wallet-data-secrets-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const [oldKey, newKey] = ['0a'.repeat(32), '0b'.repeat(32)];
const environment = (given: Record<string, string> = {}) => ({
  ...{ DATABASE_URL: db.url, DATA_DIR: directory, LOG_LEVEL: 'silent' },
  ...given,
});
const configOf = (given: Record<string, string> = {}) =>
  loadConfig({ environment: environment(given), file: {} });

async function sealedSecrets(): Promise<{ id: number; secret: Buffer }[]> {
  return (await db.database.pool.query('SELECT id, secret FROM webhook_endpoint ORDER BY id')).rows;
}

test('what is sealed opens at its own place, with the right key and unchanged, and nowhere else', () => {
  const box = createSecretBox(() => [Buffer.alloc(32, 1)]);
  const sealed = box.seal(secret, 'a');
  expect(box.open(sealed, 'a')).toBe(secret);
  expect(Buffer.from(sealed).includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
  // Never twice the same.
  expect(box.seal(secret, 'a')).not.toEqual(sealed);
  expect(() => box.open(sealed, 'b')).toThrow('is not what was stored');
  for (const place of sealed.keys()) {
    const changed = Uint8Array.from(sealed, (byte, index) => (index === place ? byte ^ 1 : byte));
    expect(() => box.open(changed, 'a'), `byte ${place}`).toThrow(
      /is not what was stored|sealed under another key/,
    );
  }
  const stranger = createSecretBox(() => [Buffer.alloc(32, 2)]);
  expect(() => stranger.open(sealed, 'a')).toThrow('start every process with the same SECRET_KEY');
});

test('the key is a file that only its owner reads, made once, however many processes begin', async () => {
  const boxes = Array.from({ length: 8 }, () => openSecretBox(configOf()));
  const sealed = boxes.map((box) => box.seal(secret, 'a'));
  for (const box of boxes) for (const bytes of sealed) expect(box.open(bytes, 'a')).toBe(secret);
  expect(await readdir(directory)).toEqual(['secret.key']);
  expect((await stat(join(directory, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test('SECRET_KEY: hex or base64, kept out of messages and logs', () => {
  const base64 = Buffer.from(oldKey, 'hex').toString('base64');
  expect(configOf({ SECRET_KEY: `${newKey}, ${base64}` }).secretKeys).toEqual([newKey, oldKey]);
  expect(configuredSecrets(configOf({ SECRET_KEY: base64 }))).toEqual(
    expect.arrayContaining([oldKey, base64]),
  );
  for (const wrong of ['short', `${oldKey}0`, `${oldKey},`]) {
    expect(() => configOf({ SECRET_KEY: wrong })).toThrow(
      'SECRET_KEY must be 32 bytes as 64 hex digits or as base64',
    );
    expect(() => configOf({ SECRET_KEY: wrong })).not.toThrow(wrong);
  }
});

test('rotation: of the file, and of SECRET_KEY; a process that runs goes on', async () => {
  const { clientId } = await registerFor(db.database, 'alice', []);
  const running = openSecretBox(configOf());
  const input = {
    clientId,
    url: 'https://hooks.example/',
    description: '',
    types: [],
    chainIds: [],
    tokens: [],
    minValue: null,
    wallets: null,
  };
  const id = await createEndpoint(
    db.database,
    { ...input, createdBy: 'test', secret, testId: 'evt_1', limit: 9 },
    running,
  );
  const before = await sealedSecrets();
  const { stdout, code } = await runInProcess(['secrets', 'rotate'], environment());
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 webhooks were given their secrets')]);
  const after = await sealedSecrets();
  expect(after[0]?.secret).not.toEqual(before[0]?.secret);
  // It reads the file again, and what it seals itself is opened by all.
  expect(running.open(after[0]?.secret ?? Buffer.alloc(0), secretPlace(id))).toBe(secret);
  const keys = (await readFile(join(directory, 'secret.key'), 'utf8')).split('\n').filter(Boolean);
  expect(keys).toHaveLength(2);
  expect((await stat(join(directory, 'secret.key'))).mode & 0o777).toBe(0o600);

  const both = configOf({ SECRET_KEY: [oldKey, ...keys].join(',') });
  expect(await rotateSecretKey(both, (box) => resealSecrets(db.database, box))).toBe(1);
  expect(await rotateSecretKey(both, (box) => resealSecrets(db.database, box))).toBe(0);
  const alone = openSecretBox(configOf({ SECRET_KEY: oldKey }));
  expect(alone.open((await sealedSecrets())[0]?.secret ?? Buffer.alloc(0), secretPlace(id))).toBe(secret);
});

test('a file that holds no key is not written over', async () => {
  await writeFile(join(directory, 'secret.key'), 'not a key\n');
  expect(() => openSecretBox(configOf()).seal(secret, 'a')).toThrow('holds no key for secrets: restore it');
  await chmod(join(directory, 'secret.key'), 0o600);
  expect(await readFile(join(directory, 'secret.key'), 'utf8')).toBe('not a key\n');
});
