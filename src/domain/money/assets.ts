/**
 * The assets that tokens of several contracts or chains are forms of: the one place that names them. Slugs and names are those that
 * CoinGecko uses, shortened where it adds a remark. What is in no line here is an asset of its own, named by its token.
 *
 * A wrapped coin is an asset beside the coin, though both have one price: WETH is not Ether, but a contract with risks of its
 * own. A coin of which a chain has only one form is the coin, bridged or not. Where a chain has the issuer's own form and an
 * older bridged one, the bridged one (USDC.e) is another asset, because the issuer does not redeem it.
 */

interface AssetNames {
  name: string;
  symbol: string;
}

const list = {
  ethereum: { name: 'Ether', symbol: 'ETH' },
  weth: { name: 'Wrapped Ether', symbol: 'WETH' },
  binancecoin: { name: 'BNB', symbol: 'BNB' },
  wbnb: { name: 'Wrapped BNB', symbol: 'WBNB' },
  xdai: { name: 'xDAI', symbol: 'XDAI' },
  'wrapped-xdai': { name: 'Wrapped XDAI', symbol: 'WXDAI' },
  'polygon-ecosystem-token': { name: 'POL (ex-MATIC)', symbol: 'POL' },
  'matic-network': { name: 'Polygon', symbol: 'MATIC' },
  wmatic: { name: 'Wrapped POL', symbol: 'WPOL' },
  'avalanche-2': { name: 'Avalanche', symbol: 'AVAX' },
  'wrapped-avax': { name: 'Wrapped AVAX', symbol: 'WAVAX' },
  'usd-coin': { name: 'USD Coin', symbol: 'USDC' },
  'bridged-usdc': { name: 'Bridged USDC', symbol: 'USDC.e' },
  tether: { name: 'Tether', symbol: 'USDT' },
  dai: { name: 'Dai', symbol: 'DAI' },
  'wrapped-bitcoin': { name: 'Wrapped Bitcoin', symbol: 'WBTC' },
  'staked-ether': { name: 'Lido Staked Ether', symbol: 'stETH' },
  'wrapped-steth': { name: 'Wrapped stETH', symbol: 'wstETH' },
  'coinbase-wrapped-staked-eth': { name: 'Coinbase Wrapped Staked ETH', symbol: 'cbETH' },
  'coinbase-wrapped-btc': { name: 'Coinbase Wrapped BTC', symbol: 'cbBTC' },
  'rocket-pool-eth': { name: 'Rocket Pool ETH', symbol: 'rETH' },
  'wrapped-eeth': { name: 'Wrapped eETH', symbol: 'weETH' },
  chainlink: { name: 'Chainlink', symbol: 'LINK' },
  uniswap: { name: 'Uniswap', symbol: 'UNI' },
  maker: { name: 'Maker', symbol: 'MKR' },
  aave: { name: 'Aave', symbol: 'AAVE' },
  'curve-dao-token': { name: 'Curve DAO', symbol: 'CRV' },
  balancer: { name: 'Balancer', symbol: 'BAL' },
  gho: { name: 'GHO', symbol: 'GHO' },
  'liquity-usd': { name: 'Liquity USD', symbol: 'LUSD' },
  'euro-coin': { name: 'EURC', symbol: 'EURC' },
  gnosis: { name: 'Gnosis', symbol: 'GNO' },
  'monerium-eur-money': { name: 'Monerium EUR emoney', symbol: 'EURe' },
} as const satisfies Record<string, AssetNames>;

/** The slug of an asset that is named here. */
export type SharedAsset = keyof typeof list;

/**
 * What bridges give for each other, one for one: a coin for its wrapper, the issuer's dollar for the bridged one, Dai for the coin
 * of Gnosis that stands for it, MATIC and POL for the coin of Polygon.
 */
const givenFor: ReadonlyMap<string, SharedAsset> = new Map([
  ['weth', 'ethereum'],
  ['wbnb', 'binancecoin'],
  ['wmatic', 'polygon-ecosystem-token'],
  ['matic-network', 'polygon-ecosystem-token'],
  ['wrapped-avax', 'avalanche-2'],
  ['bridged-usdc', 'usd-coin'],
  ['xdai', 'dai'],
  ['wrapped-xdai', 'dai'],
]);

/** One slug for all assets that bridges give for each other. */
export const bridgedAsset = (slug: string): string => givenFor.get(slug) ?? slug;

/** By slug. A map: slugs come from outside too. */
export const sharedAssets: ReadonlyMap<string, AssetNames> = new Map(Object.entries(list));
