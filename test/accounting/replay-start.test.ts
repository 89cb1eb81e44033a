/** Where a ledger goes on, where its runs end, and which snapshots stay: by hand. */
import { expect, test } from 'vitest';
import { createCuts, keptRuns, needlessSnapshots } from '../../src/ingest/accounting/replay-start.ts';
import type { StoredRun } from '../../src/store/ledger/ledger-chains.ts';

/** Position of the transaction in that second. */
const at = (second: number): string => second.toString(16).padStart(8, '0').padEnd(30, '0');

/** Run number n ends in second 10 n. */
function chain(...runs: { movements: number; hasSnapshot?: boolean }[]): StoredRun[] {
  return runs.map(({ movements, hasSnapshot = true }, index) => ({
    ...{ id: BigInt(index + 1), untilPosition: at(10 * (index + 1)), movements, hasSnapshot },
    tokenFacts: '',
  }));
}

test('what ends before the change stays, if booking can go on from its end', () => {
  const runs = chain(
    { movements: 75 },
    { movements: 19 },
    { movements: 5 },
    { movements: 1, hasSnapshot: false },
  );
  expect(keptRuns(runs, at(100))).toBe(3);
  expect(keptRuns(runs, at(31))).toBe(3);
  // A change in the last transaction of a run changes the run; at a transfer of it, too.
  expect(keptRuns(runs, at(30))).toBe(2);
  expect(keptRuns(runs, `${at(30)}20000000100001`)).toBe(2);
  // A moment comes before all that happens in its second.
  expect(keptRuns(runs, at(30).slice(0, 8))).toBe(2);
  expect(keptRuns(runs, at(5))).toBe(0);
  expect(keptRuns(runs, '')).toBe(0);
  expect(keptRuns([], '')).toBe(0);
});

test('a run whose snapshot is gone is booked again', () => {
  const runs = chain({ movements: 75 }, { movements: 19, hasSnapshot: false }, { movements: 5 });
  expect(keptRuns(runs, at(25))).toBe(1);
  expect(keptRuns(runs, at(35))).toBe(3);
});

test('a chain of more than 16 runs is joined from its end, until a run is longer than all that is booked', () => {
  const small = Array.from({ length: 14 }, () => ({ movements: 2 }));
  const tail = { movements: 1, hasSnapshot: false };
  const runs = chain({ movements: 750 }, { movements: 187 }, { movements: 25 }, ...small, tail);
  // 17 could stay. The tail has 1; of the 14 short ones, 9 must go for 8 to stay, 19 movements in all; the five left are
  // shorter than that, and go: 29; 25 is shorter; 54 < 187.
  expect(keptRuns(runs, at(1_000))).toBe(2);
  expect(keptRuns(runs.slice(1), at(1_000))).toBe(16);
});

test('runs end where a quarter is left, a quarter of that, and so on', () => {
  const cutsOf = (total: number, shortest: number): string[] => {
    const cuts = createCuts(total, shortest);
    return Array.from({ length: total }, (_, index) => total - 1 - index).flatMap((left) => {
      const cut = cuts.after(left);
      return cut === 'none' ? [] : [`${cut} ${left}`];
    });
  };
  expect(cutsOf(1_000, 10)).toEqual(['cut 250', 'cut 62', 'last cut 15']);
  expect(cutsOf(40, 10)).toEqual(['last cut 10']);
  expect(cutsOf(39, 10)).toEqual([]);
});

test('one transaction with many rows is one cut', () => {
  const cuts = createCuts(1_000, 10);
  expect(cuts.after(900)).toBe('none');
  expect(cuts.after(40)).toBe('cut');
  expect(cuts.after(0)).toBe('last cut');
});

test('the last two snapshots stay, and older ones at ever greater distances', () => {
  const runs = chain(
    ...[{ movements: 700 }, { movements: 40 }, { movements: 2 }, { movements: 3 }, { movements: 3 }],
    { movements: 1, hasSnapshot: false },
  );
  // After the ends of the runs: 49, 9, 7, 4, 1 movements. The last two are kept, at 1 and 4; 7 and 9 are less than 16.
  expect(needlessSnapshots(runs)).toEqual([3n, 2n]);
});
