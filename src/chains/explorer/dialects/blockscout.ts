/**
 * Blockscout: an instance per chain (`https://<instance>/api`), or one address for all (`https://api.blockscout.com/v2/api`)
 * with a key. It numbers a transaction's calls from 0, the top-level one, and lists that one when it created a contract.
 */
import type { ExplorerDialect } from './dialect.ts';

const isShared = (url: URL): boolean => /\/v2\/api\/?$/.test(url.pathname);

export const blockscout: ExplorerDialect = {
  kind: 'blockscout',
  plans: {
    free: { callsPerSecond: 5, rowsPerPage: 1000 },
    paid: { callsPerSecond: 10, rowsPerPage: 5000 },
  },
  // A request costs 20 credits: 100,000 a day are free, the plan Builder has 100 million a month. Instances count by the second alone.
  requestsPerDay: (plan, url) => (isShared(url) ? { free: 5_000, paid: 160_000 }[plan] : null),
  rowCaps: [10_000],
  maximumWindow: 10_000,
  // Its block number is the one it has indexed, and it says with status "2" what it has not.
  indexDelaySeconds: 0,
  nodeAccess: ['json-rpc', 'proxy'],
  // The reference and the documentation spell the parameter differently.
  chainParameters: (chainId, url): Record<string, string> =>
    isShared(url) ? { chainid: String(chainId), chain_id: String(chainId) } : {},
  jsonRpcUrl(chainId, url) {
    const target = new URL(url);
    target.pathname = isShared(url) ? `/${chainId}/json-rpc` : `${url.pathname.replace(/\/$/, '')}/eth-rpc`;
    return target;
  },
  minedBlockTypes: ['blocks'],
  nullResult: 'malformed',
  isTopLevelCall: (row) => row.index === '0',
};
