/** What is remembered of names that clients give, and for how long. */
import { expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { createNameResolution } from '../../src/use-cases/lookups/name-resolution.ts';
import { address } from '../support/records.ts';

function resolution(answers: Record<string, Address | null | Error>) {
  const asked: string[] = [];
  const clock = { ms: 0 };
  const names = createNameResolution({
    now: () => clock.ms,
    addressOf: async (name) => {
      asked.push(name);
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
