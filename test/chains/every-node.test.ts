/** Asking each of several nodes: who is waited for, who rests, and when those that rest are asked all the same. */
import { expect, test } from 'vitest';
import { createEveryNode } from '../../src/chains/rpc/activity/every-node.ts';
import type { NodeClient } from '../../src/chains/rpc/client/client.ts';
import { RetryableError } from '../../src/errors.ts';

/** Nodes that answer `latest` as they are told to, and a clock that stands still; its pauses end at once. */
function createNodes() {
  const heads = new Map<NodeClient, () => Promise<number>>();
  const asked: NodeClient[] = [];
  const createNode = (): NodeClient => ({
    endpoints: [],
    request: () => Promise.reject(new Error('not asked here')),
    requestTogether: () => Promise.reject(new Error('not asked here')),
  });
  const [behind, good] = [createNode(), createNode()];
  const pauses: number[] = [];
  const clock = {
    elapsed: () => 0,
    sleep: async (milliseconds: number): Promise<void> => void pauses.push(milliseconds),
  };
  const question = (node: NodeClient): Promise<number> => {
    asked.push(node);
    return heads.get(node)?.() ?? Promise.reject(new RetryableError('no answer'));
  };
  return {
    ...{ heads, asked, behind, good, pauses, question },
    nodes: createEveryNode(behind, [behind, good], clock),
  };
}

const atLeast = (number: number) => (answers: readonly number[]) => answers.some((head) => head >= number);

test('a node that rests is asked again when the others know less than was known already', async () => {
  const { heads, asked, behind, good, question, nodes } = createNodes();
  heads.set(behind, async () => 250);
  heads.set(good, async () => 308);
  expect(await nodes.ask(question, atLeast(-1))).toEqual([250, 308]);
  heads.delete(good);
  expect(await nodes.ask(question, atLeast(308))).toEqual([250]);
  heads.set(good, async () => 308);
  asked.length = 0;
  expect(await nodes.ask(question, atLeast(308))).toEqual([250, 308]);
  expect(asked).toEqual([behind, good]);
});

test('a node that rests is left alone while the others know enough', async () => {
  const { heads, asked, behind, question, nodes } = createNodes();
  heads.set(behind, async () => 308);
  expect(await nodes.ask(question, atLeast(308))).toEqual([308]);
  asked.length = 0;
  expect(await nodes.ask(question, atLeast(308))).toEqual([308]);
  expect(asked).toEqual([behind]);
});

test('a node that does not answer is waited for a second longer than for what is enough, and rests', async () => {
  const { heads, asked, behind, good, pauses, question, nodes } = createNodes();
  heads.set(behind, () => new Promise(() => {}));
  heads.set(good, async () => 308);
  expect(await nodes.ask(question, atLeast(308))).toEqual([308]);
  expect(pauses).toEqual([1_000]);
  asked.length = 0;
  expect(await nodes.ask(question, atLeast(308))).toEqual([308]);
  expect(asked).toEqual([good]);
});

test('where every answer counts, each node is waited for', async () => {
  const { heads, behind, good, pauses, question, nodes } = createNodes();
  const late = Promise.withResolvers<number>();
  heads.set(behind, () => late.promise);
  heads.set(good, async () => {
    late.resolve(250);
    return 308;
  });
  expect((await nodes.ask(question)).toSorted()).toEqual([250, 308]);
  expect(pauses).toEqual([]);
  expect(nodes.unconfirmed()).toBe(0);
});
