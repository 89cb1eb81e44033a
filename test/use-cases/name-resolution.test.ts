/** What is remembered of names that clients give, and for how long. */
import { expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { PublicError } from '../../src/errors.ts';
import { inRequest, type RequestWork } from '../../src/store/connection/request-scope.ts';
import { createNameResolution } from '../../src/use-cases/lookups/name-resolution.ts';
import { address } from '../support/records.ts';

function resolution(answers: Record<string, Address | null | Error>) {
  const asked: string[] = [];
  const clock = { ms: 0 };
  const names = createNameResolution({
    now: () => clock.ms,
    addressOf: async (name, who) => {
      asked.push(name + who);
      const answer = answers[name] ?? null;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { asked, clock, answers, resolve: (...texts: string[]) => names.resolveNames(texts, 'wallet') };
}

test('a name is asked for once a minute, whoever asks, and then leads where it leads by then', async () => {
  const { asked, clock, answers, resolve } = resolution({ 'ada.eth': address(1) });
  expect(await resolve('ada.eth', 'Ada.eth', address(9))).toEqual(
    new Map([
      ['ada.eth', address(1)],
      ['Ada.eth', address(1)],
    ]),
  );
  answers['ada.eth'] = address(2);
  clock.ms = 59_999;
  expect((await resolve('ada.eth')).get('ada.eth')).toBe(address(1));
  clock.ms = 60_000;
  expect((await resolve('ada.eth')).get('ada.eth')).toBe(address(2));
  expect(asked).toEqual(['ada.eth', 'ada.eth']);
});

test('what leads nowhere is remembered for ten seconds, what no node could say not at all', async () => {
  const { asked, clock, answers, resolve } = resolution({ 'away.eth': new Error('away') });
  await expect(resolve('new.eth')).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(resolve('away.eth')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  Object.assign(answers, { 'new.eth': address(3), 'away.eth': address(4) });
  await expect(resolve('new.eth')).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect((await resolve('away.eth')).get('away.eth')).toBe(address(4));
  clock.ms = 10_000;
  expect((await resolve('new.eth')).get('new.eth')).toBe(address(3));
  expect(asked).toEqual(['new.eth', 'away.eth', 'away.eth', 'new.eth']);
});

test('a name that a node is asked for weighs a unit, and one that a key lacks the units for asks nobody', async () => {
  const { asked, resolve } = resolution({ 'ada.eth': address(1), 'bob.eth': address(2) });
  let left = 1;
  const work: RequestWork = {
    ...{ keyId: ' by key', enter: async () => () => {}, begin: () => {}, pace: async () => {} },
    readRows: (_rows, _signal, run) => run(),
    async charge(units) {
      left -= units;
      if (left < 0) throw new PublicError('RATE_LIMITED', 'no units');
    },
  };
  const ask = (name: string) =>
    inRequest({ signal: new AbortController().signal, work }, () => resolve(name));
  await ask('ada.eth');
  await ask('ada.eth');
  await expect(ask('bob.eth')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(asked).toEqual(['ada.eth by key']);
  // Outside of a request nobody pays.
  expect((await resolve('bob.eth')).get('bob.eth')).toBe(address(2));
});
