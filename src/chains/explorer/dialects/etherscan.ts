/** Etherscan V2: one address for every chain, the chain as a parameter, always HTTP 200. */
import type { ExplorerDialect } from './dialect.ts';

export const etherscan: ExplorerDialect = {
  kind: 'etherscan',
  // The figures of July 2026.
  plans: {
    free: { callsPerSecond: 3, rowsPerPage: 1000 },
    paid: { callsPerSecond: 5, rowsPerPage: 5000 },
  },
  // Of the plans Free and Lite; of all keys of an account together.
  requestsPerDay: () => 100_000,
  rowCaps: [1000, 5000, 10_000],
  maximumWindow: 10_000,
  // Internal transactions are indexed some blocks behind the head, and no answer says so.
  indexDelaySeconds: 30,
  nodeAccess: ['proxy'],
  chainParameters: (chainId) => ({ chainid: String(chainId) }),
  jsonRpcUrl: (_chainId, url) => url,
  minedBlockTypes: ['blocks', 'uncles'],
  nullResult: 'malformed',
  // traceId counts from the first internal call: "0" is the first one, "0_1" the second that it made.
  isTopLevelCall: () => false,
};
