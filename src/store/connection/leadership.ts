/**
 * One process at a time does a job: whoever holds the lease on its row. Every lease raises the row's fence; whoever holds an
 * older fence has lost the job, whatever it believes, and can write nothing. A lease is a row and no lock of a session, so that
 * it is the same behind a connection pooler. Times are the database's.
 */
import { RetryableError } from '../../errors.ts';
import type { Database } from './database.ts';
import { queryRows, withTransaction } from './sql.ts';

export interface Leadership {
  /** The database as the leader writes to it: each `transaction` proves first that the job is still this process's. */
  readonly database: Database;
  /** Aborts when the lease is lost, or could not be renewed for as long as it lasts. */
  readonly signal: AbortSignal;
  /** Who held a lease that ran out without being given back; null: nobody did. */
  readonly takenFrom: string | null;
  /** Gives the job back at once, so that another need not wait for the end of the lease. */
  release(): Promise<void>;
}

export interface LeadershipRequest {
  job: string;
  /** Names this process to people who read the log. */
  owner: string;
  /** How long after its last renewal a leader that has died is still waited for; renewed three times in it. Default 30,000. */
  leaseMs?: number;
}

/** What came of asking for a job. */
export type LeadershipAnswer = { leadership: Leadership } | { leadership: null; heldBy: string | null };

const defaultLeaseMs = 30_000;

/** A lease while a process has it. */
interface Held {
  job: string;
  owner: string;
  fence: bigint;
}

const isHeld = 'job = $1 AND lease_owner = $2 AND fence = $3';
const heldBy = ({ job, owner, fence }: Held): unknown[] => [job, owner, fence];

/** Takes a job that nobody does at the moment, or answers who does it. */
export async function takeLeadership(
  database: Database,
  { job, owner, leaseMs = defaultLeaseMs }: LeadershipRequest,
): Promise<LeadershipAnswer> {
  // Before the question: by this clock the lease ends no later than by the database's.
  const askedAt = performance.now();
  const [answer] = await queryRows(
    database.pool,
    `WITH former AS (SELECT lease_owner FROM job_lease WHERE job = $1),
     taken AS (
       INSERT INTO job_lease AS held (job, lease_owner, lease_until, fence)
       VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond', 1)
       ON CONFLICT (job) DO UPDATE SET lease_owner = excluded.lease_owner,
         lease_until = clock_timestamp() + $3 * interval '1 millisecond', fence = held.fence + 1
       WHERE held.lease_owner IS NULL OR held.lease_until < clock_timestamp()
       RETURNING fence)
     SELECT (SELECT fence FROM taken), (SELECT lease_owner FROM former)`,
    [job, owner, leaseMs],
    (row) => ({ fence: row.bigintOrNull(), former: row.textOrNull() }),
  );
  const former = answer?.former ?? null;
  if (answer === undefined || answer.fence === null) return { leadership: null, heldBy: former };
  const held = { job, owner, fence: answer.fence };
  return { leadership: lead(database, held, { leaseMs, heldUntil: askedAt + leaseMs, takenFrom: former }) };
}

function lead(
  database: Database,
  held: Held,
  { leaseMs, heldUntil, takenFrom }: { leaseMs: number; heldUntil: number; takenFrom: string | null },
): Leadership {
  const lost = new AbortController();
  let until = heldUntil;
  const lose = (): RetryableError => {
    clearInterval(renewal);
    const error = new RetryableError(`the lease on '${held.job}' is lost: another process may do it now`);
    lost.abort(error);
    return error;
  };
  const renewal = setInterval(() => {
    const askedAt = performance.now();
    // The database has not answered for so long, or this process stood still.
    if (askedAt > until) lose();
    else {
      renewLease(database, held, leaseMs).then(
        (isKept) => {
          if (isKept) until = Math.max(until, askedAt + leaseMs);
          else lose();
        },
        () => {},
      );
    }
  }, leaseMs / 3);
  renewal.unref();
  return {
    database: {
      ...database,
      transaction: (work) =>
        withTransaction(database.pool, async (client) => {
          // The row's lock keeps everyone else from taking over until the commit.
          const { rowCount } = await client.query(
            `SELECT FROM job_lease WHERE ${isHeld} FOR SHARE`,
            heldBy(held),
          );
          if (rowCount !== 1) throw lose();
          return work(client);
        }),
    },
    signal: lost.signal,
    takenFrom,
    async release() {
      clearInterval(renewal);
      await database.pool.query(
        `UPDATE job_lease SET lease_owner = NULL, lease_until = clock_timestamp() WHERE ${isHeld}`,
        heldBy(held),
      );
    },
  };
}

/** Holds the lease for longer; false when it is lost. */
async function renewLease(database: Database, held: Held, leaseMs: number): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `UPDATE job_lease SET lease_until = clock_timestamp() + $4 * interval '1 millisecond' WHERE ${isHeld}`,
    [...heldBy(held), leaseMs],
  );
  return rowCount === 1;
}
