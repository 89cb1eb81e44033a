/** What differs between the explorers that speak the account API: data and small functions, one file per dialect. */
import type { ExplorerKind, ExplorerPlanName } from '../../definitions/chain-list.ts';

/** How a dialect passes JSON-RPC on to its node: as `module=proxy` requests, or as JSON-RPC by POST at another path. */
export type NodeAccessWay = 'proxy' | 'json-rpc';

/** How much an account may ask. */
export interface ExplorerPlan {
  callsPerSecond: number;
  /** Rows that one request gives at most. */
  rowsPerPage: number;
}

export interface ExplorerDialect {
  kind: ExplorerKind;
  plans: { free: ExplorerPlan; paid: ExplorerPlan };
  /** What an account may ask in a UTC day, by its documentation; null: it names no limit. */
  requestsPerDay(plan: ExplorerPlanName, url: URL): number | null;
  /**
   * Sizes at which the server cuts an answer by itself, whatever was asked for. A page of exactly such a size may have more
   * rows behind it, even if it is shorter than what was asked for.
   */
  rowCaps: readonly number[];
  /** page × offset may not exceed this. */
  maximumWindow: number;
  /** Blocks younger than this are not taken as indexed yet, on a public instance. */
  indexDelaySeconds: number;
  /** In order of preference; the first that the server knows is used. */
  nodeAccess: readonly NodeAccessWay[];
  /** The parameters that name the chain. */
  chainParameters(chainId: number, url: URL): Record<string, string>;
  /** Where JSON-RPC is posted to; unused where `nodeAccess` has only the proxy. */
  jsonRpcUrl(chainId: number, url: URL): URL;
  /** What it means that `result` is null and the message says nothing known. */
  nullResult: 'chain' | 'malformed';
  /** What its list of mined blocks can be asked for. Where the parameter is not known, uncles would be the blocks once more. */
  minedBlockTypes: readonly ('blocks' | 'uncles')[];
  /** Whether a row of txlistinternal is the transaction's own top-level call, which is not an internal one. */
  isTopLevelCall(row: { traceId: string | null; index: string | null }): boolean;
}
