/** How loading and booking stand, of all clients together: for whoever runs the service. */
import { shownSyncPhases } from '../../domain/model.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  type ChainFigures,
  type ChainStanding,
  readChainStandings,
  readFigures,
} from '../../store/sync/progress-figures.ts';
import { requireScope, requireWholeClient } from '../access/ownership.ts';
import { blockchainView, unknownBlockchain } from '../lookups/lookup-views.ts';
import type { Lookups } from '../lookups/lookups.ts';
import type { AdminModel, ChainPhaseView, ChainStateView, ServiceStateView } from '../model/admin-model.ts';

interface ServiceStateDependencies {
  database: Database;
  lookups: Pick<Lookups, 'blockchains'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Who asks soon after is told the same. */
const freshMs = 5_000;
/** It goes through all wallets: with many of them it takes long, and is good for so many times as long. */
const restFactor = 50;

function phasesOf(slug: string, figures: readonly ChainFigures[]): ChainPhaseView[] {
  return figures.flatMap(({ chain, phase, wallets, blocksBehind, overdueSeconds }) => {
    const known = shownSyncPhases.find((one) => one === phase);
    return chain === slug && known !== undefined
      ? [{ phase: known, wallets, blocksBehind, overdueSeconds }]
      : [];
  });
}

async function read({ database, lookups, now }: ServiceStateDependencies): Promise<ServiceStateView> {
  const [figures, standings, rows] = await Promise.all([
    readFigures(database),
    readChainStandings(database),
    lookups.blockchains(),
  ]);
  const chainOf = ({ chainId, ...standing }: ChainStanding): ChainStateView => {
    const row = rows.get(chainId);
    const blockchain = row === undefined ? unknownBlockchain(chainId) : blockchainView(row);
    return { ...standing, blockchain, phases: phasesOf(blockchain.slug, figures.chains) };
  };
  return {
    asOf: Math.floor(now() / 1000),
    staleLedgers: figures.staleLedgers.wallets,
    staleLedgerSeconds: Math.round(figures.staleLedgers.seconds),
    chains: standings.map(chainOf),
  };
}

export function createServiceState(deps: ServiceStateDependencies): Pick<AdminModel, 'serviceState'> {
  const { now } = deps;
  let kept: { until: number; state: Promise<ServiceStateView> } | null = null;
  return {
    async serviceState(caller) {
      requireScope(caller, 'admin');
      requireWholeClient(caller);
      const startedAt = now();
      if (kept !== null && startedAt < kept.until) return kept.state;
      // Nobody asks once more while it is under way; a failure is nobody else's.
      const begun = { until: Number.POSITIVE_INFINITY, state: read(deps) };
      kept = begun;
      try {
        const state = await begun.state;
        begun.until = now() + Math.max(freshMs, (now() - startedAt) * restFactor);
        return state;
      } catch (error) {
        if (kept === begun) kept = null;
        throw error;
      }
    },
  };
}
