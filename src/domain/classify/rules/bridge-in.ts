import type { Rule } from '../evidence/rule.ts';

/** Only value arrives, and a canonical bridge gave it, or says that it brought it from another chain. */
export const bridgeIn: Rule = ({ normalized, inflows, outflows }) => {
  if (inflows.length === 0 || outflows.length > 0) return null;
  return normalized.bridgeCrossings.some(({ direction }) => direction === 'in')
    ? { category: 'RECEIVE', kind: 'BRIDGE_IN', treatment: () => 'CARRY', reason: 'a listed bridge' }
    : null;
};
