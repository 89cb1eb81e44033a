/** What a token's balances grew by of themselves: what is stored of it, the moves beside it, and how both are changed. */
import type pg from 'pg';
import type { Address, TransactionRecord, TransferRecord } from '../../domain/model.ts';
import { itemKindDigit, transactionPositionLength, yieldDigit } from '../../domain/position.ts';
import { RetryableError } from '../../errors.ts';
import { queryRows } from '../connection/sql.ts';
import { removeTransactions } from '../history/wallet-rows.ts';
import { storeChanges } from './store-changes.ts';

/** Blocks with moves that are looked at in one round; the rest comes in the next. */
const blocksAtOnce = 10_000;

/** What moved of the token in one block. */
export interface TokenMoves {
  blockNumber: number;
  /** Unix seconds. */
  timestamp: number;
  /** Inflows less outflows. */
  net: bigint;
  count: number;
  hasOutflow: boolean;
}

export interface StoredAccrual {
  /** The transaction's. */
  position: string;
  blockNumber: number;
  timestamp: number;
  amount: bigint;
}

/** A token of a wallet on a chain, up to the block that the wallet is synced to. */
export interface AccrualHistory {
  tokenAddress: Address;
  /** Accruals up to this block are stored for good; null: nothing is yet. */
  accruedTo: number | null;
  /** Of everything up to there, accruals included. */
  sum: bigint;
  /** Transfers up to there. */
  transferCount: number;
  /** After it, by block, ascending. */
  moves: TokenMoves[];
  /** `moves` are all that there are. */
  isWhole: boolean;
  /** After it, ascending. */
  accruals: StoredAccrual[];
  /** Changes with whatever is stored of the token up to that block. */
  mark: string;
}

interface Place {
  walletId: number;
  chainId: number;
}

const ofToken = 'chain_id = $2 AND token_address = $3';
const isYield = `substr(position, ${itemKindDigit}, 1) = '${yieldDigit}'`;
const counts = "standard = 'erc20' AND spam_reason IS DISTINCT FROM 'forged'";

/** Reads it as the transaction sees it, up to and including `upTo`. */
export async function readAccrualHistory(
  client: pg.PoolClient,
  at: Place,
  { tokenAddress, upTo }: { tokenAddress: Address; upTo: number },
): Promise<AccrualHistory> {
  const key = [at.walletId, at.chainId, tokenAddress];
  const [accruedTo = null] = await queryRows(
    client,
    `SELECT accrued_to FROM reconciliation WHERE wallet_id = $1 AND ${ofToken}`,
    key,
    (row) => row.integerOrNull(),
  );
  const from = accruedTo ?? -1;
  const [before] = await queryRows(
    client,
    `SELECT coalesce(sum(amount), 0), count(*) FILTER (WHERE amount <> 0 AND NOT ${isYield})
     FROM transfer WHERE wallet_id = $1 AND ${ofToken} AND ${counts} AND block_number <= $4`,
    [...key, from],
    (row) => ({ sum: row.bigint(), transferCount: row.integer() }),
  );
  const moves = await queryRows(
    client,
    `SELECT block_number, min(timestamp), sum(amount), count(*), bool_or(side = 'outflow') FROM transfer
     WHERE wallet_id = $1 AND ${ofToken} AND ${counts} AND amount <> 0 AND NOT ${isYield} AND block_number > $4 AND block_number <= $5
     GROUP BY block_number ORDER BY block_number LIMIT ${blocksAtOnce + 1}`,
    [...key, from, upTo],
    (row) => ({
      ...{ blockNumber: row.integer(), timestamp: row.integer(), net: row.bigint(), count: row.integer() },
      hasOutflow: row.boolean(),
    }),
  );
  const accruals = await queryRows(
    client,
    `SELECT left(position, ${transactionPositionLength}), block_number, timestamp, amount FROM transfer
     WHERE wallet_id = $1 AND ${ofToken} AND ${isYield} AND block_number > $4 ORDER BY position`,
    [...key, from],
    (row) => ({
      ...{ position: row.text(), blockNumber: row.integer(), timestamp: row.integer() },
      amount: row.bigint(),
    }),
  );
  return {
    ...{ tokenAddress, accruedTo, accruals },
    sum: before?.sum ?? 0n,
    transferCount: before?.transferCount ?? 0,
    moves: moves.slice(0, blocksAtOnce),
    isWhole: moves.length <= blocksAtOnce,
    mark: await markOf(client, at, { tokenAddress, upTo }),
  };
}

async function markOf(
  client: pg.PoolClient,
  at: Place,
  { tokenAddress, upTo }: { tokenAddress: Address; upTo: number },
): Promise<string> {
  const [mark] = await queryRows(
    client,
    `SELECT concat_ws(':', count(*), sum(amount), max(position),
       (SELECT accrued_to FROM reconciliation WHERE wallet_id = $1 AND ${ofToken}))
     FROM transfer WHERE wallet_id = $1 AND ${ofToken} AND ${counts} AND block_number <= $4`,
    [at.walletId, at.chainId, tokenAddress, upTo],
    (row) => row.text(),
  );
  return mark ?? '';
}

/** What a comparison makes of a token's accruals. */
export interface AccrualChange {
  tokenAddress: Address;
  /** Of the history that it was made from. */
  mark: string;
  accruedTo: number | null;
  /** Positions of stand-in transactions that are there no more. */
  removed: readonly string[];
  transactions: readonly TransactionRecord[];
  transfers: readonly TransferRecord[];
}

/** The rows of all changes. */
function accrualRows(changes: readonly AccrualChange[]): {
  transactions: TransactionRecord[];
  transfers: TransferRecord[];
} {
  return {
    transactions: changes.flatMap(({ transactions }) => transactions),
    transfers: changes.flatMap(({ transfers }) => transfers),
  };
}

/**
 * Puts the accruals in the place of those that stood there; the caller holds the sync row.
 * Throws RetryableError where something of the token's history has changed since it was read.
 */
export async function storeAccruals(
  client: pg.PoolClient,
  at: Place,
  { changes, upTo }: { changes: readonly AccrualChange[]; upTo: number },
): Promise<void> {
  for (const { tokenAddress, mark } of changes) {
    if (mark === (await markOf(client, at, { tokenAddress, upTo }))) continue;
    throw new RetryableError(`the history of ${tokenAddress} has changed while its growth was measured`);
  }
  const rows = accrualRows(changes);
  const positions = changes.flatMap(({ removed }) => removed);
  if (rows.transactions.length === 0 && positions.length === 0) return;
  const removed = positions.length === 0 ? null : await removeTransactions(client, at, positions);
  await storeChanges(client, at, { rows, removed, mayBeOlder: true, isShown: false });
}
