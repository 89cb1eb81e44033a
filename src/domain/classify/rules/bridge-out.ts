import type { Rule } from '../evidence/rule.ts';

/** Only value leaves, and a canonical bridge took it, or says that it took it to another chain. */
export const bridgeOut: Rule = ({ normalized, inflows, outflows }) => {
  if (outflows.length === 0 || inflows.length > 0) return null;
  const taken = normalized.bridgeCrossings.find(({ direction }) => direction === 'out');
  if (taken === undefined) return null;
  return {
    ...{ category: 'SEND', kind: 'BRIDGE_OUT', treatment: () => 'CARRY', reason: 'a listed bridge' },
    heldBy: ({ side }) => (side === 'outflow' ? taken.bridge : null),
  };
};
