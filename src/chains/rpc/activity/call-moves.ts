/**
 * From traces to the calls that moved native value. A move under a failed call is undone with it; DELEGATECALL, STATICCALL
 * and CALLCODE move nothing; CREATE endows, SELFDESTRUCT pays out. The top-level call is the transaction itself, no move here.
 */
import type { InternalCall } from '../../../domain/model.ts';
import type { CallFrame, RpcTrace } from '../client/schemas.ts';

/** All value-moving internal calls of one transaction, from its full parity traces in execution order. */
export function movesOfTraces(traces: readonly RpcTrace[]): InternalCall[] {
  const failed: number[][] = [];
  const moves: InternalCall[] = [];
  for (const trace of traces) {
    // Parents come before their children, so a failed ancestor is known by now.
    const isUndone = failed.some((ancestor) =>
      ancestor.every((step, depth) => trace.traceAddress[depth] === step),
    );
    if (isUndone) continue;
    if (trace.error != null) {
      failed.push(trace.traceAddress);
      continue;
    }
    const move = trace.traceAddress.length === 0 ? null : moveOfTrace(trace);
    if (move !== null) moves.push(move);
  }
  return moves;
}

/** The move that a single trace states, taken by itself: whether an ancestor failed is not looked at. */
export function moveOfTrace({ type, action, result }: RpcTrace): InternalCall | null {
  if (type === 'suicide' || type === 'selfdestruct') {
    const { address, refundAddress, balance } = action;
    return address !== undefined && refundAddress != null && balance != null && balance > 0n
      ? { type: 'selfdestruct', from: address, to: refundAddress, value: balance }
      : null;
  }
  const { from, value } = action;
  if (from === undefined || value == null || value === 0n) return null;
  if (type === 'create') {
    const created = result?.address;
    return created == null ? null : { type: 'create', from, to: created, value };
  }
  return type === 'call' && action.callType === 'call' && action.to != null
    ? { type: 'call', from, to: action.to, value }
    : null;
}

/** The same from a callTracer's tree. `null` frames under a failed one are never visited. */
export function movesOfFrame(root: CallFrame): InternalCall[] {
  const moves: InternalCall[] = [];
  // Depth first without recursion: call trees may be a thousand deep.
  const stack: CallFrame[] = [];
  if (root.error == null) stack.push(...[...(root.calls ?? [])].reverse());
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    if (frame.error != null) continue;
    const move = moveOfFrame(frame);
    if (move !== null) moves.push(move);
    stack.push(...[...(frame.calls ?? [])].reverse());
  }
  return moves;
}

function moveOfFrame({ type, from, to, value }: CallFrame): InternalCall | null {
  if (value == null || value === 0n || to == null) return null;
  switch (type) {
    case 'CALL':
      return { type: 'call', from, to, value };
    case 'CREATE':
    case 'CREATE2':
      return { type: 'create', from, to, value };
    case 'SELFDESTRUCT':
      return { type: 'selfdestruct', from, to, value };
    default:
      return null;
  }
}
