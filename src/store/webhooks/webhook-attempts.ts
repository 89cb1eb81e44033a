/**
 * What became of attempts, for whoever looks why something does not arrive: failures, the success that ends them, tests, and what a
 * client skipped. A success at the first attempt is counted in its lane and has no row.
 */
import type { Address } from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { hexOrNull, memberOf, storableText } from '../connection/row-types.ts';
import { queryCount, queryRows } from '../connection/sql.ts';
import { type LaneTarget, readTarget, targetColumns } from './lane-leases.ts';
import { type Queryable, secondsOf } from './webhook-lanes.ts';

export const attemptsKeptMs = 7 * 86_400_000;
/** Of an endpoint; the newest. */
export const attemptsKept = 1_000;

export const attemptOutcomes = ['DELIVERED', 'FAILED', 'SKIPPED'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

export interface NewAttempt {
  /** null: a test. */
  wallet: Address | null;
  eventId: string;
  eventType: string;
  sequence: bigint | null;
  outcome: AttemptOutcome;
  /** The first is 1. */
  attempt: number;
  durationMs: number;
  /** null: there was no answer. */
  status: number | null;
  error: string | null;
  answer: string | null;
}

export interface AttemptRow extends NewAttempt {
  id: bigint;
  /** Unix seconds. */
  at: number;
}

/** Keeps an attempt, and of the endpoint's the newest 1,000; nothing when the endpoint is gone. */
export async function insertAttempt(
  client: Queryable,
  endpointId: number,
  attempt: NewAttempt,
): Promise<void> {
  const { wallet, eventId, eventType, sequence, outcome, durationMs, status, error, answer } = attempt;
  await client.query(
    `WITH former AS (
       DELETE FROM webhook_attempt WHERE endpoint_id = $1 AND id <= (
         SELECT id FROM webhook_attempt WHERE endpoint_id = $1 ORDER BY id DESC LIMIT 1 OFFSET ${attemptsKept - 1}))
     INSERT INTO webhook_attempt (endpoint_id, wallet, event_id, event_type, sequence, outcome, attempt, duration_ms, status, error, answer)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 FROM webhook_endpoint WHERE id = $1 FOR KEY SHARE`,
    [
      ...[endpointId, wallet, eventId, eventType, sequence, outcome, attempt.attempt, durationMs, status],
      ...[error === null ? null : storableText(error), answer === null ? null : storableText(answer)],
    ],
  );
}

const outcomeOf = memberOf(attemptOutcomes);

/** A page of an endpoint's attempts, newest first. */
export function listAttempts(
  database: Database,
  { endpointId, offset, limit }: { endpointId: number; offset: number; limit: number },
): Promise<AttemptRow[]> {
  return queryRows(
    database.pool,
    `SELECT id, ${secondsOf('at')}, wallet, event_id, event_type, sequence, outcome, attempt, duration_ms, status, error, answer
     FROM webhook_attempt WHERE endpoint_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
    [endpointId, limit, offset],
    (row) => ({
      id: row.bigint(),
      at: row.integer(),
      wallet: hexOrNull(row.textOrNull()),
      eventId: row.text(),
      eventType: row.text(),
      sequence: row.bigintOrNull(),
      outcome: outcomeOf(row.text()),
      attempt: row.integer(),
      durationMs: row.integer(),
      status: row.integerOrNull(),
      error: row.textOrNull(),
      answer: row.textOrNull(),
    }),
  );
}

export const countAttempts = (database: Database, endpointId: number): Promise<number> =>
  queryCount(database.pool, 'SELECT count(*) FROM webhook_attempt WHERE endpoint_id = $1', [endpointId]);

/** Deletes those of before a moment, in pieces. Answers how many. */
export async function pruneAttempts(database: Database, olderThan: Date): Promise<number> {
  for (let deleted = 0; ; ) {
    const { rowCount } = await database.pool.query(
      `DELETE FROM webhook_attempt WHERE id IN (SELECT id FROM webhook_attempt WHERE at < $1 ORDER BY at LIMIT 5000)`,
      [olderThan],
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < 5_000) return deleted;
  }
}

/** A test event that is to be sent. */
export interface TestRequest {
  target: LaneTarget;
  testId: string;
  /** Unix seconds at which it was asked for. */
  testedAt: number;
}

/** Takes test events that nobody sends; who dies with one is followed by another after `leaseMs`. */
export function takeTests(
  database: Database,
  { leaseMs, limit }: { leaseMs: number; limit: number },
): Promise<TestRequest[]> {
  return queryRows(
    database.pool,
    `WITH chosen AS (
       SELECT id AS chosen_id FROM webhook_endpoint WHERE test_id IS NOT NULL
         AND (test_lease_until IS NULL OR test_lease_until < clock_timestamp()) ORDER BY tested_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
     UPDATE webhook_endpoint endpoint SET test_lease_until = clock_timestamp() + $2 * interval '1 millisecond'
     FROM chosen WHERE endpoint.id = chosen_id
     RETURNING ${targetColumns}, endpoint.test_id, ${secondsOf('endpoint.tested_at')}`,
    [limit, leaseMs],
    (row) => ({ target: readTarget(row), testId: row.text(), testedAt: row.integer() }),
  );
}

/** The test was sent, whatever became of it: it is tried once. */
export async function endTest(database: Database, endpointId: number, testId: string): Promise<void> {
  await database.pool.query(
    'UPDATE webhook_endpoint SET test_id = NULL, test_lease_until = NULL WHERE id = $1 AND test_id = $2',
    [endpointId, testId],
  );
}
