/** A client's corrections: added and undone, never changed or deleted. Every change has the client's ledger booked again. */
import type pg from 'pg';
import { type Currency, currencies } from '../../domain/ids.ts';
import {
  type Address,
  type CorrectionKind,
  correctionKinds,
  type Hash,
  type TaxTreatment,
  taxTreatments,
} from '../../domain/model.ts';
import { defaultClientLimits, guardClientLimit } from '../clients/client-limits.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { hexOf, hexOrNull, memberOf } from '../connection/row-types.ts';
import { queryCount, queryRows, type RowReader, withTransaction } from '../connection/sql.ts';
import { firstPosition, lockChanges, noteLedgerChange } from '../history/ledger-changes.ts';

/** What is corrected: a transfer by its natural key, or a token of which there was an opening lot. */
export type CorrectionTarget =
  | { chainId: number; hash: Hash; item: string; tokenAddress: null; quantity: null }
  | { chainId: number; hash: null; item: null; tokenAddress: Address; quantity: bigint };

export type NewCorrection = CorrectionTarget & {
  kind: CorrectionKind;
  treatment: TaxTreatment | null;
  /** A price per unit or a total cost in `currency`, exact decimal text. */
  amount: string | null;
  currency: Currency | null;
  /** Unix seconds. */
  acquiredAt: number | null;
  note: string | null;
  /** The first position whose figures it may alter, as far as is known before it is stored. */
  fromPosition: string;
};

export interface CorrectionRow {
  id: number;
  walletId: number;
  wallet: Address;
  kind: CorrectionKind;
  chainId: number;
  hash: Hash | null;
  item: string | null;
  tokenAddress: Address | null;
  quantity: bigint | null;
  treatment: TaxTreatment | null;
  amount: string | null;
  currency: Currency | null;
  acquiredAt: number | null;
  note: string | null;
  createdAt: number;
  /** The API keys; the name is null when the key is gone. */
  createdBy: { keyId: string; name: string | null };
  undoneAt: number | null;
  undoneBy: { keyId: string; name: string | null } | null;
}

/** Of one client. */
export interface TransferNaturalKey {
  walletId: number;
  chainId: number;
  hash: Hash;
  item: string;
}

/** Corrections in force at once, per client and wallet: the ledger holds them in memory while it books. */
export const maximumCorrections = 10_000;

const seconds = (column: string): string => `floor(extract(epoch FROM ${column}))::bigint`;
const keyName = (column: string): string =>
  `(SELECT name FROM api_key WHERE api_key.id = correction.${column})`;
const columns = `correction.id, correction.wallet_id, (SELECT address FROM wallet WHERE wallet.id = correction.wallet_id), kind, correction.chain_id, correction.hash, correction.item, token_address,
  quantity, treatment, amount, currency, acquired_at, note, ${seconds('created_at')}, created_by, ${keyName('created_by')},
  ${seconds('undone_at')}, undone_by, ${keyName('undone_by')}`;

const kindOf = memberOf(correctionKinds);
const treatmentOf = memberOf(taxTreatments);
const currencyOf = memberOf(currencies);

function read<Value>(row: RowReader, as: (text: string) => Value): Value | null {
  const text = row.textOrNull();
  return text === null ? null : as(text);
}

function readCorrection(row: RowReader): CorrectionRow {
  const start = {
    ...{ id: row.integer(), walletId: row.integer(), wallet: hexOf(row.text()) },
    ...{ kind: kindOf(row.text()), chainId: row.integer() },
    ...{ hash: hexOrNull(row.textOrNull()), item: row.textOrNull() },
    ...{ tokenAddress: hexOrNull(row.textOrNull()), quantity: row.bigintOrNull() },
    ...{ treatment: read(row, treatmentOf), amount: row.textOrNull(), currency: read(row, currencyOf) },
    ...{ acquiredAt: read(row, Number), note: row.textOrNull(), createdAt: row.integer() },
    createdBy: { keyId: row.text(), name: row.textOrNull() },
    undoneAt: read(row, Number),
  };
  const [keyId, name] = [row.textOrNull(), row.textOrNull()];
  return { ...start, undoneBy: keyId === null ? null : { keyId, name } };
}

/** Whose corrections, of which wallets, and whether also those that are undone. */
export interface CorrectionQuery {
  clientId: number;
  walletIds: readonly number[];
  includeUndone: boolean;
}

/** Not of one that is unregistered and kept as the client's own. */
const ofShownWallet = `NOT EXISTS (SELECT 1 FROM registration WHERE registration.client_id = correction.client_id
  AND registration.wallet_id = correction.wallet_id AND is_own_only)`;

const listed = 'client_id = $1 AND wallet_id = ANY($2::int[]) AND ($3 OR undone_at IS NULL)';
const listValues = ({ clientId, walletIds, includeUndone }: CorrectionQuery): unknown[] => [
  clientId,
  walletIds,
  includeUndone,
];

/** A page of a client's corrections, newest first. */
export async function listCorrections(
  database: Database,
  query: CorrectionQuery & { offset: number; limit: number },
): Promise<CorrectionRow[]> {
  return queryRows(
    database.pool,
    `SELECT ${columns} FROM correction WHERE ${listed} ORDER BY id DESC LIMIT $4 OFFSET $5`,
    [...listValues(query), query.limit, query.offset],
    readCorrection,
  );
}

export async function countCorrections(database: Database, query: CorrectionQuery): Promise<number> {
  return queryCount(database.pool, `SELECT count(*) FROM correction WHERE ${listed}`, listValues(query));
}

/** The client's corrections of these ids, in no particular order. */
export async function findCorrections(
  database: Database,
  clientId: number,
  ids: readonly number[],
): Promise<CorrectionRow[]> {
  if (ids.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT ${columns} FROM correction WHERE client_id = $1 AND id = ANY($2::int[]) AND ${ofShownWallet}`,
    [clientId, ids],
    readCorrection,
  );
}

/** The client's corrections in force of these transfers, oldest first. */
export async function findCorrectionsOf(
  database: Database,
  clientId: number,
  transfers: readonly TransferNaturalKey[],
): Promise<CorrectionRow[]> {
  if (transfers.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT ${columns} FROM unnest($2::int[], $3::int[], $4::text[], $5::text[]) wanted (wallet_id, chain_id, hash, item)
     JOIN correction USING (wallet_id, chain_id, hash, item)
     WHERE client_id = $1 AND undone_at IS NULL ORDER BY correction.id`,
    [
      clientId,
      transfers.map(({ walletId }) => walletId),
      transfers.map(({ chainId }) => chainId),
      transfers.map(({ hash }) => hash),
      transfers.map(({ item }) => item),
    ],
    readCorrection,
  );
}

/** What the client's opening lots in force add to its balances, in base units. */
export interface OpeningSum {
  walletId: number;
  chainId: number;
  tokenAddress: Address;
  quantity: bigint;
}

export async function sumOpeningLots(
  database: Database,
  clientId: number,
  walletIds: readonly number[],
): Promise<OpeningSum[]> {
  if (walletIds.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT wallet_id, chain_id, token_address, sum(quantity) FROM correction
     WHERE client_id = $1 AND wallet_id = ANY($2::int[]) AND kind = 'OPENING_LOT' AND undone_at IS NULL
     GROUP BY wallet_id, chain_id, token_address`,
    [clientId, walletIds],
    (row) => ({
      ...{ walletId: row.integer(), chainId: row.integer(), tokenAddress: hexOf(row.text()) },
      quantity: row.bigint(),
    }),
  );
}

// ── Changes ──

export interface CorrectionAuthor {
  clientId: number;
  walletId: number;
  /** Of the API key. */
  keyId: string;
}

/** Lets the changes of a client's wallet come one after the other; false: it is not registered. */
async function lockRegistration(
  client: pg.PoolClient,
  { clientId, walletId }: CorrectionAuthor,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT 1 FROM registration WHERE client_id = $1 AND wallet_id = $2 AND NOT is_own_only FOR NO KEY UPDATE',
    [clientId, walletId],
  );
  return rowCount !== 0;
}

/**
 * Adds corrections, all or none, and undoes those of the same kind on the same transfers. Answers their ids, or why there
 * are none. Throws ClientLimitError.
 */
export async function addCorrections(
  database: Database,
  author: CorrectionAuthor,
  corrections: readonly NewCorrection[],
  limit: number = defaultClientLimits.corrections,
): Promise<number[] | 'not registered' | 'too many'> {
  const { clientId, walletId } = author;
  return withTransaction(database.pool, async (client) => {
    const checkLimit = await guardClientLimit(client, { clientId, what: 'corrections', limit });
    if (!(await lockRegistration(client, author))) return 'not registered';
    const count = await queryCount(
      client,
      'SELECT count(*) FROM correction WHERE client_id = $1 AND wallet_id = $2 AND undone_at IS NULL',
      [clientId, walletId],
    );
    if (count + corrections.length > maximumCorrections) return 'too many';
    const ids: number[] = [];
    for (const correction of corrections) {
      await supersede(client, author, correction);
      ids.push(await insertCorrection(client, author, correction));
      await noteCorrection(client, author, correction);
    }
    await checkLimit();
    await notify(client, 'wallet_changed', String(walletId));
    return ids;
  });
}

/** Where a correction says which figures change: by its transfer, or by the moment of an opening lot. */
type CorrectionPlace = Pick<TransferNaturalKey, 'chainId'> & {
  hash: string | null;
  item: string | null;
  fromPosition: string;
};

/** Has the ledger booked again from where the transfer stands now: a re-org may have moved it since it was read. */
async function noteCorrection(
  client: pg.PoolClient,
  { clientId, walletId }: CorrectionAuthor,
  { chainId, hash, item, fromPosition }: CorrectionPlace,
): Promise<void> {
  if (hash === null) return noteLedgerChange(client, { clientId, walletId, fromPosition });
  await lockChanges(client, walletId);
  const [position = firstPosition] = await queryRows(
    client,
    `SELECT transfer.position FROM transaction
     JOIN transfer ON transfer.wallet_id = transaction.wallet_id AND transfer.position = transaction.position || $4
     WHERE transaction.wallet_id = $1 AND transaction.chain_id = $2 AND transaction.hash = $3`,
    [walletId, chainId, hash, item],
    (row) => row.text(),
  );
  const earlier = position < fromPosition ? position : fromPosition;
  await noteLedgerChange(client, { clientId, walletId, fromPosition: earlier });
}

async function supersede(
  client: pg.PoolClient,
  { clientId, walletId, keyId }: CorrectionAuthor,
  { kind, chainId, hash, item }: NewCorrection,
): Promise<void> {
  if (hash === null) return;
  await client.query(
    `UPDATE correction SET undone_at = now(), undone_by = $7
     WHERE client_id = $1 AND wallet_id = $2 AND kind = $3::correction_kind AND chain_id = $4 AND hash = $5 AND item = $6
       AND undone_at IS NULL`,
    [clientId, walletId, kind, chainId, hash, item, keyId],
  );
}

async function insertCorrection(
  client: pg.PoolClient,
  { clientId, walletId, keyId }: CorrectionAuthor,
  correction: NewCorrection,
): Promise<number> {
  const { kind, chainId, hash, item, tokenAddress, quantity } = correction;
  const { treatment, amount, currency, acquiredAt, note } = correction;
  const [id] = await queryRows(
    client,
    `INSERT INTO correction (client_id, wallet_id, kind, chain_id, hash, item, token_address, quantity, treatment, amount,
       currency, acquired_at, note, created_by)
     VALUES ($1, $2, $3::correction_kind, $4, $5, $6, $7, $8, $9::tax_treatment, $10, $11, $12, $13, $14) RETURNING id`,
    [
      ...[clientId, walletId, kind, chainId, hash, item, tokenAddress, quantity],
      ...[treatment, amount, currency, acquiredAt, note, keyId],
    ],
    (row) => row.integer(),
  );
  if (id === undefined) throw new Error('the correction was not stored');
  return id;
}

/**
 * Undoes a correction of the client's; one that is undone stays as it is.
 * @param fromPosition the first position whose figures that alters, as far as is known before
 */
export async function undoCorrection(
  database: Database,
  author: CorrectionAuthor,
  { id, fromPosition }: { id: number; fromPosition: string },
): Promise<void> {
  const { clientId, walletId, keyId } = author;
  await withTransaction(database.pool, async (client) => {
    await lockRegistration(client, author);
    const [undone] = await queryRows(
      client,
      `UPDATE correction SET undone_at = now(), undone_by = $4
       WHERE id = $1 AND client_id = $2 AND wallet_id = $3 AND undone_at IS NULL RETURNING chain_id, hash, item`,
      [id, clientId, walletId, keyId],
      (row) => ({ chainId: row.integer(), hash: row.textOrNull(), item: row.textOrNull() }),
    );
    if (undone === undefined) return;
    await noteCorrection(client, author, { ...undone, fromPosition });
    await notify(client, 'wallet_changed', String(walletId));
  });
}
