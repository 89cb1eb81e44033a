/** Statements go by the account of the request that asks them, however they are asked. */
import { expect, test } from 'vitest';
import {
  inRequest,
  outsideRequests,
  paceItems,
  type RequestWork,
  readRows,
} from '../../../src/store/connection/request-scope.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const home = useTestDatabase();

function account() {
  const seen: string[] = [];
  const work: RequestWork = {
    ...{ keyId: '', charge: async () => {} },
    async enter() {
      seen.push('enter');
      return (milliseconds) => void seen.push(milliseconds >= 0 ? 'leave' : 'leave before it was entered');
    },
    async readRows(rows, _signal, run) {
      seen.push(`rows ${rows}`);
      return run();
    },
    begin: () => void seen.push('begin'),
    pace: async (items) => void seen.push(`items ${items}`),
  };
  return { seen, scope: { signal: new AbortController().signal, work } };
}

test('by the pool, by a connection of its own and by Prisma', async () => {
  const { pool, prisma } = home.database;
  const { seen, scope } = account();
  await inRequest(scope, () => pool.query('SELECT 1'));
  expect(seen.splice(0)).toEqual(['enter', 'leave']);
  await inRequest(scope, async () => {
    const client = await pool.connect();
    await client.query('SELECT 1');
    await client.query('SELECT 2');
    expect(seen).toEqual(['enter']);
    client.release();
  });
  expect(seen.splice(0)).toEqual(['enter', 'leave']);
  await inRequest(scope, async () => {
    await prisma.client.count();
  });
  expect(seen.splice(0)).toEqual(['enter', 'leave']);
  await expect(inRequest(scope, () => pool.query('SELECT nothing'))).rejects.toThrow('nothing');
  expect(seen).toEqual(['enter', 'leave']);
});

test('a turn ends when no connection comes', async () => {
  const { seen, scope } = account();
  const controller = new AbortController();
  controller.abort();
  const query = () => home.database.pool.query('SELECT 1');
  await expect(inRequest({ ...scope, signal: controller.signal }, query)).rejects.toThrow('given up');
  expect(seen).toEqual(['enter', 'leave']);
});

test('what is shared, and what runs outside of requests, goes by none', async () => {
  const { seen, scope } = account();
  const query = () => home.database.pool.query('SELECT 1');
  await inRequest(scope, () => outsideRequests(query));
  await query();
  const rows = () => Promise.reject(new Error('nobody is to pay'));
  expect(await readRows(rows, async () => 'read')).toBe('read');
  await paceItems(5);
  expect(seen).toEqual([]);
  await inRequest(scope, async () => {
    await readRows(() => 7, query);
    await paceItems(5);
  });
  expect(seen).toEqual(['rows 7', 'enter', 'leave', 'items 5']);
});
