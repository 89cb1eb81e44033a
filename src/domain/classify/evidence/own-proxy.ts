/** The contract through which a wallet acts as itself: protocols know it by that address. */
import type { Address } from '../../model.ts';
import type { NormalizedTransaction } from '../../normalize/normalized.ts';
import { eventShape, readEvent } from './event-shape.ts';

/** Its only way to act, as it notes it. Source: DSProxy. */
const executed = eventShape('note execute(address target, bytes data)');

/** The DSProxy that the wallet called, which obeys its owner alone; null: none. */
export function ownProxy({ transaction, wallet }: NormalizedTransaction): Address | null {
  const { to, logs } = transaction;
  const isOwn = logs.some(
    (log) => log.address === to && readEvent(log, executed)?.address('caller') === wallet,
  );
  return isOwn ? to : null;
}
