/** The simulated chain's own price sources, as a configuration names them: everything is read from the local node. */
import { zeroAddress } from 'viem';
import type { ConfigFile } from '../config.ts';
import type { World } from './world-types.ts';

/** The simulation brings its feeds up to date every few days. */
const heartbeatSeconds = 30 * 86_400;

/** Feeds first, then pools; one ETH is the chain's own coin, and the other currencies have no rate here. */
export function worldPrices(world: World): NonNullable<ConfigFile['prices']> {
  const { nativeUsd, byToken } = world.feeds;
  const feeds = Object.entries({ [zeroAddress]: nativeUsd, ...byToken }).map(([token, feed]) => [
    token,
    { feed, heartbeatSeconds },
  ]);
  const { v2Factory, v3Factory, weth, stablecoins } = world.uniswap;
  return {
    order: ['chainlink', 'uniswap'],
    chainlink: { feeds: { [world.chainId]: Object.fromEntries(feeds) } },
    uniswap: { [world.chainId]: { v2Factory, v3Factory, weth, stablecoins: [...stablecoins] } },
    currencies: { ETH: { chainId: world.chainId } },
  };
}
