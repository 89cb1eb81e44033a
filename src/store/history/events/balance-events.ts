/** What a comparison of balances with the chain found, as events of the wallet's log. */
import type { ComparedBalance, NewEvent } from './stored-events.ts';

/** So many balances of one comparison are told of; all are in the list of issues. */
const toldBalances = 500;

type Difference = Pick<ComparedBalance, 'tokenAddress' | 'difference'>;

/** What the comparison found that the former one did not. A token that is compared no more is not told of. */
export function balanceEvents(
  chainId: number,
  former: readonly Difference[],
  {
    compared,
    blockNumber,
  }: { compared: readonly Omit<ComparedBalance, 'blockNumber'>[]; blockNumber: number },
): NewEvent[] {
  const before = new Map(former.map(({ tokenAddress, difference }) => [tokenAddress, difference]));
  const changed = compared.filter(
    ({ tokenAddress, difference }) => difference !== (before.get(tokenAddress) ?? 0n),
  );
  return changed.slice(0, toldBalances).map(({ tokenAddress, onChain, difference }) => ({
    kind: difference === 0n ? 'balance.agrees' : 'balance.differs',
    ...{ chainId, balance: { tokenAddress, onChain, difference, blockNumber } },
  }));
}
