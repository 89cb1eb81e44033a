import { zeroAddress } from '../../../model.ts';
import { eventShape, isNobody, readEvent } from '../../evidence/event-shape.ts';
import type { Seen } from '../../evidence/family.ts';
import { type EventFlow, type Family, gives, takes } from '../../evidence/family.ts';
import { paidWith } from '../../evidence/token-logs.ts';

const token = 'reserve';
/** Indexes round by a unit or two. */
const rounding = 2n;
/** Who supplies for somebody else gives it away, and who is supplied for gets the receipt alone. */
const supplied = ({ values, evidence }: Seen): EventFlow[] => {
  const { wallet } = evidence.normalized;
  const isFor = values.address('onBehalfOf') === wallet;
  if (!isFor) return [gives('deposit', 'amount', { token, isOfAnother: true })];
  const isOfAnother = values.address('user') !== wallet && evidence.outflows.length === 0;
  return isOfAnother
    ? [takes('receipt', 'amount', { isOfAnother })]
    : [gives('deposit', 'amount', { token })];
};
const withdrawn = [takes('withdraw', 'amount', { token })];
/** A loan that goes to somebody else, who pays an older one of the wallet's with it, leaves it the debt's token alone. */
const borrowed = ({ values, evidence }: Seen): EventFlow[] => {
  const amount = values.number('amount') ?? 0n;
  const isLent = evidence.inflows.some(
    ({ tokenAddress }) => tokenAddress === values.address(token) || tokenAddress === zeroAddress,
  );
  const isMinted = evidence.movements.some(
    ({ side, counterparty, amount: moved }) =>
      side === 'inflow' &&
      counterparty === zeroAddress &&
      moved - amount <= rounding &&
      amount - moved <= rounding,
  );
  const loan = takes('borrow', 'amount', { token });
  return !isLent && isMinted ? [takes('debt', 'amount')] : [loan];
};
const repaid = [gives('repay', 'amount', { token })];
const staked = [gives('deposit', 'amount')];
const redeemed = [takes('withdraw', 'amount')];
const rewarded = [takes('reward', 'amount')];

/**
 * What was taken pays a debt of another token: as much as the event names, with interest that the debt's token has not told yet and
 * leaves out as it shrinks.
 */
function liquidated({ values, emitter, evidence }: Seen): EventFlow[] {
  const paid = { contract: emitter, token: values.address('debt'), amount: values.number('debtToCover') };
  const settles = paidWith(paid, evidence);
  return [gives('liquidation', 'taken', { feeBasisPoints: 200, ...(settles !== null && { settles }) })];
}

/** A debt token's own log: what is burned names nobody who gets anything for it. */
function burnedDebt({ values }: Seen): EventFlow[] {
  return isNobody(values.address('target')) ? [gives('debt', 'value', { token: 'emitter' })] : [];
}

/** The pool's events after which less is owed, and by how much. */
const lessDebt = [
  {
    shape: eventShape(
      'Repay(address* reserve, address* user, address* repayer, uint256 amount, bool usesReceipts)',
    ),
    amount: 'amount',
  },
  {
    shape: eventShape(
      'LiquidationCall(address* collateral, address* debt, address* user, uint256 debtToCover, uint256 taken, address liquidator, bool receiveReceipts)',
    ),
    amount: 'debtToCover',
  },
];

/**
 * A token of version 3 that mints no more than what has accrued since it last told: less was withdrawn, or paid back, than that, or
 * it was sent on. What is minted for a supply or a loan is more. A debt's token mints what the payment leaves of it; all others
 * tell of interest.
 */
function accrued({ values, evidence }: Seen): EventFlow[] {
  const [value, increase] = [values.number('value'), values.number('balanceIncrease')];
  if (value === undefined || increase === undefined || value > increase) return [];
  const { transaction, wallet } = evidence.normalized;
  const isDebt = transaction.logs.some((log) =>
    lessDebt.some(({ shape, amount }) => {
      const event = readEvent(log, shape);
      if (event?.address('user') !== wallet) return false;
      const rest = increase - (event.number(amount) ?? 0n) - value;
      return rest <= rounding && rest >= -rounding;
    }),
  );
  return [takes(isDebt ? 'debt' : 'interest', 'value', { token: 'emitter' })];
}

/** Aave in its three versions and its forks (Spark, HyperLend, …). Source: their pool, token and controller contracts. */
export const aave: Family = {
  name: 'Aave',
  events: [
    // Version 3
    {
      event: 'Supply(address* reserve, address user, address* onBehalfOf, uint256 amount, uint16* referral)',
      wallet: ['user', 'onBehalfOf'],
      flows: supplied,
      emitter: 'anyone',
    },
    {
      event:
        'Borrow(address* reserve, address user, address* onBehalfOf, uint256 amount, uint8 mode, uint256 rate, uint16* referral)',
      wallet: ['user', 'onBehalfOf'],
      flows: borrowed,
      emitter: 'anyone',
    },
    {
      event: 'Repay(address* reserve, address* user, address* repayer, uint256 amount, bool usesReceipts)',
      wallet: ['user', 'repayer'],
      flows: repaid,
      emitter: 'anyone',
    },
    {
      event: 'RewardsClaimed(address* user, address* reward, address* to, address claimer, uint256 amount)',
      wallet: ['user', 'to'],
      flows: rewarded,
    },
    {
      event: 'Burn(address* from, address* target, uint256 value, uint256 balanceIncrease, uint256 index)',
      wallet: ['from'],
      flows: burnedDebt,
    },
    {
      event:
        'Mint(address* caller, address* onBehalfOf, uint256 value, uint256 balanceIncrease, uint256 index)',
      wallet: ['onBehalfOf'],
      flows: accrued,
    },
    // Debts at a stable rate, of both versions
    {
      event:
        'Mint(address* user, address* onBehalfOf, uint256 amount, uint256 balance, uint256 increase, uint256 rate, uint256 average, uint256 supply)',
      wallet: ['onBehalfOf'],
      flows: [takes('debt', 'amount', { token: 'emitter' })],
    },
    {
      event:
        'Burn(address* user, uint256 amount, uint256 balance, uint256 increase, uint256 average, uint256 supply)',
      wallet: ['user'],
      flows: [gives('debt', 'amount', { token: 'emitter' })],
    },
    // Version 2
    {
      event: 'Deposit(address* reserve, address user, address* onBehalfOf, uint256 amount, uint16* referral)',
      wallet: ['user', 'onBehalfOf'],
      flows: supplied,
      emitter: 'anyone',
    },
    {
      // `to` alone is paid by somebody else's position.
      event: 'Withdraw(address* reserve, address* user, address* to, uint256 amount)',
      wallet: ['user'],
      flows: withdrawn,
      emitter: 'anyone',
    },
    {
      event:
        'Borrow(address* reserve, address user, address* onBehalfOf, uint256 amount, uint256 mode, uint256 rate, uint16* referral)',
      wallet: ['user', 'onBehalfOf'],
      flows: borrowed,
      emitter: 'anyone',
    },
    {
      event: 'Repay(address* reserve, address* user, address* repayer, uint256 amount)',
      wallet: ['user', 'repayer'],
      flows: repaid,
      emitter: 'anyone',
    },
    {
      event:
        'LiquidationCall(address* collateral, address* debt, address* user, uint256 debtToCover, uint256 taken, address liquidator, bool receiveReceipts)',
      wallet: ['user'],
      flows: liquidated,
      emitter: 'anyone',
    },
    {
      event: 'RewardsClaimed(address* user, address* to, address* claimer, uint256 amount)',
      wallet: ['user', 'to'],
      flows: rewarded,
    },
    {
      event: 'Burn(address* user, uint256 value, uint256 index)',
      wallet: ['user'],
      flows: [gives('debt', 'value', { token: 'emitter' })],
    },
    {
      event: 'Mint(address* from, address* onBehalfOf, uint256 value, uint256 index)',
      wallet: ['onBehalfOf'],
      flows: [takes('debt', 'value', { token: 'emitter' })],
    },
    // Version 1
    {
      event: 'Deposit(address* reserve, address* user, uint256 amount, uint16* referral, uint256 timestamp)',
      wallet: ['user'],
      flows: [gives('deposit', 'amount', { token })],
      emitter: 'anyone',
    },
    {
      event: 'RedeemUnderlying(address* reserve, address* user, uint256 amount, uint256 timestamp)',
      wallet: ['user'],
      flows: withdrawn,
      emitter: 'anyone',
    },
    {
      event:
        'Borrow(address* reserve, address* user, uint256 amount, uint256 mode, uint256 rate, uint256 fee, uint256 increase, uint16* referral, uint256 timestamp)',
      wallet: ['user'],
      flows: borrowed,
      emitter: 'anyone',
    },
    {
      event:
        'Repay(address* reserve, address* user, address* repayer, uint256 amount, uint256 fees, uint256 increase, uint256 timestamp)',
      wallet: ['user', 'repayer'],
      flows: [gives('repay', 'amount', { feeBasisPoints: 200 })],
      emitter: 'anyone',
    },
    {
      event:
        'LiquidationCall(address* collateral, address* reserve, address* user, uint256 purchased, uint256 taken, uint256 increase, address liquidator, bool receiveReceipts, uint256 timestamp)',
      wallet: ['user'],
      flows: [gives('liquidation', 'taken', { feeBasisPoints: 200 })],
      emitter: 'anyone',
    },
    // The safety module
    {
      event: 'Staked(address* from, address* onBehalfOf, uint256 amount, uint256 shares)',
      wallet: ['from', 'onBehalfOf'],
      flows: staked,
    },
    {
      event: 'Staked(address* from, address* onBehalfOf, uint256 amount)',
      wallet: ['from', 'onBehalfOf'],
      flows: staked,
    },
    {
      event: 'Redeem(address* from, address* to, uint256 amount, uint256 shares)',
      wallet: ['from', 'to'],
      flows: redeemed,
    },
    {
      event: 'Redeem(address* from, address* to, uint256 amount)',
      wallet: ['from', 'to'],
      flows: redeemed,
    },
    {
      event: 'RewardsClaimed(address* from, address* to, uint256 amount)',
      wallet: ['from', 'to'],
      flows: rewarded,
    },
  ],
};
