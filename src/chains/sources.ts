/** Makes the source of each chain. A new way to discover transactions is one line here and one in chain-list.ts. */
import { systemClock } from '../outgoing/clock.ts';
import { createDailyBudget, type DailyBudget, type RequestCounter } from '../outgoing/daily-budget.ts';
import { createGateRegistry, type GateRegistry } from '../outgoing/gate.ts';
import type { ChainConfig, DiscoveryWay } from './definitions/chain-list.ts';
import type { ChainSource } from './definitions/chain-source.ts';
import { explorerAllowance, followingShare } from './explorer/allowance.ts';
import { explorerUrl, longestWaitMs } from './explorer/client/client.ts';
import { isLoopback } from './explorer/client/loopback.ts';
import {
  createExplorerSource,
  type ExplorerSourceOptions,
  explorerPlan,
} from './explorer/explorer-source.ts';
import { createRpcSource } from './rpc/rpc-source.ts';
import { createRpcTransactionReader } from './rpc/transaction-reader.ts';

type Log = (chain: ChainConfig, event: string, details: Readonly<Record<string, unknown>>) => void;

/** Told of each exchange with a chain's node or explorer, by its host. */
export type SourceOutcome = (chain: ChainConfig, source: string, isAnswered: boolean) => void;

/** An explorer on this machine keeps nobody waiting. */
const loopbackCallsPerSecond = 1000;

interface Observers {
  log: Log;
  onOutcome: SourceOutcome;
}

interface Accounts {
  gates: GateRegistry;
  /** By account of an explorer. */
  budgets: Map<string, DailyBudget>;
  counter: RequestCounter;
}

/**
 * The sources of one process: chains that share an explorer's key share the gate of its account, and its requests per day, which
 * `counter` counts for all processes.
 */
export function createSources(
  log: Log,
  counter: RequestCounter,
  onOutcome: SourceOutcome = () => {},
): (chain: ChainConfig, way: DiscoveryWay) => ChainSource {
  const accounts: Accounts = { gates: createGateRegistry(systemClock), budgets: new Map(), counter };
  const observers = { log, onOutcome };
  const makers = {
    rpc: (chain) => rpcSource(chain, observers),
    explorer: (chain) => explorerSource(chain, accounts, observers),
  } satisfies Record<DiscoveryWay, (chain: ChainConfig) => ChainSource>;
  return (chain, way) => makers[way](chain);
}

function rpcSource(chain: ChainConfig, { log, onOutcome }: Observers): ChainSource {
  return createRpcSource({
    chainId: chain.chainId,
    urls: chain.rpc,
    startBlock: chain.startBlock,
    limits: { blockScanBlocks: chain.blockScanBlocks },
    log: (event, details) => log(chain, event, details),
    onOutcome: (source, isAnswered) => onOutcome(chain, source, isAnswered),
  });
}

/** The explorer says which transactions a wallet has; receipts, blocks and balances come from the node, if one is given. */
function explorerSource(chain: ChainConfig, accounts: Accounts, observers: Observers): ChainSource {
  const { chainId, explorer } = chain;
  if (explorer === null) throw new Error(`chain ${chainId} has no explorer`);
  const { host } = explorerUrl(explorer.url, chainId);
  const { kind, url, plan } = explorer;
  const callsPerSecond = isLoopback(host)
    ? loopbackCallsPerSecond
    : explorerPlan(kind, { plan }).callsPerSecond;
  const apiKey = explorer.apiKey ?? undefined;
  const rpc = chain.rpc.length > 0 ? rpcSource(chain, observers) : null;
  const source = createExplorerSource({
    chainId,
    kind,
    url,
    limits: { plan, callsPerSecond },
    ...budgetOf(chain, accounts),
    gate: accounts.gates.gateFor({ host, apiKey, perSecond: callsPerSecond, maximumWaitMs: longestWaitMs }),
    clock: systemClock,
    log: (event, details) => observers.log(chain, event, details),
    onOutcome: (source, isAnswered) => observers.onOutcome(chain, source, isAnswered),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(rpc === null ? {} : { rpc, reader: createRpcTransactionReader({ chainId, urls: chain.rpc }) }),
  });
  return {
    ...source,
    async close() {
      await source.close();
      await rpc?.close();
    },
  };
}

/** Whoever asks first decides the figure. */
function budgetOf(chain: ChainConfig, { budgets, counter }: Accounts): Pick<ExplorerSourceOptions, 'budget'> {
  const allowance = explorerAllowance(chain);
  if (allowance === null) return {};
  const { account, perDay, perLook } = allowance;
  const daily =
    budgets.get(account) ??
    createDailyBudget({ account, perDay, keptShare: followingShare, counter, clock: systemClock });
  budgets.set(account, daily);
  return { budget: { daily, account, perLook } };
}
