/** The demo's world for tests: fixed seed and times, so that every run sees the same two years, built once a run. */
import { inject } from 'vitest';
import type { ConfigFile } from '../../src/config-file.ts';
import type { World } from '../../src/demo/economy/world-types.ts';
import type { Anvil } from '../../src/demo/node/anvil.ts';
import { openRecordedWorld } from './recorded-world.ts';

export interface TestWorld {
  anvil: Anvil;
  world: World;
  /** The chain as a configuration file names it. */
  chain: NonNullable<ConfigFile['chains']>[number];
  /** alice, bob, carol and the safe, lower case. */
  addresses: readonly string[];
}

const endTime = 1_760_000_000;
const times = { genesisTime: endTime - 732 * 86_400, startTime: endTime - 730 * 86_400, endTime };

export async function createTestWorld(
  options: { seed?: number; transactions?: number; confirmations?: number } = {},
): Promise<TestWorld> {
  const { seed = 1, transactions = 1_800 } = options;
  const { anvil, world } = await openRecordedWorld({ seed, transactions, ...times }, inject('runDirectory'));
  return {
    anvil,
    world,
    chain: {
      chainId: world.chainId,
      name: 'Test chain',
      slug: 'test',
      symbol: 'ETH',
      wrappedNative: world.uniswap.weth,
      rpc: [anvil.rpcUrl],
      confirmations: options.confirmations ?? 16,
      pollSeconds: 0.2,
    },
    addresses: Object.values(world.wallets).map((address) => address.toLowerCase()),
  };
}
