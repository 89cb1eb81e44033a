/** Whom a transaction was with. */
import { type Address, type Movement, type TransactionCategory, zeroAddress } from '../model.ts';
import { isNft } from './evidence/net-flow.ts';
import type { Evidence } from './evidence/rule.ts';

/**
 * For Send and Receive the other party of the largest transfer in that direction; else the called (or created) contract
 * where the wallet sent the transaction, and the sender where it did not. A burn or a mint has no other party: it counts only
 * where nothing else moved in that direction. (Repaying burns the debt beside what is paid to the pool: the pool is the party.)
 */
export function counterpartyOf(category: TransactionCategory, evidence: Evidence): Address {
  const { transaction, wallet } = evidence.normalized;
  if (category === 'SEND' || category === 'RECEIVE') {
    const side = category === 'SEND' ? 'outflow' : 'inflow';
    const all = evidence.movements.filter(
      (movement) => movement.side === side && movement.counterparty !== wallet,
    );
    const withParty = all.filter(({ counterparty }) => counterparty !== zeroAddress);
    const largest = (withParty.length > 0 ? withParty : all).reduce<Movement | null>(
      (best, movement) => (best === null || isLarger(movement, best, evidence) ? movement : best),
      null,
    );
    if (largest !== null) return largest.counterparty;
  }
  if (transaction.from !== wallet) return transaction.from;
  return transaction.to ?? transaction.createdContract ?? wallet;
}

/** By value where known; else native before trusted before other tokens before NFTs, then by whole units. */
function isLarger(movement: Movement, best: Movement, { context }: Evidence): boolean {
  const [value, bestValue] = [context.worthOf?.(movement) ?? null, context.worthOf?.(best) ?? null];
  if (value !== null && bestValue !== null) return value > bestValue;
  if (value !== null || bestValue !== null) return value !== null;
  const rank = (of: Movement): number => {
    if (of.standard === 'native') return 0;
    if (isNft(of)) return 3;
    return context.isTrustedToken(of.tokenAddress) ? 1 : 2;
  };
  if (rank(movement) !== rank(best)) return rank(movement) < rank(best);
  return wholeUnits(movement) > wholeUnits(best);

  // Scaled to the same number of digits, so that tokens of different decimals compare.
  function wholeUnits(of: Movement): bigint {
    const decimals = of.standard === 'native' ? 18 : (context.metadata(of.tokenAddress)?.decimals ?? 0);
    return of.amount * 10n ** BigInt(Math.max(0, 77 - decimals));
  }
}
