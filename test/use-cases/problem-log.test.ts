/** How many problems are remembered, and whose go first. */
import { expect, test } from 'vitest';
import { createProblemLog } from '../../src/use-cases/admin/problem-log.ts';

const problem = (clientId: number, at: number) => ({
  ...{ clientId, at, keyId: 'k', requestId: `r${at}`, operation: 'GET /', code: 'BAD_INPUT', status: 400 },
});
const times = (list: readonly { at: number }[]): number[] => list.map(({ at }) => at);

test('of each client the last ones, the newest first; of all, in the order of time', () => {
  const log = createProblemLog({ perClient: 3, inAll: 100 });
  for (const at of [1, 2, 3, 4, 5]) log.note(problem(1, at));
  log.note(problem(2, 4));
  // At the same second: what was noted later comes first.
  log.note(problem(2, 4));
  expect(times(log.list(1))).toEqual([5, 4, 3]);
  expect(times(log.list(2))).toEqual([4, 4]);
  expect(times(log.list(undefined))).toEqual([5, 4, 4, 4, 3]);
  expect(log.list(3)).toEqual([]);
});

test('when there are too many in all, those of the client go that was well for longest', () => {
  const log = createProblemLog({ perClient: 3, inAll: 5 });
  for (const at of [1, 2, 3]) log.note(problem(1, at));
  for (const at of [4, 5]) log.note(problem(2, at));
  log.note(problem(1, 6));
  // Six would be one too many: the last problem of client 2 is older than that of client 1.
  log.note(problem(3, 7));
  expect([log.list(1), log.list(2), log.list(3)].map(times)).toEqual([[6, 3, 2], [], [7]]);
});
