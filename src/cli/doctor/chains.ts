/** The chains: whether their nodes and explorers answer, what they can do, how old their head is, and how many wallets they bear. */
import type { ChainConfig, ChainStatus } from '../../chains/definitions/chain-list.ts';
import { walletCapacities } from '../../chains/explorer/allowance.ts';
import { createSources } from '../../chains/sources.ts';
import { uncountedRequests } from '../../outgoing/daily-budget.ts';
import { type Finding, finding, lookFor } from './findings.ts';

/** A head of that age: the node stands still, or this machine's clock is wrong. Chains make blocks within seconds. */
const oldHeadSeconds = 900;

/** Asks all chains side by side. A node's whole quota per day is not used up by it: a handful of requests each. */
export async function lookAtChains(chains: readonly ChainStatus[]): Promise<Finding[]> {
  const usable = chains.filter((chain) => chain.enabled);
  if (usable.length === 0) {
    const reasons = chains.flatMap((chain) =>
      chain.enabled ? [] : [`${chain.chain.name}: ${chain.reason}`],
    );
    return [finding('chains', 'failed', `no chain can be loaded. ${reasons[0] ?? 'None is configured'}`)];
  }
  const makeSource = createSources(() => {}, uncountedRequests);
  const found = await Promise.all(
    usable.map(({ chain, way, unused }) =>
      lookFor(nameOf(chain), async () => [
        ...(unused === null ? [] : [finding(nameOf(chain), 'warning', unused)]),
        ...(await lookAtChain(chain, makeSource(chain, way))),
      ]),
    ),
  );
  const byExplorer = usable.filter(({ way }) => way === 'explorer').map(({ chain }) => chain);
  return [...found.flat(), ...bearing(byExplorer)];
}

const nameOf = ({ slug }: ChainConfig): string => `chain ${slug}`;

async function lookAtChain(
  chain: ChainConfig,
  source: ReturnType<ReturnType<typeof createSources>>,
): Promise<Finding[]> {
  const about = nameOf(chain);
  try {
    const { missing, warnings, advice } = await source.probe();
    const head = await source.getHead();
    const age = Math.round(Date.now() / 1000 - head.timestamp);
    const where = `${source.description}, block ${head.number}, ${age} s old`;
    const found = warnings.map((warning) => finding(about, 'warning', warning));
    if (missing.length > 0) {
      const lack = `it cannot tell ${missing.join(', ')}${advice === undefined ? '' : `: ${advice}`}`;
      found.push(finding(about, chain.allowIncomplete ? 'warning' : 'failed', lack));
    }
    if (age > oldHeadSeconds) {
      found.push(
        finding(
          about,
          'warning',
          `its newest block is ${age} s old: the node stands still, or this machine’s clock is ahead`,
        ),
      );
    } else if (age < -60) {
      found.push(
        finding(
          about,
          'warning',
          `its newest block is ${-age} s ahead of this machine’s clock: let it follow a time server`,
        ),
      );
    }
    return [finding(about, 'ok', where), ...found];
  } finally {
    await source.close();
  }
}

/** What a plan's requests per day suffice for. */
function bearing(chains: readonly ChainConfig[]): Finding[] {
  const capacities = walletCapacities(chains);
  return chains.flatMap((chain) => {
    const wallets = capacities.get(chain.chainId);
    if (wallets === undefined) return [];
    const text = `its explorer’s requests per day suffice for ${wallets} wallets that are looked at once an hour`;
    return [finding(nameOf(chain), wallets < 1 ? 'warning' : 'ok', text)];
  });
}
