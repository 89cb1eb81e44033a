/** How often something is asked again, and after which pauses. */
import { describe, expect, test } from 'vitest';
import { PermanentError, RetryableError } from '../../src/errors.ts';
import { type Attempt, pauseAfter, retry, retryErrors } from '../../src/outgoing/retry.ts';
import { createFakeClock } from '../support/explorer-fake/fake-clock.ts';
import { createManualClock } from './manual-clock.ts';

const rule = { attempts: 4, firstPauseMs: 500, longestPauseMs: 1_500 };

/** Attempts that end one after the other as given; the last one from then on. */
function script<Result>(...attempts: [Attempt<Result>, ...Attempt<Result>[]]) {
  let asked = 0;
  return {
    attempt: async (): Promise<Attempt<Result>> => {
      asked += 1;
      return attempts[asked - 1] ?? attempts[attempts.length - 1] ?? attempts[0];
    },
    asked: () => asked,
  };
}

test('our pauses double up to the longest', () => {
  expect([1, 2, 3, 4, 5].map((attempts) => pauseAfter(attempts, rule))).toEqual([
    500, 1000, 1500, 1500, 1500,
  ]);
});

describe('attempts', () => {
  test('go on after growing pauses until none is left; the last answer counts', async () => {
    const clock = createFakeClock();
    const { attempt, asked } = script<string>({ result: 'busy', again: {} });
    const told: string[] = [];
    const onAgain = (result: string, number: number): void => {
      told.push(`${number} ${result}`);
    };
    expect(await retry({ ...rule, clock }, attempt, { onAgain })).toBe('busy');
    expect(asked()).toBe(4);
    expect(clock.waits).toEqual([500, 1000, 1500]);
    expect(told).toEqual(['1 busy', '2 busy', '3 busy']);
  });

  test('end with an answer, after the pause that was asked for', async () => {
    const clock = createFakeClock();
    const { attempt } = script<string>(
      { result: 'busy', again: { wishedMs: 1_200 } },
      { result: 'paused elsewhere', again: { wishedMs: 0 } },
      { result: 'good' },
    );
    expect(await retry({ ...rule, clock }, attempt)).toBe('good');
    expect(clock.waits).toEqual([1_200]);
  });

  test('end where a longer pause is asked for than anyone waits', async () => {
    const clock = createFakeClock();
    const { attempt, asked } = script<string>({ result: 'tomorrow', again: { wishedMs: 1_501 } });
    expect(await retry({ ...rule, clock }, attempt)).toBe('tomorrow');
    expect([asked(), clock.waits]).toEqual([1, []]);
  });

  test('end when the signal is aborted during a pause', async () => {
    const controller = new AbortController();
    const { attempt, asked } = script<string>({ result: 'busy', again: {} });
    const clock = createManualClock();
    const work = retry({ ...rule, clock }, attempt, { signal: controller.signal });
    const ended = expect(work).rejects.toThrow('given up');
    await clock.pass(100);
    controller.abort(new Error('given up'));
    await ended;
    expect(asked()).toBe(1);
  });
});

describe('errors', () => {
  /** Work that throws the errors in turn, then answers. */
  function failing(...errors: Error[]) {
    let asked = 0;
    return {
      work: async (): Promise<string> => {
        const error = errors[asked];
        asked += 1;
        if (error !== undefined) throw error;
        return 'good';
      },
      asked: () => asked,
    };
  }
  const busy = (retryAfterMs?: number): RetryableError =>
    new RetryableError('busy', retryAfterMs === undefined ? {} : { retryAfterMs });

  test('that may pass are asked again, after the pause that they name', async () => {
    const clock = createFakeClock();
    expect(await retryErrors({ ...rule, clock }, failing(busy(), busy(700)).work)).toBe('good');
    expect(clock.waits).toEqual([500, 700]);
  });

  test.each([
    ['no attempt is left', [busy(), busy(), busy(), busy(), busy()], 4],
    ['a longer pause is named', [busy(1_501)], 1],
    ['it will not pass', [new PermanentError('busy')], 1],
  ])('are thrown where %s', async (_why, errors, times) => {
    const { work, asked } = failing(...errors);
    await expect(retryErrors({ ...rule, clock: createFakeClock() }, work)).rejects.toThrow(
      errors.at(times - 1),
    );
    expect(asked()).toBe(times);
  });

  test('are thrown at once where asking again is of no use', async () => {
    const { work, asked } = failing(busy());
    const asking = retryErrors({ ...rule, clock: createFakeClock() }, work, { mayPass: () => false });
    await expect(asking).rejects.toThrow('busy');
    expect(asked()).toBe(1);
  });
});
