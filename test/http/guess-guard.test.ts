/** Guesses at the same time count like guesses in turn; keys that are good are never taken for guesses. */
import { expect, test } from 'vitest';
import type { CheckedKey } from '../../src/http/keys/api-keys.ts';
import { createGuessGuard } from '../../src/http/keys/guess-guard.ts';
import { createTestApi } from '../support/api.ts';

const good: CheckedKey = {
  caller: { clientId: 1, keyId: 'id', scopes: [] },
  quotas: { daily: null, monthly: null },
  page: null,
  watched: { name: 'id', isValid: async () => true },
};

/** Each look-up ends when the test says so. Keys that begin with 'good' are. */
function setUp({ failuresPerMinute = 3, familiar = new Set<string>() } = {}) {
  const lookUps: { key: string; end: () => void; fail: () => void }[] = [];
  let time = 0;
  const guard = createGuessGuard({
    authenticate: (key) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          const isGood = key.startsWith('good');
          if (isGood) familiar.add(key);
          resolve(isGood ? good : null);
        };
        lookUps.push({ key, end, fail: () => reject(new Error('no database')) });
      }),
    isFamiliar: (key) => familiar.has(key),
    failuresPerMinute,
    now: () => time,
  });
  const kind = async (key: string, address = 'a'): Promise<string> => {
    const result = await guard.check(key, address).catch(() => 'failed' as const);
    if (result === 'failed') return result;
    return result.key !== null ? 'good' : result.refused === null ? 'wrong' : 'refused';
  };
  /** Ends all look-ups, and those that they make room for. */
  const endAll = async (): Promise<void> => {
    while (lookUps.length > 0) {
      for (const lookUp of lookUps.splice(0)) lookUp.end();
      await new Promise(setImmediate);
    }
  };
  const wait = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { kind, lookUps, endAll, wait, familiar };
}
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));
const countOf = (all: readonly string[], one: string): number => all.filter((each) => each === one).length;

test('200 guesses at once: as many are looked at as may be wrong in a minute', async () => {
  const { kind, lookUps, endAll, wait } = setUp({ failuresPerMinute: 30 });
  const answers = times(200, (index) => kind(`guess ${index}`));
  expect(lookUps).toHaveLength(30);
  await endAll();
  const results = await Promise.all(answers);
  expect([countOf(results, 'wrong'), countOf(results, 'refused')]).toEqual([30, 170]);
  // 30 a minute: one more after two seconds.
  wait(2_000);
  const later = times(2, () => kind('guess again'));
  await endAll();
  expect((await Promise.all(later)).sort()).toEqual(['refused', 'wrong']);
});

test('the same wrong key 200 times at once is no way round', async () => {
  const { kind, endAll } = setUp({ failuresPerMinute: 30 });
  const answers = times(200, () => kind('guess'));
  await endAll();
  expect(countOf(await Promise.all(answers), 'refused')).toBe(170);
});

test('many good keys at once behind one address all pass, as after a restart', async () => {
  const { kind, endAll } = setUp({ failuresPerMinute: 3 });
  const answers = times(100, (index) => kind(`good ${index % 50}`));
  await endAll();
  expect(countOf(await Promise.all(answers), 'good')).toBe(100);
  // Their tries came back.
  const guesses = times(4, () => kind('guess'));
  await endAll();
  expect(countOf(await Promise.all(guesses), 'wrong')).toBe(3);
});

test('good keys among guesses: a key in use passes, another waits like a guess, other addresses are not concerned', async () => {
  const { kind, endAll } = setUp({ failuresPerMinute: 3, familiar: new Set(['good and used']) });
  const guesses = times(20, () => kind('guess'));
  await endAll();
  expect(countOf(await Promise.all(guesses), 'wrong')).toBe(3);
  const answers = [kind('good and used'), kind('good and new'), kind('good and new', 'b')];
  await endAll();
  expect(await Promise.all(answers)).toEqual(['good', 'refused', 'good']);
});

test('a look-up that fails was no guess', async () => {
  const { kind, lookUps, endAll } = setUp({ failuresPerMinute: 1 });
  const failing = kind('any');
  lookUps.shift()?.fail();
  expect(await failing).toBe('failed');
  const next = kind('good');
  await endAll();
  expect(await next).toBe('good');
});

test('over HTTP: 200 guesses at once, by header, by query and at GraphQL', async () => {
  const time = 1_000_000;
  const api = await createTestApi({ limits: { failedKeysPerMinute: 30 }, now: () => time });
  try {
    expect((await api.ask('GET', '/wallet/manage/')).status).toBe(200);
    const guess = (index: number) => {
      const key = `a-guess-of-a-key-${index}`;
      const withoutKey = { 'x-api-key': '' };
      if (index % 3 === 0) return api.ask('GET', '/wallet/manage/', { headers: { 'x-api-key': key } });
      if (index % 3 === 1) return api.ask('GET', `/wallet/manage/?api_key=${key}`, { headers: withoutKey });
      const headers = { 'x-api-key': key, accept: 'text/event-stream' };
      return api.ask('POST', '/graphql', { headers, payload: { query: 'subscription { x }' } });
    };
    const statuses = (await Promise.all(times(200, guess))).map(({ status }) => status);
    expect([401, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([30, 170]);
    expect((await api.ask('GET', '/wallet/manage/')).status).toBe(200);
  } finally {
    await api.close();
  }
});
