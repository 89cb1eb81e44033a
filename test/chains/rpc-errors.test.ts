/** Nodes' own words, and what is made of them: an answer, less to be asked for, to be tried again, or the end. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import {
  CallRevertedError,
  EndpointRefusedError,
  fromRpcError,
  isBlockMissing,
  StateMissingError,
  TooLargeError,
} from '../../src/chains/rpc/client/rpc-errors.ts';
import { PermanentError, RetryableError } from '../../src/errors.ts';
import { type HardhatNode, startHardhat } from '../support/hardhat.ts';

test.each([
  ['geth, Erigon', 3, 'execution reverted: not the owner'],
  ['geth, Erigon', -32000, 'max code size exceeded'],
  ['geth, Erigon', -32000, 'max initcode size exceeded: code size 60000 limit 49152'],
  ['geth, Erigon', -32000, 'invalid opcode: INVALID'],
  ['geth, Erigon', -32000, 'out of gas'],
  ['Nethermind', -32015, 'VM execution error.'],
  ['reth, anvil', -32603, 'EVM error CreateContractSizeLimit'],
  ['reth, anvil', -32603, 'EVM error InvalidFEOpcode'],
  ['reth, anvil', -32603, 'EVM error: OpcodeNotFound'],
  ['hardhat', -32603, 'Transaction reverted: trying to deploy a contract whose code is too large'],
])('%s: %i %s', (_, code, message) => {
  expect(fromRpcError('node', 'eth_call', { code, message })).toBeInstanceOf(CallRevertedError);
});

test('the same of another method, or of the node itself, is none', () => {
  for (const [method, code, message] of [
    ['eth_getLogs', -32000, 'max code size exceeded'],
    ['eth_call', -32000, 'header not found'],
    ['eth_call', -32603, 'Internal error'],
    ['eth_call', -32005, 'daily request limit reached, out of credits'],
  ] as const) {
    expect(fromRpcError('node', method, { code, message })).not.toBeInstanceOf(CallRevertedError);
  }
});

/** What a contract can say to be taken for a node in trouble: `revert("…")` costs nothing. */
const hostileWords = [
  ...[
    'rate limit exceeded',
    '429 Too Many Requests',
    'daily quota exceeded',
    'compute units',
    'request timed out',
  ],
  ...['unauthorized', 'invalid api key', 'Please upgrade your api plan', 'the method is not available'],
  ...[
    'header not found',
    'block not found: 0x10',
    'query returned more than 10000 results',
    'missing trie node',
  ],
];
/** `abi.encodeWithSignature("Error(string)", "no")`, Panic(0x32) and a custom error without arguments. */
const errorData =
  '0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000026e6f000000000000000000000000000000000000000000000000000000000000';
const panicData = '0x4e487b710000000000000000000000000000000000000000000000000000000000000032';

describe.each(hostileWords)('a contract that reverts with "%s"', (words) => {
  test.each([
    ['geth, Erigon, reth', { code: 3, message: `execution reverted: ${words}`, data: errorData }],
    ['anvil', { code: 3, message: `execution reverted: ${words}`, data: errorData }],
    ['old geth', { code: -32000, message: `execution reverted: ${words}` }],
    ['Besu', { code: -32000, message: `Execution reverted (${words})`, data: errorData }],
    ['Nethermind', { code: -32015, message: `VM execution error.`, data: `revert: ${words}` }],
    ['Parity', { code: -32015, message: words, data: `Reverted ${errorData}` }],
    [
      'hardhat',
      {
        code: -32603,
        message: `Error: VM Exception while processing transaction: reverted with reason string '${words}'`,
        data: { message: words, data: errorData },
      },
    ],
    ['ganache', { code: -32000, message: `VM Exception while processing transaction: revert ${words}` }],
    ['a code and nothing else', { code: 3, message: words }],
    ['a gateway with words of its own', { code: -32000, message: words, data: panicData }],
    ['a custom error', { code: -32000, message: words, data: '0xc2bb947c' }],
  ])('%s', (_, error) => {
    for (const method of ['eth_call', 'eth_estimateGas', 'eth_simulateV1', 'trace_call', 'debug_traceCall']) {
      expect(fromRpcError('node', method, error)).toBeInstanceOf(CallRevertedError);
    }
  });
});

/** Neither the range's size nor the end of the chain's sync: the node catches up, or the re-org's new blocks come. */
const expectRetryable = (error: Error): void => {
  expect(error).toBeInstanceOf(RetryableError);
  expect(error).not.toBeInstanceOf(TooLargeError);
};

describe('a block that the node does not have passes', () => {
  test.each([
    ['geth', 'eth_call', -32000, 'header not found'],
    ['geth', 'eth_estimateGas', -32000, 'block not found: 0xffffffff'],
    ['geth', 'eth_getLogs', -32000, 'unknown block'],
    ['geth and the specification', 'eth_getLogs', -32602, 'block range extends beyond current head block'],
    ['reth', 'eth_getLogs', -32602, 'block range extends beyond current head block: requested 210, head 200'],
    ['reth', 'eth_getBalance', -32001, 'block not found: 0x10d4f'],
    ['reth', 'eth_feeHistory', -32000, 'request beyond head block: requested 4294967295, head 812'],
    ['Besu', 'eth_getLogs', -39001, 'Unknown block'],
    ['Nethermind', 'eth_call', -32000, '4294967295 could not be found'],
    ['Nethermind', 'eth_getBlockByHash', -32001, '0xb903239f could not be found'],
    ['Nethermind', 'eth_feeHistory', -32002, 'newestBlock: Block is not available'],
    ['EIP-1474', 'eth_getBlockReceipts', -32001, 'Resource not found'],
    ['anvil', 'eth_call', -32602, 'BlockOutOfRangeError: block height is 263 but requested was 264'],
    ['hardhat', 'eth_getBalance', -32000, 'Received invalid block tag 44. Latest block number is 38'],
    ['eRPC', 'eth_call', -32603, 'upstream does not have the requested block yet'],
    ['Sentio', 'eth_getLogs', -32602, 'block 50162452 is beyond the latest block 50162448 of this node'],
    ['none known', 'eth_call', -32602, 'invalid block height 12'],
  ])('%s: %s %i %s', (_, method, code, message) => {
    expectRetryable(fromRpcError('node', method, { code, message }));
  });
});

test.each([
  [-32602, 'invalid argument 0: hex string without 0x prefix', PermanentError],
  [-32602, 'Invalid params: this method takes no block', PermanentError],
  [-32602, 'eth_getLogs is limited to a 1,000 block range', TooLargeError],
  [-32602, 'Block range is too large', TooLargeError],
  [-32001, 'unauthorized', EndpointRefusedError],
  [
    -32602,
    'Block requested not found. Request might be querying historical state that is not available',
    StateMissingError,
  ],
  [-32000, 'state at block 17 is pruned', StateMissingError],
  [-32000, 'No state available for block 0x11', StateMissingError],
])('%i %s stays what it is', (code, message, kind) => {
  expect(fromRpcError('node', 'eth_getLogs', { code, message })).toBeInstanceOf(kind);
});

describe('real nodes, asked beyond their head', () => {
  let anvil: Anvil;
  let hardhat: HardhatNode;
  beforeAll(async () => {
    [anvil, hardhat] = await Promise.all([
      startAnvil({ chainId: 31337, timestamp: 1_690_000_000 }),
      startHardhat(31337),
    ]);
  });
  afterAll(async () => {
    await Promise.all([anvil?.stop(), hardhat?.stop()]);
  });

  const owner = `0x${'ab'.repeat(20)}`;
  const beyond = '0x100';
  test.each([
    ['anvil', 'eth_call', [{ to: owner }, beyond]],
    ['anvil', 'eth_getBalance', [owner, beyond]],
    ['anvil', 'eth_getLogs', [{ fromBlock: beyond, toBlock: beyond }]],
    ['anvil', 'debug_traceBlockByNumber', [beyond, { tracer: 'callTracer' }]],
    ['hardhat', 'eth_call', [{ to: owner }, beyond]],
    ['hardhat', 'eth_getBalance', [owner, beyond]],
  ])('%s: %s %j', async (name, method, params) => {
    const response = await fetch(name === 'anvil' ? anvil.rpcUrl : hardhat.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(10_000),
    });
    const { error } = Object(await response.json());
    expect(error).toMatchObject({ message: expect.any(String) });
    expectRetryable(fromRpcError('node', method, error));
  });
});

test('words that begin like a complaint again and again are read in the time of any words', () => {
  const took = (word: string): number => {
    const message = word.repeat(200_000 / word.length);
    const startedAt = performance.now();
    expect(isBlockMissing({ code: -32602, message })).toBe(false);
    return performance.now() - startedAt;
  };
  // Each of them was followed to the end of the text: a hundred times as long.
  const others = took('limit, ') + took('limit; ');
  expect(took('requested ')).toBeLessThan(10 * others);
});
