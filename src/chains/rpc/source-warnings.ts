/** What a node cannot tell of a chain, in sentences for the status of wallets. */
import type { ActivityPart } from '../definitions/chain-source.ts';
import type { Capabilities } from './client/capabilities.ts';

/** Chains whose validators are paid out by block bodies, which no node can search by address. */
const withdrawalChains: ReadonlySet<number> = new Set([1, 100, 10200, 17000, 560048, 11155111]);

/** @param missing what it cannot give over the whole chain */
export function warningsFor(
  chainId: number,
  capabilities: Capabilities,
  missing: readonly ActivityPart[],
): string[] {
  const warnings: string[] = [];
  if (withdrawalChains.has(chainId)) {
    warnings.push(
      'Validator withdrawals to this wallet, if there are any, cannot be found through a node: give the chain an explorer.',
    );
  }
  if (missing.includes('transactions')) {
    warnings.push(
      `The node has no traces, and its ${capabilities.head} blocks are too many to read one by one: ` +
        'plain transfers of the native token will not be found.',
    );
  }
  return warnings;
}
