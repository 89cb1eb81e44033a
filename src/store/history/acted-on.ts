/**
 * What the wallet itself acted on is never spam. Whether it did shows only from its whole history, so rows are taken out of
 * spam, and put back when a re-org undoes the act, where the history is kept.
 */
import type pg from 'pg';
import type { TransferRecord } from '../../domain/model.ts';
import { transactionPositionLength } from '../../domain/position.ts';
import { queryRows } from '../connection/sql.ts';

interface Place {
  walletId: number;
  chainId: number;
}

/** What the partial index `transfer_airdrop_idx` holds; said with every look-up, so that it is used. */
const isAirdrop = "(spam_reason = 'airdrop' OR cleared_spam_reason IS NOT NULL)";

/** Of the tokens that have airdrops, those that the wallet has sent, and those that it has not. */
async function splitByActs(
  client: pg.PoolClient,
  at: Place,
  tokens: readonly string[],
): Promise<{ actedOn: string[]; leftAlone: string[] }> {
  const found = await queryRows(
    client,
    // One token after the other, whatever the planner takes the tables for: in the middle of a load it knows nothing of them.
    `SELECT token, EXISTS (SELECT 1 FROM transfer sent WHERE sent.wallet_id = $1 AND sent.chain_id = $2
       AND sent.token_address = token AND sent.side = 'outflow' AND sent.spam_reason IS NULL)
     FROM unnest($3::text[]) token WHERE EXISTS (SELECT 1 FROM transfer
       WHERE wallet_id = $1 AND chain_id = $2 AND token_address = token AND ${isAirdrop})`,
    [at.walletId, at.chainId, tokens],
    (row) => ({ token: row.text(), isActedOn: row.boolean() }),
  );
  const { actedOn = [], leftAlone = [] } = Object.groupBy(found, ({ isActedOn }) =>
    isActedOn ? 'actedOn' : 'leftAlone',
  );
  const names = (list: readonly { token: string }[]): string[] => list.map(({ token }) => token);
  return { actedOn: names(actedOn), leftAlone: names(leftAlone) };
}

/**
 * Takes airdrops of tokens that the wallet has sent, before or after, out of spam: they are income that counts. Only what the
 * stored transfers concern is looked at. Answers the positions of the transfers that changed.
 */
export async function clearActedOn(
  client: pg.PoolClient,
  at: Place,
  transfers: readonly TransferRecord[],
): Promise<string[]> {
  const concerned = transfers.filter(
    ({ side, standard, spamReason }) =>
      standard !== 'native' && (spamReason === 'airdrop' || (side === 'outflow' && spamReason === null)),
  );
  if (concerned.length === 0) return [];
  const tokens = [...new Set(concerned.map(({ tokenAddress }) => tokenAddress))];
  const { actedOn } = await splitByActs(client, at, tokens);
  if (actedOn.length === 0) return [];
  const cleared = await queryRows(
    client,
    `UPDATE transfer SET spam_reason = NULL, cleared_spam_reason = spam_reason, tax_treatment = 'INCOME'
     WHERE wallet_id = $1 AND chain_id = $2 AND token_address = ANY($3::text[]) AND spam_reason = 'airdrop' AND ${isAirdrop}
     RETURNING position`,
    [at.walletId, at.chainId, actedOn],
    (row) => row.text(),
  );
  if (cleared.length === 0) return [];
  const siblings = await queryRows(
    client,
    // Only a transaction that was nothing but spam becomes something else; in a mixed one its category stands.
    `WITH changed AS (
       UPDATE transaction SET is_spam = false, category = 'RECEIVE', kind = 'AIRDROP',
         cleared_category = category, cleared_kind = kind
       WHERE wallet_id = $1 AND position = ANY($2::text[]) AND is_spam RETURNING position)
     UPDATE transfer SET category = 'RECEIVE' FROM changed
     WHERE transfer.wallet_id = $1 AND transfer.position > changed.position AND transfer.position < changed.position || 'g'
     RETURNING transfer.position`,
    [at.walletId, transactionsOf(cleared)],
    (row) => row.text(),
  );
  return [...new Set([...cleared, ...siblings])];
}

/**
 * Makes airdrops of the given tokens spam again where nothing is left that the wallet did with them, as if it had never
 * happened. Answers the positions of the transfers that changed.
 */
export async function restoreSpam(
  client: pg.PoolClient,
  at: Place,
  tokens: readonly string[],
): Promise<string[]> {
  if (tokens.length === 0) return [];
  const { leftAlone } = await splitByActs(client, at, tokens);
  if (leftAlone.length === 0) return [];
  const restored = await queryRows(
    client,
    `UPDATE transfer SET spam_reason = cleared_spam_reason, cleared_spam_reason = NULL, tax_treatment = NULL,
       price = NULL, value = NULL, price_source = NULL
     WHERE wallet_id = $1 AND chain_id = $2 AND token_address = ANY($3::text[]) AND cleared_spam_reason IS NOT NULL
       AND ${isAirdrop}
     RETURNING position`,
    [at.walletId, at.chainId, leftAlone],
    (row) => row.text(),
  );
  if (restored.length === 0) return [];
  const siblings = await queryRows(
    client,
    // Another token of the same airdrop may still be one that the wallet acted on.
    `WITH changed AS (
       UPDATE transaction SET is_spam = true, category = cleared_category, kind = cleared_kind,
         cleared_category = NULL, cleared_kind = NULL
       WHERE wallet_id = $1 AND position = ANY($2::text[]) AND cleared_category IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM transfer WHERE transfer.wallet_id = $1 AND transfer.spam_reason IS NULL
           AND transfer.position > transaction.position AND transfer.position < transaction.position || 'g')
       RETURNING position, category)
     UPDATE transfer SET category = changed.category FROM changed
     WHERE transfer.wallet_id = $1 AND transfer.position > changed.position AND transfer.position < changed.position || 'g'
     RETURNING transfer.position`,
    [at.walletId, transactionsOf(restored)],
    (row) => row.text(),
  );
  return [...new Set([...restored, ...siblings])];
}

/** Where the transactions of transfers stand. */
const transactionsOf = (transfers: readonly string[]): string[] => [
  ...new Set(transfers.map((position) => position.slice(0, transactionPositionLength))),
];
