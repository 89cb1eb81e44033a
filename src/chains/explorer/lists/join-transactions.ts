/** Puts together what the receipts and the lists say of the same transactions, and checks that they agree. */
import { compareChainPlaces } from '../../../domain/chain-order.ts';
import type { ChainTransaction, Hash, InternalCall } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import type { SeenTransaction } from '../../rpc/transaction-reader.ts';
import type { Discovery } from './discover.ts';
import { shownFunctionName } from './function-names.ts';
import { withoutOwnCreation } from './internal-calls.ts';

/** The transactions in (block, index) order with their internal calls. Throws RetryableError where two answers disagree. */
export function completeTransactions(parts: {
  host: string;
  read: readonly ChainTransaction[];
  seen: readonly SeenTransaction[];
  found: Discovery;
  internalCalls: ReadonlyMap<Hash, readonly InternalCall[]>;
}): { transactions: ChainTransaction[]; warnings: string[] } {
  const { host, seen, found, internalCalls } = parts;
  const rows = new Map(found.transactions.map((row) => [row.hash, row]));
  const byHash = new Map(parts.read.map((transaction) => [transaction.hash, transaction]));
  const transactions: ChainTransaction[] = [];
  for (const { hash, blockNumber } of seen) {
    const transaction = byHash.get(hash);
    if (transaction === undefined)
      throw new RetryableError(`${host} lists transaction ${hash}, which the node does not have`);
    if (transaction.blockNumber !== blockNumber) {
      throw new RetryableError(
        `${host} lists transaction ${hash} in block ${blockNumber}, the node has it in ${transaction.blockNumber}`,
      );
    }
    const row = rows.get(hash);
    const succeeded = row?.succeededBeforeReceiptStatus ?? transaction.succeeded;
    const functionName = shownFunctionName(row?.functionName ?? null, transaction.input);
    transactions.push({
      ...transaction,
      ...(functionName === null ? {} : { functionName }),
      succeeded,
      logs: succeeded ? transaction.logs : [],
      internalCalls: succeeded ? withoutOwnCreation(transaction, internalCalls.get(hash) ?? []) : [],
    });
  }
  transactions.sort(compareChainPlaces);
  return { transactions, warnings: missingLogs(found, byHash) };
}

/** Token transfers that the explorer lists and no log of the receipt shows: some chains list moves that have no log. */
function missingLogs(found: Discovery, byHash: ReadonlyMap<Hash, ChainTransaction>): string[] {
  const warnings = new Set<string>();
  for (const row of found.tokens) {
    const logs = byHash.get(row.hash)?.logs ?? [];
    if (logs.some((log) => log.address === row.contractAddress)) continue;
    warnings.add(
      `Transaction ${row.hash}: the explorer lists a transfer of token ${row.contractAddress} that its receipt does not show`,
    );
  }
  return [...warnings];
}
