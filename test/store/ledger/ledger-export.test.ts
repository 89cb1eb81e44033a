/** An export of figures that were replaced while they were read. */
import { expect, test } from 'vitest';
import { exportDisposals } from '../../../src/store/ledger/lists/ledger-export.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();

test('runs that are gone end the export with an error, not as a file that looks complete', async () => {
  const run = { walletId: 1, runIds: [7n], stateRunIds: [7n], asOf: 0, isStale: false };
  const request = { method: 'FIFO', currency: 'USD', from: 0, to: 2_000_000_000 } as const;
  await expect(exportDisposals(db.database, run, request).next()).rejects.toThrow('start the export again');
});
