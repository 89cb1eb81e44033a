import { type Address, zeroAddress } from '../../model.ts';
import { isMade, type NetFlow } from '../evidence/net-flow.ts';
import type { Evidence, Rule } from '../evidence/rule.ts';

/**
 * The native token against its wrapper, one to one and nothing else: the same coin in another coat. A wrapper is the listed
 * one, any that logs the wrapping of just the native amount that it took or gave, and one that makes as much of itself where the wallet calls its
 * `deposit()`: Blur's pool logs nothing else, and gives the coins back for what it burns.
 */
export const wrapping: Rule = (evidence) => {
  const { inflows, outflows } = evidence;
  const [inflow, otherInflow] = inflows;
  const [outflow, otherOutflow] = outflows;
  if (inflow === undefined || outflow === undefined) return null;
  if (otherInflow !== undefined || otherOutflow !== undefined) return null;
  if (inflow.amount !== -outflow.amount) return null;
  const isWrap =
    outflow.tokenAddress === zeroAddress &&
    (isWrapper(inflow.tokenAddress, evidence) || isMadeByDeposit(inflow, evidence));
  const isUnwrap = inflow.tokenAddress === zeroAddress && isWrapper(outflow.tokenAddress, evidence);
  if (!isWrap && !isUnwrap) return null;
  return {
    category: 'CONTRACT_EXECUTION',
    kind: isWrap ? 'WRAP' : 'UNWRAP',
    treatment: () => 'BASIS_TRANSFER',
  };
};

/** `deposit()`, as all wrappers have it. What buys a token is called otherwise, or not at all. */
const depositSelector = '0xd0e30db0';

function isMadeByDeposit(inflow: NetFlow, { normalized }: Evidence): boolean {
  const { transaction, wallet, logs } = normalized;
  const isCalled = transaction.from === wallet && transaction.to === inflow.tokenAddress;
  // Whoever tells of something else beside it, is something else.
  const isAlone = logs.filter(({ address }) => address === inflow.tokenAddress).length === 1;
  return isCalled && isAlone && transaction.input === depositSelector && isMade(inflow, normalized);
}

function isWrapper(token: Address, { context, normalized }: Evidence): boolean {
  return token === context.wrappedNative || normalized.wrapContracts.has(token);
}
