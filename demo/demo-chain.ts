/** The simulated chain as a configuration names it. */
import type { ConfigFile } from '../src/config-file.ts';
import type { World } from './economy/world-types.ts';

/** Its token whose balances grow is listed: what it brings is shown as income. */
export function demoChain(world: World): NonNullable<ConfigFile['chains']>[number] {
  return {
    chainId: world.chainId,
    name: 'Demo chain',
    slug: 'demo',
    symbol: 'ETH',
    wrappedNative: world.uniswap.weth,
    rpc: [world.rpcUrl],
    confirmations: 16,
    pollSeconds: 1,
    rebasingTokens: [world.tokens.rebasing.address],
  };
}
