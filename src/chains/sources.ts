/** Makes the source of each chain. A new way to discover transactions is one line here and one in chain-list.ts. */
import { systemClock } from '../outgoing/clock.ts';
import { createGateRegistry, type GateRegistry } from '../outgoing/gate.ts';
import type { ChainConfig, DiscoveryWay } from './definitions/chain-list.ts';
import type { ChainSource } from './definitions/chain-source.ts';
import { explorerUrl, longestWaitMs } from './explorer/client/client.ts';
import { isLoopback } from './explorer/client/loopback.ts';
import { createExplorerSource, explorerPlan } from './explorer/explorer-source.ts';
import { createRpcSource } from './rpc/rpc-source.ts';
import { createRpcTransactionReader } from './rpc/transaction-reader.ts';

type Log = (chain: ChainConfig, event: string, details: Readonly<Record<string, unknown>>) => void;

/** An explorer on this machine keeps nobody waiting. */
const loopbackCallsPerSecond = 1000;

/** The sources of one process: chains that share an explorer's key share the gate of its account. */
export function createSources(log: Log): (chain: ChainConfig, way: DiscoveryWay) => ChainSource {
  const gates = createGateRegistry(systemClock);
  const makers = {
    rpc: (chain) => rpcSource(chain, log),
    explorer: (chain) => explorerSource(chain, gates, log),
  } satisfies Record<DiscoveryWay, (chain: ChainConfig) => ChainSource>;
  return (chain, way) => makers[way](chain);
}

function rpcSource(chain: ChainConfig, log: Log): ChainSource {
  return createRpcSource({
    chainId: chain.chainId,
    urls: chain.rpc,
    log: (event, details) => log(chain, event, details),
  });
}

/** The explorer says which transactions a wallet has; receipts, blocks and balances come from the node, if one is given. */
function explorerSource(chain: ChainConfig, gates: GateRegistry, log: Log): ChainSource {
  const { chainId, explorer } = chain;
  if (explorer === null) throw new Error(`chain ${chainId} has no explorer`);
  const { host } = explorerUrl(explorer.url, chainId);
  const { kind, url, plan } = explorer;
  const callsPerSecond = isLoopback(host)
    ? loopbackCallsPerSecond
    : explorerPlan(kind, { plan }).callsPerSecond;
  const apiKey = explorer.apiKey ?? undefined;
  const rpc = chain.rpc.length > 0 ? rpcSource(chain, log) : null;
  const source = createExplorerSource({
    chainId,
    kind,
    url,
    limits: { plan, callsPerSecond },
    gate: gates.gateFor({ host, apiKey, perSecond: callsPerSecond, maximumWaitMs: longestWaitMs }),
    clock: systemClock,
    log: (event, details) => log(chain, event, details),
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
