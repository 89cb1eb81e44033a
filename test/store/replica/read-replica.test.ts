/** Pages from a real standby: never older than what this process has promised, and from the primary while it is behind or away. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notify } from '../../../src/store/connection/channels.ts';
import { type Database, openDatabase } from '../../../src/store/connection/database.ts';
import { putSetting } from '../../../src/store/connection/settings.ts';
import { openReadReplica, type ReadReplica } from '../../../src/store/replica/read-replica.ts';
import { migrateDatabase } from '../../../src/store/schema/migrate.ts';
import { type ReplicatedDatabase, startReplicated } from '../../support/standby.ts';

let databases: ReplicatedDatabase;
let primary: Database;
/** Another process. */
let other: Database;
let replica: ReadReplica;

beforeAll(async () => {
  databases = await startReplicated(async (url) => void (await migrateDatabase(url)));
  primary = await openDatabase({ url: databases.primaryUrl });
  other = await openDatabase({ url: databases.primaryUrl });
  replica = await openReadReplica({ primary, url: databases.standbyUrl });
});
afterAll(async () => {
  await replica.close();
  await primary.close();
  await other.close();
  await databases.stop();
});
beforeEach(async () => {
  await databases.resume();
  await databases.caughtUp();
});

/** As a page reads it: the value, and whether a standby said so. */
async function page(name = 'a'): Promise<{ value: string | undefined; isStandby: boolean | undefined }> {
  const { rows } = await replica.pages.pool.query<{ value: string; standby: boolean }>(
    `SELECT (SELECT value FROM setting WHERE name = $1) AS value, pg_is_in_recovery() AS standby`,
    [name],
  );
  return { value: rows[0]?.value, isStandby: rows[0]?.standby };
}

const write = (value: string) =>
  replica.told.transaction((client) =>
    client.query(
      `INSERT INTO setting (name, value) VALUES ('a', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [value],
    ),
  );

describe('a standby', () => {
  test('answers pages when it has everything', async () => {
    await write('1');
    await databases.caughtUp();
    expect(await page()).toEqual({ value: '1', isStandby: true });
    expect(await page()).toEqual({ value: '1', isStandby: true });
  });

  test('that is behind is not asked for what this process has written, and is asked again when it has followed', async () => {
    await databases.pause();
    await write('2');
    expect(await page()).toEqual({ value: '2', isStandby: false });
    expect(await page()).toEqual({ value: '2', isStandby: false });
    await databases.resume();
    await databases.caughtUp();
    expect(await page()).toEqual({ value: '2', isStandby: true });
  });

  test('that is behind is not asked for what another process has told of', async () => {
    expect((await page()).isStandby).toBe(true);
    await databases.pause();
    await putSetting(other, 'a', '3');
    // Nobody was told of it: what the standby says is no older than anything that was promised.
    expect(await page()).toEqual({ value: '2', isStandby: true });
    const heard = Promise.withResolvers<void>();
    const stop = await primary.listen('wallet_changed', () => heard.resolve());
    await notify(other.pool, 'wallet_changed', '1');
    await heard.promise;
    await stop();
    expect(await page()).toEqual({ value: '3', isStandby: false });
  });

  test('that is behind is not asked after the primary has answered a page', async () => {
    await databases.pause();
    await write('4');
    await putSetting(other, 'a', '5');
    expect(await page()).toEqual({ value: '5', isStandby: false });
    expect(await page()).toEqual({ value: '5', isStandby: false });
  });

  test('hears nothing and writes nothing: what a page has to write goes to the primary', async () => {
    await databases.caughtUp();
    await replica.pages.transaction((client) => client.query("DELETE FROM setting WHERE name = 'a'"));
    expect(await page()).toEqual({ value: null, isStandby: expect.any(Boolean) });
  });

  test('is no primary: that is refused, and said', async () => {
    await expect(openReadReplica({ primary, url: databases.primaryUrl })).rejects.toThrow(
      'DATABASE_READ_URL names a database that is no replica',
    );
  });
});
