/** Balances as the rows add up, beside what the chain says of them: the figures of both sides, and the result. */
import type pg from 'pg';
import { keyOfContract } from '../../domain/ids.ts';
import { type Address, type Hash, zeroAddress } from '../../domain/model.ts';
import { RetryableError } from '../../errors.ts';
import { besideAnchor, isSpread } from '../cluster/wallet-statements.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { hexOf, hexOrNull } from '../connection/row-types.ts';
import { queryRows, withTransaction } from '../connection/sql.ts';
import { balanceEvents } from '../history/events/balance-events.ts';
import { appendEvents } from '../history/events/wallet-events.ts';
import { anchorWallet } from '../history/ledger-changes.ts';
import {
  type AccrualChange,
  type AccrualHistory,
  readAccrualHistory,
  storeAccruals,
} from './accrual-rows.ts';
import { millisecondsOf, type ReconciliationTask } from './reconciliation-turns.ts';
import { standing, syncWithCursor } from './sync-rows.ts';

/** A balance that was compared with the chain, in base units. */
export interface ReconciliationRow {
  walletId: number;
  chainId: number;
  tokenAddress: Address;
  onChain: bigint;
  /** The chain's figure less ours. */
  difference: bigint;
  blockNumber: number;
  /** Unix seconds. */
  checkedAt: number;
}

/** What the rows say of a wallet on a chain, all of one moment. */
export interface StoredBalances {
  blockNumber: number;
  blockHash: Hash;
  /** The last stored block that is final; null: none is. */
  safeBlock: number | null;
  /** Of tokens that grow by themselves, as far as the wallet has a history of them from the beginning on. */
  growing: AccrualHistory[];
  balances: {
    tokenAddress: Address;
    amount: bigint;
    symbol: string | null;
    decimals: number | null;
    /** How often it moved as what stands for a debt; 0: it stands for none. */
    debtMoves: number;
  }[];
}

/**
 * The sums of a wallet's rows on a chain and the block that they stand for, read as of one moment. Forged events and tokens
 * of which there is nothing but spam are left out: their contracts are not to be believed. null: nothing is stored yet.
 */
export async function readStoredBalances(
  database: Database,
  task: ReconciliationTask,
  rebasingTokens: ReadonlySet<string> = new Set(),
): Promise<StoredBalances | null> {
  const own = [task.walletId, task.chainId];
  const stood = isSpread(database.pool) ? await markOfSync(database, task) : null;
  const balances = await withTransaction(database.pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const [sync] = await queryRows(
      client,
      `SELECT ${standing('synced_block')}, ${standing('synced_hash')}, ${standing('safe_block')},
         from_block > 0 OR 'logs' = ANY(missing) FROM ${syncWithCursor}
       WHERE sync.wallet_id = $1 AND sync.chain_id = $2 AND loaded_at IS NOT NULL AND synced_block IS NOT NULL`,
      own,
      (row) => ({
        ...{
          blockNumber: row.integer(),
          blockHash: hexOrNull(row.textOrNull()),
          safeBlock: row.integerOrNull(),
        },
        isPartial: row.boolean(),
      }),
    );
    if (sync === undefined || sync.blockHash === null) return null;
    const sums = await queryRows(
      client,
      `SELECT token_address, sum(amount), sum(debt_moves) FROM (
         SELECT token_address, sum(amount) AS amount, count(*) FILTER (WHERE tax_treatment = 'LIABILITY') AS debt_moves FROM transfer
         WHERE wallet_id = $1 AND chain_id = $2 AND standard IN ('native', 'erc20')
           AND spam_reason IS DISTINCT FROM 'forged'
         GROUP BY token_address HAVING bool_or(spam_reason IS NULL)
         UNION ALL
         SELECT $3, -coalesce(sum(fee), 0), 0 FROM transaction WHERE wallet_id = $1 AND chain_id = $2
       ) AS movements GROUP BY token_address ORDER BY token_address`,
      [...own, zeroAddress],
      (row) => ({ tokenAddress: hexOf(row.text()), amount: row.bigint(), debtMoves: row.integer() }),
    );
    const tokens = await queryRows(
      client,
      'SELECT address, symbol, decimals FROM token WHERE chain_id = $1 AND address = ANY($2::text[])',
      [task.chainId, sums.map(({ tokenAddress }) => tokenAddress)],
      (row) => {
        const [address, symbol, decimals] = [row.text(), row.textOrNull(), row.textOrNull()];
        return [address, { symbol, decimals: decimals === null ? null : Number(decimals) }] as const;
      },
    );
    const named = new Map<string, { symbol: string | null; decimals: number | null }>(tokens);
    const unnamed = { symbol: null, decimals: null };
    const growing: AccrualHistory[] = [];
    for (const { tokenAddress } of sync.isPartial ? [] : sums) {
      if (!rebasingTokens.has(tokenAddress)) continue;
      growing.push(await readAccrualHistory(client, task, { tokenAddress, upTo: sync.blockNumber }));
    }
    return {
      blockNumber: sync.blockNumber,
      blockHash: sync.blockHash,
      safeBlock: sync.safeBlock,
      growing,
      balances: sums.map((sum) => ({ ...sum, ...(named.get(sum.tokenAddress) ?? unnamed) })),
    };
  });
  if (stood !== null && stood !== (await markOfSync(database, task)))
    throw new RetryableError('the wallet was stored further while its balances were read');
  return balances;
}

/**
 * Changes with each commit of the wallet on the chain; waits for one that is under way. On a cluster the rows of a commit are seen a
 * moment before the block that they belong to: sums between two equal marks are those of the block.
 */
async function markOfSync(database: Database, task: ReconciliationTask): Promise<string | null> {
  const [mark] = await queryRows(
    database.pool,
    `SELECT concat_ws(':', synced_block, synced_hash, updated_at) FROM sync WHERE wallet_id = $1 AND chain_id = $2 FOR SHARE`,
    [task.walletId, task.chainId],
    (row) => row.text(),
  );
  return mark ?? null;
}

/**
 * Puts the result in the place of the last one; the warnings show with the wallet's sync until the next comparison.
 * What tokens have brought by themselves is stored with it.
 * false: the wallet is being loaded anew or has been rolled back, and what was compared is no longer there.
 */
export async function storeReconciliation(
  database: Database,
  task: ReconciliationTask,
  result: {
    blockNumber: number;
    blockHash: Hash;
    compared: readonly Pick<ReconciliationRow, 'tokenAddress' | 'onChain' | 'difference'>[];
    accruals: readonly AccrualChange[];
    warnings: readonly string[];
    nextInMs: number;
    /** Those that follow a chain take turns: the next is at the earliest after so long for each of them. Default: 0. */
    perFollowerMs?: number;
  },
): Promise<boolean> {
  return withTransaction(database.pool, async (client) => {
    const advanced = await advance(client, task, result);
    if (advanced === null) return false;
    await anchorWallet(client, task.walletId);
    await storeAccruals(client, task, { changes: result.accruals, upTo: result.blockNumber });
    const accruedTo = new Map(result.accruals.map((change) => [change.tokenAddress, change.accruedTo]));
    const former = await queryRows(
      client,
      'DELETE FROM reconciliation WHERE wallet_id = $1 AND chain_id = $2 RETURNING token_address, difference',
      [task.walletId, task.chainId],
      (row) => ({ tokenAddress: hexOf(row.text()), difference: row.bigint() }),
    );
    const given =
      'unnest($2::text[], $3::numeric[], $4::numeric[], $6::int[]) compared (token, on_chain, difference, accrued_to)';
    const [walletId, from] = isSpread(client)
      ? ['anchor.wallet_id', besideAnchor(task.walletId, given)]
      : [String(task.walletId), given];
    await client.query(
      `INSERT INTO reconciliation (wallet_id, chain_id, token_address, on_chain, difference, block_number, checked_at, accrued_to)
       SELECT ${walletId}, $1::int, compared.token, compared.on_chain, compared.difference, $5::int, now(), compared.accrued_to FROM ${from}`,
      [
        task.chainId,
        result.compared.map(({ tokenAddress }) => tokenAddress),
        result.compared.map(({ onChain }) => onChain),
        result.compared.map(({ difference }) => difference),
        result.blockNumber,
        result.compared.map(({ tokenAddress }) => accruedTo.get(tokenAddress) ?? null),
      ],
    );
    await appendEvents(client, task.walletId, balanceEvents(task.chainId, former, result));
    const textOf = ({ tokenAddress, difference }: (typeof former)[number]) => `${tokenAddress} ${difference}`;
    const isSame = former.map(textOf).sort().join() === result.compared.map(textOf).sort().join();
    if (!isSame || advanced.isShown) await notify(client, 'wallet_changed', String(task.walletId));
    return true;
  });
}

/**
 * Notes the comparison, if the block that was compared is still stored; else null. `isShown`: the warnings are others than before.
 * What somebody asked for since the claim stays due: this comparison may have begun before what it was asked for. A row that follows
 * the chain's cursor is moved to it if the comparison stores rows: a row stands no lower than what is stored of it, so that a re-org
 * finds it. The cursor stays meanwhile.
 */
async function advance(
  client: pg.PoolClient,
  task: ReconciliationTask,
  result: Parameters<typeof storeReconciliation>[2],
): Promise<{ isShown: boolean } | null> {
  await client.query('SELECT FROM chain_cursor WHERE chain_id = $1 FOR SHARE', [task.chainId]);
  const [advanced] = await queryRows(
    client,
    `WITH stands AS (
       SELECT balance_warnings AS warnings, ${standing('synced_block')} AS block, ${standing('synced_hash')} AS hash,
         ${standing('safe_block')} AS safe_block, ${standing('safe_hash')} AS safe_hash,
         coalesce(cursor.followers, 0) AS followers FROM ${syncWithCursor}
       WHERE sync.wallet_id = $1 AND sync.chain_id = $2 FOR UPDATE OF sync)
     UPDATE sync SET balance_warnings = $3, updated_at = now(),
       reconcile_at = least(CASE WHEN ${millisecondsOf('sync.reconcile_at')} <> $9::bigint THEN sync.reconcile_at END,
         now() + greatest($4::float8, $8::float8 * stands.followers) * interval '1 millisecond'),
       synced_block = CASE WHEN $7 THEN stands.block ELSE synced_block END,
       synced_hash = CASE WHEN $7 THEN stands.hash ELSE synced_hash END,
       safe_block = CASE WHEN $7 THEN stands.safe_block ELSE sync.safe_block END,
       safe_hash = CASE WHEN $7 THEN stands.safe_hash ELSE sync.safe_hash END
     FROM stands WHERE wallet_id = $1 AND chain_id = $2 AND loaded_at IS NOT NULL
       AND (stands.block > $5 OR (stands.block = $5 AND stands.hash = $6))
     RETURNING balance_warnings IS DISTINCT FROM stands.warnings`,
    [
      ...[task.walletId, task.chainId, result.warnings, result.nextInMs],
      ...[result.blockNumber, result.blockHash],
      result.accruals.some(({ transactions }) => transactions.length > 0),
      result.perFollowerMs ?? 0,
      task.claimedUntilMs,
    ],
    (row) => ({ isShown: row.boolean() }),
  );
  return advanced ?? null;
}

/** Which of the tokens have stood for a debt of the wallet, as `keyOfContract` names them, each with the price in USD when it last moved. */
export async function findDebtTokens(
  database: Database,
  walletId: number,
  tokens: readonly Address[],
): Promise<ReadonlyMap<string, string | null>> {
  if (tokens.length === 0) return new Map();
  const found = await queryRows(
    database.pool,
    `SELECT DISTINCT ON (chain_id, token_address) chain_id, token_address, price FROM transfer
     WHERE wallet_id = $1 AND token_address = ANY($2::text[]) AND tax_treatment = 'LIABILITY'
     ORDER BY chain_id, token_address, position DESC`,
    [walletId, tokens],
    (row) =>
      [keyOfContract({ chainId: row.integer(), address: hexOf(row.text()) }), row.textOrNull()] as const,
  );
  return new Map(found);
}

/** The last comparison of every balance of the wallets. */
export async function findReconciliations(
  database: Database,
  walletIds: readonly number[],
): Promise<ReconciliationRow[]> {
  if (walletIds.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT wallet_id, chain_id, token_address, on_chain, difference, block_number,
       floor(extract(epoch FROM checked_at))::bigint
     FROM reconciliation WHERE wallet_id = ANY($1::int[]) ORDER BY wallet_id, chain_id, token_address`,
    [walletIds],
    (row) => ({
      walletId: row.integer(),
      chainId: row.integer(),
      tokenAddress: hexOf(row.text()),
      onChain: row.bigint(),
      difference: row.bigint(),
      blockNumber: row.integer(),
      checkedAt: row.integer(),
    }),
  );
}
