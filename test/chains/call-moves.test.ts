/** Which calls move native value: the checklist's lines on internal calls, on traces of both shapes. */
import { describe, expect, test } from 'vitest';
import { movesOfFrame, movesOfTraces } from '../../src/chains/rpc/activity/call-moves.ts';
import {
  type CallFrame,
  callFrameSchema,
  type RpcTrace,
  traceSchema,
} from '../../src/chains/rpc/client/schemas.ts';
import type { Address } from '../../src/domain/model.ts';

const account = (number: number): Address => `0x${number.toString(16).padStart(40, '0')}`;
const [a, b, c, d] = [account(0xa), account(0xb), account(0xc), account(0xd)];

function trace(traceAddress: number[], change: Partial<RpcTrace> = {}): RpcTrace {
  return {
    type: 'call',
    action: { from: a, to: b, callType: 'call', value: 5n },
    traceAddress,
    blockNumber: 1,
    ...change,
  };
}

function frame(change: Partial<CallFrame> = {}): CallFrame {
  return { type: 'CALL', from: a, to: b, value: 5n, ...change };
}

describe('parity traces', () => {
  test('internal CALL; the top-level call is the transaction, not a move', () => {
    expect(movesOfTraces([trace([]), trace([0])])).toEqual([{ type: 'call', from: a, to: b, value: 5n }]);
  });

  test('CREATE with value; SELFDESTRUCT payout', () => {
    const create = trace([0], { type: 'create', action: { from: a, value: 3n }, result: { address: c } });
    const suicide = trace([1], { type: 'suicide', action: { address: c, refundAddress: d, balance: 4n } });
    expect(movesOfTraces([trace([]), create, suicide])).toEqual([
      { type: 'create', from: a, to: c, value: 3n },
      { type: 'selfdestruct', from: c, to: d, value: 4n },
    ]);
  });

  test('subtrees of a reverted call do not count, however deep; its siblings do', () => {
    const traces = [
      trace([]),
      trace([0], { error: 'Reverted' }),
      trace([0, 0]),
      trace([0, 0, 0]),
      trace([1], { action: { from: a, to: c, callType: 'call', value: 7n } }),
      trace([10], { action: { from: a, to: d, callType: 'call', value: 8n } }),
    ];
    expect(movesOfTraces(traces).map((move) => move.value)).toEqual([7n, 8n]);
  });

  test('a failed transaction moves nothing', () => {
    expect(movesOfTraces([trace([], { error: 'Reverted' }), trace([0])])).toEqual([]);
  });

  test.each(['delegatecall', 'staticcall', 'callcode'])('%s moves nothing', (callType) => {
    expect(
      movesOfTraces([trace([]), trace([0], { action: { from: a, to: b, callType, value: 5n } })]),
    ).toEqual([]);
  });

  test('a trace as anvil writes it', () => {
    const raw = {
      action: { from: a, callType: 'call', gas: '0x1', input: '0x', to: b, value: '0xde0b6b3a7640000' },
      blockHash: `0x${'11'.repeat(32)}`,
      blockNumber: 3,
      result: { gasUsed: '0x0', output: '0x' },
      subtraces: 0,
      traceAddress: [0],
      transactionHash: `0x${'22'.repeat(32)}`,
      transactionPosition: 0,
      type: 'call',
    };
    expect(movesOfTraces([trace([]), traceSchema.parse(raw)])).toEqual([
      { type: 'call', from: a, to: b, value: 1_000_000_000_000_000_000n },
    ]);
  });
});

describe('callTracer frames', () => {
  test('in execution order, without what failed calls did', () => {
    const root = frame({
      calls: [
        frame({ value: 1n, calls: [frame({ type: 'CREATE2', to: c, value: 2n }), frame({ value: 3n })] }),
        frame({ error: 'execution reverted', calls: [frame({ value: 9n })] }),
        frame({ type: 'SELFDESTRUCT', from: c, to: d, value: 4n }),
      ],
    });
    expect(movesOfFrame(root).map(({ type, value }) => `${type} ${value}`)).toEqual([
      'call 1',
      'create 2',
      'call 3',
      'selfdestruct 4',
    ]);
  });

  test.each(['DELEGATECALL', 'STATICCALL', 'CALLCODE'])('%s moves nothing, but what it calls may', (type) => {
    expect(
      movesOfFrame(frame({ calls: [frame({ type, calls: [frame({ value: 6n })] })] })).map(
        (move) => move.value,
      ),
    ).toEqual([6n]);
  });

  test('a failed transaction moves nothing', () => {
    expect(movesOfFrame(frame({ error: 'out of gas', calls: [frame()] }))).toEqual([]);
  });

  test('a thousand calls deep', () => {
    let deepest = frame({ value: 1n });
    for (let depth = 0; depth < 1_024; depth += 1) deepest = frame({ value: 1n, calls: [deepest] });
    expect(movesOfFrame(deepest)).toHaveLength(1_024);
    expect(callFrameSchema.parse({ type: 'CALL', from: a, to: b, value: '0x5', calls: [] }).value).toBe(5n);
  });
});
