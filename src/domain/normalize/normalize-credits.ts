/**
 * Native value that arrives without a transaction: withdrawals, rewards, the genesis allocation. Each block's credits
 * become one stand-in transaction under the block's hash, behind every real transaction of the block.
 */
import type { Address, ChainCredit, ChainTransaction, Movement } from '../model.ts';
import { zeroAddress } from '../model.ts';
import { creditTransactionIndex } from '../position.ts';
import type { NormalizedTransaction } from './normalized.ts';

/** One stand-in transaction per block that credited the wallet, in block order. */
export function normalizeCredits(credits: readonly ChainCredit[], wallet: Address): NormalizedTransaction[] {
  const byBlock = Map.groupBy(
    credits.filter((credit) => credit.address === wallet && credit.value > 0n),
    (credit) => credit.blockHash,
  );
  return [...byBlock.values()].map((group) => normalizeBlock(group, wallet)).sort(byBlockNumber);
}

/**
 * Credits without what logs tell of already: some nodes tell of what a chain pays for its bridge as a reward of the block, too.
 */
export function creditsBesideLogs(
  credits: readonly ChainCredit[],
  transactions: readonly NormalizedTransaction[],
): readonly ChainCredit[] {
  const told = new Map<number, bigint>();
  for (const { transaction, movements } of transactions) {
    for (const { item, amount } of movements) {
      if (item.kind !== 'mint') continue;
      told.set(transaction.blockNumber, (told.get(transaction.blockNumber) ?? 0n) + amount);
    }
  }
  return credits.flatMap((credit) => {
    const { kind, blockNumber, value } = credit;
    const rest = told.get(blockNumber) ?? 0n;
    if (kind !== 'reward' || rest === 0n) return [credit];
    const taken = rest < value ? rest : value;
    told.set(blockNumber, rest - taken);
    return taken === value ? [] : [{ ...credit, value: value - taken }];
  });
}

function byBlockNumber(left: NormalizedTransaction, right: NormalizedTransaction): number {
  return left.transaction.blockNumber - right.transaction.blockNumber;
}

function normalizeBlock(group: readonly ChainCredit[], wallet: Address): NormalizedTransaction {
  const credits = [...group].sort((left, right) => left.index - right.index);
  const first = credits[0];
  if (first === undefined) throw new RangeError('a group of credits is never empty');
  const transaction: ChainTransaction = {
    hash: first.blockHash,
    blockNumber: first.blockNumber,
    blockHash: first.blockHash,
    transactionIndex: creditTransactionIndex,
    timestamp: first.timestamp,
    from: zeroAddress,
    to: wallet,
    createdContract: null,
    value: 0n,
    minted: 0n,
    input: '0x',
    succeeded: true,
    networkFee: 0n,
    logs: [],
    internalCalls: [],
  };
  const movements = credits.map(
    (credit): Movement => ({
      item: { kind: 'withdrawal', index: credit.index, batch: 0 },
      side: 'inflow',
      standard: 'native',
      tokenAddress: zeroAddress,
      tokenId: null,
      amount: credit.value,
      counterparty: zeroAddress,
    }),
  );
  return {
    wallet,
    transaction,
    movements,
    approvals: [],
    swapContracts: [],
    bridgeCrossings: [],
    recipientCounts: new Map(),
    burnedAmounts: new Map(),
    mintedAmounts: new Map(),
    transferParties: new Set(),
    wrapContracts: new Set(),
    logs: [],
    walletActed: false,
    fee: 0n,
    credits,
    warnings: [],
  };
}
