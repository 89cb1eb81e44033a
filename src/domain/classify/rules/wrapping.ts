import { type Address, zeroAddress } from '../../model.ts';
import type { Evidence, Rule } from '../evidence/rule.ts';

/**
 * The native token against its wrapper, one to one and nothing else: the same coin in another coat. A wrapper is the listed
 * one, and any that logs the wrapping of just the native amount that it took or gave.
 */
export const wrapping: Rule = (evidence) => {
  const { inflows, outflows } = evidence;
  const [inflow, otherInflow] = inflows;
  const [outflow, otherOutflow] = outflows;
  if (inflow === undefined || outflow === undefined) return null;
  if (otherInflow !== undefined || otherOutflow !== undefined) return null;
  if (inflow.amount !== -outflow.amount) return null;
  const isWrap = outflow.tokenAddress === zeroAddress && isWrapper(inflow.tokenAddress, evidence);
  const isUnwrap = inflow.tokenAddress === zeroAddress && isWrapper(outflow.tokenAddress, evidence);
  if (!isWrap && !isUnwrap) return null;
  return {
    category: 'CONTRACT_EXECUTION',
    kind: isWrap ? 'WRAP' : 'UNWRAP',
    treatment: () => 'BASIS_TRANSFER',
  };
};

function isWrapper(token: Address, { context, normalized }: Evidence): boolean {
  return token === context.wrappedNative || normalized.wrapContracts.has(token);
}
