/** What a node cannot tell of a chain, in sentences for the status of wallets. */
import type { ActivityPart, SourceProbe } from '../definitions/chain-source.ts';
import { missingParts } from './activity/discover.ts';
import type { Capabilities } from './client/capabilities.ts';

/** Chains whose validators are paid out by block bodies, which no node can search by address. */
const withdrawalChains: ReadonlySet<number> = new Set([1, 100, 10200, 17000, 560048, 11155111]);

/** What the source says of itself. `limit`: of blocks that are read one by one. */
export function probeResult(
  capabilities: Capabilities,
  { chainId, startBlock, limit }: { chainId: number; startBlock: number; limit: number },
): SourceProbe {
  const history = historyCost(capabilities, startBlock);
  const missing = missingParts(capabilities, history === null || history.blocks <= limit);
  const warnings = warningsFor(chainId, { history, missing, limit });
  if (history === null) return { missing, warnings };
  const advice = missing.includes('transactions') ? { advice: scanAdvice(history) } : {};
  return { missing, warnings, ...advice, requestsPerHistory: history.requests };
}

/** What a history costs that is read block by block. */
interface HistoryCost {
  blocks: number;
  /** About, for each wallet. */
  requests: number;
}

/** null: the nodes can search for a wallet. Each block is one request, and one more for its traces. */
function historyCost({ native, head }: Capabilities, startBlock: number): HistoryCost | null {
  if (native === 'trace_filter') return null;
  const blocks = Math.max(0, head - startBlock + 1);
  return { blocks, requests: blocks * (native === 'blocks' ? 1 : 2) };
}

/** What to do where a history is too long to be read block by block: the beginning of a sentence. */
const scanAdvice = ({ blocks, requests }: HistoryCost): string =>
  'Give the chain a node with trace_filter, an explorer or a later startBlock, or allow about ' +
  `${requests} requests for each wallet by "blockScanBlocks": ${blocks} or more`;

function warningsFor(
  chainId: number,
  {
    history,
    missing,
    limit,
  }: { history: HistoryCost | null; missing: readonly ActivityPart[]; limit: number },
): string[] {
  const warnings: string[] = [];
  if (withdrawalChains.has(chainId)) {
    warnings.push(
      'Validator withdrawals to this wallet, if there are any, cannot be found through a node: give the chain an explorer.',
    );
  }
  if (history !== null && missing.includes('transactions')) {
    warnings.push(
      `The node cannot search for a wallet (trace_filter), and ${history.blocks} blocks are too many to read one by one (about ` +
        `${history.requests} requests for each wallet, and the limit is ${limit} blocks): plain transfers of the native token will not be found.`,
    );
  }
  return warnings;
}
