import { type EventFlow, type EventRule, type Family, gives, type Seen, takes } from '../evidence/family.ts';

/** Signed amounts of a pool: what is positive came in. The words behind the array say the signs. */
function changed({ evidence }: Seen): EventFlow[] {
  // Joining gives the share, leaving takes it: the wallet's own flows say which.
  const isJoin = evidence.outflows.some((flow) => flow.standard !== 'erc721') && evidence.inflows.length > 0;
  return isJoin ? [gives('join', 'deltas'), takes('exit', 'deltas')] : [takes('exit', 'deltas')];
}

const rules: readonly EventRule[] = [
  // Balancer 2 and 3, and 1
  {
    event:
      'PoolBalanceChanged(bytes32* id, address* provider, address[] tokens, int256[] deltas, uint256[] fees)',
    wallet: ['provider'],
    flows: changed,
  },
  {
    event: 'LOG_JOIN(address* caller, address* token, uint256 amount)',
    wallet: ['caller'],
    flows: [gives('join', 'amount')],
  },
  {
    event: 'LOG_EXIT(address* caller, address* token, uint256 amount)',
    wallet: ['caller'],
    flows: [takes('exit', 'amount')],
  },
  {
    event:
      'LiquidityAdded(address* pool, address* provider, uint8* kind, uint256 supply, uint256[] amounts, uint256[] fees)',
    wallet: ['provider'],
    flows: [gives('join', 'amounts')],
  },
  {
    event:
      'LiquidityRemoved(address* pool, address* provider, uint8* kind, uint256 supply, uint256[] amounts, uint256[] fees)',
    wallet: ['provider'],
    flows: [takes('exit', 'amounts')],
  },
  // Saddle's pools, which Hop uses; the rest of their events is that of Curve's
  {
    event:
      'RemoveLiquidityOne(address* provider, uint256 share, uint256 supply, uint256 coin, uint256 amount)',
    wallet: ['provider'],
    flows: [takes('exit', 'amount'), gives('receipt', 'share')],
  },
  // Liquidity Book: shares of many bins, whose amounts are packed
  {
    event: 'DepositedToBins(address* sender, address* to, uint256[] ids, bytes32[] amounts)',
    wallet: ['to'],
    flows: [gives('join', null)],
  },
  {
    event: 'WithdrawnFromBins(address* sender, address* to, uint256[] ids, bytes32[] amounts)',
    wallet: ['to'],
    orCalled: true,
    flows: [takes('exit', null)],
  },
  // Its version 2.0 tells bin by bin
  {
    event: 'DepositedToBin(address* sender, address* to, uint256* id, uint256 amountX, uint256 amountY)',
    wallet: ['to'],
    flows: [gives('join', null)],
  },
  {
    event: 'WithdrawnFromBin(address* sender, address* to, uint256* id, uint256 amountX, uint256 amountY)',
    wallet: ['to'],
    orCalled: true,
    flows: [takes('exit', null)],
  },
  // Pendle: standardised yield
  {
    event: 'Deposit(address* caller, address* receiver, address* token, uint256 amount, uint256 shares)',
    wallet: ['caller', 'receiver'],
    flows: [gives('deposit', 'amount'), takes('receipt', 'shares')],
  },
  {
    event: 'Redeem(address* caller, address* receiver, address* token, uint256 shares, uint256 amount)',
    wallet: ['caller', 'receiver'],
    flows: [takes('withdraw', 'amount'), gives('receipt', 'shares')],
  },
  {
    event: 'RedeemInterest(address* user, uint256 amount)',
    wallet: ['user'],
    flows: [takes('reward', 'amount')],
  },
  {
    event: 'RedeemRewards(address* user, uint256[] amounts)',
    wallet: ['user'],
    flows: [takes('reward', 'amounts')],
  },
];

/** Pools whose shares are tokens: Balancer, Saddle, Liquidity Book, Pendle. Source: their contracts. */
export const pools: Family = { name: 'pool', events: rules };
