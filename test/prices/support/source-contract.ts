import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  PriceAnswer,
  PriceFailureReason,
  PriceSource,
  PriceToken,
} from '../../../src/prices/source/price-source.ts';
import type { PriceCounters } from '../../../src/prices/source/source-counters.ts';

/** How the backend behind an adapter can be made to misbehave; every fake offers all of them. */
export type Misbehaviour = 'zero' | 'negative' | 'malformed';

/** An adapter over a fake, with what the fake knows. */
export interface SourceUnderTest {
  source: PriceSource;
  counters: PriceCounters;
  /** A moment at which the fake has prices; also its present. */
  time: number;
  /** Two tokens that it knows, with their exact prices then. */
  known: readonly [{ token: PriceToken; priceUsd: string }, { token: PriceToken; priceUsd: string }];
  unknown: PriceToken;
  /** A token on a chain that it does not cover. */
  uncovered: PriceToken;
  /** What a misbehaviour is called, where it is not the usual: a pool cannot answer a negative price. */
  reasons?: Partial<Record<Misbehaviour, PriceFailureReason>>;
  /** Makes the backend answer like this for the first known token. */
  misbehave(kind: Misbehaviour): void;
  /** The backend answers no more, or only with faults. */
  breakDown(): void;
  close(): Promise<void>;
}

const reasonOf = (answer: PriceAnswer | undefined): string | null =>
  answer === undefined ? 'missing' : answer.ok ? null : answer.reason;
const priceOf = (answer: PriceAnswer | undefined): string | null =>
  answer?.ok === true ? answer.observation.priceUsd : null;

/** What every price source promises. */
export function describePriceSource(name: string, start: () => Promise<SourceUnderTest>): void {
  describe(`${name}: the contract of a price source`, () => {
    let fixture: SourceUnderTest;
    beforeEach(async () => {
      fixture = await start();
    });
    afterEach(() => fixture.close());

    const modes = ['historical', 'current'] as const;
    const ask = (mode: (typeof modes)[number], tokens: readonly PriceToken[]): Promise<PriceAnswer[]> =>
      mode === 'current'
        ? fixture.source.current(tokens)
        : fixture.source.historical(tokens.map((token) => ({ token, time: fixture.time })));

    test.each(modes)('%s: one answer per question, in order, whatever else is asked', async (mode) => {
      const [one, other] = fixture.known;
      const tokens = [one.token, fixture.unknown, other.token, fixture.uncovered, one.token];
      const answers = await ask(mode, tokens);
      expect(answers.map(priceOf)).toEqual([one.priceUsd, null, other.priceUsd, null, one.priceUsd]);
      expect(['unknown-token', 'not-supported']).toContain(reasonOf(answers[1]));
      expect(['unknown-token', 'not-supported']).toContain(reasonOf(answers[3]));
      for (const [index, answer] of answers.entries()) {
        if (!answer.ok) continue;
        const { observation } = answer;
        expect(observation.token).toEqual(tokens[index]);
        expect(observation.source).toBe(name);
        expect(observation.priceUsd).toMatch(/^\d+(\.\d+)?$/);
        expect(Math.abs(observation.observedAt - fixture.time)).toBeLessThanOrEqual(3600);
        expect(observation.confidence).toBeGreaterThan(0);
        expect(observation.confidence).toBeLessThanOrEqual(1);
      }
    });

    test.each(modes)('%s: nothing asked, nothing answered, no request', async (mode) => {
      expect(await ask(mode, [])).toEqual([]);
      expect(fixture.counters.totalRequests()).toBe(0);
    });

    test.each(modes)('%s: a token on a chain that is not covered costs no request', async (mode) => {
      expect((await ask(mode, [fixture.uncovered])).map((answer) => answer.ok)).toEqual([false]);
      expect(fixture.counters.totalRequests()).toBe(0);
    });

    const lies = [
      ['zero', 'not-positive'],
      ['negative', 'not-positive'],
      ['malformed', 'malformed'],
    ] as const;
    const cases = modes.flatMap((mode) => lies.map(([kind, reason]) => [mode, kind, reason] as const));
    test.each(cases)('%s: an answer that is %s fails alone', async (mode, kind, reason) => {
      fixture.misbehave(kind);
      const [one, other] = fixture.known;
      const answers = await ask(mode, [one.token, other.token]);
      expect(reasonOf(answers[0])).toBe(fixture.reasons?.[kind] ?? reason);
      expect(priceOf(answers[1])).toBe(other.priceUsd);
    });

    test.each(modes)('%s: when the backend is down every point says so, after few requests', async (mode) => {
      fixture.breakDown();
      const [one, other] = fixture.known;
      for (let round = 0; round < 30; round += 1) {
        const answers = await ask(mode, [one.token, other.token]);
        expect(answers.map(reasonOf)).toEqual(['source-down', 'source-down']);
      }
      expect(fixture.counters.totalRequests()).toBeLessThanOrEqual(10);
    });
  });
}
