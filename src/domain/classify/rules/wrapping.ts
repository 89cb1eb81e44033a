import { zeroAddress } from '../../model.ts';
import type { Rule } from '../rule.ts';

/** The native token against its listed wrapper, one to one and nothing else: the same coin in another coat. */
export const wrapping: Rule = ({ context, inflows, outflows }) => {
  const [inflow, otherInflow] = inflows;
  const [outflow, otherOutflow] = outflows;
  if (inflow === undefined || outflow === undefined) return null;
  if (otherInflow !== undefined || otherOutflow !== undefined) return null;
  if (inflow.amount !== -outflow.amount) return null;
  const isWrap = outflow.tokenAddress === zeroAddress && inflow.tokenAddress === context.wrappedNative;
  const isUnwrap = inflow.tokenAddress === zeroAddress && outflow.tokenAddress === context.wrappedNative;
  if (!isWrap && !isUnwrap) return null;
  return {
    category: 'CONTRACT_EXECUTION',
    kind: isWrap ? 'WRAP' : 'UNWRAP',
    treatment: () => 'BASIS_TRANSFER',
  };
};
