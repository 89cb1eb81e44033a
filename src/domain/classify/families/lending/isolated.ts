import { signed } from '../../evidence/event-shape.ts';
import {
  type EventFlow,
  type EventRule,
  type Family,
  gives,
  keyed,
  ownedRule,
  rule,
  type Seen,
  takes,
} from '../../evidence/family.ts';

const deposited = [gives('deposit', 'amount')];
const withdrawn = [takes('withdraw', 'amount')];
const borrowed = [takes('borrow', 'amount')];
const repaid = [gives('repay', 'amount')];

/** Of an account that `owner` has; `sender` pays into it, and `receiver` is paid out of it. */
const owned = (event: string, flows: EventRule['flows']): EventRule =>
  ownedRule(event, flows, { owner: 'owner', others: [event.includes(' receiver') ? 'receiver' : 'sender'] });

/** Fluid: one event of both sides, whose signs say which way they went. Where shares of a pool stand for them no flow has the amount. */
function operated({ values }: Seen): EventFlow[] {
  const [collateral, debt] = [signed(values.number('collateral')), signed(values.number('debt'))];
  return [
    ...(collateral > 0n ? [gives('deposit', collateral, keyed)] : []),
    ...(collateral < 0n ? [takes('withdraw', -collateral, keyed)] : []),
    ...(debt > 0n ? [takes('borrow', debt, keyed)] : []),
    ...(debt < 0n ? [gives('repay', -debt, keyed)] : []),
  ];
}

/** Markets of two tokens each, and vaults of one collateral: Silo, Exactly, Fraxlend, Inverse, Lista, Fluid. Source: their contracts. */
export const isolatedLending: Family = {
  name: 'isolated lending',
  events: [
    // Silo 2, and Exactly where its rate floats
    rule(
      'Borrow(address* sender, address* receiver, address* owner, uint256 amount, uint256 shares)',
      borrowed,
      ['owner'],
    ),
    rule('Repay(address* sender, address* owner, uint256 amount, uint256 shares)', repaid, ['sender']),
    owned('DepositProtected(address* sender, address* owner, uint256 amount, uint256 shares)', deposited),
    owned(
      'WithdrawProtected(address* sender, address* receiver, address* owner, uint256 amount, uint256 shares)',
      withdrawn,
    ),
    // Silo 1
    rule('Deposit(address* asset, address* user, uint256 amount, bool only)', deposited),
    ownedRule(
      'Withdraw(address* asset, address* user, address* receiver, uint256 amount, bool only)',
      withdrawn,
      { owner: 'user', others: ['receiver'] },
    ),
    rule('Borrow(address* asset, address* user, uint256 amount)', borrowed),
    // Its payments have the shape of Inverse's, who names who pays second, too
    rule('Repay(address* account, address* payer, uint256 amount)', repaid, ['payer']),
    // Exactly, until a date
    owned(
      'DepositAtMaturity(uint256* maturity, address* sender, address* owner, uint256 amount, uint256 fee)',
      deposited,
    ),
    owned(
      'WithdrawAtMaturity(uint256* maturity, address caller, address* receiver, address* owner, uint256 position, uint256 amount)',
      withdrawn,
    ),
    rule(
      'BorrowAtMaturity(uint256* maturity, address caller, address* receiver, address* owner, uint256 amount, uint256 fee)',
      borrowed,
      ['owner'],
    ),
    rule(
      'RepayAtMaturity(uint256* maturity, address* caller, address* owner, uint256 amount, uint256 position)',
      repaid,
      ['caller'],
    ),
    // Fraxlend
    rule('BorrowAsset(address* owner, address* receiver, uint256 amount, uint256 shares)', borrowed, [
      'owner',
    ]),
    rule('RepayAsset(address* payer, address* owner, uint256 amount, uint256 shares)', repaid, ['payer']),
    owned('AddCollateral(address* sender, address* owner, uint256 amount)', deposited),
    owned('RemoveCollateral(address* sender, uint256 amount, address* receiver, address* owner)', withdrawn),
    // Lista, whose loans tell all that is locked first
    rule('Deposit(address* user, address collateral, uint256 amount, uint256 total)', deposited),
    rule(
      'Borrow(address* user, address collateral, uint256 locked, uint256 amount, uint256 price)',
      borrowed,
    ),
    rule('Payback(address* user, address collateral, uint256 amount, uint256 debt, uint256 price)', repaid),
    rule('LogOperate(address user, uint256 nft, int256 collateral, int256 debt, address to)', operated, [
      'user',
      'to',
    ]),
  ],
};
