/**
 * Marks stored transfers as airdrops whose token turned out to call itself spam: by the rule of domain/classify/late-words.ts, under the
 * sync row of the wallet.
 */
import type pg from 'pg';
import { isAirdropByWords, meaningOfSpam } from '../../../domain/classify/late-words.ts';
import type { Address } from '../../../domain/model.ts';
import { itemKindDigit, transactionPositionLength, yieldDigit } from '../../../domain/position.ts';
import { hexOf, hexOrNull } from '../../connection/row-types.ts';
import { queryRows } from '../../connection/sql.ts';
import { isItemOf, sideOf, spamReasonOrNull, standardOf } from '../columns/transfer-columns.ts';
import { clearAirdrops } from './acted-on.ts';
import { changeTransactions } from './change-transactions.ts';

interface Place {
  walletId: number;
  chainId: number;
}

/** What has changed. */
export interface LateSpam {
  /** Positions of transfers. */
  transfers: readonly string[];
  /** Positions of transactions some of whose transfers are spam now. */
  transactions: readonly string[];
}

/** Transfers that are looked at in one statement. */
const pieceSize = 5_000;

/** @param tokens whose words are spam */
export async function markByWords(
  client: pg.PoolClient,
  at: Place,
  { tokens, wallet }: { tokens: readonly string[]; wallet: Address },
): Promise<LateSpam> {
  const transfers = new Set<string>();
  const transactions = new Set<string>();
  if (tokens.length === 0) return { transfers: [], transactions: [] };
  let after: string | undefined = '';
  while (after !== undefined) {
    const found = await readTransfers(client, at, tokens, after);
    const airdrops = found.filter((row) => isAirdropByWords(row, wallet)).map(({ position }) => position);
    await markAirdrops(client, at, airdrops);
    const concerned = [...new Set(airdrops.map((position) => position.slice(0, transactionPositionLength)))];
    for (const position of airdrops) transfers.add(position);
    for (const position of await judgeTransactions(client, at, concerned)) transfers.add(position);
    for (const position of concerned) transactions.add(position);
    after = found.length < pieceSize ? undefined : found.at(-1)?.position;
  }
  // What the wallet has sent, or has a market, is no spam whatever it calls itself.
  for (const position of await clearAirdrops(client, at, tokens)) transfers.add(position);
  return { transfers: [...transfers], transactions: [...transactions] };
}

/** Without what balances grew by themselves: nobody sent that. */
function readTransfers(client: pg.PoolClient, at: Place, tokens: readonly string[], after: string) {
  return queryRows(
    client,
    `SELECT transfer.position, transfer.side, transfer.standard, transfer.amount, transfer.counterparty, transfer.spam_reason,
       transfer.cleared_spam_reason, transaction.from_address, transaction.to_address
     FROM transfer JOIN transaction ON transaction.wallet_id = transfer.wallet_id
       AND transaction.position = left(transfer.position, ${transactionPositionLength})
     WHERE transfer.wallet_id = $1 AND transfer.chain_id = $2 AND transfer.token_address = ANY($3::text[])
       AND transfer.position > $4 AND substr(transfer.position, ${itemKindDigit}, 1) <> '${yieldDigit}'
     ORDER BY transfer.position LIMIT ${pieceSize}`,
    [at.walletId, at.chainId, tokens, after],
    (row) => ({
      position: row.text(),
      transfer: {
        ...{ side: sideOf(row.text()), standard: standardOf(row.text()) },
        ...{ amount: row.bigint(), counterparty: hexOf(row.text()) },
      },
      ...{
        spamReason: spamReasonOrNull(row.textOrNull()),
        clearedSpamReason: spamReasonOrNull(row.textOrNull()),
      },
      transaction: { from: hexOf(row.text()), to: hexOrNull(row.textOrNull()) },
    }),
  );
}

/** What is spam is not booked, and has no price. */
async function markAirdrops(client: pg.PoolClient, at: Place, positions: readonly string[]): Promise<void> {
  if (positions.length === 0) return;
  await client.query(
    `UPDATE transfer SET spam_reason = 'airdrop', tax_treatment = NULL, price = NULL, value = NULL, price_source = NULL
     WHERE wallet_id = $1 AND position = ANY($2::text[])`,
    [at.walletId, positions],
  );
}

/** Of those that are nothing but spam now; answers the positions of their transfers. */
async function judgeTransactions(
  client: pg.PoolClient,
  at: Place,
  positions: readonly string[],
): Promise<string[]> {
  if (positions.length === 0) return [];
  const rows = await queryRows(
    client,
    `SELECT given.position, transfer.spam_reason FROM unnest($2::text[]) given (position)
     JOIN transfer ON transfer.wallet_id = $1 AND ${isItemOf('transfer', 'given')}`,
    [at.walletId, positions],
    (row) => ({ position: row.text(), reason: spamReasonOrNull(row.textOrNull()) }),
  );
  const judged = [...Map.groupBy(rows, ({ position }) => position)].flatMap(([position, transfers]) => {
    const meaning = meaningOfSpam(transfers.map(({ reason }) => reason));
    return meaning === null ? [] : [{ position, ...meaning }];
  });
  if (judged.length === 0) return [];
  return changeTransactions(
    client,
    `UPDATE transaction SET is_spam = true, category = judged.category, kind = judged.kind, kind_reason = judged.kind_reason,
       counterparty = transaction.from_address
     FROM unnest($2::text[], $3::transaction_category[], $4::transaction_kind[], $5::text[])
       judged (position, category, kind, kind_reason)
     WHERE transaction.wallet_id = $1 AND transaction.position = judged.position`,
    [
      ...[at.walletId, judged.map(({ position }) => position), judged.map(({ category }) => category)],
      ...[judged.map(({ kind }) => kind), judged.map(({ kindReason }) => kindReason)],
    ],
  );
}
