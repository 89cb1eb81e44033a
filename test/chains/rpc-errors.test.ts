/** Nodes' own words for a call that fails on every node alike: an answer, which is not asked for again. */
import { expect, test } from 'vitest';
import { CallRevertedError, fromRpcError } from '../../src/chains/rpc/rpc-errors.ts';

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
