/** What a wallet can do on the protocols' chain: each act is mined, and then noted in what the script knows of the wallet. */
import { type Address, encodeFunctionData, type Hex, maxUint256, parseEther } from 'viem';
import { farmAbi, lendingPoolAbi, stakingAbi, tokenAbi } from '../../../demo/contracts/abis.ts';
import { v2RouterAbi } from '../../../demo/contracts/abis-uniswap.ts';
import { type Actor, noteFlow, noteHanded, notePaid, noteReturned } from './actor.ts';
import type { AssetName, MonthlyPrices } from './protocol-assets.ts';
import { type ProtocolChain, setThreshold } from './protocol-chain.ts';
import { type Call, depositAbi, escrowAbi, savingsAbi, settlementAbi } from './protocol-contracts.ts';

export interface Scene {
  readonly chain: ProtocolChain;
  /** Of the month. */
  prices: MonthlyPrices;
  /** Orders that were ever placed: their numbers. */
  orderCount: bigint;
}

const usual: readonly (readonly [AssetName, 'staking' | 'farm' | 'savings' | 'lendingPool' | 'router'])[] = [
  ['LINK', 'staking'],
  ['LINK', 'router'],
  ['USDC', 'router'],
  ['shares', 'router'],
  ['shares', 'farm'],
  ['USDC', 'savings'],
  ['USDC', 'lendingPool'],
  ['WETH', 'lendingPool'],
];

const transfer = (from: Address, token: Address, to: Address, amount: bigint): Call => ({
  ...{ from, to: token },
  data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] }),
});

/** Gives wallets what they start with, and has them approve what they will use. */
export async function fund({ chain, prices }: Scene, actors: readonly Actor[]): Promise<void> {
  const { contracts, outside } = chain;
  const given = {
    ...{ ETH: parseEther('300'), WETH: parseEther('50'), LINK: parseEther('2000') },
    USDC: 200_000_000_000n,
  } as const;
  for (const actor of actors) {
    const { address } = actor;
    const calls: Call[] = [{ from: outside, to: address, value: given.ETH }];
    for (const asset of ['WETH', 'LINK', 'USDC'] as const) {
      calls.push(transfer(outside, contracts.tokens[asset], address, given[asset]));
    }
    for (const asset of ['ETH', 'WETH', 'LINK', 'USDC'] as const) {
      noteFlow(actor, 'in', { asset, amount: given[asset], prices });
    }
    await chain.mine(calls);
    const approvals = usual.map(
      ([asset, spender]): Call => ({
        ...{ from: address, to: contracts.tokens[asset] },
        data: encodeFunctionData({
          ...{ abi: tokenAbi, functionName: 'approve', args: [contracts[spender], maxUint256] },
        }),
      }),
    );
    await chain.mine(approvals);
  }
}

type Act = (scene: Scene, actor: Actor, amount: bigint) => Promise<void>;

const mineOne = ({ chain }: Scene, { address: from }: Actor, to: Address, data: Hex, value = 0n) =>
  chain.mine([{ from, to, data, value }]);

// ── A farm without receipts, and one of pools' shares ──

export const stake: Act = async (scene, actor, amount) => {
  const data = encodeFunctionData({ abi: stakingAbi, functionName: 'stake', args: [amount] });
  await mineOne(scene, actor, scene.chain.contracts.staking, data);
  noteHanded(actor, 'staking', amount, scene.prices);
};

export const unstake: Act = async (scene, actor, amount) => {
  const data = encodeFunctionData({ abi: stakingAbi, functionName: 'withdraw', args: [amount] });
  await mineOne(scene, actor, scene.chain.contracts.staking, data);
  noteReturned(actor, 'staking', amount, scene.prices);
};

/** Everything back, and the reward, in one transaction. */
export async function leaveStaking(scene: Scene, actor: Actor): Promise<void> {
  const data = encodeFunctionData({ abi: stakingAbi, functionName: 'exit' });
  await mineOne(scene, actor, scene.chain.contracts.staking, data);
  noteReturned(actor, 'staking', actor.held.staking.amount, scene.prices);
}

export async function claim(scene: Scene, actor: Actor): Promise<void> {
  const data = encodeFunctionData({ abi: stakingAbi, functionName: 'getReward' });
  await mineOne(scene, actor, scene.chain.contracts.staking, data);
}

/** Gives LINK and as much USDC as the pool asks for, and gets shares. */
export const join: Act = async (scene, actor, amount) => {
  const { router, tokens } = scene.chain.contracts;
  const args = [tokens.LINK, tokens.USDC, amount, 10n ** 12n, 0n, 0n, actor.address, maxUint256] as const;
  await mineOne(
    scene,
    actor,
    router,
    encodeFunctionData({ abi: v2RouterAbi, functionName: 'addLiquidity', args }),
  );
};

export const leavePool: Act = async (scene, actor, amount) => {
  const { router, tokens } = scene.chain.contracts;
  const args = [tokens.LINK, tokens.USDC, amount, 0n, 0n, actor.address, maxUint256] as const;
  await mineOne(
    scene,
    actor,
    router,
    encodeFunctionData({ abi: v2RouterAbi, functionName: 'removeLiquidity', args }),
  );
};

export const farm: Act = async (scene, actor, amount) => {
  const data = encodeFunctionData({
    ...{ abi: farmAbi, functionName: 'deposit', args: [0n, amount, actor.address] },
  });
  await mineOne(scene, actor, scene.chain.contracts.farm, data);
  noteHanded(actor, 'farm', amount, scene.prices);
};

export const unfarm: Act = async (scene, actor, amount) => {
  const data = encodeFunctionData({
    ...{ abi: farmAbi, functionName: 'withdraw', args: [0n, amount, actor.address] },
  });
  await mineOne(scene, actor, scene.chain.contracts.farm, data);
  noteReturned(actor, 'farm', amount, scene.prices);
};

export async function harvest(scene: Scene, actor: Actor): Promise<void> {
  const data = encodeFunctionData({ abi: farmAbi, functionName: 'harvest', args: [0n, actor.address] });
  await mineOne(scene, actor, scene.chain.contracts.farm, data);
}

// ── Lending, with receipts and debts ──

export const save: Act = async (scene, actor, amount) => {
  const { savings, tokens } = scene.chain.contracts;
  const args = [tokens.USDC, amount, actor.address, 0] as const;
  await mineOne(scene, actor, savings, encodeFunctionData({ abi: savingsAbi, functionName: 'supply', args }));
};

/** More than there is: all. */
export const unsave: Act = async (scene, actor, amount) => {
  const { savings, tokens } = scene.chain.contracts;
  const args = [tokens.USDC, amount, actor.address] as const;
  const data = encodeFunctionData({ abi: savingsAbi, functionName: 'withdraw', args });
  await mineOne(scene, actor, savings, data);
};

const lendingCall = (
  scene: Scene,
  { address }: Actor,
  name: 'supply' | 'withdraw' | 'borrow' | 'repay',
  amount: bigint,
): Call => {
  const { lendingPool, tokens } = scene.chain.contracts;
  const data = {
    supply: () =>
      encodeFunctionData({
        ...{ abi: lendingPoolAbi, functionName: 'supply', args: [tokens.WETH, amount, address, 0] },
      }),
    withdraw: () =>
      encodeFunctionData({
        ...{ abi: lendingPoolAbi, functionName: 'withdraw', args: [tokens.WETH, amount, address] },
      }),
    borrow: () =>
      encodeFunctionData({
        ...{ abi: lendingPoolAbi, functionName: 'borrow', args: [tokens.USDC, amount, 2n, 0, address] },
      }),
    repay: () =>
      encodeFunctionData({
        ...{ abi: lendingPoolAbi, functionName: 'repay', args: [tokens.USDC, amount, 2n, address] },
      }),
  }[name]();
  return { from: address, to: lendingPool, data };
};

export const supplyCollateral: Act = async (scene, actor, amount) => {
  await scene.chain.mine([lendingCall(scene, actor, 'supply', amount)]);
};

export const withdrawCollateral: Act = async (scene, actor, amount) => {
  await scene.chain.mine([lendingCall(scene, actor, 'withdraw', amount)]);
};

export const borrow: Act = async (scene, actor, amount) => {
  await scene.chain.mine([lendingCall(scene, actor, 'borrow', amount)]);
  actor.principal += amount;
};

/** More than is owed repays all. What is beyond the principal is interest. */
export const repay: Act = async (scene, actor, amount) => {
  await scene.chain.mine([lendingCall(scene, actor, 'repay', amount)]);
  notePaid(actor, amount);
};

/**
 * The pool lets a liquidator pay back as much as the collateral that he takes is worth. In the same block the wallet borrows a dollar more, so that
 * its debt token has told of all the interest.
 */
export const liquidate: Act = async (scene, actor, collateral) => {
  const { chain, prices } = scene;
  const { lendingPool, tokens } = chain.contracts;
  const covered = (collateral * prices.WETH) / 10n ** 12n;
  const dollar = 1_000_000n;
  const args = [tokens.WETH, tokens.USDC, actor.address, covered, false] as const;
  const data = encodeFunctionData({ abi: lendingPoolAbi, functionName: 'liquidationCall', args });
  await chain.mine([
    lendingCall(scene, actor, 'borrow', dollar),
    setThreshold(chain, 1n),
    { from: chain.outside, to: lendingPool, data },
    setThreshold(chain, 8_000n),
  ]);
  actor.principal += dollar;
  notePaid(actor, covered);
};

// ── Orders, validators, and the outside ──

export const placeOrder: Act = async (scene, actor, amount) => {
  const { escrow, tokens } = scene.chain.contracts;
  const data = encodeFunctionData({ abi: escrowAbi, functionName: 'createOrder', args: [tokens.USDC, 1n] });
  await mineOne(scene, actor, escrow, data, amount);
  actor.orders.push({ id: scene.orderCount, amount });
  scene.orderCount += 1n;
  noteHanded(actor, 'escrow', amount, scene.prices);
};

function takeOrder({ orders }: Actor, place: number) {
  const [order] = orders.splice(place, 1);
  if (order === undefined) throw new Error('there is no such order');
  return order;
}

export async function cancelOrder(scene: Scene, actor: Actor, place: number): Promise<void> {
  const { id, amount } = takeOrder(actor, place);
  const data = encodeFunctionData({ abi: escrowAbi, functionName: 'invalidateOrder', args: [id] });
  await mineOne(scene, actor, scene.chain.contracts.escrow, data);
  noteReturned(actor, 'escrow', amount, scene.prices);
}

/** The settlement pays so much USDC for it. Where the deposit was a sale, this is a purchase. */
export async function fillOrder(scene: Scene, actor: Actor, place: number, bought: bigint): Promise<void> {
  const { chain, prices } = scene;
  const { id, amount } = takeOrder(actor, place);
  const { escrow, settlement } = chain.contracts;
  const data = encodeFunctionData({
    ...{ abi: settlementAbi, functionName: 'settle', args: [escrow, id, bought] },
  });
  await chain.mine([{ from: chain.outside, to: settlement, data }]);
  actor.held.escrow.amount -= amount;
  noteFlow(actor, 'returned', { asset: 'USDC', amount: bought, prices });
}

export async function startValidator(scene: Scene, actor: Actor): Promise<void> {
  const key: Hex = `0x${'ab'.repeat(48)}`;
  const args = [key, `0x${'01'.repeat(32)}`, `0x${'cd'.repeat(96)}`, `0x${'00'.repeat(32)}`] as const;
  const data = encodeFunctionData({ abi: depositAbi, functionName: 'deposit', args });
  await mineOne(scene, actor, scene.chain.contracts.deposit, data, parseEther('32'));
  noteHanded(actor, 'deposit', parseEther('32'), scene.prices);
}

const gwei = 10n ** 9n;

/** What validators earned is paid out by the chain from time to time. */
export const skim: Act = async ({ chain }, { address }, amount) => {
  await chain.payValidators([{ to: address, gwei: amount / gwei }]);
};

/**
 * A stake comes back, with what it earned since the last time. All stakes are of one account: what the first brings beyond its 32 counts
 * against the others, and is income when the last is back.
 */
export const stopValidator: Act = async ({ chain, prices }, actor, yielded) => {
  const amount = parseEther('32') + yielded;
  await chain.payValidators([{ to: actor.address, gwei: amount / gwei }]);
  noteReturned(actor, 'deposit', amount, prices);
};

/** Sells to somebody outside. */
export async function sell(scene: Scene, actor: Actor, asset: AssetName, amount: bigint): Promise<void> {
  const { chain, prices } = scene;
  const { address } = actor;
  if (asset === 'ETH') await chain.mine([{ from: address, to: chain.outside, value: amount }]);
  else await chain.mine([transfer(address, chain.contracts.tokens[asset], chain.outside, amount)]);
  noteFlow(actor, 'out', { asset, amount, prices });
}
