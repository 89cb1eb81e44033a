/** A day's requests, counted for several processes on a real database. */
import { expect, test } from 'vitest';
import { createDailyBudget, type RequestsWanted } from '../../../src/outgoing/daily-budget.ts';
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

test('a clock that runs years ahead takes the days until then from nobody', async () => {
  const { pool } = db.database;
  const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const take = (day: string, account: string) =>
    takeRequests(db.database, { account, day, most: 10, wanted: 4 });
  // It counts for tomorrow, at most.
  expect(await take('9999-12-30', 'ahead')).toEqual({ granted: 4, used: 4 });
  const { rows } = await pool.query(
    `SELECT day <= (now() AT TIME ZONE 'UTC')::date + 1 AS "canBe" FROM explorer_usage WHERE account = 'ahead'`,
  );
  expect(rows).toEqual([{ canBe: true }]);
  // A row of such a day counts for today, and the next day begins at nothing.
  await pool.query("INSERT INTO explorer_usage (account, day, requests) VALUES ('stuck', '9999-12-30', 5)");
  expect(await take(dayAfter(0), 'stuck')).toEqual({ granted: 4, used: 9 });
  expect(await take(dayAfter(1), 'stuck')).toEqual({ granted: 4, used: 4 });
});

test('what was taken before midnight is of no use after it', async () => {
  const clock = createFakeClock();
  let used = 0;
  const counter = {
    async take({ most, wanted }: RequestsWanted) {
      const granted = Math.max(0, Math.min(wanted, most - used));
      used += granted;
      return { granted, used };
    },
  };
  const budget = createDailyBudget({ account: 'a', perDay: 2, keptShare: 0.5, counter, clock });
  expect(await budget.take('kept')).toBeNull();
  clock.advance(6 * 3_600_000);
  used = 0;
  // Two are taken of the new day, and the third is refused.
  expect(await budget.take('kept')).toBeNull();
  budget.giveBack('kept', '2026-01-01');
  expect(await budget.take('kept')).toBeNull();
  expect(await budget.take('kept')).toMatchObject({ used: 2, most: 2 });
});

test('when midnight comes while the counter is asked, what is left is of the new day', async () => {
  const clock = createFakeClock();
  const days: string[] = [];
  const counter = {
    async take({ day }: RequestsWanted) {
      days.push(day);
      if (days.length === 1) clock.advance(6 * 3_600_000 + 1_000);
      return { granted: 0, used: day === '2026-01-01' ? 200 : 3 };
    },
  };
  const budget = createDailyBudget({ account: 'a', perDay: 200, keptShare: 0.5, counter, clock });
  expect(await budget.left()).toEqual({ requests: 197, milliseconds: 86_399_000 });
  expect(days).toEqual(['2026-01-01', '2026-01-02']);
});
