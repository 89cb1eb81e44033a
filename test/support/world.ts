/** The demo's world for tests: fixed seed and times, so that every run sees the same two years. */

import type { World } from '../../demo/economy/world-types.ts';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { buildWorld } from '../../demo/world.ts';
import type { ConfigFile } from '../../src/config-file.ts';

export interface TestWorld {
  anvil: Anvil;
  world: World;
  /** The chain as a configuration file names it. */
  chain: NonNullable<ConfigFile['chains']>[number];
  /** alice, bob, carol and the safe, lower case. */
  addresses: readonly string[];
}

const endTime = 1_760_000_000;

export async function createTestWorld(
  options: { seed?: number; transactions?: number; confirmations?: number } = {},
): Promise<TestWorld> {
  const anvil = await startAnvil({ timestamp: endTime - 732 * 86_400 });
  const world = await buildWorld({
    rpcUrl: anvil.rpcUrl,
    seed: options.seed ?? 1,
    startTime: endTime - 730 * 86_400,
    endTime,
    ...(options.transactions === undefined ? {} : { transactions: options.transactions }),
  });
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
