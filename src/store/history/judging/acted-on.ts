/**
 * Judges airdrops again where the history is kept: by the rules of domain/classify/own-acts.ts, when an act of the wallet is
 * stored or undone, or their token turns out to have a market (token-markets.ts). Transfers change by the rule's table, without being read; transactions are read in pieces.
 */
import type pg from 'pg';
import { chunk } from '../../../domain/chunk.ts';
import {
  changesOfMarks,
  isOwnAct,
  type JudgedTransaction,
  judgeTransaction,
  judgeTransfer,
  ownAct,
} from '../../../domain/classify/own-acts.ts';
import type { TransferRecord } from '../../../domain/model.ts';
import { transactionPositionLength } from '../../../domain/position.ts';
import { queryRows, type RowReader } from '../../connection/sql.ts';
import { categoryOf, kindOf } from '../columns/transaction-columns.ts';
import { isItemOf } from '../columns/transfer-columns.ts';
import { changeTransactions } from './change-transactions.ts';
import { findMarkets } from './token-markets.ts';

interface Place {
  walletId: number;
  chainId: number;
}

/** What the partial index `transfer_airdrop_idx` holds; said with every look-up, so that it is used. */
const isAirdrop = "(transfer.spam_reason = 'airdrop' OR transfer.cleared_spam_reason IS NOT NULL)";
/** Transactions that are judged at once. */
const pieceSize = 5_000;

/**
 * Judges airdrops of tokens again that the stored transfers concern: those that the wallet has sent, before or after, count, and those
 * that have a market.
 * Answers the positions of the transfers that changed.
 */
export async function clearActedOn(
  client: pg.PoolClient,
  at: Place,
  transfers: readonly TransferRecord[],
): Promise<string[]> {
  const concerned = transfers.filter(
    (transfer) =>
      isOwnAct(transfer) || judgeTransfer({ ...transfer, clearedSpamReason: null }, true) !== null,
  );
  const tokens = [...new Set(concerned.map(({ tokenAddress }) => tokenAddress))];
  return judgeTokens(client, at, { tokens, counts: true });
}

/**
 * Judges airdrops of tokens again that count: the wallet has acted on them, or they have a market now. Answers the positions of the
 * transfers that changed.
 */
export function clearAirdrops(
  client: pg.PoolClient,
  at: Place,
  tokens: readonly string[],
): Promise<string[]> {
  return judgeTokens(client, at, { tokens, counts: true });
}

/**
 * Judges airdrops of the given tokens again: where nothing is left that the wallet did with them, and they have no market, they are spam
 * as if it had never happened. Answers the positions of the transfers that changed.
 */
export async function restoreSpam(
  client: pg.PoolClient,
  at: Place,
  tokens: readonly string[],
): Promise<string[]> {
  return judgeTokens(client, at, { tokens, counts: false });
}

/** Of the tokens, judges those that have airdrops and that count, because the wallet has acted on them or they have a market, or do not. */
async function judgeTokens(
  client: pg.PoolClient,
  at: Place,
  { tokens, counts }: { tokens: readonly string[]; counts: boolean },
): Promise<string[]> {
  if (tokens.length === 0) return [];
  const found = await queryRows(
    client,
    // One token after the other, whatever the planner takes the tables for: in the middle of a load it knows nothing of them.
    `SELECT token, EXISTS (SELECT 1 FROM transfer sent WHERE sent.wallet_id = $1 AND sent.chain_id = $2
       AND sent.token_address = token AND sent.side = $4 AND (sent.spam_reason IS NOT NULL) = $5)
     FROM unnest($3::text[]) token WHERE EXISTS (SELECT 1 FROM transfer
       WHERE wallet_id = $1 AND chain_id = $2 AND token_address = token AND ${isAirdrop})`,
    [at.walletId, at.chainId, tokens, ownAct.side, ownAct.isSpam],
    (row) => ({ token: row.text(), isActedOn: row.boolean() }),
  );
  const markets = await findMarkets(
    client,
    at.chainId,
    found.map(({ token }) => token),
  );
  const judged = found
    .filter(({ token, isActedOn }) => (isActedOn || markets.has(token)) === counts)
    .map(({ token }) => token);
  if (judged.length === 0) return [];
  const transfers = await judgeTransfersOf(client, at, { tokens: judged, counts });
  const changed = new Set(transfers);
  const transactions = new Set(transfers.map((position) => position.slice(0, transactionPositionLength)));
  for (const piece of chunk([...transactions], pieceSize)) {
    for (const position of await judgeTransactions(client, at, piece)) changed.add(position);
  }
  return [...changed];
}

/** Answers the positions of the transfers that the rule has changed. What is spam has no price. */
async function judgeTransfersOf(
  client: pg.PoolClient,
  at: Place,
  { tokens, counts }: { tokens: readonly string[]; counts: boolean },
): Promise<string[]> {
  const rule = changesOfMarks(counts);
  const prices = ['price', 'value', 'price_source'].map(
    (column) => `${column} = CASE WHEN rule.spam_reason IS NULL THEN transfer.${column} END`,
  );
  return queryRows(
    client,
    `UPDATE transfer SET spam_reason = rule.spam_reason, cleared_spam_reason = rule.cleared_spam_reason,
       tax_treatment = rule.tax_treatment, ${prices.join(', ')}
     FROM unnest($4::spam_reason[], $5::spam_reason[], $6::spam_reason[], $7::spam_reason[], $8::tax_treatment[])
       rule (was, was_cleared, spam_reason, cleared_spam_reason, tax_treatment)
     WHERE transfer.wallet_id = $1 AND transfer.chain_id = $2 AND transfer.token_address = ANY($3::text[])
       AND ${isAirdrop}
       AND transfer.spam_reason IS NOT DISTINCT FROM rule.was
       AND transfer.cleared_spam_reason IS NOT DISTINCT FROM rule.was_cleared
     RETURNING transfer.position`,
    [
      ...[at.walletId, at.chainId, tokens],
      ...[rule.map(({ from }) => from.spamReason), rule.map(({ from }) => from.clearedSpamReason)],
      ...[rule.map(({ to }) => to.spamReason), rule.map(({ to }) => to.clearedSpamReason)],
      rule.map(({ to }) => to.taxTreatment),
    ],
    (row) => row.text(),
  );
}

/** Judges the transactions at the positions; answers the positions of their transfers, where the category has changed. */
async function judgeTransactions(
  client: pg.PoolClient,
  at: Place,
  positions: readonly string[],
): Promise<string[]> {
  const found = await queryRows(
    client,
    `SELECT position, is_spam, category, kind, cleared_category, cleared_kind, EXISTS (
       SELECT FROM transfer WHERE transfer.wallet_id = $1 AND transfer.spam_reason IS NULL
         AND ${isItemOf('transfer', 'transaction')})
     FROM transaction WHERE wallet_id = $1 AND position = ANY($2::text[])`,
    [at.walletId, positions],
    readTransaction,
  );
  const judged = found.flatMap(({ position, transaction, hasTransfers }) => {
    const becomes = judgeTransaction(transaction, hasTransfers);
    return becomes === null ? [] : [{ position, ...becomes }];
  });
  if (judged.length === 0) return [];
  return changeTransactions(
    client,
    `UPDATE transaction SET is_spam = judged.is_spam, category = judged.category, kind = judged.kind,
       cleared_category = judged.cleared_category, cleared_kind = judged.cleared_kind
     FROM unnest($2::text[], $3::boolean[], $4::transaction_category[], $5::transaction_kind[],
       $6::transaction_category[], $7::transaction_kind[])
       judged (position, is_spam, category, kind, cleared_category, cleared_kind)
     WHERE transaction.wallet_id = $1 AND transaction.position = judged.position`,
    [
      ...[at.walletId, judged.map(({ position }) => position), judged.map(({ isSpam }) => isSpam)],
      ...[judged.map(({ category }) => category), judged.map(({ kind }) => kind)],
      judged.map(({ cleared }) => cleared?.category ?? null),
      judged.map(({ cleared }) => cleared?.kind ?? null),
    ],
  );
}

function readTransaction(row: RowReader): {
  position: string;
  transaction: JudgedTransaction;
  hasTransfers: boolean;
} {
  const position = row.text();
  const isSpam = row.boolean();
  const category = categoryOf(row.text());
  const kind = kindOf(row.text());
  const [clearedCategory, clearedKind] = [row.textOrNull(), row.textOrNull()];
  const cleared =
    clearedCategory === null || clearedKind === null
      ? null
      : { category: categoryOf(clearedCategory), kind: kindOf(clearedKind) };
  return { position, transaction: { isSpam, category, kind, cleared }, hasTransfers: row.boolean() };
}
