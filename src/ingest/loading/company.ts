/** Who waits to be loaded beside a wallet, so that a source may search for all of them at once. Asked of the database once in a while. */
import type { Companion } from '../../chains/definitions/chain-source.ts';
import { type Clock, systemClock } from '../../outgoing/clock.ts';
import type { Database } from '../../store/connection/database.ts';
import { findWaiting } from '../../store/sync/loading-turns.ts';

/** Of one chain; whose turn comes first stands first. */
export type CompanyOf = (chainId: number) => Promise<readonly Companion[]>;

const most = 100;
/** How old the answer may be. */
const ageMs = 1_000;

/** @param owner who holds the leases of this process */
export function waitingCompany(
  database: Pick<Database, 'pool'>,
  owner: string,
  clock: Pick<Clock, 'elapsed'> = systemClock,
): CompanyOf {
  const known = new Map<number, { at: number; answer: Promise<readonly Companion[]> }>();
  return (chainId) => {
    const now = clock.elapsed();
    const last = known.get(chainId);
    if (last !== undefined && now - last.at < ageMs) return last.answer;
    const answer = findWaiting(database, { chainId, owner, limit: most });
    known.set(chainId, { at: now, answer });
    answer.catch(() => known.delete(chainId));
    return answer;
  };
}
