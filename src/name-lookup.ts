/** Finds the addresses of ENS names for requests, through the mainnet node that is configured, beside the worker's own source. */
import { createSources } from './chains/sources.ts';
import type { Config } from './config.ts';
import type { Address } from './domain/model.ts';
import { ensChainId, resolveEnsName } from './labels/ens/universal-resolver.ts';
import type { Log } from './log.ts';
import { createSharedSemaphore } from './outgoing/at-once.ts';
import { uncountedRequests } from './outgoing/daily-budget.ts';
import { untilAborted } from './until-aborted.ts';

export interface NameLookup {
  /** The address that a normalised name leads to; null: none. Throws when no node answers in time. `who` asks: the id of a key. */
  addressOf(name: string, who: string): Promise<Address | null>;
  close(): Promise<void>;
}

/** What comes together in a moment is one request to the node; others wait. So many of one key: those of others are not behind them. */
const atOnce = { inAll: 64, ofKey: 16 };
/** A request of a client waits no longer. */
const timeoutMs = 5_000;

/** null: no mainnet node is configured for this process. */
export function openNameLookup(config: Config, log: Log): NameLookup | null {
  const status = config.chains.find(({ chain }) => chain.chainId === ensChainId);
  if (status === undefined || status.chain.rpc.length === 0) return null;
  const sourceOf = createSources((chain, event, details) => {
    log.debug({ chain: chain.name, ...details }, event);
  }, uncountedRequests);
  const source = sourceOf(status.chain, 'rpc');
  const inSlot = createSharedSemaphore(atOnce.inAll, atOnce.ofKey);
  return {
    async addressOf(name, who) {
      const signal = AbortSignal.timeout(timeoutMs);
      // What has begun goes on alone: the client of the node has limits of its own.
      return inSlot(who, () => untilAborted(resolveEnsName(source, name), signal), signal);
    },
    close: () => source.close(),
  };
}
