/** What the events of one kind that a contract logs in a transaction come to for each account: several are paid in one sum. */
import type { Address, ChainLog } from '../../model.ts';
import { type EventShape, readEvent } from './event-shape.ts';

interface EventSum {
  /** Base units, of the parameter `amount`. */
  readonly amount: bigint;
  readonly count: number;
}

/** Of the logs of one transaction, by contract and event: each event asks, and all are read once. */
const known = new WeakMap<readonly ChainLog[], Map<string, ReadonlyMap<Address, EventSum>>>();

/** By account, which the parameter `user` names. */
export function sumsByUser(
  logs: readonly ChainLog[],
  emitter: Address,
  shape: EventShape,
): ReadonlyMap<Address, EventSum> {
  const sums = known.get(logs) ?? new Map<string, ReadonlyMap<Address, EventSum>>();
  known.set(logs, sums);
  const key = `${emitter} ${shape.topic}`;
  const found = sums.get(key) ?? readSums(logs, emitter, shape);
  sums.set(key, found);
  return found;
}

function readSums(logs: readonly ChainLog[], emitter: Address, shape: EventShape): Map<Address, EventSum> {
  const sums = new Map<Address, EventSum>();
  for (const log of logs) {
    const told = log.address === emitter ? readEvent(log, shape) : null;
    const user = told?.address('user');
    if (told === null || user === undefined) continue;
    const { amount, count } = sums.get(user) ?? { amount: 0n, count: 0 };
    sums.set(user, { amount: amount + (told.number('amount') ?? 0n), count: count + 1 });
  }
  return sums;
}
