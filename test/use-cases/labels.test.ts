/** Custom labels: a client's own names for addresses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { createReadModel } from '../../src/use-cases/read-model.ts';
import { buildWorld, enabledChains, type World } from '../support/builders.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
let world: World;
let alice: Caller;

beforeAll(async () => {
  world = await buildWorld(db.database);
  alice = await world.caller('alice');
});

afterAll(async () => {
  await world.readModel.close();
});

describe('custom labels', () => {
  const friend = address(0xf00d);

  test('are created once, replaced, changed in part, and deleted', async () => {
    const { readModel } = world;
    const created = await readModel.createCustomLabel(alice, {
      address: friend,
      name: ' Friend ',
      tags: ['a', 'a', ' b '],
    });
    expect(created).toMatchObject({ address: friend, name: 'Friend', tags: ['a', 'b'] });
    await expect(
      readModel.createCustomLabel(alice, { address: friend, name: 'Other', tags: [] }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await readModel.putCustomLabel(alice, { address: friend, name: 'Pal', tags: [] })).toMatchObject({
      created: false,
      label: { id: created.id, name: 'Pal', tags: [], createdAt: created.createdAt },
    });
    expect(await readModel.patchCustomLabel(alice, friend, { tags: ['c'] })).toMatchObject({
      name: 'Pal',
      tags: ['c'],
    });
    expect(await readModel.patchCustomLabel(alice, friend, { name: 'Mate' })).toMatchObject({
      name: 'Mate',
      tags: ['c'],
    });
    const page = await readModel.listCustomLabels(alice, { mode: 'page', page: 1, pageSize: 10 });
    expect([page.items.map(({ name }) => name), await page.count()]).toEqual([['Mate'], 1]);
    await readModel.deleteCustomLabel(alice, friend);
    await expect(readModel.getCustomLabel(alice, friend)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(readModel.patchCustomLabel(alice, friend, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each<[string, string[], string]>([
    ['', [], 'name'],
    ['  ', [], 'name'],
    ['x'.repeat(201), [], 'name'],
    ['nul \u0000', [], 'name'],
    ['x', ['a,b'], 'tags'],
    ['x', ['y'.repeat(51)], 'tags'],
    ['x', Array.from({ length: 51 }, (_, index) => `tag ${index}`), 'tags'],
  ])('%j with tags %j is refused, naming %s', async (name, tags, path) => {
    await expect(
      world.readModel.putCustomLabel(alice, { address: friend, name, tags }),
    ).rejects.toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path }],
    });
  });

  test('are effective at once here, and in other processes as soon as they hear of it', async () => {
    const elsewhere = createReadModel({
      database: db.database,
      enabledChains: async () => enabledChains,
      now: Date.now,
    });
    try {
      const nameHere = async () => (await world.readModel.getCounterparty(alice, friend)).name;
      const nameThere = async () => (await elsewhere.getCounterparty(alice, friend)).name;
      expect([await nameHere(), await nameThere()]).toEqual([null, null]);
      for (const name of ['First', 'Second']) {
        await world.readModel.putCustomLabel(alice, { address: friend, name, tags: [] });
        expect(await nameHere()).toBe(name);
        await expect.poll(nameThere).toBe(name);
      }
      await world.readModel.deleteCustomLabel(alice, friend);
      expect(await nameHere()).toBeNull();
      await expect.poll(nameThere).toBeNull();
    } finally {
      await elsewhere.close();
    }
  });
});
