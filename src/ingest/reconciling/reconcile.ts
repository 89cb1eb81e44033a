/** Compares what a wallet's history adds up to with what the chain says that it owns, at the block it is synced to. */
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { type Address, type Hex, zeroAddress } from '../../domain/model.ts';
import { formatUnits } from '../../domain/money/money.ts';
import { RetryableError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  type ReconciliationTask,
  readStoredBalances,
  type StoredBalances,
  storeReconciliation,
} from '../../store/sync/reconciliation-rows.ts';
import type { ChainRuntime } from '../chain-runtime.ts';

/** Calls per piece: a wallet with thousands of tokens asks in bounded requests. */
const callsAtOnce = 200;
/** A wallet full of rebasing tokens does not flood its status. */
const warningLimit = 20;

const abi = parseAbi(['function balanceOf(address owner) view returns (uint256)']);

interface Comparison {
  tokenAddress: Address;
  symbol: string;
  decimals: number;
  amount: bigint;
  onChain: bigint;
  difference: bigint;
}

/** One comparison of one wallet on one chain; throws when the chain cannot be asked or moves meanwhile. */
export async function reconcileWallet(
  database: Database,
  chain: ChainRuntime,
  task: ReconciliationTask,
  nextInMs: number,
): Promise<{ compared: number; different: number }> {
  const stored = await readStoredBalances(database, task);
  if (stored === null) return { compared: 0, different: 0 };
  await requireSameBlock(chain, stored);
  const comparisons = await compare(chain, task.address, stored);
  // Asked again afterwards: figures from both sides of a re-org would differ without anything being amiss.
  await requireSameBlock(chain, stored);
  const compared = await storeReconciliation(database, task, {
    blockNumber: stored.blockNumber,
    blockHash: stored.blockHash,
    compared: comparisons,
    warnings: warningsOf(comparisons, stored, chain),
    nextInMs,
  });
  const different = comparisons.filter(({ difference }) => difference !== 0n).length;
  return compared ? { compared: comparisons.length, different } : { compared: 0, different: 0 };
}

async function requireSameBlock(chain: ChainRuntime, stored: StoredBalances): Promise<void> {
  const block = await chain.source.getBlock(stored.blockNumber);
  if (block?.hash === stored.blockHash) return;
  throw new RetryableError(`block ${stored.blockNumber} is not on the chain any more: a re-org is under way`);
}

async function compare(chain: ChainRuntime, wallet: Address, stored: StoredBalances): Promise<Comparison[]> {
  const onChain = await balancesOnChain(chain, wallet, stored);
  return stored.balances.flatMap(({ tokenAddress, amount, symbol, decimals }) => {
    const actual = onChain.get(tokenAddress);
    // A contract that does not answer proves nothing.
    if (actual === undefined) return [];
    const isNative = tokenAddress === zeroAddress;
    return [
      {
        tokenAddress,
        symbol: (isNative ? chain.config.symbol : symbol) ?? tokenAddress,
        decimals: (isNative ? chain.config.nativeDecimals : decimals) ?? 0,
        amount,
        onChain: actual,
        difference: actual - amount,
      },
    ];
  });
}

async function balancesOnChain(
  chain: ChainRuntime,
  wallet: Address,
  { balances, blockNumber }: StoredBalances,
): Promise<Map<Address, bigint>> {
  const known = new Map<Address, bigint>();
  known.set(zeroAddress, await chain.source.getNativeBalance(wallet, blockNumber));
  const tokens = balances.map((row) => row.tokenAddress).filter((address) => address !== zeroAddress);
  const data = encodeFunctionData({ abi, args: [wallet] });
  for (let start = 0; start < tokens.length; start += callsAtOnce) {
    const piece = tokens.slice(start, start + callsAtOnce);
    const answers = await chain.source.callContracts(
      piece.map((to) => ({ to, data })),
      blockNumber,
    );
    for (const [index, address] of piece.entries()) {
      const balance = uint256(answers[index] ?? null);
      if (balance !== null) known.set(address, balance);
    }
  }
  return known;
}

/** The word that balanceOf answers with; null for anything else. */
function uint256(answer: Hex | null): bigint | null {
  return answer !== null && answer.length >= 66 ? BigInt(answer.slice(0, 66)) : null;
}

function warningsOf(
  comparisons: readonly Comparison[],
  stored: StoredBalances,
  chain: ChainRuntime,
): string[] {
  const differences = comparisons
    .filter(({ difference }) => difference !== 0n)
    .map(
      ({ symbol, difference, decimals }) =>
        `Balance of ${symbol} differs from the chain by ${formatUnits(difference, decimals)}: rebasing token or missing history`,
    );
  const negative = stored.balances
    .filter(({ amount }) => amount < 0n)
    .map(({ tokenAddress, symbol, amount, decimals }) => {
      const isNative = tokenAddress === zeroAddress;
      const name = (isNative ? chain.config.symbol : symbol) ?? tokenAddress;
      const units = (isNative ? chain.config.nativeDecimals : decimals) ?? 0;
      return `Balance of ${name} is negative (${formatUnits(amount, units)}): more went out than is known to have come in`;
    });
  const all = [...differences, ...negative];
  if (all.length <= warningLimit) return all;
  return [...all.slice(0, warningLimit), `${all.length - warningLimit} more balances differ from the chain`];
}
