/** A transfer that a re-org moves while it is being corrected: its figures follow from where it stands. */
import { expect, test } from 'vitest';
import type { Hash } from '../../src/domain/model.ts';
import { itemOfPosition } from '../../src/domain/position.ts';
import {
  addCorrections,
  type NewCorrection,
  undoCorrection,
} from '../../src/store/ledger/correction-changes.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { hash } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';
import { ether, firstTime, transaction } from './scenario.ts';

const db = useTestDatabase();

test('what is noted is the lesser of where the transfer was read and where it is; all, when it is gone', async () => {
  const walletId = await registerTestWallet(db.database, 31);
  const at = (block: number) =>
    transaction({ walletId, blockNumber: block, timestamp: firstTime + block * 12, hash: hash(7) }, {}, [
      { side: 'inflow', amount: ether },
    ]);
  const [now, before] = [at(5), at(9)];
  await storeTestRows(db.database, 1, { transactions: [now.transaction], transfers: now.transfers });
  const [position = '', read = ''] = [now.transfers[0]?.position, before.transfers[0]?.position];
  expect(position < read).toBe(true);

  const author = { clientId: 1, walletId, keyId: 'key' };
  const correctionOf = (transactionHash: Hash): NewCorrection => ({
    chainId: 1,
    hash: transactionHash,
    item: itemOfPosition(read),
    tokenAddress: null,
    quantity: null,
    kind: 'PRICE',
    treatment: null,
    amount: '3',
    currency: 'USD',
    acquiredAt: null,
    note: null,
    fromPosition: read,
  });
  const noted = async (): Promise<unknown> => {
    const { rows } = await db.database.pool.query(
      'SELECT from_position FROM ledger_change WHERE client_id = 1 ORDER BY version DESC LIMIT 1',
    );
    return rows[0]?.from_position;
  };
  const ids = await addCorrections(db.database, author, [correctionOf(hash(7))]);
  expect(await noted()).toBe(position);
  await addCorrections(db.database, author, [correctionOf(hash(8))]);
  expect(await noted()).toBe('');
  await undoCorrection(db.database, author, { id: Number(ids[0]), fromPosition: read });
  expect(await noted()).toBe(position);
});
