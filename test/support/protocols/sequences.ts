/** Random lives of wallets on the protocols' chain: each month one act that is possible then, the same for the same seed. */
import { maxUint256, parseEther, parseUnits } from 'viem';
import { createRandom, type Random } from '../random.ts';
import { type Actor, createActor, type Holder } from './actor.ts';
import * as acts from './acts.ts';
import { balanceOf } from './chain-facts.ts';
import type { AssetName } from './protocol-assets.ts';

type Scene = acts.Scene;

export interface Life {
  readonly actor: Actor;
  readonly random: Random;
  /** What it did, for whoever looks at a failure. */
  readonly done: string[];
}

/** Wallets and their dice. */
export const createLives = (count: number, seed: number): Life[] =>
  Array.from({ length: count }, (_, index) => ({
    actor: createActor(`life ${seed + index}`, `0x${(0xb000 + index).toString(16).padStart(40, '0')}`),
    random: createRandom(seed + index),
    done: [],
  }));

/** An act that is possible now; null: it is not. */
type Possible = (scene: Scene, life: Life) => Promise<(() => Promise<void>) | null>;

/** From a twentieth to a half. */
const part = (amount: bigint, random: Random): bigint => (amount * BigInt(1 + random.below(10))) / 20n;

/** Of what the wallet has of an asset, if that is not next to nothing. */
const ofOwn =
  (asset: AssetName, least: bigint, act: typeof acts.stake): Possible =>
  async (scene, { actor, random }) => {
    const amount = part(await balanceOf(scene, actor, asset), random);
    return amount < least ? null : () => act(scene, actor, amount);
  };

const ofHeld =
  (holder: 'staking' | 'farm', act: typeof acts.stake): Possible =>
  async (scene, { actor, random }) => {
    const { amount } = actor.held[holder];
    return amount === 0n ? null : () => act(scene, actor, random.once(3) ? amount : part(amount, random));
  };

const whileHeld =
  (holder: Holder, act: (scene: Scene, life: Life) => Promise<void>): Possible =>
  async (scene, life) =>
    life.actor.held[holder].amount === 0n ? null : () => act(scene, life);

const usdc = (amount: number): bigint => parseUnits(String(amount), 6);

const borrowSome: Possible = async (scene, { actor, random }) => {
  const collateral = await balanceOf(scene, actor, 'lagWETH');
  // Far enough below what may be owed, so that no fall of ether forbids anything.
  const most = (collateral * scene.prices.WETH * 3n) / 10n ** 13n - actor.principal;
  return most < usdc(100) ? null : () => acts.borrow(scene, actor, part(most, random));
};

const repaySome: Possible = async (scene, { actor, random }) => {
  if (actor.principal === 0n) return null;
  // At times less than the interest.
  const amount = random.once(3) ? usdc(1) : part(actor.principal, random);
  return () => acts.repay(scene, actor, random.once(4) ? maxUint256 : amount);
};

const withdrawCollateral: Possible = async (scene, { actor, random }) => {
  const amount = await balanceOf(scene, actor, 'lagWETH');
  if (amount === 0n || actor.principal > 0n) return null;
  return () => acts.withdrawCollateral(scene, actor, part(amount, random));
};

const beLiquidated: Possible = async (scene, { actor }) => {
  const taken = parseEther('1.05');
  const collateral = await balanceOf(scene, actor, 'lagWETH');
  const isOwed = actor.principal > (taken * scene.prices.WETH) / 10n ** 12n;
  return isOwed && collateral > 2n * taken ? () => acts.liquidate(scene, actor, taken) : null;
};

const withdrawSavings: Possible = async (scene, { actor, random }) => {
  const amount = await balanceOf(scene, actor, 'lagUSDC');
  if (amount < usdc(10)) return null;
  // At times less than the interest, and at times all.
  const some = random.once(2) ? usdc(1) : part(amount, random);
  return () => acts.unsave(scene, actor, random.once(4) ? maxUint256 : some);
};

const placeOrder: Possible = async (scene, { actor, random }) =>
  (await balanceOf(scene, actor, 'ETH')) < parseEther('50')
    ? null
    : () => acts.placeOrder(scene, actor, parseEther(String(1 + random.below(9))));

const cancelOrder: Possible = async (scene, { actor, random }) =>
  actor.orders.length === 0 ? null : () => acts.cancelOrder(scene, actor, random.below(actor.orders.length));

/** For a hundred dollars less to a hundred more than it is worth. */
const fillOrder: Possible = async (scene, { actor, random }) => {
  const place = random.below(Math.max(actor.orders.length, 1));
  const order = actor.orders[place];
  if (order === undefined) return null;
  const worth = (order.amount * scene.prices.ETH) / 10n ** 12n;
  return () => acts.fillOrder(scene, actor, place, worth - usdc(100) + usdc(random.below(200)));
};

const startValidator: Possible = async (scene, { actor }) =>
  (await balanceOf(scene, actor, 'ETH')) < parseEther('80') ? null : () => acts.startValidator(scene, actor);

const sell: Possible = async (scene, { actor, random }) => {
  // The lending tokens of this chain cannot be sent.
  const asset = random.pick(['ETH', 'WETH', 'USDC', 'LINK', 'GRDN', 'shares'] as const);
  const amount = part(await balanceOf(scene, actor, asset), random);
  return amount === 0n ? null : () => acts.sell(scene, actor, asset, amount);
};

const possible: Readonly<Record<string, Possible>> = {
  stake: ofOwn('LINK', 1n, acts.stake),
  unstake: ofHeld('staking', acts.unstake),
  claim: whileHeld('staking', (scene, { actor }) => acts.claim(scene, actor)),
  leaveStaking: whileHeld('staking', (scene, { actor }) => acts.leaveStaking(scene, actor)),
  join: ofOwn('LINK', parseEther('1'), acts.join),
  leavePool: ofOwn('shares', 10n ** 9n, acts.leavePool),
  farm: ofOwn('shares', 10n ** 9n, acts.farm),
  unfarm: ofHeld('farm', acts.unfarm),
  harvest: whileHeld('farm', (scene, { actor }) => acts.harvest(scene, actor)),
  save: ofOwn('USDC', usdc(10), acts.save),
  withdrawSavings,
  supplyCollateral: ofOwn('WETH', parseEther('1'), acts.supplyCollateral),
  withdrawCollateral,
  borrowSome,
  repaySome,
  beLiquidated,
  placeOrder,
  cancelOrder,
  fillOrder,
  startValidator,
  skim: whileHeld('deposit', (scene, { actor }) => acts.skim(scene, actor, parseEther('0.07'))),
  stopValidator: whileHeld('deposit', (scene, { actor }) =>
    acts.stopValidator(scene, actor, parseEther('0.02')),
  ),
  sell,
};
const names = Object.keys(possible);

/** One act of the life. */
export async function liveOn(scene: Scene, life: Life): Promise<void> {
  for (;;) {
    const name = life.random.pick(names);
    const act = await possible[name]?.(scene, life);
    if (act == null) continue;
    await act();
    life.done.push(name);
    return;
  }
}
