/** How many requests a day a chain's explorer bears, what a look at a wallet costs of them, and how many wallets that is. */
import { createHash } from 'node:crypto';
import type { ChainConfig } from '../definitions/chain-list.ts';
import { explorerUrl } from './client/client.ts';
import { isLoopback } from './client/loopback.ts';
import type { ExplorerDialect } from './dialects/dialect.ts';
import { dialects } from './dialects/dialects.ts';
import { hasWithdrawals } from './lists/lists.ts';

export interface ExplorerAllowance {
  /** Stands for (host, key) in the database, which must not hold the key. */
  account: string;
  /** Requests of a UTC day, of all chains that use the account. */
  perDay: number;
  /** Requests of a look at a wallet of which nothing is new, the head of the chain included, which others may have asked for. */
  perLook: number;
}

/** Where nobody names a limit per day: as much of what the limit per second comes to. */
const shareOfRate = 0.5;
const daySeconds = 86_400;
/** This part of a day's requests is kept for looking at wallets; loading takes of the others. */
export const followingShare = 0.5;
/** A quiet wallet is looked at so often in a day. */
const quietLooksPerDay = 24;

/** txlist, txlistinternal, and one list for each of three kinds of tokens. */
const listsPerLook = 5;
/** Number, time and header of the head, the last final block, and the block that the wallet is stored to. */
const headersPerLook = { explorer: 5, node: 2 };

/** null: no explorer is configured, or it is one on this machine, of which only what the configuration says is counted. */
export function explorerAllowance(chain: ChainConfig): ExplorerAllowance | null {
  const { explorer, chainId, rpc } = chain;
  if (explorer === null) return null;
  const url = explorerUrl(explorer.url, chainId);
  const dialect: ExplorerDialect = dialects[explorer.kind];
  const perSecond = dialect.plans[explorer.plan].callsPerSecond;
  const usual = isLoopback(url.host)
    ? null
    : (dialect.requestsPerDay(explorer.plan, url) ?? Math.floor(perSecond * daySeconds * shareOfRate));
  const perDay = explorer.requestsPerDay ?? usual;
  if (perDay === null) return null;
  const lists = listsPerLook + (hasWithdrawals(chainId) === 'no' ? 0 : 1);
  return {
    account: createHash('sha256')
      .update(`${url.host} ${explorer.apiKey ?? ''}`)
      .digest('hex')
      .slice(0, 32),
    perDay,
    perLook: lists + headersPerLook[rpc.length > 0 ? 'node' : 'explorer'],
  };
}

/** How many wallets so many requests a day bear to be looked at once an hour. */
export const quietWallets = (requestsPerDay: number, perLook: number): number =>
  Math.floor(requestsPerDay / (perLook * quietLooksPerDay));

/**
 * By chain id, how many wallets can be looked at once an hour on all of these chains; chains without a limit are not in it. Chains
 * of one account share its requests.
 *
 * @param chains Those that are followed by an explorer.
 */
export function walletCapacities(chains: readonly ChainConfig[]): ReadonlyMap<number, number> {
  const limited = chains.flatMap((chain) => {
    const allowance = explorerAllowance(chain);
    return allowance === null ? [] : [{ chainId: chain.chainId, ...allowance }];
  });
  const capacities = new Map<number, number>();
  for (const sharing of Map.groupBy(limited, ({ account }) => account).values()) {
    const perDay = Math.min(...sharing.map((one) => one.perDay));
    const perHour = sharing.reduce((sum, { perLook }) => sum + perLook, 0);
    const wallets = quietWallets(perDay * followingShare, perHour);
    for (const { chainId } of sharing) capacities.set(chainId, wallets);
  }
  return capacities;
}
