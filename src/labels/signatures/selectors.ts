/** Names of called functions: 4-byte selectors of signatures that are known. */
import { toFunctionSelector } from 'viem/utils';
import type { Hex } from '../../domain/model.ts';
import { commonSignatures } from './common-signatures.ts';
import { contractSignatures } from './contract-signatures.ts';

/** The name of a called function, or null where its selector is not known. */
export type SelectorName = (selector: Hex) => string | null;

/**
 * Answers names, such as 'transfer'. `extraSignatures` win over built-in ones; where two
 * signatures share a selector, the one listed first stays.
 *
 * @example createSelectorNames()('0xa9059cbb') // 'transfer'
 */
export function createSelectorNames(extraSignatures: readonly string[] = []): SelectorName {
  const names = new Map<string, string>();
  const add = (signature: string): void => {
    const selector = toFunctionSelector(signature);
    if (!names.has(selector)) names.set(selector, signature.slice(0, signature.indexOf('(')));
  };
  for (const signature of extraSignatures) add(signature);
  for (const signature of commonSignatures) add(signature);
  for (const signature of contractSignatures) add(signature);
  return (selector) => names.get(selector) ?? null;
}
