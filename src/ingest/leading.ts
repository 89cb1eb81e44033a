/** Doing a job for as long as this process leads it, and saying so in the log. */
import { errorText } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Database } from '../store/connection/database.ts';
import { type Leadership, type LeadershipRequest, takeLeadership } from '../store/connection/leadership.ts';

/**
 * Does the job if nobody else does it, and gives it back; answers who does it otherwise, null when this process did it. What `work` writes goes
 * through the leadership's database, and it ends when the leadership's signal aborts.
 */
export async function whileLeading(
  { database, log }: { database: Database; log: Log },
  request: LeadershipRequest,
  work: (leadership: Leadership) => Promise<void>,
): Promise<string | null> {
  const answer = await takeLeadership(database, request);
  if (answer.leadership === null) return answer.heldBy ?? 'another process';
  const { leadership } = answer;
  const { job, owner } = request;
  if (leadership.takenFrom !== null) {
    const fields = { job, owner, former: leadership.takenFrom };
    log.warn(fields, `takes over '${job}': the lease of the process that led it ran out`);
  }
  try {
    await work(leadership);
  } finally {
    await leadership.release().catch((error: unknown) => {
      log.warn({ job, error: errorText(error) }, 'a lease could not be given back and runs out by itself');
    });
  }
  return null;
}
