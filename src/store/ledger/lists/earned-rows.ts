/** What a wallet earned and spent, transaction by transaction: by how much the totals of its accounts grew. */
import type { Currency } from '../../../domain/ids.ts';
import { timeOfPosition, timePosition } from '../../../domain/position.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows } from '../../connection/sql.ts';
import { isItemOf } from '../../history/columns/transfer-columns.ts';
import type { WalletRuns } from '../ledger-reads.ts';
import { type LedgerToken, readLedgerToken } from '../ledger-rows.ts';
import { readTotals } from '../packed-figures.ts';
import { requireRuns } from './ledger-export.ts';
import { figuresBefore } from './totals-before.ts';

/** Money is in 10^-18. */
export interface EarnedRow {
  token: LedgerToken;
  decimals: number;
  /** Unix seconds. */
  timestamp: number;
  /** Hash of the wallet's transaction; null: the wallet has none there, such as where another wallet's moved what was its own. */
  transaction: string | null;
  /** Base units of the token that came, and that went, in the transaction in all, network fees apart. */
  received: bigint;
  sent: bigint;
  income: bigint;
  expenses: bigint;
  /** Results of the transaction without a price: what was earned or spent is then not in the figures. */
  unpriced: number;
}

/** What was read at once: of most accounts' totals, nothing was earned or spent. */
export interface EarnedPiece {
  readCount: number;
  rows: EarnedRow[];
}

interface Growth {
  position: string;
  token: LedgerToken;
  decimals: number;
  income: bigint;
  expenses: bigint;
  unpriced: number;
}

const usualPageSize = 2_000;

/**
 * What the wallet's runs say was earned and spent at `from <= time < to`, by token and then time; memory holds one piece at a time.
 * Market values are the same by each cost method. Throws RetryableError when the ledger was booked anew while it was read.
 */
export async function* exportEarned(
  database: Database,
  run: WalletRuns,
  { currency, from, to }: { currency: Currency; from: number; to: number },
  pageSize = usualPageSize,
): AsyncGenerator<EarnedPiece> {
  let after = { token: '', position: '' };
  for (;;) {
    const range = { from: timePosition(from), to: timePosition(to) };
    const page = await readPage(database, run, { ...range, after, currency, pageSize });
    const last = page.at(-1);
    if (last === undefined) {
      await requireRuns(database, run);
      return;
    }
    const grown = page.flatMap(({ growth }) =>
      growth.income !== 0n || growth.expenses !== 0n || growth.unpriced !== 0 ? [growth] : [],
    );
    yield { readCount: page.length, rows: await withTransactions(database, run.walletId, grown) };
    after = last.place;
  }
}

/** Each account's totals after each transaction, beside those before it. */
async function readPage(
  database: Database,
  run: WalletRuns,
  request: {
    after: { token: string; position: string };
    from: string;
    to: string;
    currency: Currency;
    pageSize: number;
  },
) {
  const { after, from, to, currency, pageSize } = request;
  return queryRows(
    database.pool,
    `SELECT total.token, total.transaction_position, held.decimals, total.figures::text,
       ${figuresBefore}
     FROM (
       SELECT listed.* FROM unnest($2::bigint[]) run (id) CROSS JOIN LATERAL (
         SELECT token, transaction_position, figures FROM ledger_total
         WHERE wallet_id = $1 AND run_id = run.id AND (token, transaction_position) > ($3, $4)
           AND transaction_position >= $5 AND transaction_position < $6
         ORDER BY token, transaction_position LIMIT $7
       ) listed ORDER BY token, transaction_position LIMIT $7
     ) total
     CROSS JOIN LATERAL (
       SELECT decimals FROM ledger_balance balance
       WHERE balance.wallet_id = $1 AND balance.run_id = ANY($8::bigint[]) AND balance.token = total.token LIMIT 1
     ) held
     WINDOW page AS (ORDER BY total.token, total.transaction_position)
     ORDER BY total.token, total.transaction_position`,
    [run.walletId, run.runIds, after.token, after.position, from, to, pageSize, run.stateRunIds],
    (row) => {
      const place = { token: row.text(), position: row.text() };
      const decimals = row.integer();
      const now = readTotals(row.text(), 'FIFO', currency);
      const beforeText = row.textOrNull();
      const before = beforeText === null ? null : readTotals(beforeText, 'FIFO', currency);
      const growth: Growth = {
        ...{ position: place.position, token: readLedgerToken(place.token), decimals },
        income: now.income - (before?.income ?? 0n),
        expenses: now.expenses - (before?.expenses ?? 0n),
        unpriced: now.unpriced - (before?.unpriced ?? 0),
      };
      return { place, growth };
    },
  );
}

/** With the hash of each transaction, and what of the token came and went in it. */
async function withTransactions(
  database: Database,
  walletId: number,
  grown: readonly Growth[],
): Promise<EarnedRow[]> {
  if (grown.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT wanted.place, (SELECT hash FROM transaction own WHERE own.wallet_id = $1 AND own.position = wanted.position),
       moved.came, moved.went
     FROM unnest($2::text[], $3::text[], $4::numeric[]) WITH ORDINALITY wanted (position, token_address, token_id, place)
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS came, coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS went
       FROM transfer WHERE transfer.wallet_id = $1 AND ${isItemOf('transfer', 'wanted')}
         AND transfer.token_address = wanted.token_address AND transfer.token_id IS NOT DISTINCT FROM wanted.token_id
     ) moved ORDER BY wanted.place`,
    [
      walletId,
      grown.map(({ position }) => position),
      grown.map(({ token }) => token.tokenAddress),
      grown.map(({ token }) => token.tokenId),
    ],
    (row) => {
      const own = grown[row.integer() - 1];
      if (own === undefined) throw new Error('a transaction was answered that was not asked for');
      const { position, ...growth } = own;
      const moved = { transaction: row.textOrNull(), received: row.bigint(), sent: row.bigint() };
      return { ...growth, ...moved, timestamp: timeOfPosition(position) };
    },
  );
}
