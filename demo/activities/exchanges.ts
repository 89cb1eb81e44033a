import { positionManagerAbi, v2FactoryAbi } from '../contracts/abis-uniswap.ts';
import type { TokenKey } from '../economy/world-types.ts';
import {
  type Activity,
  allow,
  amountWorth,
  type Context,
  people,
  provide,
  step,
  tokenBalance,
  walletOf,
} from './context.ts';

/** Tokens with a V2 pool against WETH; the fee-on-transfer token has its own activities. */
const v2Tokens: readonly TokenKey[] = ['usdc', 'dai', 'link', 'meme', 'reward'];
const v3Pools: readonly (readonly [one: TokenKey, other: TokenKey, fee: number])[] = [
  ['weth', 'usdc', 500],
  ['usdc', 'dai', 500],
  ['weth', 'wbtc', 3000],
  ['weth', 'uni', 3000],
  ['weth', 'link', 3000],
];
const v3EtherPools: readonly (readonly [token: TokenKey, fee: number])[] = [
  ['usdc', 500],
  ['wbtc', 3000],
  ['uni', 3000],
  ['link', 3000],
];

const addressOf = ({ deployment }: Context, key: TokenKey) => deployment.tokens[key].address;

const swapActivities: readonly Activity[] = [
  {
    name: 'buy a token for ether on V2',
    weight: 6,
    wallets: people,
    plan: async (context, wallet) => {
      const token = addressOf(context, context.random.pick(v2Tokens));
      const wei = amountWorth(context, 'ether', 50, 1_500);
      const call = context.calls.swapV2EtherForToken(walletOf(context, wallet), token, wei);
      return [step(call, [wallet, 'swapV2EtherForToken'])];
    },
  },
  {
    name: 'sell a token for ether on V2',
    weight: 6,
    wallets: people,
    plan: async (context, wallet) => {
      const key = context.random.pick(v2Tokens);
      const amount = amountWorth(context, key, 50, 1_500);
      const { v2Router } = context.deployment.contracts;
      return [
        ...(await provide(context, wallet, key, amount)),
        ...(await allow(context, wallet, addressOf(context, key), v2Router, amount)),
        step(context.calls.swapV2TokenForEther(walletOf(context, wallet), addressOf(context, key), amount), [
          wallet,
          'swapV2TokenForEther',
        ]),
      ];
    },
  },
  {
    name: 'swap two tokens on V2',
    weight: 5,
    wallets: people,
    plan: async (context, wallet) => {
      const [keyIn, keyOut] = context.random.shuffle(v2Tokens);
      if (keyIn === undefined || keyOut === undefined) return undefined;
      const [tokenIn, tokenOut] = [addressOf(context, keyIn), addressOf(context, keyOut)];
      const amount = amountWorth(context, keyIn, 50, 1_500);
      return [
        ...(await provide(context, wallet, keyIn, amount)),
        ...(await allow(context, wallet, tokenIn, context.deployment.contracts.v2Router, amount)),
        step(context.calls.swapV2TokenForToken(walletOf(context, wallet), tokenIn, tokenOut, amount), [
          wallet,
          'swapV2TokenForToken',
        ]),
      ];
    },
  },
  {
    name: 'swap two tokens on V3',
    weight: 6,
    wallets: people,
    plan: async (context, wallet) => {
      const [one, other, fee] = context.random.pick(v3Pools);
      const [keyIn, keyOut] = context.random.next() < 0.5 ? [one, other] : [other, one];
      const [tokenIn, tokenOut] = [addressOf(context, keyIn), addressOf(context, keyOut)];
      const amount = amountWorth(context, keyIn, 50, 2_500);
      return [
        ...(await provide(context, wallet, keyIn, amount)),
        ...(await allow(context, wallet, tokenIn, context.deployment.contracts.v3Router, amount)),
        step(context.calls.swapV3Single(walletOf(context, wallet), tokenIn, tokenOut, fee, amount), [
          wallet,
          'swapV3Single',
        ]),
      ];
    },
  },
  {
    name: 'buy a token for ether on V3',
    weight: 5,
    wallets: people,
    plan: async (context, wallet) => {
      const [key, fee] = context.random.pick(v3EtherPools);
      const wei = amountWorth(context, 'ether', 50, 2_000);
      const call = context.calls.swapV3EtherForToken(
        walletOf(context, wallet),
        addressOf(context, key),
        fee,
        wei,
      );
      return [step(call, [wallet, 'swapV3EtherForToken'])];
    },
  },
  {
    name: 'sell a token for ether on V3',
    weight: 5,
    wallets: people,
    plan: async (context, wallet) => {
      const [key, fee] = context.random.pick(v3EtherPools);
      const token = addressOf(context, key);
      const amount = amountWorth(context, key, 50, 2_000);
      return [
        ...(await provide(context, wallet, key, amount)),
        ...(await allow(context, wallet, token, context.deployment.contracts.v3Router, amount)),
        step(context.calls.swapV3TokenForEther(walletOf(context, wallet), token, fee, amount), [
          wallet,
          'swapV3TokenForEther',
        ]),
      ];
    },
  },
];

export const addLiquidityV2: Activity = {
  name: 'add liquidity on V2',
  weight: 2,
  wallets: people,
  plan: async (context, wallet) => {
    const key = context.random.pick(['usdc', 'dai', 'link'] as const);
    const amount = amountWorth(context, key, 300, 1_500);
    // A little more ether than it takes: the router returns the rest.
    const wei = amountWorth(context, 'ether', 1_900, 2_000);
    const { v2Router } = context.deployment.contracts;
    return [
      ...(await provide(context, wallet, key, amount)),
      ...(await allow(context, wallet, addressOf(context, key), v2Router, amount)),
      step(context.calls.addLiquidityV2(walletOf(context, wallet), addressOf(context, key), amount, wei), [
        wallet,
        'liquidityV2Add',
      ]),
    ];
  },
};

const addLiquidityV3: Activity = {
  name: 'add liquidity on V3',
  weight: 2,
  wallets: people,
  plan: async (context, wallet) => {
    const [key, fee] = context.random.pick(v3EtherPools);
    const token = addressOf(context, key);
    const amount = amountWorth(context, key, 300, 1_500);
    const wei = amountWorth(context, 'ether', 1_900, 2_000);
    return [
      ...(await provide(context, wallet, key, amount)),
      ...(await allow(context, wallet, token, context.deployment.contracts.positionManager, amount)),
      step(context.calls.addLiquidityV3(walletOf(context, wallet), token, fee, amount, wei), [
        wallet,
        'liquidityV3Add',
      ]),
    ];
  },
};

const liquidityActivities: readonly Activity[] = [
  addLiquidityV2,
  {
    name: 'remove liquidity on V2',
    preparation: addLiquidityV2,
    weight: 2,
    wallets: people,
    plan: async (context, wallet) => {
      const { contracts } = context.deployment;
      for (const key of context.random.shuffle(['usdc', 'dai', 'link'] as const)) {
        const token = addressOf(context, key);
        const pair = await context.chain.read(contracts.v2Factory, v2FactoryAbi, 'getPair', [
          addressOf(context, 'weth'),
          token,
        ]);
        const held = await tokenBalance(context, pair, walletOf(context, wallet));
        if (held === 0n) continue;
        const liquidity = context.random.next() < 0.4 ? held : held / 2n;
        return [
          ...(await allow(context, wallet, pair, contracts.v2Router, liquidity)),
          step(context.calls.removeLiquidityV2(walletOf(context, wallet), token, liquidity), [
            wallet,
            'liquidityV2Remove',
          ]),
        ];
      }
      return undefined;
    },
  },
  addLiquidityV3,
  {
    name: 'remove liquidity on V3',
    preparation: addLiquidityV3,
    weight: 2,
    wallets: people,
    plan: async (context, wallet) => {
      const { positionManager } = context.deployment.contracts;
      const owner = walletOf(context, wallet);
      if ((await context.chain.read(positionManager, positionManagerAbi, 'balanceOf', [owner])) === 0n)
        return undefined;
      const tokenId = await context.chain.read(positionManager, positionManagerAbi, 'tokenOfOwnerByIndex', [
        owner,
        0n,
      ]);
      const position = await context.chain.read(positionManager, positionManagerAbi, 'positions', [tokenId]);
      return [
        step(context.calls.removeLiquidityV3(owner, tokenId, position[7]), [wallet, 'liquidityV3Remove']),
      ];
    },
  },
];

const feeTokenActivities: readonly Activity[] = [
  {
    name: 'buy the fee-on-transfer token',
    weight: 1.5,
    wallets: people,
    plan: async (context, wallet) => {
      const wei = amountWorth(context, 'ether', 50, 500);
      const call = context.calls.swapV2EtherForToken(
        walletOf(context, wallet),
        addressOf(context, 'tax'),
        wei,
      );
      return [step(call, [wallet, 'feeTokenBuy'])];
    },
  },
  {
    name: 'sell the fee-on-transfer token',
    weight: 1,
    wallets: people,
    plan: async (context, wallet) => {
      const amount = amountWorth(context, 'tax', 50, 400);
      const token = addressOf(context, 'tax');
      return [
        ...(await provide(context, wallet, 'tax', amount)),
        ...(await allow(context, wallet, token, context.deployment.contracts.v2Router, amount)),
        step(context.calls.swapV2TokenForEther(walletOf(context, wallet), token, amount), [
          wallet,
          'feeTokenSell',
        ]),
      ];
    },
  },
];

/** Trades and liquidity on Uniswap. */
export const exchangeActivities: readonly Activity[] = [
  ...swapActivities,
  ...liquidityActivities,
  ...feeTokenActivities,
];
