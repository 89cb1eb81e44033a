/**
 * What a token calls itself may become known after its transfers were stored. Spam by its own words is then told from what is stored,
 * which is less than what the chain says: in doubt a transfer stays as it was judged.
 */
import type { Address, TransactionRecord, TransferRecord } from '../model.ts';
import { entryPoints } from '../normalize/evidence.ts';
import { flowsAlone } from './evidence/rule.ts';
import type { SpamMark } from './own-acts.ts';

/** A transfer of a token whose words are spam (saysSpam), and its transaction. */
export interface LateTransfer extends SpamMark {
  transfer: Pick<TransferRecord, 'side' | 'standard' | 'amount' | 'counterparty'>;
  transaction: Pick<TransactionRecord, 'from' | 'to'>;
}

/**
 * Whether the transfer is an airdrop now, as it had been if the words had been known (spam.ts): it came from others, in a transaction
 * that the wallet has no part in. A contract wallet acts where it is called, or through an entry point; there it stays.
 */
export function isAirdropByWords(
  { transfer, transaction, spamReason, clearedSpamReason }: LateTransfer,
  wallet: Address,
): boolean {
  if (transfer.side !== 'inflow' || transfer.standard === 'native') return false;
  if (transfer.amount === 0n || transfer.counterparty === wallet) return false;
  // What was cleared is such an airdrop already, and what is forged is one before it is forged.
  if (clearedSpamReason !== null || (spamReason !== null && spamReason !== 'forged')) return false;
  const { from, to } = transaction;
  return from !== wallet && to !== wallet && (to === null || !entryPoints.has(to));
}

/**
 * What a transaction is whose transfers are all spam now (rules/nothing-moved.ts). Where something else moved, its category stands.
 *
 * @param reasons of all of its transfers
 */
export function meaningOfSpam(
  reasons: readonly TransferRecord['spamReason'][],
): Pick<TransactionRecord, 'category' | 'kind' | 'kindReason'> | null {
  if (reasons.length === 0 || reasons.includes(null)) return null;
  const kind = reasons.every((reason) => reason === 'airdrop') ? 'AIRDROP' : 'CONTRACT_EXECUTION';
  return { category: 'CONTRACT_EXECUTION', kind, kindReason: flowsAlone };
}
