/** What is said of a balance beside the chain's. */
import { groupDigits } from '../../money/format.ts';

interface Compared {
  /** Of the wallet now, in units of the token. */
  balance: string;
  /** null: not compared yet. */
  reconciliation?: { difference: string; onChainBalance: string; blockNumber: number } | null | undefined;
}

/** Whether both were equal when they were compared, and whether that is still the balance: a token may have moved since. */
export function checkedNote({ balance, reconciliation }: Compared): string {
  if (!reconciliation) return 'not compared with the chain yet';
  if (reconciliation.difference !== '0') return 'differs from the chain: see Issues';
  const block = groupDigits(String(reconciliation.blockNumber));
  return reconciliation.onChainBalance === balance
    ? `✓ equal to the chain at block ${block}`
    : `✓ was equal to the chain at block ${block}, and has moved since`;
}
