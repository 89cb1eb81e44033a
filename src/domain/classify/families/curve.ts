import type { Address, ChainLog, Side } from '../../model.ts';
import {
  type EventFlow,
  type EventRule,
  type Family,
  gives,
  ownedRule,
  type Seen,
  takes,
} from '../evidence/family.ts';
import { isMade } from '../evidence/net-flow.ts';
import type { Evidence } from '../evidence/rule.ts';
import { tokenLogs } from '../evidence/token-logs.ts';

const amounts = ['uint256[2]', 'uint256[3]', 'uint256[4]', 'uint256[]'];

/** Pools log the amounts that they took or gave, in arrays of as many items as they have coins. */
/**
 * A zap adds liquidity for whoever calls it, and so does a pool that exchanges through another: only with the zap is a share made for the
 * wallet, or burned.
 */
function joined(seen: Seen): EventFlow[] {
  return isOwn(seen, seen.evidence.inflows) ? [gives('join', 'amounts')] : [];
}

function left(seen: Seen): EventFlow[] {
  return isOwn(seen, seen.evidence.outflows) ? [takes('exit', 'amounts')] : [];
}

function isOwn({ values, evidence: { normalized } }: Seen, shares: Evidence['inflows']): boolean {
  return values.address('provider') === normalized.wallet || shares.some((flow) => isMade(flow, normalized));
}

const pools = amounts.flatMap((list): EventRule[] => [
  {
    event: `AddLiquidity(address* provider, ${list} amounts, ${list} fees, uint256 invariant, uint256 supply)`,
    wallet: ['provider'],
    orCalled: true,
    flows: joined,
  },
  {
    event: `AddLiquidity(address* provider, ${list} amounts, uint256 fee, uint256 supply)`,
    wallet: ['provider'],
    orCalled: true,
    flows: joined,
  },
  {
    event: `RemoveLiquidity(address* provider, ${list} amounts, ${list} fees, uint256 supply)`,
    wallet: ['provider'],
    orCalled: true,
    flows: left,
  },
  {
    event: `RemoveLiquidity(address* provider, ${list} amounts, uint256 supply)`,
    wallet: ['provider'],
    orCalled: true,
    flows: left,
  },
  {
    event: `AddLiquidity(address* provider, ${list} amounts, uint256 fee, uint256 supply, uint256 price)`,
    wallet: ['provider'],
    orCalled: true,
    flows: joined,
  },
  {
    event: `RemoveLiquidityImbalance(address* provider, uint256 share, ${list} amounts, uint256 fee, uint256 price)`,
    wallet: ['provider'],
    orCalled: true,
    flows: left,
  },
  {
    event: `RemoveLiquidityImbalance(address* provider, ${list} amounts, ${list} fees, uint256 invariant, uint256 supply)`,
    wallet: ['provider'],
    orCalled: true,
    flows: left,
  },
]);

/** Curve's pools, gauges, vote lock, fee distributor and loans. Source: its Vyper contracts. */
export const curve: Family = {
  name: 'Curve',
  events: [
    ...pools,
    {
      event: 'RemoveLiquidityOne(address* provider, uint256 share, uint256 amount)',
      wallet: ['provider'],
      flows: [takes('exit', 'amount'), gives('receipt', 'share')],
    },
    // The amount and what is left of the shares; or, of the first crypto pools, which coin it is and the amount.
    {
      event: 'RemoveLiquidityOne(address* provider, uint256 share, uint256 amount, uint256 other)',
      wallet: ['provider'],
      flows: [takes('exit', ['amount', 'other']), gives('receipt', 'share')],
    },
    {
      event:
        'RemoveLiquidityOne(address* provider, uint256 share, uint256 coin, uint256 amount, uint256 fee, uint256 price)',
      wallet: ['provider'],
      flows: [takes('exit', 'amount'), gives('receipt', 'share')],
    },
    {
      event:
        'RemoveLiquidityOne(address* provider, int128 coin, uint256 share, uint256 amount, uint256 supply)',
      wallet: ['provider'],
      flows: [takes('exit', 'amount'), gives('receipt', 'share')],
    },
    // The total that was ever minted for the gauge, not what this call minted.
    {
      event: 'Minted(address* recipient, address gauge, uint256 total)',
      wallet: ['recipient'],
      flows: [takes('reward', null)],
    },
    {
      event: 'Minted(address* recipient, address* gauge, uint256 total)',
      wallet: ['recipient'],
      flows: [takes('reward', null)],
    },
    {
      event: 'Claimed(address* recipient, uint256 amount, uint256 epoch, uint256 maximum)',
      wallet: ['recipient'],
      flows: [takes('reward', 'amount')],
    },
    {
      event: 'Deposit(address* provider, uint256 value, uint256* lockTime, int128 kind, uint256 timestamp)',
      wallet: ['provider'],
      flows: [gives('deposit', 'value')],
    },
    {
      event: 'Withdraw(address* provider, uint256 value, uint256 timestamp)',
      wallet: ['provider'],
      flows: [takes('withdraw', 'value')],
    },
    // Loans: collateral and debt in one event, each of which may be nothing.
    {
      event: 'Borrow(address* user, uint256 collateral, uint256 loan)',
      wallet: ['user'],
      flows: ({ evidence: { inflows } }) => [
        ...[gives('deposit', 'collateral'), takes('borrow', 'loan')],
        ...(inflows.length === 0 ? leveraged('deposit') : []),
      ],
    },
    {
      event: 'Repay(address* user, uint256 collateral, uint256 loan)',
      wallet: ['user'],
      flows: ({ evidence: { outflows } }) => [
        ...[takes('withdraw', 'collateral'), gives('repay', 'loan')],
        ...(outflows.length === 0 ? leveraged('withdraw') : []),
      ],
    },
    // Since the second version of its lending, whoever calls may have another's leave
    ...(
      [
        ['Borrow', ', uint256 loan', borrowed],
        ['Repay', ', uint256 loan', repaid],
        [
          'RemoveCollateral',
          '',
          (seen) => (isAlone(seen, seen.evidence.outflows) ? [takes('withdraw', 'collateral')] : []),
        ],
      ] satisfies [string, string, (seen: Seen) => EventFlow[]][]
    ).map(([name, loan, flows]) =>
      ownedRule(`${name}(address* caller, address* user, uint256 collateral${loan})`, flows, {
        owner: 'user',
        others: ['caller'],
      }),
    ),
    {
      event: 'RemoveCollateral(address* user, uint256 collateral)',
      wallet: ['user'],
      flows: [takes('withdraw', 'collateral')],
    },
    {
      event:
        'Liquidate(address* liquidator, address* user, uint256 collateral, uint256 stablecoin, uint256 debt)',
      wallet: ['user'],
      flows: [gives('repay', 'debt'), takes('withdraw', null)],
    },
  ],
};

/**
 * A loan that buys or sells its own collateral on the way: what the wallet gave, or got back, is no amount of the event. Nothing goes the other way: the loan
 * is what buys, or is paid back by what is sold.
 */
function leveraged(is: 'deposit' | 'withdraw') {
  return [is === 'deposit' ? gives(is, null) : takes(is, null)];
}

/**
 * Others log events of these two shapes, of assets and their shares. So the loan moves between the wallet and the contract that tells of it,
 * the collateral beside it, or alone where the contract was called, and nothing else is exchanged. With leverage the loan goes to, and the collateral to be sold comes from,
 * somebody else.
 */
function borrowed(seen: Seen): EventFlow[] {
  const { values, emitter, evidence } = seen;
  const { wallet, logs } = evidence.normalized;
  const loan = values.number('loan') ?? 0n;
  const flows = [takes('borrow', 'loan', { isWithEmitter: true })];
  const isSecured = isAlone(seen, evidence.inflows);
  if (isSecured || isLoan(seen, 'inflow')) flows.push(gives('deposit', 'collateral'));
  const isLeveraged = isSecured && loan > 0n && isMoved(logs, loan, { from: emitter, not: [wallet] });
  return isLeveraged ? [...flows, ...leveraged('deposit')] : flows;
}

function repaid(seen: Seen): EventFlow[] {
  const { values, emitter, evidence } = seen;
  const { wallet, logs } = evidence.normalized;
  const collateral = values.number('collateral') ?? 0n;
  const flows = [gives('repay', 'loan', { isWithEmitter: true })];
  const isFreed = isAlone(seen, evidence.outflows);
  if (isFreed || isLoan(seen, 'outflow')) flows.push(takes('withdraw', 'collateral'));
  // What goes to the contract itself is a payment, in the assets that others tell first.
  const isLeveraged = isFreed && collateral > 0n && isMoved(logs, collateral, { not: [wallet, emitter] });
  return isLeveraged ? [...flows, ...leveraged('withdraw')] : flows;
}

/** The collateral goes to, and comes from, another contract: whoever moved something on the way could tell of it. */
const isAlone = ({ emitter, evidence }: Seen, others: Evidence['inflows']): boolean =>
  others.length === 0 && evidence.normalized.transaction.to === emitter;

/** Whether all that the wallet moves that way is the loan, with the contract that tells of it. */
function isLoan({ values, emitter, evidence }: Seen, side: Side): boolean {
  const moved = evidence.movements.filter((movement) => movement.side === side);
  const loan = values.number('loan');
  return (
    moved.length > 0 && moved.every(({ amount, counterparty }) => amount === loan && counterparty === emitter)
  );
}

/** Whether so much of a token moved, to none of these. */
function isMoved(
  logs: readonly ChainLog[],
  amount: bigint,
  { from, not }: { from?: Address; not: readonly Address[] },
): boolean {
  return tokenLogs(logs).some(
    (log) => log.amount === amount && (from === undefined || log.from === from) && !not.includes(log.to),
  );
}
