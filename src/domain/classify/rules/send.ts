import type { Address } from '../../model.ts';
import { zeroAddress } from '../../model.ts';
import { hasProtocolEvent } from '../claim-evidence.ts';
import type { Rule, Verdict } from '../rule.ts';

const burnAddresses: ReadonlySet<Address> = new Set<Address>([
  zeroAddress,
  '0x000000000000000000000000000000000000dead',
]);

/** Only value leaves. */
export const send: Rule = (evidence) => {
  const { inflows, outflows, movements } = evidence;
  if (outflows.length === 0 || inflows.length > 0) return null;
  return { category: 'SEND', kind: kindOf() };

  function kindOf(): Verdict['kind'] {
    const gone = movements.filter((movement) => movement.side === 'outflow' && movement.amount > 0n);
    if (gone.every((movement) => burnAddresses.has(movement.counterparty))) return 'BURN';
    return hasProtocolEvent(evidence, 'deposit', outflows) ? 'DEPOSIT' : 'SEND';
  }
};
