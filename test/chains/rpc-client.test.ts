/** Several nodes of unequal ability, and nodes that refuse for a moment: nothing of it lasts for ever. */
import { expect, test } from 'vitest';
import { createBlockReader } from '../../src/chains/rpc/activity/blocks.ts';
import { createRpcClient, patientClient } from '../../src/chains/rpc/client/client.ts';
import type { Endpoint, RpcAnswer } from '../../src/chains/rpc/client/endpoint.ts';
import { createEndpointPool } from '../../src/chains/rpc/client/endpoint-pool.ts';
import {
  fromHttpStatus,
  fromRpcError,
  MethodMissingError,
  TooSlowError,
} from '../../src/chains/rpc/client/rpc-errors.ts';
import { PermanentError, RetryableError } from '../../src/errors.ts';

const limits = { concurrency: 4, batchWeight: 10, attempts: 3, firstPauseMs: 1 };
const ok = (result: unknown): RpcAnswer => ({ ok: true, result });
const refusal = (host: string, method: string, code: number, message: string): RpcAnswer => ({
  ok: false,
  error: fromRpcError(host, method, { code, message }),
});
const request = (method: string) => ({ method, params: [], parse: String });

/** A node by what it answers to a method; `asked` lists the methods in order. */
function endpointOf(host: string, answer: (method: string) => RpcAnswer): Endpoint & { asked: string[] } {
  const asked: string[] = [];
  return {
    host,
    asked,
    async send(calls) {
      asked.push(...calls.map(({ method }) => method));
      return calls.map(({ method }) => answer(method));
    },
  };
}

test('what one node cannot do is asked of the others, also when that one is preferred by now', async () => {
  let isAway = true;
  const able = endpointOf('able', () => {
    if (isAway) throw new RetryableError('able: no connection');
    return ok('traces');
  });
  const weak = endpointOf('weak', (method) =>
    method === 'trace_block' ? refusal('weak', method, -32601, 'the method does not exist') : ok('weak'),
  );
  const client = createRpcClient([able, weak], limits, async () => {});
  // The able one fails once, and the weak one is asked from then on.
  expect(await client.request(request('eth_chainId'))).toBe('weak');
  isAway = false;
  expect(await client.request(request('eth_chainId'))).toBe('weak');
  expect(await client.request(request('trace_block'))).toBe('traces');
});

test('a node that fails once is asked again before it is said that none can do it', async () => {
  let failures = 0;
  const able = endpointOf('able', () => {
    failures += 1;
    if (failures === 1) throw new RetryableError('able: no connection');
    return ok('traces');
  });
  const weak = endpointOf('weak', (method) => refusal('weak', method, -32601, 'the method does not exist'));
  const client = createRpcClient([able, weak], limits, async () => {});
  expect(await client.request(request('trace_block'))).toBe('traces');
  expect([able.asked.length, weak.asked.length]).toEqual([2, 1]);
});

test('what no node can do is said after each was asked once', async () => {
  const nodes = ['one', 'two', 'three'].map((host) =>
    endpointOf(host, (method) => refusal(host, method, -32601, 'the method does not exist')),
  );
  const client = createRpcClient(nodes, limits, async () => {});
  await expect(client.request(request('trace_filter'))).rejects.toThrow(MethodMissingError);
  expect(nodes.map(({ asked }) => asked.length)).toEqual([1, 1, 1]);
});

test('a receipt that Nethermind does not have (any more) does not put the node out of use', async () => {
  const hash = `0x${'1'.repeat(64)}`;
  const node = endpointOf('node', (method) =>
    method === 'trace_transaction'
      ? refusal('node', method, -32001, `${hash} receipt could not be found`)
      : ok('21'),
  );
  const client = createRpcClient([node], limits, async () => {});
  await expect(client.request(request('trace_transaction'))).rejects.toThrow(RetryableError);
  expect(await client.request(request('eth_blockNumber'))).toBe('21');
});

test('a node that refuses is left alone for a minute, then checked and asked again', async () => {
  let now = 0;
  let checks = 0;
  const pool = createEndpointPool(
    [endpointOf('node', () => ok('21'))],
    async () => {
      checks += 1;
    },
    { elapsed: () => now },
  );
  const state = pool.current();
  await pool.ensureUsable(state);
  await pool.ensureUsable(state);
  expect(checks).toBe(1);
  pool.refuse(state, String(fromHttpStatus('node', 403, null, 0).message));
  expect(pool.usable()).toEqual([]);
  now = 59_999;
  expect(() => pool.current()).toThrow(PermanentError);
  expect(() => pool.current()).toThrow(/node: HTTP 403/);
  now = 60_000;
  expect(pool.current()).toBe(state);
  await pool.ensureUsable(state);
  expect(checks).toBe(2);
});

test('what is asked one after the other does not wait for thousands that are asked at once', async () => {
  const batches: string[][] = [];
  const node: Endpoint = {
    host: 'node',
    async send(calls) {
      batches.push(calls.map(({ method }) => method));
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return calls.map(() => ok('21'));
    },
  };
  const client = createRpcClient([node], { ...limits, concurrency: 1 }, async () => {});
  const patient = patientClient(client);
  const many = Array.from({ length: 30 }, () => patient.request(request('eth_getTransactionReceipt')));
  await new Promise((resolve) => setImmediate(resolve));
  // Each of the two is asked when the one before is answered; of one tick, they are batches of their own.
  await client.request(request('eth_getLogs'));
  await Promise.all([client.request(request('eth_call')), patient.request(request('trace_transaction'))]);
  await Promise.all(many);
  const ten = Array.from({ length: 10 }, () => 'eth_getTransactionReceipt');
  expect(batches).toEqual([ten, ['eth_getLogs'], ten, ['eth_call'], ten, ['trace_transaction']]);
});

test('a batch whose requests have all come to their end leaves none to send: an empty one is an error to a node', async () => {
  const sizes: number[] = [];
  const slow: Endpoint = {
    host: 'slow',
    async send(calls) {
      sizes.push(calls.length);
      throw new TooSlowError('slow: no answer in time');
    },
  };
  const client = createRpcClient([slow], { ...limits, attempts: 1 }, async () => {});
  const asked = ['eth_chainId', 'eth_blockNumber'].map((method) => client.request(request(method)));
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await new Promise((resolve) => setImmediate(resolve));
  expect(sizes).toEqual([2]);
});

test('an empty list of a block with transactions is a node’s that is behind: the next one is asked', async () => {
  const hash = (digit: number): string => `0x${String(digit).repeat(64)}`;
  const at = { blockHash: hash(5), blockNumber: '0x5', transactionIndex: '0x0' };
  const transaction = {
    ...{ ...at, hash: hash(7), from: `0x${'a'.repeat(40)}`, to: `0x${'b'.repeat(40)}` },
    ...{ value: '0x0', input: '0x', gas: '0x5208', gasPrice: '0x1' },
  };
  const block = {
    ...{ number: '0x5', hash: hash(5), parentHash: hash(4), timestamp: '0x1' },
    transactions: [transaction],
  };
  const receipt = { ...at, transactionHash: hash(7), status: '0x1', gasUsed: '0x5208', logs: [] };
  const behind = endpointOf('behind', (method) => ok(method === 'eth_getBlockByNumber' ? block : []));
  const other = endpointOf('other', () => ok([receipt]));
  const reader = createBlockReader(createRpcClient([behind, other], limits, async () => {}));
  expect((await reader.receipts(5)).map(({ transactionHash }) => transactionHash)).toEqual([hash(7)]);
  // A block without any is taken at its word.
  const bare = endpointOf('bare', (method) =>
    ok(method === 'eth_getBlockByNumber' ? { ...block, transactions: [] } : []),
  );
  expect(await createBlockReader(createRpcClient([bare], limits, async () => {})).receipts(5)).toEqual([]);
  expect(bare.asked).toEqual(['eth_getBlockReceipts', 'eth_getBlockByNumber']);
});
