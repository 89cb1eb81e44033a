/** What nodes get wrong without an error: logs left out, old heads, other forks; and limits on ranges. */
import { keccak256 } from 'viem';
import { z } from 'zod';
import type { Random } from '../../../demo/node/random.ts';
import { type Answer, type Call, failure } from './flaky-node.ts';

export type Distortion = (calls: readonly Call[], answers: Answer[]) => Answer[];

const rangeSchema = z.object({ fromBlock: z.string(), toBlock: z.string() });
const blockOf = z.union([
  z.object({ blockNumber: z.union([z.string(), z.number()]) }),
  z.object({ number: z.string() }).transform(({ number }) => ({ blockNumber: number })),
]);
const logsOf = z.looseObject({ logs: z.array(z.unknown()) });

/** Applies one after the other. */
export function allOf(distortions: readonly Distortion[]): Distortion {
  return (calls, answers) => distortions.reduce((told, distort) => distort(calls, told), answers);
}

/** Only the first `exchanges` times; then the node is well. */
export function healingAfter(exchanges: number, distort: Distortion): Distortion {
  let left = exchanges;
  return (calls, answers) => {
    left -= 1;
    return left < 0 ? answers : distort(calls, answers);
  };
}

function perCall(change: (call: Call, answer: Answer) => Answer): Distortion {
  return (calls, answers) =>
    answers.map((answer, index) => {
      const call = calls[index];
      return call === undefined ? answer : change(call, answer);
    });
}

/** Some logs of eth_getLogs are not told of: each with the probability. */
export function droppedLogs(random: Random, probability: number): Distortion {
  return perCall((call, answer) =>
    call.method === 'eth_getLogs' && Array.isArray(answer.result)
      ? { ...answer, result: answer.result.filter(() => random.next() >= probability) }
      : answer,
  );
}

/** Logs are missing from the receipts of an exchange, with the probability. */
export function droppedReceiptLogs(random: Random, probability: number): Distortion {
  const thin = (receipt: unknown): unknown => {
    const parsed = logsOf.safeParse(receipt);
    if (!parsed.success || parsed.data.logs.length === 0) return receipt;
    const { logs } = parsed.data;
    // All of them, or one in the middle. A first or last one that others explain to the Bloom filter cannot be missed.
    const left = random.next() < 0.5 ? 0 : random.integer(1, Math.max(1, logs.length - 2));
    const kept = left === 0 || logs.length < 3 ? [] : logs.toSpliced(left, 1);
    return { ...parsed.data, logs: kept };
  };
  return (calls, answers) => {
    if (random.next() >= probability) return answers;
    return answers.map((answer, index) => {
      const method = calls[index]?.method;
      if (method === 'eth_getTransactionReceipt') return { ...answer, result: thin(answer.result) };
      if (method === 'eth_getBlockReceipts' && Array.isArray(answer.result)) {
        return { ...answer, result: answer.result.map(thin) };
      }
      return answer;
    });
  };
}

const rangeTexts = [
  'query returned more than 10000 results. Try with this block range',
  'block range is too wide',
  'exceed maximum block range: SPAN',
  'eth_getLogs is limited to a SPAN blocks range',
  'Log response size exceeded. You can make eth_getLogs requests with up to a SPAN block range',
  'requested too many blocks from 0 to 9, maximum is set to SPAN',
  'range is too large, max is SPAN blocks',
];

/** Ranges of more than `span` blocks are refused, in one of several providers' words. */
export function limitedRanges(random: Random, span: number): Distortion {
  return perCall((call, answer) => {
    const range = rangeSchema.safeParse(call.params[0]);
    if (!/^(eth_getLogs|trace_filter)$/.test(call.method) || !range.success) return answer;
    if (Number(range.data.toBlock) - Number(range.data.fromBlock) < span) return answer;
    const text = random.pick(rangeTexts).replaceAll('SPAN', String(span));
    return failure(answer.id, random.pick([-32005, -32000, -32602]), text);
  });
}

/** Every exchange is answered by a node that is up to `lag()` blocks behind: silently, as behind a balancer. */
export function staleHead(head: number, lag: () => number, truthAt: (block: number) => unknown): Distortion {
  return (calls, answers) => {
    const top = head - lag();
    const isNew = (item: unknown): boolean => {
      const parsed = blockOf.safeParse(item);
      return parsed.success && Number(parsed.data.blockNumber) > top;
    };
    return answers.map((answer, index) => {
      const call = calls[index];
      if (call?.method === 'eth_getBlockByNumber' && call.params[0] === 'latest') {
        return { ...answer, result: truthAt(top) };
      }
      const { result } = answer;
      if (Array.isArray(result)) return { ...answer, result: result.filter((item) => !isNew(item)) };
      return isNew(result) ? { ...answer, result: null } : answer;
    });
  };
}

/** The node is on a fork of its own after `base`: other hashes, and none of the logs. */
export function otherFork(base: number, hashes: ReadonlyMap<string, number>): Distortion {
  const forked = [...hashes].filter(([, number]) => number > base);
  const replaceAll = (text: string): string =>
    forked.reduce((told, [hash]) => told.replaceAll(hash, keccak256(`0x${hash.slice(2)}`)), text);
  const isOfFork = (item: unknown): boolean => {
    const parsed = blockOf.safeParse(item);
    return parsed.success && Number(parsed.data.blockNumber) > base;
  };
  return (calls, answers) =>
    answers.map((answer, index) => {
      const { result } = answer;
      const isLogs = calls[index]?.method === 'eth_getLogs' && Array.isArray(result);
      const kept = isLogs ? result.filter((item) => !isOfFork(item)) : result;
      return JSON.parse(replaceAll(JSON.stringify({ ...answer, result: kept })));
    });
}
