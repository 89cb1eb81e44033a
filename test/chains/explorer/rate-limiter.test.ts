import { expect, test } from 'vitest';
import { createRateLimiter, createRateLimiterRegistry } from '../../../src/chains/explorer/rate-limiter.ts';
import { createFakeClock } from '../../support/explorer-fake/fake-clock.ts';

test('no second, wherever it begins, holds more calls than the plan allows', async () => {
  const clock = createFakeClock(0);
  const limiter = createRateLimiter({ callsPerSecond: 3, clock });
  const times: number[] = [];
  for (let call = 0; call < 60; call += 1) {
    await limiter.take();
    times.push(clock.now());
  }
  for (const start of times) {
    expect(times.filter((time) => time >= start && time < start + 1000).length).toBeLessThanOrEqual(3);
  }
  // 59 gaps of a third of a second and 5 %.
  expect(clock.now()).toBeCloseTo((59 * 1000 * 1.05) / 3, 3);
});

test('a call after a quiet time need not wait', async () => {
  const clock = createFakeClock(0);
  const limiter = createRateLimiter({ callsPerSecond: 3, clock });
  await limiter.take();
  clock.advance(1000);
  await limiter.take();
  expect(clock.waits).toEqual([]);
});

test('during a pause nothing leaves', async () => {
  const clock = createFakeClock(0);
  const limiter = createRateLimiter({ callsPerSecond: 10, clock });
  limiter.pause(5000);
  await limiter.take();
  expect(clock.now()).toBe(5000);
});

test('a lower limit is kept, a higher one ignored', async () => {
  const clock = createFakeClock(0);
  const limiter = createRateLimiter({ callsPerSecond: 10, clock });
  limiter.lower(2);
  limiter.lower(100);
  await limiter.take();
  await limiter.take();
  expect(clock.waits).toEqual([525]);
});

test('chains with the same key share a limiter, other keys and hosts have their own', () => {
  const registry = createRateLimiterRegistry(createFakeClock());
  const account = { host: 'api.etherscan.io', apiKey: 'one', callsPerSecond: 3 };
  expect(registry.limiterFor(account)).toBe(registry.limiterFor(account));
  expect(registry.limiterFor({ ...account, apiKey: 'two' })).not.toBe(registry.limiterFor(account));
  expect(registry.limiterFor({ ...account, host: 'api.routescan.io' })).not.toBe(
    registry.limiterFor(account),
  );
});
