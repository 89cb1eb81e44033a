/** The rpc source on nodes of every capability, and on nodes that fault: the same history, or an error; never half of one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../../demo/economy/world-types.ts';
import type { Anvil } from '../../demo/node/anvil.ts';
import type { Activity, ChainSource } from '../../src/chains/definitions/chain-source.ts';
import { createRpcSource, type RpcLimits } from '../../src/chains/rpc/rpc-source.ts';
import { lowerAddress } from '../../src/domain/address.ts';
import type { Address } from '../../src/domain/model.ts';
import { PermanentError, RetryableError } from '../../src/errors.ts';
import { shareTestWorld } from '../support/world.ts';
import { type Interference, useNodeProxy, without } from './support/node-proxy.ts';

const chainId = 31337;
const quick: Partial<RpcLimits> = { requestTimeoutMs: 2_000, firstPauseMs: 5 };

let anvil: Anvil;
const proxy = useNodeProxy(() => anvil.rpcUrl);
let world: World;
let head: number;
let wallets: Address[];
const undisturbed = new Map<Address, Activity>();

beforeAll(async () => {
  ({ anvil, world } = await shareTestWorld({ seed: 3, transactions: 900 }));
  wallets = [lowerAddress(world.wallets.bob), lowerAddress(world.wallets.safe)];
  const source = open({}, [anvil.rpcUrl]);
  head = (await source.getHead()).number;
  for (const wallet of wallets) undisturbed.set(wallet, await wholeHistory(source, wallet));
});

afterAll(async () => {
  await anvil?.stop();
});

const open = (limits: Partial<RpcLimits> = {}, urls = [`${proxy.url}/secret-key`]): ChainSource =>
  createRpcSource({ chainId, urls, limits: { ...quick, ...limits } });

/** All steps of a history in one piece. */
async function wholeHistory(source: ChainSource, address: Address): Promise<Activity> {
  const steps: Activity[] = [];
  for (let fromBlock = 0; fromBlock <= head; ) {
    const step = await source.fetchActivity({ address, fromBlock, toBlock: head });
    expect(step.reached.number).toBeGreaterThanOrEqual(fromBlock);
    steps.push(step);
    fromBlock = step.reached.number + 1;
  }
  const last = steps.at(-1);
  if (last === undefined) throw new Error('no steps');
  return {
    reached: last.reached,
    transactions: steps.flatMap((step) => step.transactions),
    credits: steps.flatMap((step) => step.credits),
    missing: [...new Set(steps.flatMap((step) => step.missing))],
    warnings: [],
  };
}

async function expectSameHistory(source: ChainSource, of = wallets.slice(1)): Promise<void> {
  for (const wallet of of) expect(await wholeHistory(source, wallet)).toEqual(undisturbed.get(wallet));
}

/** Blocks that a filter asks for; NaN of what is no filter. */
const spanOf = ([filter]: readonly unknown[]): number =>
  Number(Object(filter).toBlock) - Number(Object(filter).fromBlock) + 1;

describe('nodes of every capability give the same history', () => {
  test('trace_filter: transactions ascending, each once, internal calls of the wallet only', () => {
    for (const wallet of wallets) {
      const { transactions, missing } = undisturbed.get(wallet) ?? { transactions: [], missing: ['logs'] };
      expect(missing).toEqual([]);
      expect(transactions.length).toBeGreaterThan(50);
      const positions = transactions.map((item) => item.blockNumber * 1000 + item.transactionIndex);
      expect(positions).toEqual([...new Set(positions)].sort((left, right) => left - right));
      const calls = transactions.flatMap((item) => item.internalCalls);
      expect(calls.length).toBeGreaterThan(5);
      expect(calls.every((call) => call.value > 0n && (call.from === wallet || call.to === wallet))).toBe(
        true,
      );
      expect(transactions.filter((item) => !item.succeeded).every((item) => item.logs.length === 0)).toBe(
        true,
      );
    }
  });

  const lacking: [name: string, methods: string[]][] = [
    ['trace_block', ['trace_filter']],
    ['trace_block, without eth_getBlockReceipts', ['trace_filter', 'eth_getBlockReceipts']],
    ['debug_traceBlockByNumber', ['trace_filter', 'trace_block', 'trace_transaction']],
  ];
  test.each(lacking)('%s', async (_, methods) => {
    proxy.interfere(without(...methods));
    const source = open();
    // Two requests for each block: itself and its traces.
    const requestsPerHistory = 2 * (head + 1);
    expect(await source.probe()).toEqual({ missing: [], warnings: [], requestsPerHistory });
    await expectSameHistory(source, wallets);
  });

  test('no traces: top-level transactions and logs, with what is missing said', async () => {
    proxy.interfere(without('trace_filter', 'trace_block', 'trace_transaction', 'debug_traceBlockByNumber'));
    const source = open();
    expect((await source.probe()).missing).toEqual(['internal-calls']);
    const bob = lowerAddress(world.wallets.bob);
    const activity = await wholeHistory(source, bob);
    expect(activity.missing).toEqual(['internal-calls']);
    const all = undisturbed.get(bob)?.transactions ?? [];
    const hashes = new Set(activity.transactions.map((item) => item.hash));
    const lost = all.filter((item) => !hashes.has(item.hash));
    // Lost are only those in which the wallet took part by nothing but an internal call.
    expect(lost.every((item) => item.from !== bob && item.to !== bob && item.internalCalls.length > 0)).toBe(
      true,
    );
  });

  test('no traces and too many blocks: top-level transactions are missing too', async () => {
    proxy.interfere(without('trace_filter', 'trace_block', 'trace_transaction', 'debug_traceBlockByNumber'));
    const { missing, warnings } = await open({ blockScanBlocks: 10 }).probe();
    expect(missing).toEqual(['transactions', 'internal-calls']);
    expect(warnings.join()).toContain('too many to read one by one');
  });
});

describe('steps', () => {
  test('a history in many small steps is the same history', async () => {
    proxy.interfere({});
    await expectSameHistory(open({ stepTransactions: 20, firstRangeBlocks: 10, wholeRangeBlocks: 1 }));
  });

  test('a step ends with a whole block', async () => {
    proxy.interfere({});
    const wallet = lowerAddress(world.wallets.bob);
    const source = open({ stepTransactions: 7, wholeRangeBlocks: 1 });
    const step = await source.fetchActivity({ address: wallet, fromBlock: 0, toBlock: head });
    const all = undisturbed.get(wallet)?.transactions ?? [];
    expect(step.transactions).toEqual(all.filter((item) => item.blockNumber <= step.reached.number));
    expect(step.transactions.length).toBeGreaterThanOrEqual(7);
    expect(step.reached.number).toBeLessThan(head);
  });

  test('windows are about as long as a step: what it leaves is not searched by every step after it', async () => {
    let searched = 0;
    proxy.interfere({
      change: ({ method, params }, result) => {
        searched += method === 'trace_filter' ? spanOf(params) : 0;
        return result;
      },
    });
    await expectSameHistory(open({ stepTransactions: 5, wholeRangeBlocks: 1 }));
    // By two filters, sender and receiver; the first window is searched in the dark. Nine times with windows that know nothing.
    expect(searched / (2 * (head + 1))).toBeLessThan(5);
  });

  test('wallets that follow the chain together share the requests for its blocks', async () => {
    proxy.interfere({});
    const source = open();
    await source.getHead();
    const followers = Object.values(world.wallets).map(lowerAddress);
    const follow = (fromBlock: number) =>
      Promise.all(
        followers.map((address) => source.fetchActivity({ address, fromBlock, toBlock: fromBlock + 1 })),
      );
    await follow(head - 3);
    proxy.counts.clear();
    const shared = await follow(head - 1);
    expect(proxy.counts.get('trace_block')).toBe(2);
    expect(proxy.counts.get('eth_getBlockReceipts')).toBe(2);
    expect(proxy.counts.get('eth_getLogs')).toBeUndefined();
    const alone = open();
    for (const [index, address] of followers.entries()) {
      const activity = await alone.fetchActivity({ address, fromBlock: head - 1, toBlock: head });
      expect(shared[index]).toEqual(activity);
    }
  });
});

describe('range and result limits of nodes', () => {
  const limits: [text: string, code: number, span: number][] = [
    ['block range too large, currently limited to 60', -32602, 60],
    ['query returned more than 10000 results', -32005, 45],
    ['eth_getLogs is limited to a 100 block range', -32600, 100],
    ['Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range', -32602, 33],
    ['request timed out', -32000, 50],
  ];
  test.each(limits)('%s', async (message, code, span) => {
    proxy.interfere({
      answer: ({ method, params }) =>
        ['eth_getLogs', 'trace_filter'].includes(method) && spanOf(params) > span
          ? { error: { code, message } }
          : undefined,
    });
    await expectSameHistory(open());
  });
});

describe('faults that pass: the same history in the end', () => {
  /** Breaks every third exchange. */
  const sometimes = (
    exchange: NonNullable<ReturnType<NonNullable<Interference['exchange']>>>,
  ): Interference => ({
    exchange: (_, count) => (count % 3 === 0 ? exchange : undefined),
  });
  const faults: [name: string, interference: Interference][] = [
    ['429 with Retry-After', sometimes({ kind: 'status', status: 429, headers: { 'retry-after': '0' } })],
    ['502', sometimes({ kind: 'status', status: 502, body: '<html>Bad gateway</html>' })],
    ['truncated JSON', sometimes({ kind: 'truncate' })],
    ['connection reset', sometimes({ kind: 'reset' })],
    [
      'answers with wrong ids',
      sometimes({
        kind: 'edit',
        edit: (answers) => answers.map((answer) => ({ ...Object(answer), id: 999_999 })),
      }),
    ],
    [
      'answers in another order',
      sometimes({
        kind: 'edit',
        edit: (answers) => (answers.length > 1 ? answers.toReversed() : answers[0]),
      }),
    ],
    ['a batch with missing answers', sometimes({ kind: 'edit', edit: (answers) => answers.slice(1) })],
    [
      'a 200 that is an error page',
      sometimes({ kind: 'status', status: 200, body: '{"message":"upstream down"}' }),
    ],
  ];
  test.each(faults)('%s', async (_, interference) => {
    proxy.interfere(interference);
    await expectSameHistory(open({ attempts: 12 }));
  });

  test('timeouts', async () => {
    proxy.interfere({ exchange: (_, count) => (count % 7 === 0 ? { kind: 'stall' } : undefined) });
    await expectSameHistory(open({ attempts: 12, requestTimeoutMs: 300 }));
  });

  test('null receipts of just-mined blocks', async () => {
    const seen = new Set<string>();
    proxy.interfere({
      change: ({ method, params }, result) => {
        if (method !== 'eth_getTransactionReceipt' || seen.has(String(params[0]))) return result;
        seen.add(String(params[0]));
        return null;
      },
    });
    await expectSameHistory(open());
  });

  test('with another node at hand, it is asked instead', async () => {
    proxy.interfere({ exchange: () => ({ kind: 'status', status: 503 }) });
    await expectSameHistory(open({}, [proxy.url, anvil.rpcUrl]));
  });
});

describe('faults that stay, and answers that contradict each other: an error, never half a history', () => {
  const fetchBob = (source: ChainSource) =>
    source.fetchActivity({ address: lowerAddress(world.wallets.bob), fromBlock: 0, toBlock: head });
  const contradictions: [name: string, change: NonNullable<Interference['change']>][] = [
    [
      'a receipt that lacks a log that was found',
      ({ method }, result) =>
        method === 'eth_getTransactionReceipt' ? { ...Object(result), logs: [] } : result,
    ],
    [
      'receipts of another block',
      ({ method }, result) =>
        method === 'eth_getTransactionReceipt'
          ? { ...Object(result), blockHash: `0x${'77'.repeat(32)}`, logs: [] }
          : result,
    ],
    [
      'logs outside of the range',
      ({ method }, result) =>
        method === 'eth_getLogs' && Array.isArray(result)
          ? result.map((log: unknown) => ({ ...Object(log), blockNumber: '0xffffff' }))
          : result,
    ],
    [
      'logs that do not match the filter',
      ({ method }, result) =>
        method === 'eth_getLogs' && Array.isArray(result)
          ? result.map((log: unknown) => ({ ...Object(log), topics: [`0x${'00'.repeat(32)}`] }))
          : result,
    ],
    ['no receipts at all', ({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result)],
  ];
  test.each(contradictions)('%s', async (_, change) => {
    proxy.interfere({ change });
    await expect(fetchBob(open({ attempts: 2 }))).rejects.toBeInstanceOf(RetryableError);
  });

  test('the head of the range changes meanwhile: a re-org', async () => {
    let asked = 0;
    proxy.interfere({
      change: ({ method, params }, result) => {
        if (method !== 'eth_getBlockByNumber' || Number(params[0]) !== head) return result;
        asked += 1;
        return asked === 1 ? { ...Object(result), hash: `0x${'99'.repeat(32)}` } : result;
      },
    });
    await expect(fetchBob(open())).rejects.toThrow(/re-org/);
  });

  test('a node behind the range that was asked for', async () => {
    proxy.interfere({});
    const address = lowerAddress(world.wallets.bob);
    const source = open();
    await expect(source.fetchActivity({ address, fromBlock: head, toBlock: head + 5 })).rejects.toThrow(
      /does not have block/,
    );
    expect(await source.getBlock(head + 5)).toBeNull();
  });

  test('an aborted request ends at once', async () => {
    const controller = new AbortController();
    proxy.interfere({
      exchange: (calls) => {
        if (!calls.some((call) => call.method === 'trace_filter' && call.params.length > 0)) return undefined;
        controller.abort(new Error('stopped'));
        return { kind: 'stall' };
      },
    });
    const source = open({ requestTimeoutMs: 30_000 });
    const address = lowerAddress(world.wallets.bob);
    const request = { address, fromBlock: 0, toBlock: head, signal: controller.signal };
    await expect(source.fetchActivity(request)).rejects.toThrow('stopped');
  });
});

describe('what is wrong with a node is said, without its key', () => {
  test('wrong chain id: permanent, with both ids and the host', async () => {
    proxy.interfere({});
    const source = createRpcSource({ chainId: 1, urls: [`${proxy.url}/secret-key`], limits: quick });
    const host = new URL(proxy.url).host;
    const problem = new PermanentError(
      `${host} serves chain 31337, not 1: correct the chain's rpc url or its chainId`,
    );
    await expect(source.probe()).rejects.toEqual(problem);
    await expect(source.getHead()).rejects.toThrow(problem.message);
    expect(source.description).toBe(host);
  });

  test('a refused key: permanent', async () => {
    proxy.interfere({ exchange: () => ({ kind: 'status', status: 401 }) });
    const error: unknown = await open()
      .probe()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PermanentError);
    expect(String(error)).toMatch(/HTTP 401: access refused; check the key/);
    expect(String(error)).not.toContain('secret-key');
  });

  test('unreachable: retryable, with the host', async () => {
    const source = createRpcSource({
      chainId,
      urls: ['http://127.0.0.1:9/secret-key'],
      limits: { ...quick, attempts: 2 },
    });
    const error: unknown = await source.getHead().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RetryableError);
    expect(String(error)).toContain('127.0.0.1:9: no connection');
    expect(String(error)).not.toContain('secret-key');
  });

  test('a URL that is none', () => {
    expect(() => createRpcSource({ chainId, urls: ['secret-key'] })).toThrow(
      'rpc url number 1 is not an http(s) URL',
    );
    expect(() => createRpcSource({ chainId, urls: [] })).toThrow(PermanentError);
  });
});

describe('reading contracts', () => {
  const symbol = '0x95d89b41';
  const calls = () => [
    { to: lowerAddress(world.tokens.usdc.address), data: symbol } as const,
    { to: lowerAddress(world.accounts.dave), data: symbol } as const,
    { to: lowerAddress(world.contracts.payout), data: symbol } as const,
  ];
  const answers = [expect.stringMatching(/^0x.*55534443/), null, null];

  test('in one request, null where there is no code or the call reverts', async () => {
    proxy.interfere({});
    const source = open();
    expect(await source.callContracts(calls())).toEqual(answers);
    expect(await source.callContracts(calls(), 1)).toEqual([null, null, null]);
  });

  test('one by one on a node that refuses calls without a recipient', async () => {
    proxy.interfere({
      answer: ({ method, params }) =>
        method === 'eth_call' && !('to' in Object(params[0]))
          ? { error: { code: -32602, message: 'missing to' } }
          : undefined,
    });
    expect(await open().callContracts(calls())).toEqual(answers);
  });
});
