import type { Address } from 'viem';
import type { Deployment, WorldLabel } from './economy/world-types.ts';

/** Names for the well-known addresses of the simulated chain, as a label list of a real chain has them. */
export function createLabels({
  contracts,
  tokens,
  pools,
  accounts,
}: Omit<Deployment, 'labels'>): WorldLabel[] {
  const label = (address: Address, name: string, ...tags: string[]): WorldLabel => ({ address, name, tags });
  return [
    label(contracts.v2Factory, 'Uniswap V2: Factory', 'dex', 'uniswap'),
    label(contracts.v2Router, 'Uniswap V2: Router', 'dex', 'uniswap'),
    label(contracts.v3Factory, 'Uniswap V3: Factory', 'dex', 'uniswap'),
    label(contracts.v3Router, 'Uniswap V3: Router', 'dex', 'uniswap'),
    label(contracts.positionManager, 'Uniswap V3: Positions NFT', 'dex', 'uniswap', 'nft'),
    label(contracts.marketplace, 'Harbour: Marketplace', 'nft', 'marketplace'),
    label(contracts.collectible, 'Chain Portraits', 'nft'),
    label(contracts.freeCollectible, 'Open Sketches', 'nft'),
    label(contracts.multiToken, 'Toolbox Items', 'nft'),
    label(contracts.rewardDistributor, 'Garden: Rewards', 'rewards'),
    label(contracts.staking, 'Garden: LINK Staking', 'staking'),
    label(contracts.farm, 'Garden: Farm', 'farm'),
    label(contracts.lendingPool, 'Lagoon: Lending Pool', 'lending'),
    label(contracts.payout, 'Splitter', 'payments'),
    label(contracts.tradingBot, 'Northwind: Trading Bot', 'bot'),
    label(contracts.safeFactory, 'Safe: Proxy Factory 1.4.1', 'safe'),
    label(contracts.safeSingleton, 'Safe: Singleton 1.4.1', 'safe'),
    label(contracts.safeHandler, 'Safe: Fallback Handler 1.4.1', 'safe'),
    label(tokens.weth.address, 'Wrapped Ether', 'token', 'wrapper'),
    label(tokens.usdc.address, 'USD Coin', 'token', 'stablecoin'),
    label(tokens.dai.address, 'Dai Stablecoin', 'token', 'stablecoin'),
    label(tokens.link.address, 'ChainLink Token', 'token'),
    label(tokens.uni.address, 'Uniswap Token', 'token'),
    label(tokens.wbtc.address, 'Wrapped BTC', 'token'),
    label(tokens.vaultShare.address, 'Vaulted Dai', 'vault'),
    ...pools.map(({ address, version, tokens: [one, other], fee }) =>
      label(
        address,
        `Uniswap V${version}: ${tokens[one].symbol}-${tokens[other].symbol}${version === 3 ? ` ${fee / 10_000}%` : ''}`,
        'dex',
        'pool',
      ),
    ),
    label(accounts.exchange, 'Northwind Exchange', 'exchange', 'cex'),
    label(accounts.spammer, 'Fake_Phishing1', 'phishing'),
  ];
}
