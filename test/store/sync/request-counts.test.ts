/** A day's requests, counted for several processes on a real database. */
import { expect, test } from 'vitest';
import { createDailyBudget } from '../../../src/outgoing/daily-budget.ts';
import { takeRequests } from '../../../src/store/sync/request-counts.ts';
import { createFakeClock } from '../../support/explorer-fake/fake-clock.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();

test('within the most of a day and an account; the next day begins at nothing, and a late clock counts for it', async () => {
  const take = (day: string, most: number, wanted: number, account = 'one') =>
    takeRequests(db.database, { account, day, most, wanted });
  expect(await take('2026-01-02', 10, 4)).toEqual({ granted: 4, used: 4 });
  expect(await take('2026-01-02', 6, 4)).toEqual({ granted: 2, used: 6 });
  expect(await take('2026-01-02', 6, 4)).toEqual({ granted: 0, used: 6 });
  expect(await take('2026-01-02', 10, 0)).toEqual({ granted: 0, used: 6 });
  expect(await take('2026-01-02', 10, 9, 'other')).toEqual({ granted: 9, used: 9 });
  expect(await take('2026-01-03', 10, 3)).toEqual({ granted: 3, used: 3 });
  expect(await take('2026-01-02', 10, 3)).toEqual({ granted: 3, used: 6 });
});

test('three processes that take at once never take more than the day has', async () => {
  const clock = createFakeClock();
  const counter = {
    take: (request: Parameters<typeof takeRequests>[1]) => takeRequests(db.database, request),
  };
  const budget = () => createDailyBudget({ account: 'shared', perDay: 200, keptShare: 0.5, counter, clock });
  const processes = [budget(), budget(), budget()];
  const takes = Array.from({ length: 300 }, (_, count) => processes[count % 3]?.take('kept'));
  const refusals = (await Promise.all(takes)).filter((refusal) => refusal !== null);
  expect(refusals).toHaveLength(100);
  // Refused at the last request, until midnight: the clock stands at 18:00.
  expect(refusals[0]).toEqual({ used: 200, most: 200, retryAfterMs: 6 * 3_600_000 + 1000 });
});
