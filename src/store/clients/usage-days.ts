/** What credentials used, by UTC day and operation: added up in pieces by every process that answers requests, and kept for 400 days. */
import type { UsedUnits } from '../../domain/used-units.ts';
import type { Database } from '../connection/database.ts';
import { outsideRequests } from '../connection/request-scope.ts';
import { createParameters, queryCount, queryRows } from '../connection/sql.ts';

const usageDaysKept = 400;

/** Rows of a client for a day: keys that are made in a loop, each used a little, would otherwise fill the disk. */
const mostRowsADay = 10_000;
const others = 'others';

/** What comes beyond is counted under one name for all keys of the client. */
async function folded(database: Database, used: readonly UsedUnits[]): Promise<UsedUnits[]> {
  const clients = [...new Set(used.map(({ clientId }) => clientId))];
  const days = [...new Set(used.map(({ day }) => day))];
  const full = await queryRows(
    database.pool,
    `SELECT client_id, day::text FROM key_usage_day WHERE client_id = ANY($1::int[]) AND day = ANY($2::date[])
     GROUP BY client_id, day HAVING count(*) >= $3`,
    [clients, days, mostRowsADay],
    (row) => `${row.integer()} ${row.text()}`,
  );
  if (full.length === 0) return [...used];
  const sums = new Map<string, UsedUnits>();
  for (const one of used) {
    const { clientId, day, operation } = one;
    const isFull = full.includes(`${clientId} ${day}`);
    const keyId = isFull ? `${others}_${clientId}` : one.keyId;
    const name = `${keyId}\n${day}\n${operation}`;
    const sum = sums.get(name);
    if (sum === undefined) sums.set(name, { ...one, keyId });
    else {
      sum.requests += one.requests;
      sum.units += one.units;
    }
  }
  return [...sums.values()];
}

/** Adds to what is there. In one order, so that processes that add the same rows wait for each other and do not lock each other out. */
async function addUsage(database: Database, told: readonly UsedUnits[]): Promise<void> {
  if (told.length === 0) return;
  const used = await outsideRequests(() => folded(database, told));
  const placeOf = ({ keyId, day, operation }: UsedUnits): string => `${keyId}\n${day}\n${operation}`;
  const rows = [...used].sort((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1));
  await outsideRequests(() =>
    database.pool.query(
      `INSERT INTO key_usage_day (key_id, day, operation, client_id, requests, units)
       SELECT * FROM unnest($1::text[], $2::date[], $3::text[], $4::int[], $5::bigint[], $6::bigint[])
       ON CONFLICT (key_id, day, operation) DO UPDATE SET
         requests = key_usage_day.requests + excluded.requests, units = key_usage_day.units + excluded.units`,
      [
        ...[
          rows.map(({ keyId }) => keyId),
          rows.map(({ day }) => day),
          rows.map(({ operation }) => operation),
        ],
        ...[rows.map(({ clientId }) => clientId), rows.map(({ requests }) => requests)],
        rows.map(({ units }) => units),
      ],
    ),
  );
}

/** Adds what was used, and forgets once a day what is too old. */
export function createUsageStore(
  database: Database,
): (used: readonly UsedUnits[], today: string) => Promise<void> {
  let forgottenOn = '';
  return async (used, today) => {
    await addUsage(database, used);
    if (forgottenOn === today) return;
    await forgetOldUsage(database, today);
    forgottenOn = today;
  };
}

/** Forgets what is older than 400 days before that day, in pieces. */
async function forgetOldUsage(database: Database, today: string): Promise<void> {
  const piece = 10_000;
  for (let count = piece; count === piece; ) {
    const { rowCount } = await outsideRequests(() =>
      database.pool.query(
        `DELETE FROM key_usage_day WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM key_usage_day WHERE day < $1::date - $2::int LIMIT $3))`,
        [today, usageDaysKept, piece],
      ),
    );
    count = rowCount ?? 0;
  }
}

export interface UsageFilter {
  clientId?: number | undefined;
  keyId?: string | undefined;
  /** Of these days, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

function conditionsOf({ clientId, keyId, from, to }: UsageFilter) {
  const parameters = createParameters();
  const conditions = ['true'];
  if (clientId !== undefined) conditions.push(`client_id = ${parameters.add(clientId)}`);
  if (keyId !== undefined) conditions.push(`key_id = ${parameters.add(keyId)}`);
  if (from !== undefined) conditions.push(`day >= ${parameters.add(from)}::date`);
  if (to !== undefined) conditions.push(`day <= ${parameters.add(to)}::date`);
  return { parameters, where: conditions.join(' AND ') };
}

export interface UsageDayRow extends UsedUnits {
  clientName: string;
}

/** The newest day first; of a day by key and operation. */
export function listUsage(
  database: Database,
  filter: UsageFilter & { offset: number; limit: number },
): Promise<UsageDayRow[]> {
  const { parameters, where } = conditionsOf(filter);
  const [limit, offset] = [parameters.add(filter.limit), parameters.add(filter.offset)];
  return queryRows(
    database.pool,
    `SELECT key_id, client_id, coalesce(client.name, ''), day::text, operation, requests, units
     FROM key_usage_day LEFT JOIN client ON client.id = client_id WHERE ${where}
     ORDER BY day DESC, key_id, operation LIMIT ${limit} OFFSET ${offset}`,
    parameters.values,
    (row) => ({
      ...{ keyId: row.text(), clientId: row.integer(), clientName: row.text(), day: row.text() },
      ...{ operation: row.text(), requests: row.integer(), units: row.integer() },
    }),
  );
}

export function countUsage(database: Database, filter: UsageFilter): Promise<number> {
  const { parameters, where } = conditionsOf(filter);
  return queryCount(database.pool, `SELECT count(*) FROM key_usage_day WHERE ${where}`, parameters.values);
}
