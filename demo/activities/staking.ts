import type { Address } from 'viem';
import { farmAbi, stakingAbi } from '../contracts/abis.ts';
import { v2FactoryAbi } from '../contracts/abis-uniswap.ts';
import { farmed } from '../economy/pools.ts';
import type { WalletName } from '../economy/world-types.ts';
import type { Call } from '../node/mining.ts';
import {
  type Activity,
  allow,
  amountWorth,
  type Context,
  type Effect,
  provide,
  step,
  tokenBalance,
  walletOf,
} from './context.ts';
import { addLiquidityV2 } from './exchanges.ts';

const stakers = ['alice', 'carol'] as const satisfies readonly WalletName[];
const farmers = ['alice', 'bob'] as const satisfies readonly WalletName[];

const readStaking = (context: Context, wallet: WalletName, functionName: 'balanceOf' | 'earned') =>
  context.chain.read(context.deployment.contracts.staking, stakingAbi, functionName, [
    walletOf(context, wallet),
  ]);

const stake: Activity = {
  name: 'stake LINK',
  weight: 2,
  wallets: stakers,
  plan: async (context, wallet) => {
    const { tokens, contracts } = context.deployment;
    const amount = amountWorth(context, 'link', 200, 1_500);
    return [
      ...(await provide(context, wallet, 'link', amount)),
      ...(await allow(context, wallet, tokens.link.address, contracts.staking, amount)),
      step(context.calls.stake(walletOf(context, wallet), amount), [wallet, 'stake']),
    ];
  },
};

/** The place of a farmed pool in which the wallet has something, by `amountIn`. */
async function findPool(
  context: Context,
  amountIn: (pool: number) => Promise<bigint>,
): Promise<{ pool: number; amount: bigint } | undefined> {
  for (const pool of context.random.shuffle(farmed.map((_, index) => index))) {
    const amount = await amountIn(pool);
    if (amount > 0n) return { pool, amount };
  }
  return undefined;
}

const inFarm = (context: Context, wallet: WalletName) => (pool: number) =>
  context.chain.read(context.deployment.contracts.farm, farmAbi, 'amountOf', [
    BigInt(pool),
    walletOf(context, wallet),
  ]);

async function shareOf({ deployment, chain }: Context, pool: number) {
  const { contracts, tokens } = deployment;
  const token = tokens[farmed[pool] ?? 'usdc'].address;
  return chain.read(contracts.v2Factory, v2FactoryAbi, 'getPair', [tokens.weth.address, token]);
}

/** One step, which `call` says, with a pool of the farm in which the wallet has something; none where it has nothing. */
const withFarmed =
  (
    effect: Effect[1],
    call: (context: Context, owner: Address, found: { pool: number; amount: bigint }) => Call,
  ): Activity['plan'] =>
  async (context, wallet) => {
    const found = await findPool(context, inFarm(context, wallet));
    if (found === undefined) return undefined;
    return [step(call(context, walletOf(context, wallet), found), [wallet, effect])];
  };

const depositInFarm: Activity = {
  name: 'put shares of a pool into the farm',
  weight: 2,
  wallets: farmers,
  preparation: addLiquidityV2,
  plan: async (context, wallet) => {
    const owner = walletOf(context, wallet);
    const found = await findPool(context, async (pool) =>
      tokenBalance(context, await shareOf(context, pool), owner),
    );
    if (found === undefined) return undefined;
    const { pool, amount } = found;
    const { farm } = context.deployment.contracts;
    return [
      ...(await allow(context, wallet, await shareOf(context, pool), farm, amount)),
      step(context.calls.depositInFarm(owner, pool, amount), [wallet, 'farmDeposit']),
    ];
  },
};

/** A stake and a farm: what is in them is still the wallet's, and no token stands for it. */
export const stakingActivities: readonly Activity[] = [
  stake,
  {
    name: 'claim what the stake earned',
    weight: 2,
    wallets: stakers,
    preparation: stake,
    plan: async (context, wallet) => {
      if ((await readStaking(context, wallet, 'earned')) === 0n) return undefined;
      return [step(context.calls.claimStakingReward(walletOf(context, wallet)), [wallet, 'stakingClaim'])];
    },
  },
  {
    name: 'take LINK out of the stake',
    weight: 1,
    wallets: stakers,
    preparation: stake,
    plan: async (context, wallet) => {
      const staked = await readStaking(context, wallet, 'balanceOf');
      if (staked === 0n) return undefined;
      const amount = context.random.next() < 0.3 ? staked : context.random.part(staked, 0.2, 0.8);
      return [step(context.calls.unstake(walletOf(context, wallet), amount), [wallet, 'unstake'])];
    },
  },
  depositInFarm,
  {
    name: 'harvest',
    weight: 2,
    wallets: farmers,
    preparation: depositInFarm,
    plan: withFarmed('farmHarvest', ({ calls }, owner, { pool }) => calls.harvestFarm(owner, pool)),
  },
  {
    name: 'take shares out of the farm',
    weight: 1,
    wallets: farmers,
    preparation: depositInFarm,
    plan: withFarmed('farmWithdraw', ({ calls }, owner, { pool, amount }) =>
      calls.withdrawFromFarm(owner, pool, amount),
    ),
  },
];
