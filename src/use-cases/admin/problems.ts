/** Problems of requests: what developers look for when something of theirs does not work. */
import { clientNames } from '../../store/clients/client-rows.ts';
import type { Database } from '../../store/connection/database.ts';
import type { AdminModel, NotedProblem, ProblemRequest, ProblemView } from '../model/admin-model.ts';
import { mapPage } from '../pages/keyset-page.ts';
import { pageOfArray } from '../pages/offset-page.ts';
import { managedId } from './managed.ts';
import { createProblemLog } from './problem-log.ts';

const isLike =
  ({ keyId, code, requestId }: ProblemRequest) =>
  (problem: NotedProblem): boolean =>
    (keyId === undefined || problem.keyId === keyId) &&
    (code === undefined || problem.code === code) &&
    (requestId === undefined || problem.requestId === requestId);

export function createProblems({
  database,
}: {
  database: Database;
}): Pick<AdminModel, 'noteProblem' | 'listProblems'> {
  const log = createProblemLog();
  return {
    noteProblem: log.note,
    async listProblems(caller, request, page) {
      const clientId = await managedId(database, caller, request.client);
      const found = await pageOfArray(log.list(clientId).filter(isLike(request)), page);
      const names = await clientNames(database, [...new Set(found.items.map((one) => one.clientId))]);
      return mapPage(
        found,
        found.items.map(({ clientId: id, ...problem }): ProblemView => {
          return { ...problem, client: names.get(id) ?? '' };
        }),
      );
    },
  };
}
