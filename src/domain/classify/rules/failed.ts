import type { Rule } from '../rule.ts';

/** A failed transaction moved nothing, whatever it wanted. */
export const failed: Rule = ({ normalized }) =>
  normalized.transaction.succeeded ? null : { category: 'CONTRACT_EXECUTION', kind: 'FAILED' };
