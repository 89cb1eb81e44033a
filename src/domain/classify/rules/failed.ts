import type { Rule } from '../evidence/rule.ts';

/** A failed transaction moved nothing, whatever it wanted. */
export const failed: Rule = ({ normalized }) =>
  normalized.transaction.succeeded ? null : { category: 'CONTRACT_EXECUTION', kind: 'FAILED' };
