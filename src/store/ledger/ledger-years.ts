/**
 * What wallets realised in years that are over (UTC, by FIFO in USD). It is remembered beside the ledgers, so that a ledger
 * which changes such a year says so. Figures change all the time while histories and prices are being loaded. Only one that
 * stood for a day may have been used.
 */
import { moneyDecimals, powerOfTen } from '../../domain/accounting/amounts/amounts.ts';
import { formatUnits } from '../../domain/money/money.ts';
import { timeOfPosition } from '../../domain/position.ts';
import type { Database } from '../connection/database.ts';
import { queryRows, storedNow } from '../connection/sql.ts';
import type { Queryable } from '../history/ledger-changes.ts';

/** No chain of this kind is older. */
const firstYear = 2015;
const cent = powerOfTen(moneyDecimals - 2);
const stoodFor = "interval '1 day'";

const yearOf = (timestamp: number): number => new Date(timestamp * 1000).getUTCFullYear();
const startOf = (year: number): number => Date.UTC(year, 0, 1) / 1000;

export interface YearsRequest {
  clientId: number;
  walletIds: readonly number[];
  runIds: readonly bigint[];
  /** Nothing changed before it; '' where anything may have. */
  changedFrom: string;
  /** Unix seconds. */
  now: number;
}

/**
 * Remembers the totals of the years that a chain of runs has changed, in the transaction that makes it current. The wallets'
 * registrations are locked.
 */
export async function noteYears(client: Queryable, request: YearsRequest): Promise<void> {
  const { clientId, walletIds, runIds, changedFrom, now } = request;
  const lastYear = yearOf(now) - 1;
  const fromYear = changedFrom === '' ? firstYear : Math.max(firstYear, yearOf(timeOfPosition(changedFrom)));
  if (fromYear > lastYear) return;
  const totals = await sumYears(client, { walletIds, runIds, fromYear, lastYear });
  const rows = walletIds.flatMap((walletId) =>
    Array.from({ length: lastYear - fromYear + 1 }, (_, index) => {
      const year = fromYear + index;
      return { walletId, year, total: totals.get(`${walletId}:${year}`) ?? 0n };
    }),
  );
  const isSame = `abs(excluded.realized - stored.realized) <= ${cent}`;
  await client.query(
    `INSERT INTO ledger_year AS stored (client_id, wallet_id, year, realized, since)
     SELECT $1, wallet_id, year, total, ${storedNow} FROM unnest($2::int[], $3::int[], $4::numeric[]) fresh (wallet_id, year, total)
     JOIN registration USING (wallet_id) WHERE client_id = $1
     ON CONFLICT (client_id, wallet_id, year) DO UPDATE SET
       former = CASE WHEN abs(excluded.realized - stored.former) <= ${cent} THEN NULL WHEN ${isSame} THEN stored.former
         WHEN stored.since <= ${storedNow} - ${stoodFor} THEN stored.realized ELSE stored.former END,
       since = CASE WHEN ${isSame} THEN stored.since ELSE excluded.since END,
       realized = CASE WHEN ${isSame} THEN stored.realized ELSE excluded.realized END`,
    [
      ...[clientId, rows.map(({ walletId }) => walletId), rows.map(({ year }) => year)],
      rows.map(({ total }) => total.toString()),
    ],
  );
}

/** By wallet and year. */
async function sumYears(
  client: Queryable,
  request: { walletIds: readonly number[]; runIds: readonly bigint[]; fromYear: number; lastYear: number },
): Promise<ReadonlyMap<string, bigint>> {
  const { walletIds, runIds, fromYear, lastYear } = request;
  const sums = await queryRows(
    client,
    `SELECT wallet_id, extract(year FROM to_timestamp(disposed_at) AT TIME ZONE 'UTC')::int,
       coalesce(sum(gain), 0)
     FROM ledger_disposal WHERE wallet_id = ANY($1::int[]) AND run_id = ANY($2::bigint[])
       AND disposed_at >= $3 AND disposed_at < $4 GROUP BY 1, 2`,
    [walletIds, runIds, startOf(fromYear), startOf(lastYear + 1)],
    (row) => [`${row.integer()}:${row.integer()}`, row.bigint()] as const,
  );
  return new Map(sums);
}

/** A year that is over and whose result is another than before. Money is in USD. */
export interface ChangedYear {
  walletId: number;
  year: number;
  former: string;
  realized: string;
  /** Unix seconds. */
  changedAt: number;
}

/** Newest year first. */
export async function findChangedYears(
  database: Database,
  clientId: number,
  walletIds: readonly number[],
): Promise<ChangedYear[]> {
  return queryRows(
    database.pool,
    `SELECT wallet_id, year, former, realized, floor(extract(epoch FROM since))::bigint FROM ledger_year
     WHERE client_id = $1 AND wallet_id = ANY($2::int[]) AND former IS NOT NULL ORDER BY wallet_id, year DESC`,
    [clientId, walletIds],
    (row) => ({
      ...{ walletId: row.integer(), year: row.integer() },
      ...{
        former: formatUnits(row.bigint(), moneyDecimals),
        realized: formatUnits(row.bigint(), moneyDecimals),
      },
      changedAt: row.integer(),
    }),
  );
}
