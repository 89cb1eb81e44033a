/** The rows that a client's ledger books of some transactions, in whichever of the client's wallets they are. */
import type { Address } from '../../../domain/model.ts';
import { comparePlaces } from '../../../domain/position.ts';
import { askByWallet, isSpread } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { hexOf } from '../../connection/row-types.ts';
import { queryRows } from '../../connection/sql.ts';
import { itemsOfTransactions } from '../../history/items-of-transactions.ts';
import {
  type LedgerTransaction,
  type LedgerTransfer,
  ledgerTransactionColumns,
  ledgerTransferColumns,
  readLedgerTransaction,
  readLedgerTransfer,
} from '../ledger-cursors.ts';

export interface RowsOfTransactions {
  /** Those that have one of the transactions; removed ones, too, which are the client's own still. */
  wallets: readonly { walletId: number; address: Address }[];
  transactions: readonly LedgerTransaction[];
  /** In the order (position, wallet); spam as well. */
  transfers: readonly LedgerTransfer[];
}

interface Key {
  walletId: number;
  position: string;
}

/** The transactions are named by their positions. */
export async function findRowsOfTransactions(
  database: Database,
  clientId: number,
  positions: readonly string[],
): Promise<RowsOfTransactions> {
  const held = await findHolders(database, clientId, positions);
  const [transactions, transfers] = await Promise.all([
    findTransactions(database, held.keys),
    itemsOfTransactions(database, held.keys, { columns: ledgerTransferColumns, read: readLedgerTransfer }),
  ]);
  return { wallets: held.wallets, transactions: transactions.sort(comparePlaces), transfers };
}

/** The client's wallets that have one of the transactions, and which each has: one look-up in the index of positions for each. */
async function findHolders(
  database: Database,
  clientId: number,
  positions: readonly string[],
): Promise<{ wallets: RowsOfTransactions['wallets']; keys: readonly Key[] }> {
  const { pool } = database;
  const readKey = (row: { integer(): number; text(): string }): Key => ({
    walletId: row.integer(),
    position: row.text(),
  });
  const walletsOf = (walletIds: readonly number[] | null) =>
    queryRows(
      pool,
      `SELECT wallet.id, wallet.address FROM registration JOIN wallet ON wallet.id = registration.wallet_id
       WHERE registration.client_id = $1 AND ($2::int[] IS NULL OR wallet.id = ANY($2)) ORDER BY wallet.id`,
      [clientId, walletIds],
      (row) => ({ walletId: row.integer(), address: hexOf(row.text()) }),
    );
  if (isSpread(pool)) {
    const registered = await walletsOf(null);
    const keys = await queryRows(
      pool,
      'SELECT wallet_id, position FROM transaction WHERE wallet_id = ANY($1::int[]) AND position = ANY($2::text[])',
      [registered.map(({ walletId }) => walletId), positions],
      readKey,
    );
    const holders = new Set(keys.map(({ walletId }) => walletId));
    return { wallets: registered.filter(({ walletId }) => holders.has(walletId)), keys };
  }
  const keys = await queryRows(
    pool,
    `SELECT transaction.wallet_id, position FROM transaction
     JOIN registration ON registration.wallet_id = transaction.wallet_id AND registration.client_id = $1
     WHERE position = ANY($2::text[])`,
    [clientId, positions],
    readKey,
  );
  return { wallets: await walletsOf([...new Set(keys.map(({ walletId }) => walletId))]), keys };
}

const ownerOf = ({ walletId }: Key): number => walletId;

const findTransactions = (database: Database, keys: readonly Key[]): Promise<LedgerTransaction[]> =>
  askByWallet(database.pool, keys, ownerOf, (own, ofWallet) =>
    queryRows(
      database.pool,
      `SELECT ${ledgerTransactionColumns.map((column) => `transaction.${column}`).join(', ')}
       FROM unnest($1::int[], $2::text[]) wanted (wallet_id, position)
       JOIN transaction USING (wallet_id, position) WHERE true${ofWallet('transaction')}`,
      [own.map(ownerOf), own.map(({ position }) => position)],
      readLedgerTransaction,
    ),
  );
