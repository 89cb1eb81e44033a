/** Routescan: Etherscan's shapes, the chain in the path; a chain that it does not serve has a null result. */
import type { ExplorerDialect } from './dialect.ts';

export const routescan: ExplorerDialect = {
  kind: 'routescan',
  plans: {
    free: { callsPerSecond: 2, rowsPerPage: 1000 },
    paid: { callsPerSecond: 5, rowsPerPage: 5000 },
  },
  // Without a key, and with one.
  requestsPerDay: (plan) => (plan === 'free' ? 10_000 : 100_000),
  rowCaps: [1000, 5000, 10_000],
  maximumWindow: 10_000,
  indexDelaySeconds: 30,
  nodeAccess: ['proxy'],
  chainParameters: () => ({}),
  jsonRpcUrl: (_chainId, url) => url,
  minedBlockTypes: ['blocks'],
  nullResult: 'chain',
  isTopLevelCall: () => false,
};
