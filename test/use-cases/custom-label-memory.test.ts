/** A client's custom labels as a process keeps them: read once, true after every change, bounded. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { deleteCustomLabel, putCustomLabel } from '../../src/store/clients/custom-labels.ts';
import {
  type CustomLabelMemory,
  createCustomLabelMemory,
} from '../../src/use-cases/lookups/custom-label-memory.ts';
import { statementsOf } from '../support/builders.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
let alice: number;
let bob: number;
let time: number;
let memory: CustomLabelMemory;

beforeAll(async () => {
  alice = (await ensureClient(db.database, 'alice')).id;
  bob = (await ensureClient(db.database, 'bob')).id;
});
beforeEach(() => {
  time = 1_000_000;
  memory = createCustomLabelMemory(db.database, () => time, { ofClient: 5, kept: 12 });
});
afterEach(() => db.database.pool.query('DELETE FROM custom_label'));

const put = (clientId: number, of: Address, name: string) =>
  putCustomLabel(db.database, { clientId, address: of, name, tags: [] });
const many = (count: number): Address[] => Array.from({ length: count }, (_, index) => address(index + 1));

async function names(clientId: number, addresses: readonly Address[]): Promise<Record<string, string>> {
  const found = await memory.find(clientId, addresses);
  return Object.fromEntries([...found].map(([key, { name }]) => [key, name]));
}

const countStatements = async (work: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(work)).filter((text) => text.includes('custom_label')).length;

test('read once, whatever is asked, for a minute', async () => {
  await put(alice, address(1), 'one');
  await put(alice, address(2), 'two');
  await put(bob, address(3), 'of bob');
  expect(await names(alice, many(4))).toEqual({ [address(1)]: 'one', [address(2)]: 'two' });
  expect(await countStatements(() => memory.find(alice, [address(2), address(77)]))).toBe(0);
  expect(await names(bob, many(4))).toEqual({ [address(3)]: 'of bob' });
  time += 60_000;
  expect(await countStatements(() => memory.find(alice, [address(2)]))).toBe(1);
});

test('what is told to have changed is read anew, and only that', async () => {
  await put(alice, address(1), 'one');
  await put(alice, address(2), 'two');
  await names(alice, many(3));
  await put(alice, address(2), 'changed');
  await put(alice, address(3), 'new');
  memory.forget(alice, address(2));
  memory.forget(alice, address(3));
  const all = { [address(1)]: 'one', [address(2)]: 'changed', [address(3)]: 'new' };
  expect(await names(alice, many(3))).toEqual(all);
  expect(await countStatements(() => names(alice, many(3)))).toBe(0);
  await deleteCustomLabel(db.database, alice, address(1));
  memory.forget(alice, address(1));
  expect(await names(alice, many(3))).toEqual({ [address(2)]: 'changed', [address(3)]: 'new' });
});

test('a change while the labels are being read is not missed', async () => {
  await put(alice, address(1), 'one');
  const reading = names(alice, [address(1)]);
  memory.forget(alice, address(1));
  await reading;
  await put(alice, address(1), 'changed');
  memory.forget(alice, address(1));
  expect(await names(alice, [address(1)])).toEqual({ [address(1)]: 'changed' });
});

test('after many changes all are read anew', async () => {
  await names(alice, many(1));
  for (const changed of many(101)) memory.forget(alice, changed);
  await put(alice, address(500), 'late');
  expect(await names(alice, [address(500)])).toEqual({ [address(500)]: 'late' });
});

test('more than are kept of a client: asked by address, and just as true', async () => {
  for (const labelled of many(6)) await put(alice, labelled, `label ${Number(labelled)}`);
  expect(await names(alice, [address(6), address(9)])).toEqual({ [address(6)]: 'label 6' });
  await put(alice, address(6), 'changed');
  memory.forget(alice, address(6));
  expect(await names(alice, [address(6)])).toEqual({ [address(6)]: 'changed' });
});

test('more than are kept of all clients: the one that was not used lately goes', async () => {
  const { id: carol } = await ensureClient(db.database, 'carol');
  for (const labelled of many(5)) {
    for (const client of [alice, bob, carol]) await put(client, labelled, `of ${client}`);
  }
  // Six each, as clients count as well: two of them are the twelve that are kept.
  for (const client of [alice, bob, carol]) await names(client, many(1));
  expect(await countStatements(() => memory.find(carol, many(1)))).toBe(0);
  expect(await countStatements(() => memory.find(bob, many(1)))).toBe(0);
  expect(await countStatements(() => memory.find(alice, many(1)))).toBe(1);
});

test('a reading that fails is the asker’s, and the next one tries again', async () => {
  await put(alice, address(1), 'one');
  await db.database.pool.query('ALTER TABLE custom_label RENAME TO elsewhere');
  await expect(names(alice, many(1))).rejects.toThrow();
  await db.database.pool.query('ALTER TABLE elsewhere RENAME TO custom_label');
  expect(await names(alice, many(1))).toEqual({ [address(1)]: 'one' });
});
