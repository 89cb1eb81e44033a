/** What the events of one kind that a contract logs in a transaction come to for each account: several are paid in one sum. */
import { madeOnce } from '../../made-once.ts';
import { type Address, type ChainLog, zeroAddress } from '../../model.ts';
import { type EventShape, type EventValues, readEvent } from './event-shape.ts';

/** Of the logs of one transaction, by contract and event: each event asks, and all are read once. */
const sumsOf = madeOnce((_logs: readonly ChainLog[]) => new Map<string, ReadonlyMap<Address, bigint>>());

type AmountOf = (values: EventValues) => bigint;
const namedAmount: AmountOf = (values) => values.number('amount') ?? 0n;

/**
 * Base units by account, which the parameter `user` names; under the zero address where the event has none. The amount is the parameter
 * `amount`, unless the event tells it otherwise: of one event it is always told the same way.
 */
export function sumsByUser(
  logs: readonly ChainLog[],
  emitter: Address,
  shape: EventShape,
  amountOf: AmountOf = namedAmount,
): ReadonlyMap<Address, bigint> {
  const sums = sumsOf(logs);
  const key = `${emitter} ${shape.topic}`;
  const found = sums.get(key) ?? readSums(logs, { emitter, shape, amountOf });
  sums.set(key, found);
  return found;
}

function readSums(
  logs: readonly ChainLog[],
  { emitter, shape, amountOf }: { emitter: Address; shape: EventShape; amountOf: AmountOf },
): Map<Address, bigint> {
  const sums = new Map<Address, bigint>();
  for (const log of logs) {
    const told = log.address === emitter ? readEvent(log, shape) : null;
    const user = shape.parameters.has('user') ? told?.address('user') : zeroAddress;
    if (told === null || user === undefined) continue;
    sums.set(user, (sums.get(user) ?? 0n) + amountOf(told));
  }
  return sums;
}
