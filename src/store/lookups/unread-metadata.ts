/** What contracts did not say of themselves when they were asked, and when they are asked again. */
import type { ContractKey } from '../../domain/ids.ts';
import type { Database } from '../connection/database.ts';
import { hexOf, memberOf } from '../connection/row-types.ts';
import { queryRows, storedNow } from '../connection/sql.ts';

/** What is asked for: a token's or a collection's own words, or the document of an NFT of a standard. */
export const unreadKinds = ['token', 'collection', 'erc721', 'erc1155'] as const;
/**
 * `refused`: the contract itself has no answer. `unanswered`: no node could say what it answers. `read`: it is known, and transactions
 * that were judged before are to be judged again.
 */
export const unreadOutcomes = ['refused', 'unanswered', 'read'] as const;
export type UnreadOutcome = (typeof unreadOutcomes)[number];

export interface UnreadKey extends ContractKey {
  kind: (typeof unreadKinds)[number];
  /** null for the contract itself. */
  tokenId: bigint | null;
}

/** Something unread. `readInMs`: how long from now it is asked for again. */
export interface UnreadMetadata extends UnreadKey {
  outcome: UnreadOutcome;
  /** Of an NFT: the last block in which the history shows it, if one is known. */
  lastBlock: number | null;
  /** How often it was read again, and how often in a row with this outcome. */
  attempts: number;
  streak: number;
}

export type PlannedReading = UnreadMetadata & { readInMs: number };

const kindOf = memberOf(unreadKinds);
const outcomeOf = memberOf(unreadOutcomes);
/** Stands for "no token id" in the key. */
const contractItself = -1n;
const keyTypes = '$1::int[], $2::text[], $3::text[], $4::numeric[]';

function keyValues(rows: readonly UnreadKey[]): unknown[] {
  return [
    rows.map(({ chainId }) => chainId),
    rows.map(({ address }) => address),
    rows.map(({ kind }) => kind),
    rows.map(({ tokenId }) => tokenId ?? contractItself),
  ];
}

/** Plans readings anew. `replaces`: those that are planned already, too; else they stay as they are. */
export async function planReadings(
  database: Database,
  rows: readonly PlannedReading[],
  replaces: boolean,
): Promise<void> {
  if (rows.length === 0) return;
  const conflict = replaces
    ? 'DO UPDATE SET outcome = excluded.outcome, attempts = excluded.attempts, streak = excluded.streak, read_at = excluded.read_at'
    : 'DO NOTHING';
  await database.pool.query(
    `INSERT INTO unread_metadata (chain_id, address, kind, token_id, outcome, last_block, attempts, streak, read_at)
     SELECT DISTINCT ON (chain_id, address, kind, token_id) chain_id, address, kind, token_id, outcome, last_block, attempts, streak,
       now() + read_in_ms * interval '1 millisecond'
     FROM unnest(${keyTypes}, $5::text[], $6::int[], $7::int[], $8::int[], $9::float8[])
       given (chain_id, address, kind, token_id, outcome, last_block, attempts, streak, read_in_ms)
     ORDER BY chain_id, address, kind, token_id
     ON CONFLICT (chain_id, address, kind, token_id) ${conflict}`,
    [
      ...keyValues(rows),
      rows.map(({ outcome }) => outcome),
      rows.map(({ lastBlock }) => lastBlock),
      rows.map(({ attempts }) => attempts),
      rows.map(({ streak }) => streak),
      rows.map(({ readInMs }) => readInMs),
    ],
  );
}

/**
 * What is due on the given chains, the longest waiting first; nobody else gets it for `leaseMs`, after which it is due again unless
 * it was planned anew or removed.
 */
export async function claimReadings(
  database: Database,
  request: { chainIds: readonly number[]; limit: number; leaseMs: number },
): Promise<UnreadMetadata[]> {
  return queryRows(
    database.pool,
    `WITH due AS (
       SELECT chain_id, address, kind, token_id FROM unread_metadata
       WHERE chain_id = ANY($1::int[]) AND read_at <= ${storedNow}
       ORDER BY read_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     UPDATE unread_metadata unread SET read_at = now() + $3 * interval '1 millisecond' FROM due
     WHERE (unread.chain_id, unread.address, unread.kind, unread.token_id)
       = (due.chain_id, due.address, due.kind, due.token_id)
     RETURNING unread.chain_id, unread.address, unread.kind, unread.token_id, outcome, last_block, attempts, streak`,
    [request.chainIds, request.limit, request.leaseMs],
    (row) => {
      const key = { chainId: row.integer(), address: hexOf(row.text()), kind: kindOf(row.text()) };
      const tokenId = row.bigint();
      return {
        ...key,
        tokenId: tokenId === contractItself ? null : tokenId,
        outcome: outcomeOf(row.text()),
        lastBlock: row.integerOrNull(),
        attempts: row.integer(),
        streak: row.integer(),
      };
    },
  );
}

/** In how many milliseconds something is due on a chain; Infinity: nothing is planned. */
export async function nextReadingInMs(database: Database, chainId: number): Promise<number> {
  const [next] = await queryRows(
    database.pool,
    `SELECT ceil(extract(epoch FROM read_at - ${storedNow}) * 1000)::bigint FROM unread_metadata
     WHERE chain_id = $1 AND read_at > ${storedNow} ORDER BY read_at LIMIT 1`,
    [chainId],
    (row) => row.integer(),
  );
  return next ?? Number.POSITIVE_INFINITY;
}

/** Forgets what was read, or is not asked for any more. */
export async function removeReadings(database: Database, keys: readonly UnreadKey[]): Promise<void> {
  if (keys.length === 0) return;
  await database.pool.query(
    `DELETE FROM unread_metadata WHERE (chain_id, address, kind, token_id) IN (SELECT * FROM unnest(${keyTypes}))`,
    keyValues(keys),
  );
}
