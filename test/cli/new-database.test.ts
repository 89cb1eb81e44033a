/** A command where nothing runs and nothing is stored makes a database, and says so. */
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { runInProcess } from '../support/command.ts';
import { makeDataDirectory } from '../support/postgres.ts';

test('a key of a database that was made for it comes with the word that it is new; the next does not', async () => {
  const dataDir = await makeDataDirectory();
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const create = () => runInProcess(['keys', 'create', '--json'], { DATA_DIR: dataDir });
  const first = await create();
  expect([first.code, first.stderr]).toEqual([
    0,
    `No service runs on ${dataDir}, and no database was there: a new, empty one was made. ` +
      'To use another, set DATA_DIR to its directory, or DATABASE_URL to its address.\n',
  ]);
  expect(JSON.parse(first.stdout)).toMatchObject({ client: 'default' });
  expect(await create()).toMatchObject({ code: 0, stderr: '' });
});
