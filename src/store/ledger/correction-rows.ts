import { type Currency, currencies } from '../../domain/ids.ts';
import {
  type Address,
  type CorrectionKind,
  correctionKinds,
  type Hash,
  type TaxTreatment,
  taxTreatments,
} from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { hexOf, hexOrNull, memberOf } from '../connection/row-types.ts';
import { queryCount, queryRows, type RowReader } from '../connection/sql.ts';

/** What is corrected: a transfer by its natural key, or a token of which there was an opening lot. */
export type CorrectionTarget =
  | { chainId: number; hash: Hash; item: string; tokenAddress: null; quantity: null }
  | { chainId: number; hash: null; item: null; tokenAddress: Address; quantity: bigint };

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
  /** The id of the one that took its place; null: none did. */
  replacedBy: number | null;
}

/** Of one client. */
export interface TransferNaturalKey {
  walletId: number;
  chainId: number;
  hash: Hash;
  item: string;
}

const seconds = (column: string): string => `floor(extract(epoch FROM ${column}))::bigint`;
const keyName = (column: string): string =>
  `coalesce((SELECT name FROM api_key WHERE api_key.id = correction.${column}),
    (SELECT name FROM member WHERE member.client_id = correction.client_id AND 'mem_' || member.id = correction.${column}))`;
/** What takes the place of another is made in the transaction that ends it: both have its time. */
const successor = `CASE WHEN undone_at IS NOT NULL THEN (SELECT min(newer.id) FROM correction newer
    WHERE newer.client_id = correction.client_id AND newer.wallet_id = correction.wallet_id AND newer.hash = correction.hash
      AND newer.chain_id = correction.chain_id AND newer.item = correction.item AND newer.kind = correction.kind
      AND newer.id > correction.id AND newer.created_at = correction.undone_at) END`;
const columns = `correction.id, correction.wallet_id, (SELECT address FROM wallet WHERE wallet.id = correction.wallet_id), kind, correction.chain_id, correction.hash, correction.item, token_address,
  quantity, treatment, amount, currency, acquired_at, note, ${seconds('created_at')}, created_by, ${keyName('created_by')},
  ${seconds('undone_at')}, undone_by, ${keyName('undone_by')}, ${successor}`;

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
  return {
    ...start,
    undoneBy: keyId === null ? null : { keyId, name },
    replacedBy: read(row, Number),
  };
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
