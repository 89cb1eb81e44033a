import type { Address } from '../../model.ts';
import { zeroAddress } from '../../model.ts';
import { calledFunction } from '../evidence/claim-evidence.ts';
import { calledFor } from '../evidence/functions.ts';
import type { Rule } from '../evidence/rule.ts';

const burnAddresses: ReadonlySet<Address> = new Set<Address>([
  zeroAddress,
  '0x000000000000000000000000000000000000dead',
]);

/** Only value leaves. */
export const send: Rule = ({ inflows, outflows, movements, normalized }) => {
  if (outflows.length === 0 || inflows.length > 0) return null;
  const gone = movements.filter((movement) => movement.side === 'outflow' && movement.amount > 0n);
  if (gone.every((movement) => burnAddresses.has(movement.counterparty))) {
    return { category: 'SEND', kind: 'BURN' };
  }
  const { transaction, walletActed } = normalized;
  const isDeposit =
    walletActed &&
    outflows.length === 1 &&
    gone.every(({ counterparty }) => counterparty === transaction.to) &&
    calledFor(transaction.input) === 'deposit';
  return isDeposit
    ? { category: 'SEND', kind: 'DEPOSIT', treatment: () => 'HELD', reason: calledFunction }
    : { category: 'SEND', kind: 'SEND' };
};
