/** What a request weighs as it goes on, and turns: one key's statements wait for each other, not others for them. */
import { expect, test } from 'vitest';
import { createKeyWork, type KeyPurse } from '../../src/http/limits/key-work.ts';
import { createTurns } from '../../src/http/limits/turns.ts';

const { signal } = new AbortController();

/** A purse that notes what is taken from it. */
function purse(keyId = 'key') {
  const taken: string[] = [];
  const made: KeyPurse = {
    keyId,
    charge: async (units) => void taken.push(`charged ${units}`),
    owe(units) {
      taken.push(`owed ${units}`);
      return 0;
    },
  };
  return { taken, purse: made };
}

test('a key has so many turns at once; the others come in order', async () => {
  const turns = createTurns({ atOnce: 2, maximumWaiting: 10 });
  const begun: number[] = [];
  const ends = await Promise.all([turns.enter('a', signal), turns.enter('a', signal)]);
  const waiting = [1, 2, 3].map(async (name) => {
    const end = await turns.enter('a', signal);
    begun.push(name);
    return end;
  });
  // Another key does not wait.
  (await turns.enter('b', signal))();
  expect(begun).toEqual([]);
  ends[0]?.();
  // A turn ends once.
  ends[0]?.();
  (await waiting[0])?.();
  await waiting[1];
  expect(begun).toEqual([1, 2]);
  ends[1]?.();
  await waiting[2];
  expect(begun).toEqual([1, 2, 3]);
});

test('only so many wait; one that is given up makes room', async () => {
  const turns = createTurns({ atOnce: 1, maximumWaiting: 1 });
  const end = await turns.enter('a', signal);
  const controller = new AbortController();
  const first = turns.enter('a', controller.signal);
  await expect(turns.enter('a', signal)).rejects.toMatchObject({ code: 'OVERLOADED' });
  controller.abort();
  await expect(first).rejects.toThrow('given up');
  await expect(turns.enter('a', controller.signal)).rejects.toThrow('given up');
  const second = turns.enter('a', signal);
  end();
  (await second)();
});

test('rows weigh a unit for each 10,000 of the whole request, before they are read', async () => {
  const { taken, purse: own } = purse();
  const account = createKeyWork().open(own);
  const read = (rows: number) => account.readRows(rows, signal, async () => taken.push(`read ${rows}`));
  await read(4_000);
  await read(4_000);
  await read(4_000);
  await read(1_000_000);
  // 12,000 rows are one unit; 1,012,000 are 101.
  expect(taken).toEqual(['read 4000', 'read 4000', 'charged 1', 'read 4000', 'charged 100', 'read 1000000']);
  expect(account.units()).toBe(101);
});

test('what may not be read is not', async () => {
  const { taken, purse: own } = purse();
  const refusing = { ...own, charge: () => Promise.reject(new Error('refused')) };
  const account = createKeyWork().open(refusing);
  await expect(account.readRows(10_000, signal, async () => taken.push('read'))).rejects.toThrow('refused');
  // The refusal itself is a unit.
  expect(taken).toEqual(['owed 1']);
});

test('statements owe what they took beyond what the request has weighed: a unit for each 25 ms begun', async () => {
  const { taken, purse: own } = purse();
  const account = createKeyWork({ statementMsPerUnit: 25 }).open(own);
  await account.charge(2);
  for (const milliseconds of [30, 30, 30, 500]) (await account.enter(signal))(milliseconds);
  // 30 ms are two units, which were paid; 60 are three, 90 four, 590 are 24.
  expect(taken).toEqual(['charged 2', 'owed 1', 'owed 1', 'owed 20']);
  // The time is not the same each time, and so in no answer.
  expect(account.units()).toBe(2);
});

test('large readings of a key have few turns, small ones do not wait for them', async () => {
  const account = createKeyWork({ statementsAtOnce: 8, largeReadingsAtOnce: 2, waiting: 1 }).open(
    purse().purse,
  );
  const gate = Promise.withResolvers<void>();
  const large = () => account.readRows(10_000, signal, () => gate.promise);
  const reading = [large(), large(), large()];
  await expect(large()).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(await account.readRows(9_999, signal, async () => 'small')).toBe('small');
  gate.resolve();
  await Promise.all(reading);
});

test('what is read for an answer that has begun is not charged, and so never refused', async () => {
  const { taken, purse: own } = purse();
  const account = createKeyWork().open(own);
  account.begin();
  await account.readRows(1_000_000, signal, async () => taken.push('read'));
  expect(taken).toEqual(['read']);
});

test('a file goes on whatever it weighs, and waits while the key owes', async () => {
  const { taken, purse: own } = purse();
  const account = createKeyWork().open(own);
  await account.pace(500, signal);
  await account.readRows(1_000_000, signal, async () => taken.push('read'));
  expect(taken).toEqual(['owed 5', 'read']);
  const controller = new AbortController();
  const waiting = createKeyWork()
    .open({ ...own, owe: () => 3_600 })
    .pace(500, controller.signal);
  controller.abort();
  await expect(waiting).rejects.toThrow('given up');
});
