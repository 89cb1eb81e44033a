/**
 * What is known of prices on the built-in chains: Uniswap's factories, coins taken as one dollar, and Chainlink's feeds
 * for what is held most. Public deployments, with their checksums as explorers show them; the configuration's own entries
 * for a chain come on top.
 */
import { lowerAddress } from '../domain/address.ts';
import { zeroAddress } from '../domain/model.ts';
import type { FeedSetting } from './chainlink/chainlink-book.ts';
import type { UniswapChain } from './uniswap/uniswap-pools.ts';

interface BuiltInPrices {
  v3Factory?: string;
  v2Factory?: string;
  weth: string;
  stablecoins: readonly string[];
  /** Feeds in USD by token; `native` is the chain's own coin. */
  feeds: Readonly<Record<string, string>>;
}

const firstV3Factory = '0x1F98431c8aD98523631AE4a59f267346ea31F984';

export const builtInPrices: Readonly<Record<number, BuiltInPrices>> = {
  1: {
    v3Factory: firstV3Factory,
    v2Factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
    weth: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    stablecoins: [
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    ],
    feeds: {
      native: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
      '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599': '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c',
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48': '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6',
      '0xdAC17F958D2ee523a2206206994597C13D831ec7': '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D',
      '0x6B175474E89094C44Da98b954EedeAC495271d0F': '0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9',
      '0x514910771AF9Ca656af840dff83E8264EcF986CA': '0x2c1d072e956AFFC0D435Cb7AC38EF18d24d9127c',
    },
  },
  10: {
    v3Factory: firstV3Factory,
    weth: '0x4200000000000000000000000000000000000006',
    stablecoins: [
      '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
      '0x7F5c764cBc14f9669B88837ca1490cCa17c31607',
      '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
    ],
    feeds: { native: '0x13e3Ee699D1909E989722E753853AE30b17e08c5' },
  },
  56: {
    v3Factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
    weth: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    stablecoins: ['0x55d398326f99059fF775485246999027B3197955', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
    feeds: { native: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE' },
  },
  100: {
    weth: '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d',
    stablecoins: [],
    feeds: { native: '0x678df3415fc31947dA4324eC63212874be5a82f8' },
  },
  137: {
    v3Factory: firstV3Factory,
    weth: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    stablecoins: [
      '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
      '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    ],
    feeds: {
      native: '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0',
      '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619': '0xF9680D99D6C9589e2a93a78A04A279e509205945',
    },
  },
  8453: {
    v3Factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
    weth: '0x4200000000000000000000000000000000000006',
    stablecoins: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    feeds: { native: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70' },
  },
  42161: {
    v3Factory: firstV3Factory,
    weth: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    stablecoins: [
      '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
      '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    ],
    feeds: { native: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612' },
  },
  43114: {
    v3Factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
    weth: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    stablecoins: ['0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'],
    feeds: { native: '0x0A77230d17318075983913bC2145DB16C7366156' },
  },
};

export interface ChainPrices {
  chainlink: { feeds: Record<string, Record<string, FeedSetting>> };
  uniswap: Record<string, UniswapChain>;
}

/** The configured feeds and factories of these chains over the built-in ones: feed by feed, factories chain by chain. */
export function withBuiltInPrices(
  config: {
    chainlink?: { feeds: Readonly<Record<string, Readonly<Record<string, FeedSetting>>>> } | undefined;
    uniswap?: Readonly<Record<string, UniswapChain>> | undefined;
  },
  chainIds: readonly number[],
): ChainPrices {
  const feeds: ChainPrices['chainlink']['feeds'] = {};
  const uniswap: ChainPrices['uniswap'] = {};
  for (const chainId of chainIds) {
    const known = builtInPrices[chainId];
    feeds[chainId] = { ...(known && feedsOf(known)), ...config.chainlink?.feeds[chainId] };
    const contracts = config.uniswap?.[chainId] ?? (known && contractsOf(known));
    if (contracts !== undefined) uniswap[chainId] = contracts;
  }
  return { chainlink: { feeds }, uniswap };
}

function feedsOf({ feeds }: BuiltInPrices): Record<string, FeedSetting> {
  return Object.fromEntries(
    Object.entries(feeds).map(([token, feed]) => [
      token === 'native' ? zeroAddress : lowerAddress(token),
      lowerAddress(feed),
    ]),
  );
}

function contractsOf({ v3Factory, v2Factory, weth, stablecoins }: BuiltInPrices): UniswapChain {
  return {
    ...(v3Factory === undefined ? {} : { v3Factory: lowerAddress(v3Factory) }),
    ...(v2Factory === undefined ? {} : { v2Factory: lowerAddress(v2Factory) }),
    weth: lowerAddress(weth),
    stablecoins: stablecoins.map(lowerAddress),
  };
}
