import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  findApiKey,
  findApiKeyByHash,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
  touchApiKeys,
  upsertApiKey,
} from '../../../src/store/clients/api-key-rows.ts';
import {
  createClient,
  ensureClient,
  findClient,
  listClients,
  updateClientSettings,
} from '../../../src/store/clients/client-rows.ts';
import {
  countCustomLabels,
  createCustomLabel,
  deleteCustomLabel,
  findCustomLabels,
  listCustomLabels,
  putCustomLabel,
} from '../../../src/store/clients/custom-labels.ts';
import { getOrCreateSetting } from '../../../src/store/connection/settings.ts';
import { address } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let alice: number;
let bob: number;

beforeAll(async () => {
  alice = (await ensureClient(db.database, 'alice')).id;
  bob = (await ensureClient(db.database, 'bob')).id;
});

const hashOf = (text: string): Uint8Array => createHash('sha256').update(text).digest();

test('of many that create a setting at once, all get the same value', async () => {
  const values = await Promise.all(
    Array.from({ length: 30 }, (_, number) =>
      getOrCreateSetting(db.database, 'pepper', () => `value ${number}`),
    ),
  );
  expect(new Set(values).size).toBe(1);
  expect(await getOrCreateSetting(db.database, 'pepper', () => 'another')).toBe(values[0]);
});

test('clients: created once, found by name, with settings', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => ensureClient(db.database, 'carol')));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await createClient(db.database, 'carol')).toBeNull();
  expect((await createClient(db.database, 'dave'))?.name).toBe('dave');
  expect(await findClient(db.database, 'nobody')).toBeNull();
  expect(await updateClientSettings(db.database, 'dave', { costMethod: 'FIFO' })).toBe(true);
  expect(await updateClientSettings(db.database, 'nobody', {})).toBe(false);
  expect((await findClient(db.database, 'dave'))?.settings).toEqual({ costMethod: 'FIFO' });
  // Of several that are changed at once none is lost.
  const names = ['costMethod', 'one', 'two', 'three', 'four', 'five'];
  const add = (name: string) =>
    updateClientSettings(db.database, 'dave', (stored) => ({ ...Object(stored), [name]: 'set' }));
  await Promise.all(names.map(add));
  expect((await findClient(db.database, 'dave'))?.settings).toEqual(
    Object.fromEntries(names.map((name) => [name, 'set'])),
  );
  expect((await listClients(db.database)).map(({ name }) => name)).toEqual(['alice', 'bob', 'carol', 'dave']);
});

describe('API keys', () => {
  const key = (id: string, clientId = alice) => ({
    id,
    clientId,
    name: `key ${id}`,
    hash: hashOf(id),
    scopes: ['read'],
    expiresAt: null,
  });

  test('are found by hash and id, with their client', async () => {
    await insertApiKey(db.database, key('k1'));
    const found = await findApiKeyByHash(db.database, hashOf('k1'));
    expect(found).toMatchObject({
      id: 'k1',
      clientId: alice,
      clientName: 'alice',
      scopes: ['read'],
      revokedAt: null,
    });
    expect(Buffer.from(found?.hash ?? []).equals(hashOf('k1'))).toBe(true);
    expect(await findApiKeyByHash(db.database, hashOf('other'))).toBeNull();
    expect((await findApiKey(db.database, 'k1'))?.name).toBe('key k1');
    expect(await findApiKey(db.database, 'k?')).toBeNull();
  });

  test('revoking is told to all processes, once', async () => {
    await insertApiKey(db.database, key('k2', bob));
    const heard: string[] = [];
    const stop = await db.database.listen('keys_changed', (payload) => heard.push(payload));
    expect(await revokeApiKey(db.database, 'k2')).toBe(true);
    expect(await revokeApiKey(db.database, 'k2')).toBe(false);
    expect(await revokeApiKey(db.database, 'k?')).toBe(false);
    await expect.poll(() => heard).toEqual(['k2']);
    expect((await findApiKey(db.database, 'k2'))?.revokedAt).toBeInstanceOf(Date);
    await stop();
  });

  test('the bootstrap key: stored again and again, changed, un-revoked', async () => {
    await upsertApiKey(db.database, key('boot'));
    await revokeApiKey(db.database, 'boot');
    await upsertApiKey(db.database, {
      ...key('boot'),
      hash: hashOf('new'),
      scopes: ['read', 'write'],
    });
    expect(await findApiKeyByHash(db.database, hashOf('boot'))).toBeNull();
    expect(await findApiKeyByHash(db.database, hashOf('new'))).toMatchObject({
      id: 'boot',
      revokedAt: null,
      scopes: ['read', 'write'],
    });
    await Promise.all(Array.from({ length: 10 }, () => upsertApiKey(db.database, key('boot'))));
    expect((await listApiKeys(db.database, alice)).map(({ id }) => id)).toEqual(['k1', 'boot']);
    expect((await listApiKeys(db.database)).map(({ id }) => id).sort()).toEqual(['boot', 'k1', 'k2']);
  });

  test('the last use moves forward only', async () => {
    const [early, late] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];
    await touchApiKeys(db.database, ['k1', 'k?'], late);
    await touchApiKeys(db.database, ['k1'], early);
    await touchApiKeys(db.database, [], late);
    expect((await findApiKey(db.database, 'k1'))?.lastUsedAt).toEqual(late);
  });
});

describe('custom labels', () => {
  const label = (clientId: number, number: number, name = 'Shop') => ({
    clientId,
    address: address(number),
    name,
    tags: ['a', 'b'],
  });

  test('are the client’s own', async () => {
    expect(await createCustomLabel(db.database, label(alice, 1))).toMatchObject({
      name: 'Shop',
      tags: ['a', 'b'],
    });
    expect(await createCustomLabel(db.database, label(alice, 1, 'Other'))).toBeNull();
    expect((await createCustomLabel(db.database, label(bob, 1, 'Bob’s')))?.name).toBe('Bob’s');
    const found = await findCustomLabels(db.database, alice, [address(1), address(2)]);
    expect(found.map(({ name }) => name)).toEqual(['Shop']);
    expect(await deleteCustomLabel(db.database, bob, address(1))).toBe(true);
    expect(await deleteCustomLabel(db.database, bob, address(1))).toBe(false);
    expect(await countCustomLabels(db.database, alice)).toBe(1);
  });

  test('put creates or replaces and keeps the moment of creation', async () => {
    const first = await putCustomLabel(db.database, label(alice, 5, 'Old'));
    const second = await putCustomLabel(db.database, { ...label(alice, 5, 'New'), tags: [] });
    expect([first.created, second.created]).toEqual([true, false]);
    expect(second.row).toMatchObject({ name: 'New', tags: [], createdAt: first.row.createdAt });
    const puts = await Promise.all(
      Array.from({ length: 20 }, () => putCustomLabel(db.database, label(alice, 6))),
    );
    expect(puts.filter(({ created }) => created)).toHaveLength(1);
    expect((await findCustomLabels(db.database, alice, [address(5)]))[0]).toEqual(second.row);
  });

  test('are listed by address in pages; each change is told', async () => {
    const heard: string[] = [];
    const stop = await db.database.listen('labels_changed', (payload) => heard.push(payload));
    await putCustomLabel(db.database, label(bob, 3));
    await createCustomLabel(db.database, label(bob, 2));
    await createCustomLabel(db.database, label(bob, 4));
    await deleteCustomLabel(db.database, bob, address(4));
    const page = async (offset: number) =>
      (await listCustomLabels(db.database, bob, { offset, limit: 1 })).map((row) => row.address);
    expect([await page(0), await page(1), await page(2)]).toEqual([[address(2)], [address(3)], []]);
    await expect.poll(() => heard).toEqual([3, 2, 4, 4].map((number) => `${bob}:${address(number)}`));
    await stop();
  });
});
