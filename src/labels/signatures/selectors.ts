/** Names of called functions: 4-byte selectors of signatures that are known. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toFunctionSelector } from 'viem/utils';
import { z } from 'zod';
import { calledSignatures } from '../../domain/classify/evidence/functions.ts';
import type { Hex } from '../../domain/model.ts';
import { commonSignatures } from './common-signatures.ts';
import { contractSignatures } from './contract-signatures.ts';
import { protocolSignatures } from './protocol-signatures.ts';

/** The name of a called function, or null where its selector is not known. */
export type SelectorName = (selector: Hex) => string | null;

const packageTableSchema = z.object({ signatures: z.record(z.string(), z.string()) });

/** Selectors and signatures of the ABIs of packages; the file says which, `scripts/signatures/main.ts` writes it. */
export function packageSignatures(): Record<string, string> {
  const file = join(import.meta.dirname, 'package-signatures.json');
  return packageTableSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).signatures;
}

/** What is listed here by hand. */
export const listedSignatures: readonly string[] = [
  ...commonSignatures,
  ...contractSignatures,
  ...protocolSignatures,
  ...calledSignatures,
];

/**
 * Answers names, such as 'transfer'. Anybody can find a function whose selector is that of another: where two signatures that are
 * known share a selector, it has no name.
 *
 * @param more signatures beside those that are built in
 * @example createSelectorNames()('0xa9059cbb') // 'transfer'
 */
export function createSelectorNames(more: readonly string[] = []): SelectorName {
  const known = new Map<string, string | null>(Object.entries(packageSignatures()));
  for (const signature of [...listedSignatures, ...more]) {
    const selector = toFunctionSelector(signature);
    const other = known.get(selector) ?? signature;
    known.set(selector, other === signature && known.get(selector) !== null ? signature : null);
  }
  return (selector) => {
    const signature = known.get(selector) ?? null;
    return signature === null ? null : signature.slice(0, signature.indexOf('('));
  };
}
