/** Which wallets are to be booked, and which belong together. */
import type pg from 'pg';
import type { LedgerSettings } from '../../domain/accounting/amounts/types.ts';
import { ledgerVersion } from '../../domain/accounting/snapshot.ts';
import type { Address } from '../../domain/model.ts';
import { transactionPositionLength } from '../../domain/position.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, storedNow, withTransaction } from '../connection/sql.ts';
import { pricesChanged, pricesId, rowsChanged } from '../history/ledger-changes.ts';

/** A client's wallet whose figures are not those of its rows. */
export interface StaleLedger {
  clientId: number;
  walletId: number;
}

const settingsOfClient = `jsonb_build_object(
  'ownTransfers', CASE WHEN client.settings->>'ownTransfers' = 'realize' THEN 'realize' ELSE 'carry' END,
  'receiptTokens', CASE WHEN client.settings->>'receiptTokens' = 'realize' THEN 'realize' ELSE 'carry' END,
  'liquidityTokens', CASE WHEN client.settings->>'liquidityTokens' = 'carry' THEN 'carry' ELSE 'realize' END,
  'deposits', CASE WHEN client.settings->>'deposits' = 'realize' THEN 'realize' ELSE 'carry' END)`;

/**
 * The registered wallets that need a run. Either they were never booked, or one of these has changed since: their rows, a
 * price they lacked, the client's settings, the rules, the wallets linked to them. A wallet that is being loaded for the
 * first time waits for the end of that.
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

/** Among which wallets to look: these; registrations by id from behind one to another (null: the last); those that lack prices. */
export type LedgerScope =
  | { walletIds: readonly number[] }
  | { after: number; until: number | null }
  | { lackPrices: true };

/** Of such wallets those that need a run, by client and id; without a scope, of all. */
export async function findStaleLedgers(
  database: Database,
  scope: LedgerScope = { after: 0, until: null },
): Promise<StaleLedger[]> {
  const [among, values] =
    'walletIds' in scope
      ? ['registration.wallet_id = ANY($2::int[])', [scope.walletIds]]
      : 'lackPrices' in scope
        ? ['current.price_gap_from IS NOT NULL', []]
        : ['registration.id > $2 AND ($3::int IS NULL OR registration.id <= $3)', [scope.after, scope.until]];
  return queryRows(
    database.pool,
    `SELECT registration.client_id, registration.wallet_id FROM ${staleLedgers} AND ${among}
     ORDER BY registration.client_id, registration.wallet_id`,
    [ledgerVersion, ...values],
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

/** Counters of the hourly prices: `known` grows with every change, `lost` when prices were taken away. */
export async function priceVersions(database: Database): Promise<{ known: bigint; lost: bigint }> {
  const [versions] = await queryRows(
    database.pool,
    `SELECT coalesce((SELECT version FROM ledger_input WHERE wallet_id = $1), 0),
       coalesce((SELECT max(version) FROM ledger_change WHERE wallet_id = $1 AND until_position IS NULL), 0)`,
    [pricesId],
    (row) => ({ known: row.bigint(), lost: row.bigint() }),
  );
  return versions ?? { known: 0n, lost: 0n };
}

/** How many they are, and the age in seconds of the oldest figures; of a wallet never booked, since its registration. */
export async function measureStaleLedgers(database: Database): Promise<{ wallets: number; seconds: number }> {
  const [measured] = await queryRows(
    database.pool,
    `SELECT count(*), round(greatest(coalesce(max(extract(epoch FROM
       ${storedNow} - coalesce(current.as_of, registration.created_at))), 0), 0)) FROM ${staleLedgers}`,
    [ledgerVersion],
    (row) => ({ wallets: row.integer(), seconds: row.integer() }),
  );
  return measured ?? { wallets: 0, seconds: 0 };
}

/** What holds where the client has set nothing. */
export const defaultLedgerSettings: LedgerSettings = {
  ownTransfers: 'carry',
  receiptTokens: 'carry',
  liquidityTokens: 'realize',
  deposits: 'carry',
};

/** How a client wants its ledger booked. */
export async function findLedgerSettings(database: Database, clientId: number): Promise<LedgerSettings> {
  const [settings] = await queryRows(
    database.pool,
    `SELECT settings->>'ownTransfers', settings->>'receiptTokens',
       settings->>'liquidityTokens', settings->>'deposits' FROM (
       SELECT ${settingsOfClient} AS settings FROM client WHERE id = $1) chosen`,
    [clientId],
    (row): LedgerSettings => ({
      ownTransfers: row.textOrNull() === 'realize' ? 'realize' : 'carry',
      receiptTokens: row.textOrNull() === 'realize' ? 'realize' : 'carry',
      liquidityTokens: row.textOrNull() === 'carry' ? 'carry' : 'realize',
      deposits: row.textOrNull() === 'realize' ? 'realize' : 'carry',
    }),
  );
  return settings ?? defaultLedgerSettings;
}

/** A wallet of a client's linked ones. */
export interface LinkedWallet {
  walletId: number;
  address: Address;
  /** Of its rows (ledger_input), when it was looked at: what changes later is to be looked at again. */
  version: bigint;
}

/**
 * The wallets of the client that are linked with this one by moves between them, itself included, by id. Two wallets are
 * linked if one names the other as counterparty, or if in one transaction something left one and something arrived at the
 * other, through whatever contract.
 * @param looked for each wallet, the version at which the client's ledger of it was last booked with what this function had
 *   found. Only later changes are compared with wallets that are not booked together with it. A shared transaction is found from
 *   the wallet whose rows of it came later.
 */
export async function findLinkedWallets(
  database: Database,
  { clientId, walletId }: StaleLedger,
  looked: Pick<ReadonlyMap<number, bigint>, 'get'> = new Map(),
): Promise<LinkedWallet[]> {
  const found = new Map<number, LinkedWallet>();
  await withTransaction(database.pool, async (client) => {
    // One moment for versions and rows.
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    const others = await findOthers(client, clientId);
    const start = others.get(walletId);
    let frontier = start === undefined ? [] : [start];
    while (frontier.length > 0) {
      for (const wallet of frontier) {
        found.set(wallet.walletId, wallet);
        others.delete(wallet.walletId);
      }
      const own = frontier.map((wallet) => wallet.walletId);
      const linked = await findCounterparts(client, own, [...others.keys()]);
      const left = [...others.keys()].filter((id) => !linked.has(id));
      const shared = await findSharing(client, { clientId, own, others: left, looked });
      frontier = [...linked, ...shared].flatMap((id) => others.get(id) ?? []);
    }
  });
  return [...found.values()].sort((left, right) => left.walletId - right.walletId);
}

async function findOthers(client: pg.PoolClient, clientId: number): Promise<Map<number, LinkedWallet>> {
  const wallets = await queryRows(
    client,
    `SELECT wallet.id, wallet.address, coalesce(input.version, 0) FROM registration
     JOIN wallet ON wallet.id = registration.wallet_id LEFT JOIN ledger_input input ON input.wallet_id = wallet.id
     WHERE registration.client_id = $1`,
    [clientId],
    (row) => ({ walletId: row.integer(), address: hexOf(row.text()), version: row.bigint() }),
  );
  return new Map(wallets.map((wallet) => [wallet.walletId, wallet]));
}

/** Between own wallets spam counts, too (ingest/accounting/own-moves.ts); only what moves nothing never does. */
const mayCount = (transfer: string): string => `${transfer}.spam_reason IS DISTINCT FROM 'zero-value'`;

/** Those of `others` that name one of the wallets as counterparty, or that one of them names. */
async function findCounterparts(
  client: pg.PoolClient,
  own: readonly number[],
  others: readonly number[],
): Promise<Set<number>> {
  const linked = await queryRows(
    client,
    `SELECT other.id FROM wallet other WHERE other.id = ANY($2::int[]) AND EXISTS (
       SELECT 1 FROM wallet WHERE wallet.id = ANY($1::int[]) AND (
         EXISTS (SELECT 1 FROM transfer WHERE transfer.wallet_id = wallet.id
           AND transfer.counterparty = other.address AND ${mayCount('transfer')})
         OR EXISTS (SELECT 1 FROM transfer WHERE transfer.wallet_id = other.id
           AND transfer.counterparty = wallet.address AND ${mayCount('transfer')})))`,
    [own, others],
    (row) => row.integer(),
  );
  return new Set(linked);
}

interface Sharing {
  clientId: number;
  own: readonly number[];
  others: readonly number[];
  looked: Pick<ReadonlyMap<number, bigint>, 'get'>;
}

/** Those of `others` that share a transaction with one of the wallets: something left the one and arrived at the other. */
async function findSharing(
  client: pg.PoolClient,
  { clientId, own, others, looked }: Sharing,
): Promise<Set<number>> {
  const linked = await queryRows(
    client,
    `WITH own AS MATERIALIZED (
       SELECT id, coalesce(fellow.ids, '{}') AS fellows, CASE
         WHEN looked IS NULL OR fellow.ids IS NULL THEN ''
         WHEN looked < input.version AND NOT EXISTS (SELECT 1 FROM ledger_change change
           WHERE change.wallet_id = id AND change.version = looked + 1) THEN ''
         ELSE (SELECT min(left(from_position, $5)) FROM ledger_change change
           WHERE change.wallet_id = id AND change.version > looked) END AS changed_from
       FROM unnest($2::int[], $4::bigint[]) own (id, looked)
       LEFT JOIN ledger_input input ON input.wallet_id = id
       LEFT JOIN LATERAL (SELECT run.wallet_ids AS ids FROM ledger_wallet JOIN ledger_run run ON run.id = run_id
         WHERE ledger_wallet.client_id = $1 AND ledger_wallet.wallet_id = own.id) fellow ON true
     ), shared AS MATERIALIZED (
       SELECT mine.wallet_id AS mine, theirs.wallet_id AS theirs, mine.position FROM own
       JOIN transaction mine ON mine.wallet_id = own.id AND mine.position >= own.changed_from
       -- Not a join: few rows are new as a rule, which the planner cannot know.
       CROSS JOIN LATERAL (SELECT wallet_id FROM transaction WHERE wallet_id = ANY($3::int[])
         AND position = mine.position OFFSET 0) theirs
       UNION
       SELECT mine.wallet_id, theirs.wallet_id, mine.position FROM own
       CROSS JOIN LATERAL (SELECT unnest(own.fellows) INTERSECT SELECT unnest($3::int[])) fellow (id)
       JOIN transaction theirs ON theirs.wallet_id = fellow.id
       JOIN transaction mine ON mine.wallet_id = own.id AND mine.position = theirs.position
     )
     SELECT DISTINCT theirs FROM shared WHERE EXISTS (
       SELECT 1 FROM transfer one JOIN transfer two ON one.side <> two.side
       WHERE one.wallet_id = mine AND one.position >= shared.position AND one.position < shared.position || 'g'
         AND two.wallet_id = theirs AND two.position >= shared.position AND two.position < shared.position || 'g'
         AND ${mayCount('one')} AND ${mayCount('two')} AND (one.spam_reason IS NULL OR two.spam_reason IS NULL))`,
    [clientId, own, others, own.map((id) => looked.get(id) ?? null), transactionPositionLength],
    (row) => row.integer(),
  );
  return new Set(linked);
}
