import { zeroAddress } from '../../../model.ts';
import { eventShape, readEvent } from '../../evidence/event-shape.ts';
import { type EventFlow, type Family, gives, type Seen, takes } from '../../evidence/family.ts';
import type { Evidence } from '../../evidence/rule.ts';

const trove =
  'TroveUpdated(address* borrower, uint256 debt, uint256 collateral, uint256 stake, uint8 operation)';
const troveShape = eventShape(trove);

/**
 * What happened to a trove: 0 opened, 1 closed, 2 adjusted. Amounts of the event are totals, so that the flows speak: collateral is ether,
 * and what is lent is made, and burned when it is paid back.
 */
function troveFlows({ values, evidence }: Seen): EventFlow[] {
  switch (values.number('operation')) {
    case 0n:
      // The manager says 0 of what it adds up before something else happens.
      return isChanged(evidence) ? [] : [gives('deposit', null), takes('borrow', null)];
    case 1n:
      return [gives('repay', null), takes('withdraw', null)];
    case 2n:
      return [
        ...etherOf(evidence.outflows).map((amount) => gives('deposit', amount)),
        ...etherOf(evidence.inflows).map((amount) => takes('withdraw', amount)),
        gives('repay', null, { of: 'made' }),
        takes('borrow', null, { of: 'made' }),
      ];
    default:
      return [];
  }
}

/** Whether a trove is closed or adjusted in the transaction. */
function isChanged({ normalized }: Evidence): boolean {
  return normalized.logs.some((log) => {
    const operation = readEvent(log, troveShape)?.number('operation');
    return operation !== undefined && operation !== 0n;
  });
}

function etherOf(flows: Evidence['inflows']): bigint[] {
  return flows.flatMap(({ tokenAddress, amount }) =>
    tokenAddress === zeroAddress ? [amount < 0n ? -amount : amount] : [],
  );
}

/** Liquity 1 and its forks. Source: BorrowerOperations, StabilityPool and LQTYStaking. */
export const liquity: Family = {
  name: 'Liquity',
  events: [
    {
      event: trove,
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
