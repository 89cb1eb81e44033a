/** What the events of one kind that a contract logs in a transaction come to for each account: several are paid in one sum. */
import type { Address, ChainLog } from '../../model.ts';
import { type EventShape, readEvent } from './event-shape.ts';

/** Of the logs of one transaction, by contract and event: each event asks, and all are read once. */
const known = new WeakMap<readonly ChainLog[], Map<string, ReadonlyMap<Address, bigint>>>();

/** Base units of the parameter `amount`, by account, which the parameter `user` names. */
export function sumsByUser(
  logs: readonly ChainLog[],
  emitter: Address,
  shape: EventShape,
): ReadonlyMap<Address, bigint> {
  const sums = known.get(logs) ?? new Map<string, ReadonlyMap<Address, bigint>>();
  known.set(logs, sums);
  const key = `${emitter} ${shape.topic}`;
  const found = sums.get(key) ?? readSums(logs, emitter, shape);
  sums.set(key, found);
  return found;
}

function readSums(logs: readonly ChainLog[], emitter: Address, shape: EventShape): Map<Address, bigint> {
  const sums = new Map<Address, bigint>();
  for (const log of logs) {
    const told = log.address === emitter ? readEvent(log, shape) : null;
    const user = told?.address('user');
    if (told === null || user === undefined) continue;
    sums.set(user, (sums.get(user) ?? 0n) + (told.number('amount') ?? 0n));
  }
  return sums;
}
