import { type EventFlow, type Family, gives, type Seen, takes } from '../../evidence/family.ts';

/** What happened to a trove: 0 opened, 1 closed. Amounts of the event are totals, so that the flows speak. */
function troveFlows({ values }: Seen): EventFlow[] {
  const operation = values.number('operation');
  if (operation === 0n) return [gives('deposit', null), takes('borrow', null)];
  // Of one that is adjusted (2) the totals do not say which side changed.
  return operation === 1n ? [gives('repay', null), takes('withdraw', null)] : [];
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
      flows: ({ values }) => ((values.number('fee') ?? 0n) > 0n ? [takes('borrow', null)] : []),
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
  ],
};
