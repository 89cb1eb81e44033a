/** From rows of txlistinternal to calls that moved value. */
import { describe, expect, test } from 'vitest';
import { blockscout } from '../../../src/chains/explorer/dialects/blockscout.ts';
import { etherscan } from '../../../src/chains/explorer/dialects/etherscan.ts';
import { groupInternalCalls, withoutOwnCreation } from '../../../src/chains/explorer/lists/internal-calls.ts';
import { internalRow } from '../../../src/chains/explorer/lists/rows.ts';
import type { Address, ChainTransaction, Hash } from '../../../src/domain/model.ts';

const hash: Hash = `0x${'ab'.repeat(32)}`;
const contract: Address = `0x${'c0'.repeat(20)}`;
const wallet: Address = `0x${'a1'.repeat(20)}`;

const row = (fields: Record<string, string>) =>
  internalRow.parse({
    blockNumber: '9',
    timeStamp: '1700000000',
    hash,
    from: contract,
    to: wallet,
    value: '1',
    contractAddress: '',
    type: 'call',
    isError: '0',
    ...fields,
  });

const values = (rows: Parameters<typeof groupInternalCalls>[0], dialect = etherscan): bigint[] =>
  (groupInternalCalls(rows, dialect).calls.get(hash) ?? []).map((call) => call.value);

describe('the order', () => {
  test('is that of execution: a caller, what it calls, then its next neighbour', () => {
    const rows = [
      row({ traceId: '10', value: '5' }),
      row({ traceId: '0_1_1', value: '3' }),
      row({ traceId: '2', value: '4' }),
      row({ traceId: '0', value: '1' }),
      row({ traceId: '0_1', value: '2' }),
    ];
    expect(values(rows)).toEqual([1n, 2n, 3n, 4n, 5n]);
  });

  test('on Blockscout is that of the index, as a number', () => {
    const rows = ['10', '9', '1'].map((index) => row({ index, callType: 'call', value: index }));
    expect(values(rows, blockscout)).toEqual([1n, 9n, 10n]);
  });

  test('is as given where an explorer does not say', () => {
    expect(values([row({ value: '7' }), row({ value: '3' })])).toEqual([7n, 3n]);
  });
});

describe('what counts', () => {
  test.each([
    ['call', 'call'],
    ['create', 'create'],
    ['create2', 'create'],
    ['suicide', 'selfdestruct'],
    ['selfdestruct', 'selfdestruct'],
    ['CALL', 'call'],
  ])('%s moves value as a %s', (type, expected) => {
    expect(groupInternalCalls([row({ type })], etherscan).calls.get(hash)?.[0]?.type).toBe(expected);
  });

  test.each(['delegatecall', 'callcode', 'staticcall'])('%s moves nothing', (type) => {
    expect(values([row({ type })])).toEqual([]);
    expect(values([row({ type: 'call', callType: type, index: '3' })], blockscout)).toEqual([]);
  });

  test('a creation goes to the created contract', () => {
    const created = row({ type: 'create', to: '', contractAddress: wallet });
    expect(groupInternalCalls([created], etherscan).calls.get(hash)).toEqual([
      { type: 'create', from: contract, to: wallet, value: 1n },
    ]);
  });

  test('a call of value 0 and an undone one do not count', () => {
    expect(values([row({ value: '0' }), row({ isError: '1', value: '5' })])).toEqual([]);
  });

  test('what an undone call had called is undone with it', () => {
    const rows = [
      row({ traceId: '0', isError: '1', value: '2' }),
      row({ traceId: '0_0_4', value: '3' }),
      row({ traceId: '01', value: '4' }),
      row({ traceId: '1_0', value: '5' }),
    ];
    expect(values(rows)).toEqual([4n, 5n]);
  });

  test('call 0 of Blockscout is the transaction itself', () => {
    expect(
      values([row({ index: '0', type: 'create', value: '6' }), row({ index: '1', value: '2' })], blockscout),
    ).toEqual([2n]);
  });

  test('a creation that is the transaction itself is counted there', () => {
    const transaction: ChainTransaction = {
      hash,
      blockNumber: 9,
      blockHash: hash,
      transactionIndex: 0,
      timestamp: 1_700_000_000,
      from: wallet,
      to: null,
      createdContract: contract,
      value: 6n,
      minted: 0n,
      input: '0x',
      succeeded: true,
      networkFee: 0n,
      logs: [],
      internalCalls: [],
    };
    const own = { type: 'create', from: wallet, to: contract, value: 6n } as const;
    const other = { type: 'create', from: contract, to: wallet, value: 1n } as const;
    expect(withoutOwnCreation(transaction, [own, other])).toEqual([other]);
    expect(withoutOwnCreation({ ...transaction, to: contract, createdContract: null }, [own])).toEqual([own]);
  });

  test('an unknown kind is taken as a call, with a warning', () => {
    const { calls, warnings } = groupInternalCalls([row({ type: 'mimic_call' })], etherscan);
    expect(calls.get(hash)?.[0]?.type).toBe('call');
    expect(warnings).toEqual([
      `Transaction ${hash}: an internal transaction of an unknown kind is taken as a call`,
    ]);
  });
});
