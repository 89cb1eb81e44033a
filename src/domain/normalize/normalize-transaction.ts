/** The entry of normalisation: chain record in, movements and evidence of one wallet out. Pure. */
import type { Address, ChainTransaction, Movement } from '../model.ts';
import { itemPosition } from '../position.ts';
import type { ChainRules } from './chain-rules.ts';
import { decodeTransfers } from './decode-transfers.ts';
import {
  countRecipients,
  didWalletAct,
  findApprovals,
  findBridgeCrossings,
  findSwapContracts,
  namesWallet,
  ownLogs,
  sumBurned,
  sumMinted,
} from './evidence.ts';
import { nativeMovements } from './native-moves.ts';
import type { NormalizedTransaction } from './normalized.ts';
import { tokenMovements } from './token-moves.ts';
import { findWraps } from './wraps.ts';

/**
 * What one transaction moved for one wallet. A failed transaction moves nothing. Malformed logs are skipped; those that
 * name the wallet leave a warning.
 */
export function normalizeTransaction(
  transaction: ChainTransaction,
  wallet: Address,
  rules: ChainRules,
): NormalizedTransaction {
  const logs = transaction.succeeded ? transaction.logs : [];
  const { transfers, malformed } = decodeTransfers(logs, rules);
  const native = nativeMovements(transaction, wallet, rules);
  const wraps = findWraps(logs, wallet, native, rules);
  const wrapContracts = new Set(wraps.map((wrap) => wrap.contract));
  const tokens = tokenMovements({
    wallet,
    transfers,
    wraps,
    nativeMovements: native,
    firstLogIndex: logs[0]?.logIndex ?? 0,
    rules,
  });
  const movements = inPositionOrder([...native, ...tokens]);
  const heard = ownLogs(logs, wallet);
  return {
    wallet,
    transaction,
    logs: heard,
    movements,
    approvals: findApprovals(logs, wallet),
    swapContracts: findSwapContracts(heard),
    bridgeCrossings: findBridgeCrossings({ transaction, logs: heard, movements, wallet, rules }),
    recipientCounts: countRecipients(transfers),
    burnedAmounts: sumBurned(transfers, wallet),
    mintedAmounts: sumMinted(transfers),
    transferParties: new Set(transfers.flatMap(({ from, to }) => [from, to])),
    wrapContracts,
    walletActed: didWalletAct(transaction, wallet),
    fee: transaction.from === wallet ? transaction.networkFee : 0n,
    credits: [],
    warnings: malformed
      .filter((log) => namesWallet(log, wallet))
      .map((log) => `Transaction ${transaction.hash}: log ${log.logIndex} of ${log.address} cannot be read`),
  };
}

/** Whether the wallet has a part in the transaction: it sent it, is its `to`, or has an item in it. */
export function belongsToWallet(normalized: NormalizedTransaction): boolean {
  const { transaction, wallet, movements } = normalized;
  return transaction.from === wallet || transaction.to === wallet || movements.length > 0;
}

function inPositionOrder(movements: readonly Movement[]): Movement[] {
  const keyed = movements.map((movement) => ({ movement, key: itemPosition(movement.item, movement.side) }));
  keyed.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
  return keyed.map(({ movement }) => movement);
}
