/** The service starts whatever there is to convert of images that rows of before hold. */
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createDatabase } from '../support/postgres.ts';
import { startTestService } from '../support/service.ts';

test('a start does not wait for images to be converted', async () => {
  const { url: databaseUrl, drop } = await createDatabase();
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query(
    "INSERT INTO nft (chain_id, address, token_id, name, image) VALUES (1, '0xe3', 1, 'n', 'data:image/svg+xml,<svg/>')",
  );
  // Nothing of the table can be read: what waited for it would end by the statement timeout.
  await owner.query('BEGIN; LOCK TABLE nft IN ACCESS EXCLUSIVE MODE');
  // Let go of in any case: whatever waits for it could not be closed.
  const service = await startTestService([], { databaseUrl }).finally(() => owner.query('COMMIT'));
  const converted = async (): Promise<number> =>
    (await owner.query("SELECT FROM nft WHERE image LIKE 'image:%'")).rows.length;
  await vi.waitUntil(async () => (await converted()) === 1, { timeout: 30_000 });
  expect(await converted()).toBe(1);
  await service.stop();
  await owner.end();
  await drop();
});
