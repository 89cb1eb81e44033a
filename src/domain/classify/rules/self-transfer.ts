import type { Evidence, Rule } from '../evidence/rule.ts';

/** The wallet moved something to itself and nothing else: nobody gained or lost anything. */
export const selfTransfer: Rule = (evidence) => {
  const { normalized, movements } = evidence;
  const isAlone =
    movements.length > 0
      ? movements.every((movement) => movement.counterparty === normalized.wallet)
      : isEmptySend(evidence);
  return isAlone
    ? { category: 'CONTRACT_EXECUTION', kind: 'SELF_TRANSFER', treatment: () => 'BASIS_TRANSFER' }
    : null;
};

/** Nothing sent to oneself, as wallets do to cancel a transaction that is stuck. */
function isEmptySend({ normalized }: Evidence): boolean {
  const { transaction, wallet } = normalized;
  return transaction.from === wallet && transaction.to === wallet && transaction.input === '0x';
}
