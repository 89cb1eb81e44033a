/**
 * What a contract says of itself may become known after its transfers were judged. Which transactions might be judged otherwise by it,
 * and how the rows of one block come in the place of those that were stored.
 */
import type { Address } from '../../domain/model.ts';
import { afterDigits } from '../../domain/position.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows } from '../connection/sql.ts';
import { anchorWallet } from '../history/ledger-changes.ts';
import { walletsOfTokens } from '../history/row-counters.ts';
import type { Rows } from '../history/row-writes.ts';
import type { SyncLease } from './commit.ts';
import { isHeld, leaseValues } from './leases.ts';
import { storeChanges } from './store-changes.ts';

/** Contracts of a chain that are known now. */
export interface LateContracts {
  chainId: number;
  /** Those whose own words make them spam. */
  spam: readonly Address[];
  /** Those whose decimals are known. */
  withDecimals: readonly Address[];
}

/** A block in which a wallet moved such a token. */
export interface JudgedPlace {
  walletId: number;
  blockNumber: number;
  tokenAddress: Address;
}

/**
 * Two judgements rest on what a contract says: whether it is spam, where another account sent the transaction; and which of several
 * transfers in one direction is the largest, whose other party is the transaction's. All else stays as it was judged.
 *
 * @param most so many places at most
 */
export async function findJudgedBefore(
  database: Database,
  { chainId, spam, withDecimals }: LateContracts,
  most: number,
): Promise<JudgedPlace[]> {
  const contracts = [...new Set([...spam, ...withDecimals])].map((token) => ({ chainId, address: token }));
  if (contracts.length === 0) return [];
  const found: JudgedPlace[] = [];
  const walletIds = await walletsOfTokens(database.pool, contracts);
  // By itself: on a cluster, histories lie elsewhere than wallets.
  const wallets = await queryRows(
    database.pool,
    'SELECT id, address FROM wallet WHERE id = ANY($1::int[]) ORDER BY id',
    [walletIds],
    (row) => ({ walletId: row.integer(), address: row.text() }),
  );
  for (const { walletId, address } of wallets) {
    const places = await queryRows(
      database.pool,
      `SELECT DISTINCT transfer.block_number, transfer.token_address FROM transfer
       JOIN transaction ON transaction.wallet_id = transfer.wallet_id AND transaction.chain_id = transfer.chain_id
         AND transaction.hash = transfer.hash
       WHERE transfer.wallet_id = $1 AND transfer.chain_id = $2 AND transfer.cleared_spam_reason IS NULL AND (
           transfer.token_address = ANY($3::text[]) AND transfer.spam_reason IS DISTINCT FROM 'airdrop'
             AND transfer.spam_reason IS DISTINCT FROM 'zero-value'
             AND transaction.from_address <> $6
           OR transfer.token_address = ANY($4::text[]) AND transfer.spam_reason IS NULL AND transaction.category IN ('SEND', 'RECEIVE') AND EXISTS (
             SELECT FROM transfer other WHERE other.wallet_id = $1
               AND other.position > transaction.position AND other.position < transaction.position || '${afterDigits}'
               AND other.side = transfer.side AND other.spam_reason IS NULL
               AND other.token_address <> transfer.token_address AND other.counterparty <> transfer.counterparty))
       ORDER BY transfer.block_number, transfer.token_address LIMIT $5`,
      [walletId, chainId, spam, withDecimals, most - found.length, address],
      (row) => ({ walletId, blockNumber: row.integer(), tokenAddress: hexOf(row.text()) }),
    );
    found.push(...places);
    if (found.length >= most) break;
  }
  return found;
}

/**
 * Stores rows of transactions that are stored already, as they are judged now, with all that follows from it.
 *
 * @param lease of the wallet on the chain: nobody rolls back meanwhile
 * @returns false: the lease was lost, or one of the transactions does not stand there any more; then nothing is written
 */
export async function storeJudgedAgain(database: Database, lease: SyncLease, rows: Rows): Promise<boolean> {
  return database.transaction(async (client) => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM sync WHERE ${isHeld} FOR UPDATE`,
      leaseValues(lease),
    );
    if (rowCount !== 1) return false;
    await anchorWallet(client, lease.walletId);
    const there = await queryRows(
      client,
      `SELECT 1 FROM unnest($3::text[], $4::text[]) given (hash, position)
       JOIN transaction ON transaction.wallet_id = $1 AND transaction.chain_id = $2
         AND transaction.hash = given.hash AND transaction.position = given.position`,
      [
        ...[lease.walletId, lease.chainId],
        ...[rows.transactions.map(({ hash }) => hash), rows.transactions.map(({ position }) => position)],
      ],
      (row) => row.integer(),
    );
    if (there.length !== rows.transactions.length) return false;
    await storeChanges(client, lease, { rows, removed: null, mayBeOlder: true, isShown: false });
    return true;
  });
}
