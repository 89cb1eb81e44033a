/** Rows of txlistinternal as the calls that moved native value, in the order in which they ran. */
import type { ChainTransaction, Hash, InternalCall } from '../../../domain/model.ts';
import type { ExplorerDialect } from '../dialects/dialect.ts';
import type { InternalRow } from './rows.ts';

/** null: moves nothing of its own. DELEGATECALL and CALLCODE repeat their caller's value. */
const callTypes: ReadonlyMap<string, InternalCall['type'] | null> = new Map([
  ['call', 'call'],
  ['create', 'create'],
  ['create2', 'create'],
  ['selfdestruct', 'selfdestruct'],
  ['suicide', 'selfdestruct'],
  ['delegatecall', null],
  ['callcode', null],
  ['staticcall', null],
]);

interface PlacedCall {
  call: InternalCall;
  place: readonly number[] | null;
}

/** The value-moving calls per transaction, in execution order; kinds of call that are unknown here are counted as calls. */
export function groupInternalCalls(
  rows: readonly InternalRow[],
  dialect: ExplorerDialect,
): { calls: Map<Hash, InternalCall[]>; warnings: string[] } {
  const placed = new Map<Hash, PlacedCall[]>();
  const warnings = new Set<string>();
  const undone = new Set(
    rows.filter((row) => row.isError && row.traceId !== null).map((row) => `${row.hash} ${row.traceId}`),
  );
  for (const row of rows) {
    if (row.isError || row.value === 0n || row.to === null || dialect.isTopLevelCall(row)) continue;
    if (undone.size > 0 && isInside(row, undone)) continue;
    const type = callTypes.get(row.type);
    if (type === null) continue;
    if (type === undefined) {
      warnings.add(`Transaction ${row.hash}: an internal transaction of an unknown kind is taken as a call`);
    }
    const calls = placed.get(row.hash) ?? [];
    calls.push({
      call: { type: type ?? 'call', from: row.from, to: row.to, value: row.value },
      place: placeOf(row),
    });
    placed.set(row.hash, calls);
  }
  const calls = new Map([...placed].map(([hash, group]) => [hash, inExecutionOrder(group)]));
  return { calls, warnings: [...warnings] };
}

/** Whether one of its callers was undone: then it moved nothing, even where its own row shows no error. */
function isInside(row: InternalRow, undone: ReadonlySet<string>): boolean {
  const path = row.traceId?.split('_') ?? [];
  return path.some((_, depth) => depth > 0 && undone.has(`${row.hash} ${path.slice(0, depth).join('_')}`));
}

/** "0_1_2" → [0, 1, 2]: a call stands behind its caller and before the caller's next call. */
function placeOf(row: InternalRow): readonly number[] | null {
  const text = row.traceId ?? row.index;
  if (text === null || !/^\d+(_\d+)*$/.test(text)) return null;
  return text.split('_').map(Number);
}

function inExecutionOrder(group: readonly PlacedCall[]): InternalCall[] {
  const isPlaced = group.every(({ place }) => place !== null);
  const ordered = isPlaced
    ? group.toSorted((left, right) => comparePlaces(left.place ?? [], right.place ?? []))
    : group;
  return ordered.map(({ call }) => call);
}

function comparePlaces(left: readonly number[], right: readonly number[]): number {
  for (let depth = 0; depth < Math.min(left.length, right.length); depth += 1) {
    const difference = (left[depth] ?? 0) - (right[depth] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/**
 * The calls without the creation that is the transaction itself: some explorers list the creation of a contract by a
 * top-level transaction among the internal ones too, and its value is counted already.
 */
export function withoutOwnCreation(
  transaction: ChainTransaction,
  calls: readonly InternalCall[],
): InternalCall[] {
  const isItself = (call: InternalCall): boolean =>
    call.type === 'create' &&
    transaction.to === null &&
    call.from === transaction.from &&
    call.to === transaction.createdContract;
  return calls.filter((call) => !isItself(call));
}
