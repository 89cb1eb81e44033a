/** The simulated chain's own price sources, as a configuration names them: everything is read from the local node. */
import { zeroAddress } from 'viem';
import type { ConfigFile } from '../src/config-file.ts';
import type { World } from './economy/world-types.ts';

/** The simulation brings its feeds up to date every few days. */
const heartbeatSeconds = 30 * 86_400;

/**
 * Feeds first, then pools. One ETH is the chain's own coin. One XDAI is a DAI: it is that token, bridged. Each other currency has a
 * feed, whose address stands for the coin.
 */
export function worldPrices(world: World): NonNullable<ConfigFile['prices']> {
  const { nativeUsd, byToken, coins } = world.feeds;
  const ofCoins = Object.fromEntries(Object.values(coins).map((feed) => [feed, feed]));
  const feeds = Object.entries({ [zeroAddress]: nativeUsd, ...byToken, ...ofCoins }).map(([token, feed]) => [
    token,
    { feed, heartbeatSeconds },
  ]);
  const { v2Factory, v3Factory, weth, stablecoins } = world.uniswap;
  return {
    order: ['chainlink', 'uniswap'],
    fiat: { source: 'none' },
    chainlink: { feeds: { [world.chainId]: Object.fromEntries(feeds) } },
    uniswap: { [world.chainId]: { v2Factory, v3Factory, weth, stablecoins: [...stablecoins] } },
    currencies: {
      ETH: { chainId: world.chainId },
      MATIC: { chainId: world.chainId, address: coins.MATIC },
      AVAX: { chainId: world.chainId, address: coins.AVAX },
      XDAI: { chainId: world.chainId, address: world.tokens.dai.address },
    },
  };
}
