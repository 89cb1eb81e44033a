/** The contract through which a wallet acts as itself: protocols know it by that address. */
import type { Address } from '../../model.ts';
import type { NormalizedTransaction } from '../../normalize/normalized.ts';
import { addressInTopic } from '../../normalize/words.ts';

/** `execute(address,bytes)`, as DSNote logs the call: the selector, and who called. Source: DSProxy. */
const executed = `0x1cff79cd${'0'.repeat(56)}`;

/** The DSProxy that the wallet called, which obeys its owner alone; null: none. */
export function ownProxy({ transaction, wallet }: NormalizedTransaction): Address | null {
  const { to, logs } = transaction;
  const isOwn = logs.some(
    ({ address, topics }) => address === to && topics[0] === executed && addressInTopic(topics[1]) === wallet,
  );
  return isOwn ? to : null;
}
