/** Adding and undoing corrections. Every change has the client's ledger booked again. */
import type pg from 'pg';
import type { Currency } from '../../domain/ids.ts';
import type { CorrectionKind, TaxTreatment } from '../../domain/model.ts';
import { type Actor, type AuditAction, writeAudit } from '../clients/audit-log.ts';
import { defaultClientLimits, guardClientLimit } from '../clients/client-limits.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { queryCount, queryRows, withTransaction } from '../connection/sql.ts';
import { appendClientEvents } from '../history/events/client-events.ts';
import { changedEvents } from '../history/events/transfer-event-rows.ts';
import { holdLogs } from '../history/events/wallet-events.ts';
import { firstPosition, lockChanges, noteLedgerChange } from '../history/ledger-changes.ts';
import type { CorrectionTarget, TransferNaturalKey } from './correction-rows.ts';

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

/** Corrections in force at once, per client and wallet: the ledger holds them in memory while it books. */
export const maximumCorrections = 10_000;

export interface CorrectionAuthor {
  clientId: number;
  walletId: number;
  /** Of the API key, or of the member. */
  keyId: string;
  /** For the log; left out: it tells nothing. */
  actor?: Actor;
}

async function audit(
  client: pg.PoolClient,
  { clientId, actor }: CorrectionAuthor,
  action: AuditAction,
  subject: string,
): Promise<void> {
  if (actor !== undefined) await writeAudit(client, { clientId, actor, action, subject });
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

/** How corrections are added. */
export interface AdditionOptions {
  /** The most that a client may have; its own setting comes first. */
  limit?: number;
  /** A name that the client gave to this addition: asked for again, nothing is added twice. */
  idempotencyKey?: string | undefined;
}

/** Why nothing was added; `other`: the idempotency key stands for another addition. */
export type AdditionRefusal = 'not registered' | 'too many' | 'other';

/**
 * Adds corrections, all or none, and undoes those of the same kind on the same transfers. Answers their ids (of those that were
 * added before, when the idempotency key says that it is the same addition), or why there are none. Throws ClientLimitError.
 */
export async function addCorrections(
  database: Database,
  author: CorrectionAuthor,
  corrections: readonly NewCorrection[],
  { limit = defaultClientLimits.corrections, idempotencyKey }: AdditionOptions = {},
): Promise<number[] | AdditionRefusal> {
  const { clientId, walletId } = author;
  return withTransaction(database.pool, async (client) => {
    const checkLimit = await guardClientLimit(client, { clientId, what: 'corrections', limit });
    if (!(await lockRegistration(client, author))) return 'not registered';
    const before = await findAddition(client, author, corrections, idempotencyKey);
    if (before !== null) return before;
    const count = await queryCount(
      client,
      'SELECT count(*) FROM correction WHERE client_id = $1 AND wallet_id = $2 AND undone_at IS NULL',
      [clientId, walletId],
    );
    if (count + corrections.length > maximumCorrections) return 'too many';
    const ids: number[] = [];
    const corrected: (CorrectedRow | null)[] = [];
    for (const correction of corrections) {
      await supersede(client, author, correction);
      ids.push(await insertCorrection(client, author, correction, idempotencyKey));
      corrected.push(await noteCorrection(client, author, correction));
    }
    await tellCorrected(client, author, corrected);
    await checkLimit();
    const kinds = [...new Set(corrections.map(({ kind }) => kind))].join(', ');
    await audit(client, author, 'correction_added', `${kinds} ${ids.join(', ')}`);
    await notify(client, 'wallet_changed', String(walletId));
    return ids;
  });
}

/** The values of a correction in the order of `correctionColumns`. */
const valuesOf = (correction: NewCorrection): unknown[] => {
  const { kind, chainId, hash, item, tokenAddress, quantity } = correction;
  const { treatment, amount, currency, acquiredAt, note } = correction;
  return [
    ...[kind, chainId, hash, item, tokenAddress, quantity],
    ...[treatment, amount, currency, acquiredAt, note],
  ];
};

const correctionColumns =
  'kind, chain_id, hash, item, token_address, quantity, treatment, amount, currency, acquired_at, note';
/** Their parameters, from $4 on. */
const correctionParameters =
  '$4::correction_kind, $5::int, $6, $7, $8, $9::numeric, $10::tax_treatment, $11::numeric, $12, $13::bigint, $14';

/** What was added under the key before, under the lock on the registration; null: nothing, or there is no key. */
async function findAddition(
  client: pg.PoolClient,
  { clientId, walletId }: CorrectionAuthor,
  corrections: readonly NewCorrection[],
  idempotencyKey: string | undefined,
): Promise<number[] | 'other' | null> {
  if (idempotencyKey === undefined) return null;
  const added = await queryRows(
    client,
    'SELECT id FROM correction WHERE client_id = $1 AND wallet_id = $2 AND idempotency_key = $3 ORDER BY id',
    [clientId, walletId, idempotencyKey],
    (row) => row.integer(),
  );
  if (added.length === 0) return null;
  if (added.length !== corrections.length) return 'other';
  for (const [index, correction] of corrections.entries()) {
    const isSame = await queryCount(
      client,
      `SELECT count(*) FROM correction WHERE wallet_id = $1 AND client_id = $2 AND id = $3
         AND (${correctionColumns}) IS NOT DISTINCT FROM (${correctionParameters})`,
      [walletId, clientId, added[index], ...valuesOf(correction)],
    );
    if (isSame === 0) return 'other';
  }
  return added;
}

/** Where a correction says which figures change: by its transfer, or by the moment of an opening lot. */
type CorrectionPlace = Pick<TransferNaturalKey, 'chainId'> & {
  hash: string | null;
  item: string | null;
  fromPosition: string;
};

/** A transfer that is corrected, where it stands now. */
interface CorrectedRow {
  position: string;
  hash: string;
}

/** The transfers have other corrections now. */
async function tellCorrected(
  client: pg.PoolClient,
  { clientId, walletId }: CorrectionAuthor,
  corrected: readonly (CorrectedRow | null)[],
): Promise<void> {
  const hashes = new Map(
    corrected.flatMap((row) => (row === null ? [] : [[row.position, row.hash] as const])),
  );
  if (hashes.size === 0) return;
  const ends = await holdLogs(client, [walletId]);
  const events = changedEvents([...hashes.keys()], ['CORRECTION']);
  await appendClientEvents(client, { clientId, ends }, [{ walletId, events, hashes }]);
}

/**
 * Has the ledger booked again from where the transfer stands now: a re-org may have moved it since it was read. Answers the transfer;
 * null: it is gone, or none is corrected.
 */
async function noteCorrection(
  client: pg.PoolClient,
  { clientId, walletId }: CorrectionAuthor,
  { chainId, hash, item, fromPosition }: CorrectionPlace,
): Promise<CorrectedRow | null> {
  if (hash === null) {
    await noteLedgerChange(client, { clientId, walletId, fromPosition });
    return null;
  }
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
  return position === firstPosition ? null : { position, hash };
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
  idempotencyKey: string | undefined,
): Promise<number> {
  const [id] = await queryRows(
    client,
    `INSERT INTO correction (client_id, wallet_id, created_by, ${correctionColumns}, idempotency_key)
     VALUES ($1, $2, $3, ${correctionParameters}, $15) RETURNING id`,
    [clientId, walletId, keyId, ...valuesOf(correction), idempotencyKey ?? null],
    (row) => row.integer(),
  );
  if (id === undefined) throw new Error('the correction was not stored');
  return id;
}

/**
 * Undoes a correction of the client's; one that is undone stays as it is. Answers whether this undid it.
 * @param fromPosition the first position whose figures that alters, as far as is known before
 */
export async function undoCorrection(
  database: Database,
  author: CorrectionAuthor,
  { id, fromPosition }: { id: number; fromPosition: string },
): Promise<boolean> {
  const { clientId, walletId, keyId } = author;
  return withTransaction(database.pool, async (client) => {
    await lockRegistration(client, author);
    const [undone] = await queryRows(
      client,
      `UPDATE correction SET undone_at = now(), undone_by = $4
       WHERE id = $1 AND client_id = $2 AND wallet_id = $3 AND undone_at IS NULL RETURNING chain_id, hash, item`,
      [id, clientId, walletId, keyId],
      (row) => ({ chainId: row.integer(), hash: row.textOrNull(), item: row.textOrNull() }),
    );
    if (undone === undefined) return false;
    await tellCorrected(client, author, [await noteCorrection(client, author, { ...undone, fromPosition })]);
    await audit(client, author, 'correction_undone', String(id));
    await notify(client, 'wallet_changed', String(walletId));
    return true;
  });
}
