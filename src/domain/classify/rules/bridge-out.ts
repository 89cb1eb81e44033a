import type { Rule } from '../evidence/rule.ts';

/** Only value leaves, and a canonical bridge took it, or says that it took it to another chain. */
export const bridgeOut: Rule = ({ normalized, inflows, outflows }) => {
  if (outflows.length === 0 || inflows.length > 0) return null;
  return normalized.bridgeCrossings.some(({ direction }) => direction === 'out')
    ? { category: 'SEND', kind: 'BRIDGE_OUT', treatment: () => 'CARRY', reason: 'a listed bridge' }
    : null;
};
