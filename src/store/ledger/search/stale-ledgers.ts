/** Which wallets are to be booked: never yet, or anew, because something has changed that their figures rest on. */
import { ledgerVersion } from '../../../domain/accounting/snapshot.ts';
import { isSpread } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows, storedNow } from '../../connection/sql.ts';
import { rowsChanged } from '../../history/ledger-changes.ts';
import { pricesChanged } from '../../prices/price-changes.ts';
import { settingsOfClient } from './ledger-settings.ts';

/** A client's wallet whose figures are not those of its rows. */
export interface StaleLedger {
  clientId: number;
  walletId: number;
}

/**
 * The registered wallets that need a run. Either they were never booked, or one of these has changed since: their rows, a
 * price they lacked, the client's settings, the rules, the wallets linked to them. A wallet that is being loaded for the
 * first time waits for the end of that.
 * $1: ledgerVersion.
 *
 * @param current SQL that joins, as `current`, what their ledgers are
 * @param hasChanged whether its rows changed since
 */
const staleLedgers = ({
  current,
  hasChanged,
}: {
  current: string;
  hasChanged: string;
}): string => `registration
  JOIN client ON client.id = registration.client_id
  LEFT JOIN ${current}
  LEFT JOIN ledger_run run ON run.id = current.run_id
  WHERE (run.id IS NULL OR run.engine_version <> $1 OR run.settings <> ${settingsOfClient}
      OR ${hasChanged} OR ${pricesChanged}
      OR EXISTS (SELECT 1 FROM unnest(run.wallet_ids) member WHERE NOT EXISTS (
        SELECT 1 FROM registration other WHERE other.client_id = registration.client_id AND other.wallet_id = member)))
    AND EXISTS (SELECT 1 FROM sync WHERE sync.wallet_id = registration.wallet_id)
    AND NOT EXISTS (SELECT 1 FROM sync WHERE sync.wallet_id = registration.wallet_id
      AND sync.phase IN ('QUEUED', 'BACKFILL') AND sync.error IS NULL)`;

/** On one server. */
const staleBeside = staleLedgers({
  current: `ledger_wallet current USING (client_id, wallet_id)
    LEFT JOIN ledger_input input ON input.wallet_id = registration.wallet_id`,
  hasChanged: rowsChanged(),
});

/** Where ledgers lie on other nodes than registrations: $2 to $8 are the columns of those that were read before. */
const staleApart = staleLedgers({
  current: `unnest($2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::text[], $7::timestamptz[], $8::boolean[])
    current (client_id, wallet_id, run_id, price_version, price_gap_from, as_of, has_changed) USING (client_id, wallet_id)`,
  hasChanged: 'current.has_changed',
});

/** Among which wallets to look: these; registrations by id from behind one to another (null: the last); those that lack prices. */
export type LedgerScope =
  | { walletIds: readonly number[] }
  | { after: number; until: number | null }
  | { lackPrices: true };

const everywhere: LedgerScope = { after: 0, until: null };

/** A condition on `registration` and `current`, whose parameters follow `known` others. */
function among(scope: LedgerScope, known: number): { condition: string; values: unknown[] } {
  if ('walletIds' in scope) {
    return { condition: `registration.wallet_id = ANY($${known + 1}::int[])`, values: [scope.walletIds] };
  }
  if ('lackPrices' in scope) return { condition: 'current.price_gap_from IS NOT NULL', values: [] };
  const [after, until] = [`$${known + 1}`, `$${known + 2}`];
  return {
    condition: `registration.id > ${after} AND (${until}::int IS NULL OR registration.id <= ${until})`,
    values: [scope.after, scope.until],
  };
}

/** What follows FROM, and its parameters. */
async function staleIn(database: Database, scope: LedgerScope): Promise<{ from: string; values: unknown[] }> {
  const known = isSpread(database.pool)
    ? { from: staleApart, values: [ledgerVersion, ...(await ledgerColumns(database, scope))] }
    : { from: staleBeside, values: [ledgerVersion] };
  const { condition, values } = among(scope, known.values.length);
  return { from: `${known.from} AND ${condition}`, values: [...known.values, ...values] };
}

/** The ledgers of the scope as columns, from the nodes where they lie. */
async function ledgerColumns(database: Database, scope: LedgerScope): Promise<unknown[][]> {
  const { condition, values } = 'lackPrices' in scope ? among(scope, 0) : await ledgersOf(database, scope);
  const rows = await queryRows(
    database.pool,
    // Of all wallets at once: what is asked of each is its own node's.
    `SELECT current.client_id, current.wallet_id, current.run_id, current.price_version, current.price_gap_from,
       current.as_of::text, coalesce(${rowsChanged()}, false)
     FROM ledger_wallet current LEFT JOIN ledger_input input ON input.wallet_id = current.wallet_id WHERE ${condition}`,
    values,
    (row) => [
      ...[row.integer(), row.integer(), row.text(), row.text(), row.textOrNull(), row.text(), row.boolean()],
    ],
  );
  return Array.from({ length: 7 }, (_, column) => rows.map((row) => row[column]));
}

async function ledgersOf(
  database: Database,
  scope: LedgerScope,
): Promise<{ condition: string; values: unknown[] }> {
  const { condition, values } = among(scope, 0);
  const walletIds =
    'walletIds' in scope
      ? scope.walletIds
      : await queryRows(
          database.pool,
          `SELECT DISTINCT wallet_id FROM registration WHERE ${condition}`,
          values,
          (row) => row.integer(),
        );
  return { condition: 'current.wallet_id = ANY($1::int[])', values: [walletIds] };
}

/** Of such wallets those that need a run, by client and id; without a scope, of all. */
export async function findStaleLedgers(
  database: Database,
  scope: LedgerScope = everywhere,
): Promise<StaleLedger[]> {
  const { from, values } = await staleIn(database, scope);
  return queryRows(
    database.pool,
    `SELECT registration.client_id, registration.wallet_id FROM ${from}
     ORDER BY registration.client_id, registration.wallet_id`,
    values,
    (row) => ({ clientId: row.integer(), walletId: row.integer() }),
  );
}

/** The id of the registration that ends a page of so many; null: the page is the last. */
export async function endOfRegistrations(
  database: Database,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const [end] = await queryRows(
    database.pool,
    'SELECT id FROM registration WHERE id > $1 ORDER BY id LIMIT 1 OFFSET $2',
    [after, limit - 1],
    (row) => row.integer(),
  );
  return end ?? null;
}

/** How many they are, and the age in seconds of the oldest figures; of a wallet never booked, since its registration. */
export async function measureStaleLedgers(database: Database): Promise<{ wallets: number; seconds: number }> {
  const { from, values } = await staleIn(database, everywhere);
  const [measured] = await queryRows(
    database.pool,
    `SELECT count(*), round(greatest(coalesce(max(extract(epoch FROM
       ${storedNow} - coalesce(current.as_of, registration.created_at))), 0), 0)) FROM ${from}`,
    values,
    (row) => ({ wallets: row.integer(), seconds: row.integer() }),
  );
  return measured ?? { wallets: 0, seconds: 0 };
}
