/** How far ahead of the steps is fetched: by a source whose answers are given one by one. */
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Activity, ActivityRequest, ChainSource } from '../../src/chains/definitions/chain-source.ts';
import type { Hash } from '../../src/domain/model.ts';
import { type FetchAhead, fetchAhead } from '../../src/ingest/loading/fetch-ahead.ts';

const hashOf = (block: number): Hash => `0x${block.toString(16).padStart(64, '0')}`;
const piece = 10;
const placeOf = (number: number) => ({ number, hash: hashOf(number) });

/** A source of pieces of ten blocks, each given when the test says so. */
function slowSource() {
  const asked: ActivityRequest[] = [];
  const answers: PromiseWithResolvers<Activity>[] = [];
  const source = {
    fetchActivity(request: ActivityRequest) {
      asked.push(request);
      const answer = Promise.withResolvers<Activity>();
      answers.push(answer);
      return answer.promise;
    },
  } as unknown as ChainSource;
  return {
    ...{ source, asked },
    from: () => asked.map(({ fromBlock }) => fromBlock),
    /** Gives what was asked for as the given one. */
    async give(index: number, error?: Error) {
      const { fromBlock, toBlock } = asked[index] ?? { fromBlock: 0, toBlock: 0 };
      const number = Math.min(fromBlock + piece - 1, toBlock);
      if (error !== undefined) answers[index]?.reject(error);
      else answers[index]?.resolve({ reached: { number, hash: hashOf(number) } } as unknown as Activity);
      await turn();
    },
  };
}

const controller = new AbortController();
const request = (more: Partial<ActivityRequest> = {}): ActivityRequest => ({
  ...{ address: hashOf(1).slice(0, 42) as ActivityRequest['address'], fromBlock: 100, toBlock: 199 },
  ...{ parentHash: hashOf(99), isFollowing: false, signal: controller.signal, ...more },
});

const must = (ahead: FetchAhead | null): FetchAhead => {
  if (ahead === null) throw new Error('nothing was begun');
  return ahead;
};

describe('what is fetched ahead', () => {
  test('is one piece, and one more once it is known where that ends and the step before has come so far', async () => {
    const slow = slowSource();
    const first = fetchAhead(slow.source, request(), 20);
    first.goOn();
    await turn();
    expect(slow.from()).toEqual([100]);
    await slow.give(0);
    expect(slow.from()).toEqual([100, 110]);
    // Two are enough: the third waits until a step has taken the first.
    await slow.give(1);
    expect(slow.from()).toEqual([100, 110]);
    const second = must(first.next(placeOf(109)));
    second.goOn();
    await turn();
    expect(slow.from()).toEqual([100, 110, 120]);
    const { onReached, ...asked } = slow.asked[2] ?? request();
    expect([asked, typeof onReached]).toEqual([
      request({ fromBlock: 120, parentHash: hashOf(119) }),
      'function',
    ]);
  });

  test('is begun while the piece before is read still, where the source tells where that ends', async () => {
    const slow = slowSource();
    const first = fetchAhead(slow.source, request(), 20);
    first.goOn();
    slow.asked[0]?.onReached?.(placeOf(109));
    await turn();
    expect(slow.from()).toEqual([100, 110]);
    // No further, however early its end is known.
    slow.asked[1]?.onReached?.(placeOf(119));
    await slow.give(0);
    expect(slow.from()).toEqual([100, 110]);
    must(first.next(placeOf(109))).goOn();
    await turn();
    expect(slow.from()).toEqual([100, 110, 120]);
  });

  test('is asked for once, however often it is gone on with', async () => {
    const slow = slowSource();
    const first = fetchAhead(slow.source, request(), 20);
    first.goOn();
    first.goOn();
    await slow.give(0);
    first.goOn();
    await turn();
    expect(slow.from()).toEqual([100, 110]);
  });

  test('is begun by the step, where that is there first; and anew, where the source told another end than it reached', async () => {
    const slow = slowSource();
    const first = fetchAhead(slow.source, request(), 20);
    const second = must(first.next(placeOf(109)));
    first.goOn();
    await slow.give(0);
    expect([slow.from(), first.next(placeOf(109))]).toEqual([[100, 110], second]);
    const other = must(first.next(placeOf(107)));
    expect([slow.from(), other.request.parentHash]).toEqual([[100, 110, 108], hashOf(107)]);
  });

  test('ends with the range', async () => {
    const slow = slowSource();
    const first = fetchAhead(slow.source, request({ toBlock: 104 }), 20);
    first.goOn();
    await slow.give(0);
    expect([slow.from(), first.next(placeOf(104))]).toEqual([[100], null]);
  });

  test('is no more than there are steps to take it', async () => {
    const slow = slowSource();
    const first = fetchAhead(slow.source, request(), 2);
    first.goOn();
    await slow.give(0);
    must(first.next(placeOf(109))).goOn();
    await slow.give(1);
    expect(slow.from()).toEqual([100, 110]);
  });

  test('begins nothing after a failure, or when the lease is over', async () => {
    const slow = slowSource();
    const failing = fetchAhead(slow.source, request(), 20);
    failing.goOn();
    await slow.give(0, new Error('the node is away'));
    const lost = new AbortController();
    const ended = fetchAhead(slow.source, request({ signal: lost.signal }), 20);
    ended.goOn();
    lost.abort();
    await slow.give(1);
    expect([slow.from(), ended.next(placeOf(109))]).toEqual([[100, 100], null]);
    await expect(failing.activity).rejects.toThrow('the node is away');
  });
});
