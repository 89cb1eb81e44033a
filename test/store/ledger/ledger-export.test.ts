/** An export of figures that were replaced while they were read. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportDisposals } from '../../../src/store/ledger/ledger-export.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('runs that are gone end the export with an error, not as a file that looks complete', async () => {
  const run = { walletId: 1, runIds: [7n], stateRunIds: [7n], asOf: 0, isStale: false };
  const request = { method: 'FIFO', currency: 'USD', from: 0, to: 2_000_000_000 } as const;
  await expect(exportDisposals(db.database, run, request).next()).rejects.toThrow('start the export again');
});
