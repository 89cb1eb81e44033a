/**
 * What has changed of wallets since a ledger was booked, and from which position on. Each change raises the wallet's counter, in the
 * same transaction. So changes become visible in the order of their numbers. Those of hourly prices: prices/price-changes.ts.
 */
import { firstOf } from '../../domain/position.ts';
import { askByWallet, askEachWallet, isSpread, type OfWallet } from '../cluster/wallet-statements.ts';
import { queryRows } from '../connection/sql.ts';

/**
 * So many of the last changes of a wallet are kept. A ledger that does not find the change after its own has missed some
 * and is booked from the beginning.
 */
export const keptChanges = 1_000;

/** Before everything. */
export const firstPosition = '';

export type Queryable = Parameters<typeof queryRows>[0];

interface Change {
  walletIds: readonly number[];
  /** Only this client's figures change; null: everybody's. */
  clientId: number | null;
  fromPosition: string;
}

/**
 * Makes other changes of a wallet wait for the end of this transaction: what is read after it holds when the change is
 * noted.
 */
export async function lockChanges(client: Queryable, walletId: number): Promise<void> {
  await client.query(
    `INSERT INTO ledger_input (wallet_id, version) VALUES ($1, 0)
     ON CONFLICT (wallet_id) DO UPDATE SET version = ledger_input.version`,
    [walletId],
  );
}

/**
 * On a cluster, makes the row that inserts stand beside (besideAnchor), and has other writers of the wallet wait; to be called in each
 * transaction that stores rows of a wallet, before it does. On one server nothing is needed.
 */
export async function anchorWallet(client: Queryable, walletId: number): Promise<void> {
  if (isSpread(client)) await lockChanges(client, walletId);
}

/** The same as `note`, in statements of the wallet's own node. */
async function noteApart(client: Queryable, walletId: number, change: Change): Promise<void> {
  const [version] = await queryRows(
    client,
    `INSERT INTO ledger_input (wallet_id, version) VALUES ($1, 1)
     ON CONFLICT (wallet_id) DO UPDATE SET version = ledger_input.version + 1 RETURNING version`,
    [walletId],
    (row) => row.bigint(),
  );
  await client.query(
    'DELETE FROM ledger_change WHERE wallet_id = $1 AND version <= $2::bigint - $3::bigint',
    [walletId, version, keptChanges],
  );
  await client.query(
    'INSERT INTO ledger_change (wallet_id, version, client_id, from_position) VALUES ($1, $2, $3, $4)',
    [walletId, version, change.clientId, change.fromPosition],
  );
}

async function note(client: Queryable, change: Change): Promise<void> {
  // In the order of all who note changes of several.
  const walletIds = [...new Set(change.walletIds)].sort((one, other) => one - other);
  if (isSpread(client)) {
    for (const walletId of walletIds) await noteApart(client, walletId, change);
    return;
  }
  await client.query(
    `WITH raised AS (
       INSERT INTO ledger_input (wallet_id, version) SELECT wallet_id, 1 FROM unnest($1::int[]) wallet_id
       ON CONFLICT (wallet_id) DO UPDATE SET version = ledger_input.version + 1 RETURNING wallet_id, version
     ), trimmed AS (
       DELETE FROM ledger_change USING raised
       WHERE ledger_change.wallet_id = raised.wallet_id AND ledger_change.version <= raised.version - $4
     )
     INSERT INTO ledger_change (wallet_id, version, client_id, from_position)
     SELECT wallet_id, version, $2, $3 FROM raised`,
    [walletIds, change.clientId, change.fromPosition, keptChanges],
  );
}

/**
 * Says that rows of a wallet changed, in the transaction that changes them.
 * @param fromPosition of the first transaction or transfer that is there, gone or different now; '' for all of them
 */
export async function noteWalletChange(
  client: Queryable,
  walletId: number,
  fromPosition: string,
): Promise<void> {
  await noteWalletChanges(client, [walletId], fromPosition);
}

/** The same of many wallets, in one statement. */
export async function noteWalletChanges(
  client: Queryable,
  walletIds: readonly number[],
  fromPosition: string,
): Promise<void> {
  await note(client, { walletIds, clientId: null, fromPosition });
}

/**
 * Says that a client's own figures of a wallet change from a position on (a correction), in the transaction that makes
 * the change. Other clients who have the wallet are not concerned.
 */
export async function noteLedgerChange(
  client: Queryable,
  { walletId, ...change }: { clientId: number; walletId: number; fromPosition: string },
): Promise<void> {
  await noteLedgerChanges(client, { ...change, walletIds: [walletId] });
}

/** The same of many wallets, in one statement. */
export async function noteLedgerChanges(
  client: Queryable,
  change: { clientId: number; walletIds: readonly number[]; fromPosition: string },
): Promise<void> {
  await note(client, change);
}

// ── Finding out ──

/** How often rows of wallets have changed so far, by wallet; 0: never. */
export async function readVersions(
  client: Queryable,
  walletIds: readonly number[],
): Promise<ReadonlyMap<number, bigint>> {
  const versions = await askEachWallet(client, walletIds, (ids) =>
    queryRows(
      client,
      'SELECT wallet_id, version FROM ledger_input WHERE wallet_id = ANY($1::int[])',
      [ids],
      (row) => [row.integer(), row.bigint()] as const,
    ),
  );
  return new Map([...walletIds.map((walletId) => [walletId, 0n] as const), ...versions]);
}

/** Of which rows, and which of a client's words on them, a ledger was made. */
export interface BookedRows {
  readonly clientId: number;
  readonly walletVersions: ReadonlyMap<number, bigint>;
}

/**
 * Whether a wallet's rows, or the client's word on them, changed since. A fragment of a condition on a row `current` of
 * ledger_wallet and the wallet's row `input` of ledger_input.
 */
export const rowsChanged = (
  ofWallet: OfWallet = () => '',
): string => `(current.input_version < input.version AND (
  NOT EXISTS (SELECT 1 FROM ledger_change change WHERE change.wallet_id = current.wallet_id${ofWallet('change')}
    AND change.version = current.input_version + 1)
  OR EXISTS (SELECT 1 FROM ledger_change change WHERE change.wallet_id = current.wallet_id${ofWallet('change')}
    AND change.version > current.input_version
    AND coalesce(change.client_id, current.client_id) = current.client_id)))`;

/** From which position on the rows of a ledger may have changed; null: nowhere; '' where that is not known any more. */
export async function findRowsChangedFrom(client: Queryable, booked: BookedRows): Promise<string | null> {
  const found = await askByWallet(
    client,
    [...booked.walletVersions],
    ([walletId]) => walletId,
    (known, ofWallet) =>
      queryRows(
        client,
        `WITH known AS (SELECT * FROM unnest($1::int[], $2::bigint[]) known (wallet_id, version))
         SELECT min(from_position) FROM (
           SELECT from_position FROM known JOIN ledger_change change USING (wallet_id)
             WHERE change.version > known.version AND coalesce(client_id, $3) = $3${ofWallet('change')}
           UNION ALL
           SELECT '' FROM known JOIN ledger_input input USING (wallet_id)
             WHERE known.version < input.version${ofWallet('input')}
               AND NOT EXISTS (SELECT 1 FROM ledger_change next WHERE next.wallet_id = input.wallet_id
                 AND next.version = known.version + 1${ofWallet('next')})
         ) changes`,
        [known.map(([walletId]) => walletId), known.map(([, version]) => version), booked.clientId],
        (row) => row.textOrNull(),
      ),
  );
  return firstOf(found);
}

/** Forgets the changes of wallets that every ledger of theirs has followed. */
export async function forgetChanges(client: Queryable, walletIds: readonly number[]): Promise<void> {
  await askEachWallet(client, walletIds, (ids, ofWallet) =>
    queryRows(
      client,
      `DELETE FROM ledger_change WHERE wallet_id = ANY($1::int[]) AND version <= (
         SELECT min(input_version) FROM ledger_wallet WHERE ledger_wallet.wallet_id = ledger_change.wallet_id${ofWallet('ledger_wallet')})`,
      [ids],
      () => null,
    ),
  );
}
