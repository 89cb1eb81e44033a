/** Compares what a wallet's history adds up to with what the chain says that it owns, at the block it is synced to. */
import type { BlockReference } from '../../chains/definitions/chain-source.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { RetryableError } from '../../errors.ts';
import { rebasingTokens } from '../../labels/rebasing-tokens.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  readStoredBalances,
  type StoredBalances,
  storeReconciliation,
} from '../../store/sync/reconciliation-rows.ts';
import type { ReconciliationTask } from '../../store/sync/reconciliation-turns.ts';
import { balanceIn, balanceOfCall } from '../balance-of.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { isRounding } from './accruals.ts';
import { type Comparison, warningsOf, withoutRounding } from './comparison.ts';
import { type MeasuredGrowth, measureGrowth } from './measure-growth.ts';

/** Calls per piece: a wallet with thousands of tokens asks in bounded requests. */
const callsAtOnce = 200;

/**
 * Many wallets take turns, one every four seconds: of one to which something happens the balances are compared soon after it, and of the
 * others this is a check of a check.
 */
const perFollowerMs = 4_000;

/** Where more can be measured than one round does. */
const nextRoundMs = 1_000;

/** One comparison of one wallet on one chain; throws when the chain cannot be asked or moves meanwhile. */
export async function reconcileWallet(
  database: Database,
  chain: ChainRuntime,
  task: ReconciliationTask,
  nextInMs: number,
): Promise<{ compared: number; different: number }> {
  const known = new Set([...rebasingTokens(task.chainId), ...chain.config.rebasingTokens]);
  const stored = await readStoredBalances(database, task, known);
  if (stored === null) return { compared: 0, different: 0 };
  const head = await requireSameBlock(chain, stored);
  const compared = await compare(chain, task.address, stored);
  const growth = await growthOfAll(chain, { task, stored, head, compared });
  const comparisons = compared.map((comparison) => withoutRounding(withGrowth(comparison, growth)));
  // Asked again afterwards: figures from both sides of a re-org would differ without anything being amiss.
  await requireSameBlock(chain, stored);
  const isStored = await storeReconciliation(database, task, {
    blockNumber: stored.blockNumber,
    blockHash: stored.blockHash,
    compared: comparisons,
    accruals: growth.map(({ change }) => change),
    warnings: warningsOf(comparisons, stored, chain.config),
    ...(growth.some(({ hasMore }) => hasMore)
      ? { nextInMs: Math.min(nextInMs, nextRoundMs) }
      : { nextInMs, perFollowerMs }),
  });
  const different = comparisons.filter(({ difference }) => difference !== 0n).length;
  return isStored ? { compared: comparisons.length, different } : { compared: 0, different: 0 };
}

async function requireSameBlock(chain: ChainRuntime, stored: StoredBalances): Promise<BlockReference> {
  const block = await chain.source.getBlock(stored.blockNumber);
  if (block?.hash === stored.blockHash) return block;
  throw new RetryableError(`block ${stored.blockNumber} is not on the chain any more: a re-org is under way`);
}

/** Of the tokens that grow by themselves and said what is on the chain. */
async function growthOfAll(
  chain: ChainRuntime,
  {
    task,
    stored,
    head,
    compared,
  }: {
    task: ReconciliationTask;
    stored: StoredBalances;
    head: BlockReference;
    compared: readonly Comparison[];
  },
): Promise<MeasuredGrowth[]> {
  const found: MeasuredGrowth[] = [];
  for (const history of stored.growing) {
    const comparison = compared.find(({ tokenAddress }) => tokenAddress === history.tokenAddress);
    if (comparison === undefined) continue;
    const { safeBlock } = stored;
    found.push(await measureGrowth(chain, { task, history, head, safeBlock, balance: comparison.onChain }));
  }
  return found;
}

/** The comparison with what the token has brought by itself, as it will be stored with it; what it rounds by is no difference. */
function withGrowth(comparison: Comparison, growth: readonly MeasuredGrowth[]): Comparison {
  const own = growth.find(({ change }) => change.tokenAddress === comparison.tokenAddress);
  if (own === undefined) return comparison;
  const amount = comparison.amount + own.amount;
  const difference = comparison.onChain - amount;
  return { ...comparison, amount, difference: isRounding(difference, own.transferCount) ? 0n : difference };
}

async function compare(chain: ChainRuntime, wallet: Address, stored: StoredBalances): Promise<Comparison[]> {
  const onChain = await balancesOnChain(chain, wallet, stored);
  return stored.balances.flatMap(({ tokenAddress, amount, symbol, decimals, debtMoves }) => {
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
        ...{ onChain: actual, debtMoves },
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
  const data = balanceOfCall(wallet);
  for (let start = 0; start < tokens.length; start += callsAtOnce) {
    const piece = tokens.slice(start, start + callsAtOnce);
    const answers = await chain.source.callContracts(
      piece.map((to) => ({ to, data })),
      blockNumber,
    );
    for (const [index, address] of piece.entries()) {
      const balance = balanceIn(answers[index] ?? null);
      if (balance !== null) known.set(address, balance);
    }
  }
  return known;
}
