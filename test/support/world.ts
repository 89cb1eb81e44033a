/** The demo's world for tests: fixed seed and times, so that every run sees the same two years. */

import type { World } from '../../demo/economy/world-types.ts';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { buildWorld } from '../../demo/world.ts';
import type { ConfigFile } from '../../src/config-file.ts';
import { openRecordedWorld } from './recorded-world.ts';
import { openSharedWorld } from './shared-worlds.ts';

export interface TestWorld {
  anvil: Anvil;
  world: World;
  /** The chain as a configuration file names it. */
  chain: NonNullable<ConfigFile['chains']>[number];
  /** alice, bob, carol and the safe, lower case. */
  addresses: readonly string[];
}

interface TestWorldOptions {
  /** Default: 1. */
  seed?: number;
  /** Default: 1,800. */
  transactions?: number;
  /** Default: 16. */
  confirmations?: number;
}

const endTime = 1_760_000_000;
const genesisTime = endTime - 732 * 86_400;

function worldOptions({ seed = 1, transactions = 1_800 }: TestWorldOptions) {
  return { seed, transactions, startTime: endTime - 730 * 86_400, endTime };
}

/** A node of the caller's own with the world, which is built once a run. */
export async function createTestWorld(options: TestWorldOptions = {}): Promise<TestWorld> {
  // Not at the top: benchmarks load this file, too, where there is nothing to inject.
  const { inject } = await import('vitest');
  const recorded = { ...worldOptions(options), genesisTime };
  return describeWorld(await openRecordedWorld(recorded, inject('runDirectory')), options);
}

/** The same on a node that files share, for those that only read: `anvil.stop()` gives it back. */
export async function shareTestWorld(options: TestWorldOptions = {}): Promise<TestWorld> {
  return describeWorld(await openSharedWorld({ ...worldOptions(options), genesisTime }), options);
}

/** The same world, built on the spot. */
export async function buildTestWorld(options: TestWorldOptions = {}): Promise<TestWorld> {
  const anvil = await startAnvil({ timestamp: genesisTime });
  const world = await buildWorld({ rpcUrl: anvil.rpcUrl, ...worldOptions(options) });
  return describeWorld({ anvil, world }, options);
}

function describeWorld(
  { anvil, world }: Pick<TestWorld, 'anvil' | 'world'>,
  { confirmations = 16 }: TestWorldOptions,
): TestWorld {
  return {
    ...{ anvil, world },
    chain: {
      chainId: world.chainId,
      name: 'Test chain',
      slug: 'test',
      symbol: 'ETH',
      wrappedNative: world.uniswap.weth,
      rpc: [anvil.rpcUrl],
      confirmations,
      // Each wallet's look at the head takes milliseconds of everybody's time.
      pollSeconds: 0.5,
    },
    addresses: Object.values(world.wallets).map((address) => address.toLowerCase()),
  };
}
