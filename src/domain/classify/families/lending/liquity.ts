import { zeroAddress } from '../../../model.ts';
import { eventShape, readEvent, signed } from '../../evidence/event-shape.ts';
import { type EventFlow, type Family, gives, keyed, type Seen, takes } from '../../evidence/family.ts';
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

/** Ether, wrapped, that whoever opens a trove of version 2 leaves for its liquidation. Source: ETH_GAS_COMPENSATION, 0.0375. */
const gasCompensation = 37_500_000_000_000_000n;
/** Operations in which the owner pays or is paid: opened, closed, adjusted, opened in a batch. */
const ownOperations: ReadonlySet<bigint | undefined> = new Set([0n, 1n, 2n, 7n]);

/** Version 2 names no wallet: troves are NFTs. What liquidations and redemptions take is no flow of the wallet. */
function changedTrove({ values }: Seen): EventFlow[] {
  const operation = values.number('operation');
  if (!ownOperations.has(operation)) return [];
  const [collateral, debt] = [signed(values.number('collateral')), signed(values.number('debt'))];
  const isAdjusted = operation === 2n;
  const amount = collateral < 0n ? -collateral : collateral;
  // A zap gives, or gets, both in one.
  const amounts = isAdjusted ? [amount] : [amount, gasCompensation, amount + gasCompensation];
  return [
    ...amounts.map((one) => (collateral < 0n ? takes('withdraw', one, keyed) : gives('deposit', one, keyed))),
    ...(debt > 0n ? [takes('borrow', debt, keyed)] : []),
    ...(debt < 0n ? [gives('repay', -debt, keyed)] : []),
  ];
}

/** The pool of version 2 pays what is withdrawn together with what was earned. */
function pooled(seen: Seen): EventFlow[] {
  const { values } = seen;
  const change = signed(values.number('change'));
  const earned = values.number('earned') ?? 0n;
  return [
    ...(change > 0n ? [gives('deposit', change)] : []),
    ...(change < 0n ? [takes('withdraw', earned - change)] : []),
    ...(change >= 0n ? [takes('reward', ['earned'])] : []),
    // What was seized before, and kept for later, was paid for then.
    ...(values.number('operation') === 2n ? [takes('proceeds', ['seized'])] : seizedFor(seen, 'seized')),
  ];
}

/** Collateral that a pool seized was bought with what it burned of the deposit, by which that is less. */
function seizedFor({ values, emitter }: Seen, seized: string): EventFlow[] {
  const amount = values.number('loss') ?? 0n;
  if (amount === 0n) return [takes('reward', [seized])];
  return [takes('proceeds', [seized], { settles: { contract: emitter, token: null, amount } })];
}

/** Liquity in both versions and their forks. Source: BorrowerOperations, StabilityPool LQTYStaking; of version 2, TroveManager. */
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
      flows: (seen) => seizedFor(seen, 'gain'),
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
    {
      event:
        'TroveOperation(uint256* id, uint8 operation, uint256 rate, uint256 moreDebt, uint256 fee, int256 debt, uint256 moreCollateral, int256 collateral)',
      wallet: [],
      flows: changedTrove,
      emitter: 'anyone',
    },
    {
      event:
        'DepositOperation(address* depositor, uint8 operation, uint256 loss, int256 change, uint256 yield, uint256 earned, uint256 gain, uint256 seized)',
      wallet: ['depositor'],
      flows: pooled,
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
