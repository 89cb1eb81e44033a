/** The counters of a (wallet, chain): how many rows there are, and how many per counterparty; kept by the writer. */
import type pg from 'pg';
import type { ContractKey } from '../../domain/ids.ts';
import { besideAnchor, isSpread } from '../cluster/wallet-statements.ts';
import { queryRows } from '../connection/sql.ts';

interface Place {
  walletId: number;
  chainId: number;
}

/** By how much a wallet's counters on a chain change. */
export interface CountChange {
  transactions: number;
  spamTransactions: number;
  transfers: number;
  spamTransfers: number;
  /** Of fungible transfers that are no spam: with a price, and without. */
  priced: number;
  unpriced: number;
}

/** Whether a row of `transfer` has a price, in SQL; null for those that need none: spam, and what is not fungible. */
export const isPriced = `CASE WHEN transfer.spam_reason IS NULL AND transfer.standard IN ('native', 'erc20') THEN transfer.price IS NOT NULL END`;

/** Of one counterparty, once for each transfer that came or went. */
export interface CounterpartyChange {
  counterparty: string;
  transfers: number;
  spamTransfers: number;
}

export async function changeCounters(client: pg.PoolClient, at: Place, change: CountChange): Promise<void> {
  const { transactions, spamTransactions, transfers, spamTransfers, priced, unpriced } = change;
  const changes = [transactions, spamTransactions, transfers, spamTransfers, priced, unpriced];
  if (changes.every((number) => number === 0)) return;
  await client.query(
    `INSERT INTO counter
       (wallet_id, chain_id, transaction_count, spam_transaction_count, transfer_count, spam_transfer_count, priced_count,
       unpriced_count)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (wallet_id, chain_id) DO UPDATE SET
       transaction_count = counter.transaction_count + excluded.transaction_count,
       spam_transaction_count = counter.spam_transaction_count + excluded.spam_transaction_count,
       transfer_count = counter.transfer_count + excluded.transfer_count,
       spam_transfer_count = counter.spam_transfer_count + excluded.spam_transfer_count,
       priced_count = counter.priced_count + excluded.priced_count,
       unpriced_count = counter.unpriced_count + excluded.unpriced_count`,
    [at.walletId, at.chainId, ...changes],
  );
}

/** Counts transfers that got a price, or lost theirs, by chain; those that need none are left out. */
export async function countPriced(
  client: pg.PoolClient,
  walletId: number,
  rows: readonly { chainId: number; isPriced: boolean | null }[],
): Promise<void> {
  const needed = rows.filter((row) => row.isPriced !== null);
  const byChain = [...Map.groupBy(needed, ({ chainId }) => chainId)].sort(([one], [two]) => one - two);
  for (const [chainId, ofChain] of byChain) {
    const priced = ofChain.reduce((sum, row) => sum + (row.isPriced === true ? 1 : -1), 0);
    const unchanged = { transactions: 0, spamTransactions: 0, transfers: 0, spamTransfers: 0 };
    await changeCounters(client, { walletId, chainId }, { ...unchanged, priced, unpriced: -priced });
  }
}

/** Adds up the changes per counterparty; a counterparty without transfers keeps no row. */
export async function changeCounterpartyCounters(
  client: pg.PoolClient,
  at: Place,
  changes: readonly CounterpartyChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const sums = new Map<string, CounterpartyChange>();
  for (const { counterparty, transfers, spamTransfers } of changes) {
    const sum = sums.get(counterparty) ?? { counterparty, transfers: 0, spamTransfers: 0 };
    sum.transfers += transfers;
    sum.spamTransfers += spamTransfers;
    sums.set(counterparty, sum);
  }
  const rows = [...sums.values()];
  await addToCounterparties(client, at, rows);
  const fewer = rows.filter(({ transfers }) => transfers < 0).map(({ counterparty }) => counterparty);
  if (fewer.length === 0) return;
  await client.query(
    `DELETE FROM counterparty_counter WHERE wallet_id = $1 AND chain_id = $2 AND counterparty = ANY($3::text[])
       AND transfer_count = 0`,
    [at.walletId, at.chainId, fewer],
  );
}

/** Adds to the counters of counterparties, each of which is named once. */
export async function addToCounterparties(
  client: pg.PoolClient,
  at: Place,
  rows: readonly CounterpartyChange[],
): Promise<void> {
  const given = 'unnest($2::text[], $3::int[], $4::int[]) given (counterparty, transfers, spam_transfers)';
  const [walletId, from] = isSpread(client)
    ? ['anchor.wallet_id', besideAnchor(at.walletId, given)]
    : [String(at.walletId), given];
  await client.query(
    `INSERT INTO counterparty_counter (wallet_id, chain_id, counterparty, transfer_count, spam_transfer_count)
     SELECT ${walletId}, $1::int, given.counterparty, given.transfers, given.spam_transfers FROM ${from}
     ON CONFLICT (wallet_id, counterparty, chain_id) DO UPDATE SET
       transfer_count = counterparty_counter.transfer_count + excluded.transfer_count,
       spam_transfer_count = counterparty_counter.spam_transfer_count + excluded.spam_transfer_count`,
    [
      at.chainId,
      rows.map(({ counterparty }) => counterparty),
      rows.map(({ transfers }) => transfers),
      rows.map(({ spamTransfers }) => spamTransfers),
    ],
  );
}

/** The wallets that have moved one of the tokens, ascending. */
export function walletsOfTokens(
  client: Pick<pg.Pool, 'query'>,
  tokens: readonly ContractKey[],
): Promise<number[]> {
  return queryRows(
    client,
    // By the counters, of which every wallet has one per chain: they lie beside its transfers, wherever those do.
    `SELECT DISTINCT counter.wallet_id FROM counter WHERE EXISTS (
       SELECT FROM unnest($1::int[], $2::text[]) token (chain_id, address)
       JOIN transfer ON transfer.wallet_id = counter.wallet_id AND transfer.chain_id = token.chain_id
         AND transfer.token_address = token.address) ORDER BY counter.wallet_id`,
    [tokens.map(({ chainId }) => chainId), tokens.map(({ address }) => address)],
    (row) => row.integer(),
  );
}
