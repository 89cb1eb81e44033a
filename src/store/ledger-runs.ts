/** Which wallets are to be booked, which belong together, and the end of runs that were replaced. */
import { ledgerVersion } from '../domain/accounting/snapshot.ts';
import type { LedgerSettings } from '../domain/accounting/types.ts';
import type { Address } from '../domain/model.ts';
import type { Database } from './database.ts';
import { pricesChanged, rowsChanged } from './ledger-changes.ts';
import { hexOf } from './row-types.ts';
import { queryRows, withTransaction } from './sql.ts';

/** A client's wallet whose figures are not those of its rows. */
export interface StaleLedger {
  clientId: number;
  walletId: number;
}

const settingsOfClient = `jsonb_build_object(
  'ownTransfers', CASE WHEN client.settings->>'ownTransfers' = 'realize' THEN 'realize' ELSE 'carry' END,
  'receiptTokens', CASE WHEN client.settings->>'receiptTokens' = 'carry' THEN 'carry' ELSE 'realize' END)`;

/**
 * The registered wallets that need a run: never accounted for, or their rows, a price they lacked, the client's settings,
 * the rules or the wallets linked to them changed since. A wallet whose first load is under way waits for its end.
 * $1: ledgerVersion.
 */
const staleLedgers = `registration
  JOIN client ON client.id = registration.client_id
  LEFT JOIN ledger_wallet current USING (client_id, wallet_id)
  LEFT JOIN ledger_run run ON run.id = current.run_id
  LEFT JOIN ledger_input input ON input.wallet_id = registration.wallet_id
  WHERE (run.id IS NULL OR run.engine_version <> $1 OR run.settings <> ${settingsOfClient}
      OR ${rowsChanged} OR ${pricesChanged}
      OR EXISTS (SELECT 1 FROM unnest(run.wallet_ids) member WHERE NOT EXISTS (
        SELECT 1 FROM registration other WHERE other.client_id = registration.client_id AND other.wallet_id = member)))
    AND EXISTS (SELECT 1 FROM sync WHERE sync.wallet_id = registration.wallet_id)
    AND NOT EXISTS (SELECT 1 FROM sync WHERE sync.wallet_id = registration.wallet_id
      AND sync.phase IN ('QUEUED', 'BACKFILL') AND sync.error IS NULL)`;

/** Those wallets, by client and id. */
export async function findStaleLedgers(database: Database): Promise<StaleLedger[]> {
  return queryRows(
    database.pool,
    `SELECT registration.client_id, registration.wallet_id FROM ${staleLedgers}
     ORDER BY registration.client_id, registration.wallet_id`,
    [ledgerVersion],
    (row) => ({ clientId: row.integer(), walletId: row.integer() }),
  );
}

/** How many they are, and the age in seconds of the oldest figures; of a wallet never booked, since its registration. */
export async function measureStaleLedgers(database: Database): Promise<{ wallets: number; seconds: number }> {
  const [measured] = await queryRows(
    database.pool,
    `SELECT count(*), round(greatest(coalesce(max(extract(epoch FROM
       now() - coalesce(current.as_of, registration.created_at))), 0), 0)) FROM ${staleLedgers}`,
    [ledgerVersion],
    (row) => ({ wallets: row.integer(), seconds: row.integer() }),
  );
  return measured ?? { wallets: 0, seconds: 0 };
}

/** How a client wants its ledger booked. */
export async function findLedgerSettings(database: Database, clientId: number): Promise<LedgerSettings> {
  const [settings] = await queryRows(
    database.pool,
    `SELECT settings->>'ownTransfers', settings->>'receiptTokens' FROM (
       SELECT ${settingsOfClient} AS settings FROM client WHERE id = $1) chosen`,
    [clientId],
    (row): LedgerSettings => ({
      ownTransfers: row.textOrNull() === 'realize' ? 'realize' : 'carry',
      receiptTokens: row.textOrNull() === 'carry' ? 'carry' : 'realize',
    }),
  );
  return settings ?? { ownTransfers: 'carry', receiptTokens: 'realize' };
}

/**
 * The wallets of the client that are linked with this one by moves between them, itself included, by id: one names the
 * other as counterparty, or in one transaction something left one and something arrived at the other, through whatever
 * contract.
 */
export async function findLinkedWallets(
  database: Database,
  { clientId, walletId }: StaleLedger,
): Promise<{ walletId: number; address: Address }[]> {
  const found = new Map<number, Address>();
  let frontier = [walletId];
  while (frontier.length > 0) {
    const linked = await queryRows(
      database.pool,
      `SELECT DISTINCT other.id, other.address FROM unnest($2::int[]) own (id)
       JOIN wallet ON wallet.id = own.id
       CROSS JOIN registration JOIN wallet other ON other.id = registration.wallet_id
       WHERE registration.client_id = $1 AND (other.id = own.id
         OR EXISTS (SELECT 1 FROM transfer WHERE transfer.wallet_id = own.id
           AND transfer.counterparty = other.address AND transfer.spam_reason IS NULL)
         OR EXISTS (SELECT 1 FROM transfer WHERE transfer.wallet_id = other.id
           AND transfer.counterparty = wallet.address AND transfer.spam_reason IS NULL)
         OR EXISTS (SELECT 1 FROM transaction mine
           JOIN transaction theirs ON theirs.wallet_id = other.id AND theirs.position = mine.position
           JOIN transfer one ON one.wallet_id = own.id
             AND one.position >= mine.position AND one.position < mine.position || 'g'
           JOIN transfer two ON two.wallet_id = other.id
             AND two.position >= mine.position AND two.position < mine.position || 'g'
           WHERE mine.wallet_id = own.id AND one.side <> two.side
             AND one.spam_reason IS NULL AND two.spam_reason IS NULL))`,
      [clientId, frontier],
      (row) => ({ walletId: row.integer(), address: hexOf(row.text()) }),
    );
    const fresh = linked.filter((wallet) => !found.has(wallet.walletId));
    for (const wallet of fresh) found.set(wallet.walletId, wallet.address);
    frontier = fresh.map((wallet) => wallet.walletId).filter((id) => id !== walletId);
  }
  return [...found]
    .map(([id, address]) => ({ walletId: id, address }))
    .sort((left, right) => left.walletId - right.walletId);
}

/** The tables that hold a run's rows. */
const ledgerTables = ['ledger_balance', 'ledger_total', 'ledger_lot', 'ledger_disposal', 'ledger_issue'];

/** Deletes what runs that were superseded for a while have written: a reader may still be at one that just was. */
export async function purgeLedgerRuns(database: Database, olderThanMs: number): Promise<number> {
  const runs = await queryRows(
    database.pool,
    `SELECT id, to_json(wallet_ids) FROM ledger_run
     WHERE superseded_at <= now() - $1 * interval '1 millisecond' ORDER BY id LIMIT 50`,
    [olderThanMs],
    (row) => ({ id: row.bigint(), walletIds: row.text() }),
  );
  for (const { id, walletIds } of runs) {
    await withTransaction(database.pool, async (client) => {
      await client.query('SET LOCAL statement_timeout = 0');
      for (const table of ledgerTables) {
        await client.query(
          `DELETE FROM ${table} WHERE wallet_id IN (SELECT value::int FROM json_array_elements_text($2::json)) AND run_id = $1`,
          [id, walletIds],
        );
      }
      await client.query('DELETE FROM ledger_run WHERE id = $1', [id]);
    });
  }
  return runs.length;
}
