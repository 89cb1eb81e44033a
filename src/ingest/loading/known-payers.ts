/**
 * Which contracts a wallet had used by the time of a transaction: known from the steps before, and from what comes before it in
 * this one. So a history is judged the same, however it was cut into steps. Only those are looked up that pay many at once.
 */
import { compareChainPlaces } from '../../domain/chain-order.ts';
import { isMailing } from '../../domain/classify/spam.ts';
import type { Address } from '../../domain/model.ts';
import type { NormalizedTransaction } from '../../domain/normalize/normalized.ts';
import type { Database } from '../../store/connection/database.ts';
import { findUsedContracts } from '../../store/history/used-contracts.ts';
import type { SyncLease } from '../../store/sync/commit.ts';

/** Whether the wallet had called the contract, or given it something, before that transaction. */
export type HasUsed = (contract: Address, at: NormalizedTransaction) => boolean;

/**
 * @param transactions of one step, in their order
 * @param fromBlock where the step begins: what is stored from there on is what it replaces
 */
export async function readUsedContracts(
  database: Database,
  lease: Pick<SyncLease, 'walletId' | 'chainId' | 'address'>,
  transactions: readonly NormalizedTransaction[],
  fromBlock: number,
): Promise<HasUsed> {
  const payers = new Set(transactions.flatMap((transaction) => payerOf(transaction) ?? []));
  if (payers.size === 0) return () => false;
  const earlier = new Set(
    await findUsedContracts(database, lease, { addresses: [...payers], beforeBlock: fromBlock }),
  );
  const firstUse = new Map<Address, NormalizedTransaction>();
  for (const transaction of transactions) {
    for (const address of usedIn(transaction)) {
      const known = firstUse.get(address);
      if (known === undefined || isBefore(transaction, known)) firstUse.set(address, transaction);
    }
  }
  return (contract, at) => {
    const first = firstUse.get(contract);
    return earlier.has(contract) || (first !== undefined && isBefore(first, at));
  };
}

/** The contract that was called, where somebody else called it and many got something. */
function payerOf({ transaction, walletActed, recipientCounts }: NormalizedTransaction): Address | null {
  return !walletActed && [...recipientCounts.values()].some(isMailing) ? transaction.to : null;
}

/** What the wallet called, and whom it gave something. */
function usedIn({ transaction, wallet, movements }: NormalizedTransaction): Address[] {
  if (transaction.from !== wallet || !transaction.succeeded) return [];
  const receivers = movements.flatMap(({ side, amount, counterparty }) =>
    side === 'outflow' && amount > 0n ? [counterparty] : [],
  );
  return transaction.to === null ? receivers : [transaction.to, ...receivers];
}

const isBefore = (left: NormalizedTransaction, right: NormalizedTransaction): boolean =>
  compareChainPlaces(left.transaction, right.transaction) < 0;
