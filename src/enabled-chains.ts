/** Which chains a process knows as enabled. */
import { type Config, configuredStarts } from './config.ts';
import type { Database } from './store/connection/database.ts';
import { findBlockchains } from './store/lookups/lookup-reads.ts';

/**
 * The chains that wallets are loaded on. Where the worker runs too, its configuration says; an API process by itself asks
 * what the workers stored, now and then.
 */
export function createEnabledChains(
  config: Config,
  database: Database,
): () => Promise<readonly { chainId: number; fromBlock: number }[]> {
  const starts = configuredStarts(config);
  const withStart = (chainId: number) => ({ chainId, fromBlock: starts.get(chainId) ?? 0 });
  if (config.role !== 'api') {
    const chains = config.chains
      .filter(({ enabled }) => enabled)
      .map(({ chain }) => withStart(chain.chainId));
    return async () => chains;
  }
  const freshMs = 5_000;
  let known: { at: number; answer: Promise<{ chainId: number; fromBlock: number }[]> } | null = null;
  const ask = async () =>
    (await findBlockchains(database))
      .filter(({ enabled }) => enabled)
      .map(({ chainId }) => withStart(chainId));
  return () => {
    if (known === null || performance.now() - known.at > freshMs)
      known = { at: performance.now(), answer: ask() };
    known.answer.catch(() => {
      known = null;
    });
    return known.answer;
  };
}
