/**
 * What has changed since a ledger was booked, and from which position on. Each change raises the counter of what it concerns (a
 * wallet, or the prices), in the same transaction. So changes become visible in the order of their numbers.
 */
import { timePosition } from '../../domain/position.ts';
import { queryRows } from '../connection/sql.ts';

/** The counter of the hourly prices, beside those of the wallets. */
export const pricesId = -1;

/**
 * So many of the last changes of a wallet are kept. A ledger that does not find the change after its own has missed some
 * and is booked from the beginning.
 */
const keptChanges = 1_000;

/** Before everything. */
export const firstPosition = '';

const secondsPerHour = 3_600;
/** A price stands in for those that are missing in the hours of the day after it (findRates in price-rows.ts). */
const hoursOfPrice = 24;

export type Queryable = Parameters<typeof queryRows>[0];

interface Change {
  walletIds: readonly number[];
  /** Only this client's figures change; null: everybody's. */
  clientId: number | null;
  fromPosition: string;
  /** Nothing changes at this position or later; null: anything may. */
  untilPosition: string | null;
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

async function note(client: Queryable, change: Change): Promise<void> {
  await client.query(
    `WITH raised AS (
       INSERT INTO ledger_input (wallet_id, version) SELECT DISTINCT wallet_id, 1 FROM unnest($1::int[]) wallet_id ORDER BY wallet_id
       ON CONFLICT (wallet_id) DO UPDATE SET version = ledger_input.version + 1 RETURNING wallet_id, version
     ), trimmed AS (
       DELETE FROM ledger_change USING raised
       WHERE ledger_change.wallet_id = raised.wallet_id AND ledger_change.version <= raised.version - $5
         AND (ledger_change.wallet_id <> $6 OR until_position IS NOT NULL)
     )
     INSERT INTO ledger_change (wallet_id, version, client_id, from_position, until_position)
     SELECT wallet_id, version, $2, $3, $4 FROM raised`,
    [change.walletIds, change.clientId, change.fromPosition, change.untilPosition, keptChanges, pricesId],
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
  await note(client, { walletIds, clientId: null, fromPosition, untilPosition: null });
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
  await note(client, { ...change, untilPosition: null });
}

/** Says that there are new hourly prices in these hours (whole hours since 1970), which were unknown before. */
export async function notePriceChange(client: Queryable, hours: readonly number[]): Promise<void> {
  if (hours.length === 0) return;
  const [first, last] = hours.reduce(
    ([low, high], hour) => [Math.min(low, hour), Math.max(high, hour)],
    [Number.MAX_SAFE_INTEGER, 0],
  );
  await note(client, {
    ...{ walletIds: [pricesId], clientId: null, fromPosition: hourPosition(first) },
    untilPosition: hourPosition(last + hoursOfPrice),
  });
}

/** Says that prices which ledgers may rest on are gone. */
export async function notePricesLost(client: Queryable): Promise<void> {
  await note(client, {
    ...{ walletIds: [pricesId], clientId: null, fromPosition: firstPosition, untilPosition: null },
  });
}

/** The first position in an hour. */
export const hourPosition = (hour: number): string => timePosition(hour * secondsPerHour);

// ── Finding out ──

/** Of what a ledger was made. */
export interface BookedVersions {
  readonly clientId: number;
  readonly walletVersions: ReadonlyMap<number, bigint>;
  readonly priceVersion: bigint;
  /** From where on prices were missing that may come; null: none were. */
  readonly priceGapFrom: string | null;
}

/**
 * Whether a wallet's rows, or the client's word on them, changed since. A fragment of a condition on a row `current` of
 * ledger_wallet and the wallet's row `input` of ledger_input.
 */
export const rowsChanged = `(current.input_version < input.version AND (
  NOT EXISTS (SELECT 1 FROM ledger_change change WHERE change.wallet_id = current.wallet_id
    AND change.version = current.input_version + 1)
  OR EXISTS (SELECT 1 FROM ledger_change change WHERE change.wallet_id = current.wallet_id
    AND change.version > current.input_version
    AND coalesce(change.client_id, current.client_id) = current.client_id)))`;

/** Whether a price came that `current` lacked, or one was taken away. */
export const pricesChanged = `(
  current.price_version < (SELECT max(version) FROM ledger_change WHERE wallet_id = ${pricesId} AND until_position IS NULL)
  OR (current.price_gap_from IS NOT NULL
    AND current.price_version < (SELECT version FROM ledger_input WHERE wallet_id = ${pricesId})
    AND (NOT EXISTS (SELECT 1 FROM ledger_change change WHERE change.wallet_id = ${pricesId}
        AND change.version = current.price_version + 1)
      OR EXISTS (SELECT 1 FROM ledger_change change WHERE change.wallet_id = ${pricesId}
        AND change.version > current.price_version AND change.until_position > current.price_gap_from))))`;

/** From which position on the figures of a ledger may have changed; null: nowhere; '' where that is not known any more. */
export async function findChangedFrom(client: Queryable, booked: BookedVersions): Promise<string | null> {
  const walletIds = [...booked.walletVersions.keys()];
  const isForgotten = `NOT EXISTS (SELECT 1 FROM ledger_change next WHERE next.wallet_id = input.wallet_id
    AND next.version = known.version + 1)`;
  const [changed] = await queryRows(
    client,
    `WITH known AS (SELECT * FROM unnest($1::int[], $2::bigint[]) known (wallet_id, version)), price AS (
       SELECT $4::bigint AS version, $5::text COLLATE "C" AS gap_from)
     SELECT min(from_position) FROM (
       SELECT from_position FROM known JOIN ledger_change change USING (wallet_id)
         WHERE change.version > known.version AND coalesce(client_id, $3) = $3
       UNION ALL
       SELECT '' FROM known JOIN ledger_input input USING (wallet_id)
         WHERE known.version < input.version AND ${isForgotten}
       UNION ALL
       SELECT CASE WHEN until_position IS NULL THEN from_position ELSE greatest(from_position, gap_from) END
         FROM price known JOIN ledger_change change ON change.wallet_id = $6
         WHERE change.version > known.version AND (until_position IS NULL OR until_position > gap_from)
       UNION ALL
       SELECT '' FROM price known JOIN ledger_input input ON input.wallet_id = $6
         WHERE known.gap_from IS NOT NULL AND known.version < input.version AND ${isForgotten}
     ) changes`,
    [
      ...[walletIds, walletIds.map((id) => booked.walletVersions.get(id)), booked.clientId],
      ...[booked.priceVersion, booked.priceGapFrom, pricesId],
    ],
    (row) => row.textOrNull(),
  );
  return changed ?? null;
}

/** Forgets the changes of wallets that every ledger of theirs has followed. */
export async function forgetChanges(client: Queryable, walletIds: readonly number[]): Promise<void> {
  await client.query(
    `DELETE FROM ledger_change WHERE wallet_id = ANY($1::int[]) AND version <= (
       SELECT min(input_version) FROM ledger_wallet WHERE ledger_wallet.wallet_id = ledger_change.wallet_id)`,
    [walletIds],
  );
}
