/** A year of six wallets on the protocols' chain, a month at a time: what each does is its own list of acts by month. */
import { maxUint256, parseEther, parseUnits } from 'viem';
import { type Actor, createActor } from './actor.ts';
import {
  borrow,
  cancelOrder,
  claim,
  farm,
  fillOrder,
  fund,
  harvest,
  join,
  leavePool,
  leaveStaking,
  liquidate,
  placeOrder,
  repay,
  type Scene,
  save,
  sell,
  skim,
  stake,
  startValidator,
  stopValidator,
  supplyCollateral,
  unfarm,
  unsave,
  unstake,
  withdrawCollateral,
} from './acts.ts';
import { balanceOf } from './chain-facts.ts';
import { type MonthlyPrices, pricesOf } from './protocol-assets.ts';

type Month = (scene: Scene, actor: Actor) => Promise<void>;
type Year = Readonly<Record<number, Month>>;

const usdc = (amount: number): bigint => parseUnits(String(amount), 6);
export const yearMonths = 12;

/** Prices of a month: ether between 1,600 and 2,800 dollars, the others up and down. */
export const pricesIn = (month: number): MonthlyPrices =>
  pricesOf(
    1_600n + 200n * BigInt((month * 5) % 7),
    10n + BigInt((month * 4) % 9),
    2n + BigInt((month * 3) % 5),
  );

const farmer: Year = {
  async 0(scene, actor) {
    await stake(scene, actor, parseEther('500'));
    await join(scene, actor, parseEther('200'));
    await farm(scene, actor, await balanceOf(scene, actor, 'shares'));
  },
  async 4(scene, actor) {
    await stake(scene, actor, parseEther('100'));
  },
  async 6(scene, actor) {
    await unstake(scene, actor, parseEther('150'));
    await unfarm(scene, actor, actor.held.farm.amount / 4n);
  },
  async 12(scene, actor) {
    await leaveStaking(scene, actor);
    await unfarm(scene, actor, actor.held.farm.amount);
    await leavePool(scene, actor, await balanceOf(scene, actor, 'shares'));
    await sell(scene, actor, 'LINK', parseEther('900'));
    await sell(scene, actor, 'GRDN', await balanceOf(scene, actor, 'GRDN'));
  },
};

const saver: Year = {
  0: (scene, actor) => save(scene, actor, usdc(50_000)),
  3: (scene, actor) => save(scene, actor, usdc(10_000)),
  6: (scene, actor) => unsave(scene, actor, usdc(5_000)),
  // Less than the interest of three months: the receipt grows while something is taken out.
  9: (scene, actor) => unsave(scene, actor, usdc(100)),
  async 12(scene, actor) {
    await unsave(scene, actor, maxUint256);
    await sell(scene, actor, 'USDC', usdc(20_000));
  },
};

const borrower: Year = {
  async 0(scene, actor) {
    await supplyCollateral(scene, actor, parseEther('20'));
    await borrow(scene, actor, usdc(10_000));
  },
  // Less than the interest of three months: the debt grows while something is paid back.
  3: (scene, actor) => repay(scene, actor, usdc(10)),
  5: (scene, actor) => borrow(scene, actor, usdc(2_000)),
  7: (scene, actor) => liquidate(scene, actor, parseEther('1.05')),
  10: (scene, actor) => repay(scene, actor, usdc(3_000)),
  async 12(scene, actor) {
    await repay(scene, actor, maxUint256);
    await withdrawCollateral(scene, actor, await balanceOf(scene, actor, 'lagWETH'));
    await sell(scene, actor, 'WETH', parseEther('5'));
  },
};

/** What a validator earns in a month. */
export const monthlyYield = parseEther('0.07');

const validator: Year = {
  async 0(scene, actor) {
    await startValidator(scene, actor);
    await startValidator(scene, actor);
  },
  8: (scene, actor) => stopValidator(scene, actor, parseEther('0.013')),
  async 12(scene, actor) {
    await stopValidator(scene, actor, parseEther('0.02'));
    await sell(scene, actor, 'ETH', parseEther('50'));
  },
};

const trader: Year = {
  0: (scene, actor) => placeOrder(scene, actor, parseEther('10')),
  2: (scene, actor) => cancelOrder(scene, actor, 0),
  3: (scene, actor) => placeOrder(scene, actor, parseEther('5')),
  async 4(scene, actor) {
    await placeOrder(scene, actor, parseEther('7'));
    await cancelOrder(scene, actor, 0);
  },
  9: (scene, actor) => placeOrder(scene, actor, parseEther('3')),
  async 11(scene, actor) {
    await cancelOrder(scene, actor, 0);
    await sell(scene, actor, 'ETH', parseEther('20'));
  },
};

const seller: Year = {
  3: (scene, actor) => placeOrder(scene, actor, parseEther('5')),
  4: (scene, actor) => placeOrder(scene, actor, parseEther('7')),
  // The later of the two first.
  5: (scene, actor) => fillOrder(scene, actor, 1, usdc(17_000)),
  7: (scene, actor) => fillOrder(scene, actor, 0, usdc(12_000)),
  12: (scene, actor) => sell(scene, actor, 'USDC', usdc(5_000)),
};

const years = { farmer, saver, borrower, validator, trader, seller } as const;
export type YearName = keyof typeof years;
export const yearNames: readonly YearName[] = [
  ...(['farmer', 'saver', 'borrower', 'validator', 'trader', 'seller'] as const),
];

export const yearActors = (): Record<YearName, Actor> => {
  const actor = (name: YearName, number: number): Actor =>
    createActor(name, `0x${(0xa000 + number).toString(16).padStart(40, '0')}`);
  return {
    farmer: actor('farmer', 1),
    saver: actor('saver', 2),
    borrower: actor('borrower', 3),
    validator: actor('validator', 4),
    trader: actor('trader', 5),
    seller: actor('seller', 6),
  };
};

/** Lives one month of all of them; every month but the first and the last they claim what they earned. */
export async function liveMonth(
  scene: Scene,
  actors: Readonly<Record<YearName, Actor>>,
  month: number,
): Promise<void> {
  scene.prices = pricesIn(month);
  await scene.chain.beginMonth(month, scene.prices);
  if (month === 0) {
    await fund(
      scene,
      yearNames.map((name) => actors[name]),
    );
  } else if (month < yearMonths) {
    await claim(scene, actors.farmer);
    await harvest(scene, actors.farmer);
    await skim(scene, actors.validator, monthlyYield);
  }
  for (const name of yearNames) await years[name][month]?.(scene, actors[name]);
}
