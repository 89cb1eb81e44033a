import { lendingPoolAbi } from '../contracts/abis.ts';
import type { WalletName } from '../economy/world-types.ts';
import {
  type Activity,
  allow,
  amountWorth,
  type Context,
  provide,
  step,
  tokenBalance,
  walletOf,
} from './context.ts';

const borrowers = ['alice', 'bob'] as const satisfies readonly WalletName[];
/** Who borrows as much as the collateral allows, and so is liquidated. */
const daring: WalletName = 'bob';

/** Basis points of the collateral's worth that may be owed. */
const threshold = 8_000n;
/** How far the others go; the daring one leaves out what rounding could take. */
const carefulShare = 4_000n;
const daringShare = 7_999n;
/** A loan of less than this (6 decimals) is none. */
const smallestLoan = 1_000_000n;

async function positionOf(context: Context, wallet: WalletName): Promise<{ worth: bigint; owed: bigint }> {
  const { lendingPool } = context.deployment.contracts;
  const owner = walletOf(context, wallet);
  const [worth, owed] = await context.chain.read(lendingPool, lendingPoolAbi, 'positionOf', [owner]);
  return { worth, owed };
}

const supply: Activity = {
  name: 'supply collateral',
  weight: 1.5,
  wallets: borrowers,
  alone: true,
  plan: async (context, wallet) => {
    const { tokens, contracts } = context.deployment;
    const amount = amountWorth(context, 'weth', 1_500, 4_000);
    return [
      ...(await provide(context, wallet, 'weth', amount)),
      ...(await allow(context, wallet, tokens.weth.address, contracts.lendingPool, amount)),
      step(context.calls.supplyCollateral(walletOf(context, wallet), amount), [wallet, 'lendingSupply']),
    ];
  },
};

const borrow: Activity = {
  name: 'borrow',
  weight: 1.5,
  wallets: borrowers,
  // The price that it reads must still be the one when it is mined.
  alone: true,
  preparation: supply,
  plan: async (context, wallet) => {
    const { worth, owed } = await positionOf(context, wallet);
    const most = (worth * (wallet === daring ? daringShare : carefulShare)) / 10_000n - owed;
    if (most < smallestLoan) return undefined;
    return [step(context.calls.borrow(walletOf(context, wallet), most), [wallet, 'borrow'])];
  },
};

/** What is not owed is not needed as collateral; a little is left for what accrues until it is mined. */
function freeCollateral({ worth, owed }: { worth: bigint; owed: bigint }, amount: bigint): bigint {
  if (owed === 0n) return amount;
  const needed = (owed * 10_000n * 102n) / (threshold * 100n);
  return worth <= needed ? 0n : (amount * (worth - needed)) / worth;
}

/** Loans against collateral: a receipt for what is supplied, a debt for what is owed. */
export const lendingActivities: readonly Activity[] = [
  supply,
  borrow,
  {
    name: 'repay',
    weight: 1.5,
    wallets: borrowers,
    alone: true,
    preparation: borrow,
    plan: async (context, wallet) => {
      const { owed } = await positionOf(context, wallet);
      if (owed < smallestLoan) return undefined;
      const { tokens, contracts } = context.deployment;
      const isAll = context.random.next() < 0.4;
      const amount = isAll ? undefined : context.random.part(owed, 0.2, 0.7);
      // Enough for what accrues until it is mined.
      const needed = ((amount ?? owed) * 11n) / 10n;
      return [
        ...(await provide(context, wallet, 'usdc', needed)),
        ...(await allow(context, wallet, tokens.usdc.address, contracts.lendingPool, needed)),
        step(context.calls.repay(walletOf(context, wallet), amount), [wallet, 'repay']),
      ];
    },
  },
  {
    name: 'withdraw collateral',
    weight: 1,
    wallets: borrowers,
    alone: true,
    preparation: supply,
    plan: async (context, wallet) => {
      const owner = walletOf(context, wallet);
      const { lendingReceipt } = context.deployment.tokens;
      const held = await tokenBalance(context, lendingReceipt.address, owner);
      const free = freeCollateral(await positionOf(context, wallet), held);
      if (free === 0n) return undefined;
      const amount = context.random.part(free, 0.3, 0.9);
      return [step(context.calls.withdrawCollateral(owner, amount), [wallet, 'lendingWithdraw'])];
    },
  },
  {
    name: 'liquidation',
    weight: 1,
    wallets: [daring],
    alone: true,
    preparation: borrow,
    plan: async (context, wallet) => {
      const { worth, owed } = await positionOf(context, wallet);
      if (owed < smallestLoan) return undefined;
      const { tokens, contracts, accounts } = context.deployment;
      const covered = owed / 2n;
      // Somebody whom nobody watches.
      const liquidator = accounts.ivan;
      const { calls } = context;
      // A price that has not fallen far enough: the pool asks for more.
      const isCovered = owed * 10_000n <= worth * threshold;
      const stricter = (owed * 9_990n) / worth;
      return [
        ...(isCovered ? [step(calls.setLoanThreshold(stricter))] : []),
        step(calls.sendToken(tokens.usdc.address, accounts.exchange, liquidator, covered)),
        step(calls.approve(tokens.usdc.address, liquidator, contracts.lendingPool, covered)),
        step(calls.liquidate(liquidator, walletOf(context, wallet), covered), [wallet, 'liquidation']),
        ...(isCovered ? [step(calls.setLoanThreshold(threshold))] : []),
      ];
    },
  },
];
