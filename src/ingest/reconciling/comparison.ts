/** What a balance and what the chain says of it come to: what is rounding, and what is told as a warning. Pure. */
import { type Address, zeroAddress } from '../../domain/model.ts';
import { formatUnits } from '../../domain/money/money.ts';
import type { StoredBalances } from '../../store/sync/reconciliation-rows.ts';
import { isRounding } from './accruals.ts';

/** A wallet full of rebasing tokens does not flood its status. */
const warningLimit = 20;

export interface Comparison {
  tokenAddress: Address;
  symbol: string;
  decimals: number;
  amount: bigint;
  onChain: bigint;
  difference: bigint;
  /** As `StoredBalances` has it. */
  debtMoves: number;
}

/** What the chain calls its own coin. */
interface NativeAsset {
  symbol: string;
  nativeDecimals: number;
}

/** A debt's token rounds with each of its moves, as its interest is told. */
export function withoutRounding(comparison: Comparison): Comparison {
  const { difference, debtMoves } = comparison;
  return isRounding(difference, debtMoves) ? { ...comparison, difference: 0n } : comparison;
}

/** In sentences, of a stretch that is not too long. */
export function warningsOf(
  comparisons: readonly Comparison[],
  stored: StoredBalances,
  native: NativeAsset,
): string[] {
  const differences = comparisons
    .filter(({ difference }) => difference !== 0n)
    .map(
      ({ symbol, difference, decimals, debtMoves }) =>
        `Balance of ${symbol} differs from the chain by ${formatUnits(difference, decimals)}: ` +
        (debtMoves > 0 && difference > 0n
          ? 'interest on a debt since it last moved'
          : 'rebasing token or missing history'),
    );
  const negative = stored.balances
    .filter(({ amount }) => amount < 0n)
    .map(({ tokenAddress, symbol, amount, decimals }) => {
      const isNative = tokenAddress === zeroAddress;
      const name = (isNative ? native.symbol : symbol) ?? tokenAddress;
      const units = (isNative ? native.nativeDecimals : decimals) ?? 0;
      return `Balance of ${name} is negative (${formatUnits(amount, units)}): more went out than is known to have come in`;
    });
  const all = [...differences, ...negative];
  if (all.length <= warningLimit) return all;
  return [...all.slice(0, warningLimit), `${all.length - warningLimit} more balances differ from the chain`];
}
