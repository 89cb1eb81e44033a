import { type EventFlow, type Family, gives, type Seen, takes } from '../../evidence/family.ts';

/**
 * What happened to a trove: 0 opened, 1 closed, 2 adjusted. Amounts of the event are totals, so that the flows speak: what is lent is made,
 * and burned when it is paid back.
 */
function troveFlows({ values }: Seen): EventFlow[] {
  const operation = values.number('operation');
  if (operation === 0n) return [gives('deposit', null), takes('borrow', null)];
  if (operation === 1n) return [gives('repay', null), takes('withdraw', null)];
  return operation !== 2n
    ? []
    : [
        gives('deposit', null, { of: 'existing' }),
        takes('withdraw', null, { of: 'existing' }),
        gives('repay', null, { of: 'made' }),
        takes('borrow', null, { of: 'made' }),
      ];
}

/** Liquity 1 and its forks. Source: BorrowerOperations, StabilityPool and LQTYStaking. */
export const liquity: Family = {
  name: 'Liquity',
  events: [
    {
      event:
        'TroveUpdated(address* borrower, uint256 debt, uint256 collateral, uint256 stake, uint8 operation)',
      wallet: ['borrower'],
      flows: troveFlows,
      emitter: 'anyone',
    },
    {
      event: 'LUSDBorrowingFeePaid(address* borrower, uint256 fee)',
      wallet: ['borrower'],
      flows: ({ values }) =>
        (values.number('fee') ?? 0n) > 0n ? [takes('borrow', null, { of: 'made' })] : [],
      emitter: 'anyone',
    },
    {
      event: 'ETHGainWithdrawn(address* depositor, uint256 gain, uint256 loss)',
      wallet: ['depositor'],
      flows: [takes('reward', 'gain')],
    },
    {
      event: 'LQTYPaidToDepositor(address* depositor, uint256 amount)',
      wallet: ['depositor'],
      flows: [takes('reward', 'amount')],
      emitter: 'anyone',
    },
    {
      event: 'StakingGainsWithdrawn(address* staker, uint256 lusd, uint256 ether)',
      wallet: ['staker'],
      flows: [takes('reward', ['lusd']), takes('reward', ['ether'])],
    },
    {
      event: 'UserDepositChanged(address* depositor, uint256 total)',
      wallet: ['depositor'],
      flows: [gives('deposit', null), takes('withdraw', null)],
    },
    {
      event: 'StakeChanged(address* staker, uint256 total)',
      wallet: ['staker'],
      flows: [gives('deposit', null), takes('withdraw', null)],
    },
    // Liquity 2: the governance stakes for its users.
    {
      event:
        'DepositLQTY(address* user, address recipient, uint256 amount, uint256 lusd, uint256 lusdSent, uint256 ether, uint256 etherSent)',
      wallet: ['user', 'recipient'],
      flows: [gives('deposit', 'amount'), takes('reward', ['lusdSent']), takes('reward', ['etherSent'])],
    },
    {
      event:
        'WithdrawLQTY(address* user, address recipient, uint256 amount, uint256 sent, uint256 lusd, uint256 lusdSent, uint256 ether, uint256 etherSent)',
      wallet: ['user', 'recipient'],
      flows: [takes('withdraw', 'sent'), takes('reward', ['lusdSent']), takes('reward', ['etherSent'])],
      emitter: 'anyone',
    },
  ],
};
