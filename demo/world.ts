import { type Address, createPublicClient, parseEther } from 'viem';
import type { Context } from './activities/context.ts';
import { createCalls } from './calls/actions.ts';
import { defaultCacheDirectory } from './contracts/artifacts.ts';
import { type Contracts, deployContracts } from './economy/deploy.ts';
import { createMarket, type Market } from './economy/market.ts';
import { openPools } from './economy/pools.ts';
import { type Deployment, tokenKeys, type World, type WorldPool } from './economy/world-types.ts';
import { simulateHistory } from './history.ts';
import { createLabels } from './labels.ts';
import { type AccountName, accountAddresses } from './node/accounts.ts';
import { type Chain, createChain } from './node/chain.ts';
import type { Call } from './node/mining.ts';
import { createRandom } from './node/random.ts';
import { localTransport } from './node/rpc.ts';

export type WorldOptions = {
  /** A fresh local node whose genesis is older than `startTime`, as `startAnvil()` starts it. */
  readonly rpcUrl: string;
  /** The same seed gives the same world: addresses, events, amounts. Default 1. */
  readonly seed?: number;
  /** Transactions on the chain in the end, exactly. About 600 are needed for every kind of activity. Default 1,800. */
  readonly transactions?: number;
  /** Seconds since 1970. Default: two years before `endTime`. */
  readonly startTime?: number;
  /** Seconds since 1970. Default: now. */
  readonly endTime?: number;
  /** Where compiled contracts are kept. Default: `.cache/contracts` in the project. */
  readonly cacheDirectory?: string;
  /** Building ends between two blocks when it aborts, and throws its reason. */
  readonly signal?: AbortSignal | undefined;
};

const twoYears = 2 * 365 * 86_400;
/** Seconds between the blocks of the preparations. */
const preparationStep = 12;

/** Those who trade and pay need more than a node gives; nobody watches them. */
const rich: readonly AccountName[] = ['deployer', 'exchange', 'marketMaker', 'oracle', 'spammer', 'artist'];
const welloff: readonly AccountName[] = ['dave', 'erin', 'frank', 'grace', 'heidi', 'ivan'];

async function prepareNode(chain: Chain, startTime: number) {
  const latest = await chain.latestBlock();
  if ((await chain.transactionCount(accountAddresses.deployer)) > 0) {
    throw new Error('The node is not fresh: a world can only be built on a new chain.');
  }
  if (latest.timestamp >= startTime) {
    throw new Error(
      `The node's genesis (${latest.timestamp}) is not before the world's start (${startTime}), and time only moves ` +
        'forward: start the node with an earlier timestamp.',
    );
  }
  await chain.setAutomine(false);
  await Promise.all([
    ...rich.map((name) => chain.setBalance(accountAddresses[name], parseEther('2000000'))),
    ...welloff.map((name) => chain.setBalance(accountAddresses[name], parseEther('1000'))),
  ]);
}

function describeDeployment(chain: Chain, deployed: Contracts, pools: readonly WorldPool[]): Deployment {
  const { contracts, tokens, nativeFeed, coinFeeds, safe, creationCode } = deployed;
  const byToken: Record<Address, Address> = {};
  for (const key of tokenKeys) {
    const { address, feed } = tokens[key];
    if (feed !== null) byToken[address] = feed;
  }
  const { alice, bob, carol } = accountAddresses;
  const described = {
    rpcUrl: chain.rpcUrl,
    chainId: chain.chainId,
    wallets: { alice, bob, carol, safe },
    accounts: accountAddresses,
    ...{ contracts, tokens, pools, creationCode },
    feeds: { nativeUsd: nativeFeed, byToken, coins: coinFeeds },
    uniswap: {
      v2Factory: contracts.v2Factory,
      v3Factory: contracts.v3Factory,
      weth: tokens.weth.address,
      stablecoins: [tokens.usdc.address, tokens.dai.address],
    },
  };
  return { ...described, labels: createLabels(described) };
}

/** The course of prices of a world, from what the world says of itself. */
export function marketOf({ seed, startTime }: Pick<World, 'seed' | 'startTime'>): Market {
  return createMarket(createRandom(seed), startTime);
}

async function deployAndOpen(
  chain: Chain,
  market: Market,
  {
    startTime,
    cacheDirectory,
    signal,
  }: { startTime: number } & Pick<WorldOptions, 'signal'> & Required<Pick<WorldOptions, 'cacheDirectory'>>,
) {
  let time = startTime;
  let done = 0;
  const mineNext = async (calls: readonly Call[]) => {
    signal?.throwIfAborted();
    const block = await chain.mineBlock(calls, time);
    time += preparationStep;
    done += calls.length;
    return block;
  };
  const deployed = await deployContracts(mineNext, cacheDirectory);
  const pools = await openPools(chain, mineNext, deployed, market, startTime);
  const deployment = describeDeployment(chain, deployed, pools);
  const { lookAlike } = deployment.tokens;
  const { spammer } = accountAddresses;
  const mint = createCalls(deployment).mintToken(lookAlike.address, spammer, 10n ** 15n);
  await mineNext([{ ...mint, from: spammer }]);
  return { deployment, time, done };
}

/**
 * Builds the simulated chain: real contracts, and two years of everything that can happen to a wallet. Deterministic
 * for a seed and a time. Afterwards the node mines by itself again, each transaction at once.
 *
 * @example
 * const anvil = await startAnvil();
 * const world = await buildWorld({ rpcUrl: anvil.rpcUrl, seed: 7 });
 * world.tally.alice.swapV3Single; // how many times alice swapped on V3
 */
export async function buildWorld(options: WorldOptions): Promise<World> {
  const { rpcUrl, seed = 1, transactions = 1_800, cacheDirectory = defaultCacheDirectory, signal } = options;
  const endTime = options.endTime ?? Math.floor(Date.now() / 1000);
  const startTime = options.startTime ?? endTime - twoYears;
  const chainId = await createPublicClient({ transport: localTransport(rpcUrl) }).getChainId();
  const chain = createChain({ rpcUrl, chainId, soleUser: true });
  await prepareNode(chain, startTime);
  const startBlock = Number((await chain.latestBlock()).number) + 1;

  const market = marketOf({ seed, startTime });
  const { deployment, time, done } = await deployAndOpen(chain, market, {
    startTime,
    cacheDirectory,
    signal,
  });
  const context: Context & { time: number } = {
    deployment,
    calls: createCalls(deployment),
    chain,
    random: createRandom(seed + 1),
    market,
    time,
    now: () => context.time,
  };
  const tally = await simulateHistory(context, { transactions, done, endTime, signal });
  await chain.setAutomine(true);
  const endBlock = Number((await chain.latestBlock()).number);
  return {
    ...deployment,
    seed,
    startTime,
    endTime,
    startBlock,
    endBlock,
    transactionCount: transactions,
    tally,
  };
}
