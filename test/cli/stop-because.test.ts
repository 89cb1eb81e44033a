/** Why a service ends is told, also where ending it fails for the same reason. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { stopBecause } from '../../src/cli/terminal/until-stopped.ts';

const logger = () => ({ fatal: vi.fn(), warn: vi.fn() });

test('a fault of the stopping does not take the place of the failure', async () => {
  // Else the process of the tests would end half a minute later.
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const log = logger();
  const failure = new Error('The embedded PostgreSQL is given up');
  const stop = () => Promise.reject(new Error('connect ECONNREFUSED'));
  await expect(stopBecause(failure, stop, log)).rejects.toBe(failure);
  expect(log.fatal.mock.calls).toEqual([[{}, failure.message]]);
  expect(log.warn.mock.calls).toEqual([[{ error: 'connect ECONNREFUSED' }, 'closing was not clean']]);
});

test('without a failure the stopping’s own fault is thrown', async () => {
  const fault = new Error('connect ECONNREFUSED');
  await expect(stopBecause(null, () => Promise.reject(fault), logger())).rejects.toBe(fault);
});
