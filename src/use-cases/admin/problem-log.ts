/**
 * The last requests of each client that were refused or failed, for its developers: which, by which key, and the code that says why. Never
 * what was asked or answered. It is kept in memory, by each process for itself, and gone with it: the service's log has the rest.
 */
import type { NotedProblem } from '../model/admin-model.ts';

/** Of one client. */
export const mostProblems = 1_000;
/** Of all clients together, about 250 bytes each. */
const mostInAll = 20_000;

export interface ProblemLog {
  note(problem: NotedProblem): void;
  /** The newest first. undefined: of all clients. */
  list(clientId: number | undefined): NotedProblem[];
}

/** Bounds: for tests. */
export function createProblemLog({ perClient = mostProblems, inAll = mostInAll } = {}): ProblemLog {
  /** Oldest first; the client whose last problem is the oldest comes first. */
  const byClient = new Map<number, NotedProblem[]>();
  let count = 0;

  /** One client's failures push out nobody's but its own, until there are too many in all: then those of the client that was well for longest. */
  function makeRoom(): void {
    for (const [clientId, problems] of byClient) {
      if (count <= inAll) return;
      count -= problems.length;
      byClient.delete(clientId);
    }
  }

  return {
    note(problem) {
      const problems = byClient.get(problem.clientId) ?? [];
      problems.push(problem);
      count += 1;
      if (problems.length > perClient) {
        problems.shift();
        count -= 1;
      }
      byClient.delete(problem.clientId);
      byClient.set(problem.clientId, problems);
      makeRoom();
    },
    list(clientId) {
      const found = clientId === undefined ? [...byClient.values()].flat() : (byClient.get(clientId) ?? []);
      return found.toReversed().sort((one, other) => other.at - one.at);
    },
  };
}
