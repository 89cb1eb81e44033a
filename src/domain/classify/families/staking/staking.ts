import { eventShape, readEvent } from '../../evidence/event-shape.ts';
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

/** Where the contract is a token too, that token stands for the deposit. */
const share = { token: 'emitter' };
const staked = [gives('deposit', 'amount'), takes('receipt', 'amount', share)];
const unstaked = [takes('withdraw', 'amount'), gives('receipt', 'amount', share)];
const paid = [takes('reward', 'amount')];

/** StakingRewards of Synthetix and its many forks, and contracts that log the same few words. */
const rewardPools: readonly EventRule[] = [
  rule('Staked(address* user, uint256 amount)', staked),
  rule('Stake(address* user, uint256 amount)', staked),
  rule('Deposited(address* user, uint256 amount)', staked),
  rule('Deposit(address* user, uint256 amount)', staked),
  rule('Deposited(address* user, address* token, uint256 amount)', staked),
  rule('Deposit(address* user, address* token, uint256 amount)', staked, ['user', 'token']),
  rule('Locked(address* user, uint256 amount)', staked),
  rule('Saved(address* user, uint192 amount)', staked),
  rule('StakeOnLocal(address* user, uint256 amount)', staked),
  rule('StakeOnProxy(address* user, uint256 amount)', staked),
  rule('Withdrawn(address* user, uint256 amount)', unstaked),
  rule('Withdraw(address* user, uint256 amount)', unstaked),
  rule('Withdrawal(address* user, uint256 amount)', unstaked),
  rule('Unstaked(address* user, uint256 amount)', unstaked),
  rule('Unstake(address* user, uint256 amount)', unstaked),
  rule('Withdrawn(address* user, uint192 amount)', unstaked),
  rule('UnstakeOnLocal(address* user, uint256 amount)', unstaked),
  rule('UnstakeOnProxy(address* user, uint256 amount)', unstaked),
  rule('Unlocked(address* user, uint256 amount)', unstaked),
  rule('RewardPaid(address* user, uint256 amount)', paid),
  rule('RewardPaid(address* user, address* token, uint256 amount)', paid),
  rule('RewardsClaimed(address* user, uint256 amount)', paid),
  rule('RewardClaimed(address* user, uint256 amount)', paid),
  rule('RewardClaimed(address* user, address* token, uint256 amount)', paid),
];

const chefDeposit = 'Deposit(address* user, uint256* pool, uint256 amount)';
const chefWithdrawal = 'Withdraw(address* user, uint256* pool, uint256 amount)';
const chefShapes = [
  { shape: eventShape(chefDeposit), side: 'outflow' },
  { shape: eventShape(chefWithdrawal), side: 'inflow' },
] as const;

/**
 * What else a farm pays as somebody comes or goes is what was earned, once each stake of the transaction is seen to move whole: a part of
 * one would be principal. A withdrawal of nothing says nothing of what it pays.
 */
function besideStake({ values, emitter, evidence }: Seen): EventFlow[] {
  const left = evidence.movements.filter(({ counterparty }) => counterparty === emitter);
  const stakes: bigint[] = [];
  for (const log of evidence.normalized.logs) {
    if (log.address !== emitter) continue;
    for (const { shape, side } of chefShapes) {
      const told = readEvent(log, shape);
      if (told === null || told.address('user') !== values.address('user')) continue;
      const amount = told.number('amount') ?? 0n;
      const place = left.findIndex((moved) => moved.side === side && moved.amount === amount);
      if (place === -1 && (amount > 0n || side === 'inflow')) return [];
      if (place !== -1) left.splice(place, 1);
      stakes.push(amount);
    }
  }
  return left.flatMap(({ side, amount }) =>
    side === 'inflow' && !stakes.includes(amount) ? [takes('reward', amount)] : [],
  );
}
const farmed = (seen: Seen): EventFlow[] => [...staked, ...besideStake(seen)];
const unfarmed = (seen: Seen): EventFlow[] => [...unstaked, ...besideStake(seen)];

/** Farms of many pools: MasterChef and its second version. */
const farms: readonly EventRule[] = [
  rule(chefDeposit, farmed),
  ownedRule('Deposit(address* user, uint256* pool, uint256 amount, address* to)', staked, {
    owner: 'to',
    others: ['user'],
  }),
  rule(chefWithdrawal, unfarmed),
  ownedRule('Withdraw(address* user, uint256* pool, uint256 amount, address* to)', unstaked, {
    owner: 'user',
    others: ['to'],
  }),
  rule('EmergencyWithdraw(address* user, uint256* pool, uint256 amount)', unstaked),
  rule('EmergencyWithdraw(address* user, uint256* pool, uint256 amount, address* to)', unstaked, [
    'user',
    'to',
  ]),
  rule('Harvest(address* user, uint256* pool, uint256 amount)', paid),
];

/** Convex and Aura: the booster, and the locks of their tokens. */
const boosters: readonly EventRule[] = [
  rule('Deposited(address* user, uint256* pool, uint256 amount)', staked),
  rule('Withdrawn(address* user, uint256* pool, uint256 amount)', unstaked),
  rule('Withdrawn(address* user, uint256 amount, bool relocked)', unstaked),
  rule('Staked(address* user, uint256* epoch, uint256 amount, uint256 locked, uint256 boosted)', staked),
  rule('Deposited(address* user, address* account, uint256 amount, bool isUnwrapped)', staked),
  rule('RewardPaid(address* user, address* token, uint256 amount, address receiver)', paid, [
    'user',
    'token',
  ]),
  rule('RewardPaid(address* user, address* receiver, uint256 amount, address* token)', paid, [
    'user',
    'receiver',
  ]),
];

/** What is locked is in an account, whose key is an NFT: more comes to it later. */
const locked = [gives('deposit', 'amount', keyed)];
const unlocked = [takes('withdraw', 'amount', keyed)];

/** Velodrome, Aerodrome: gauges and vote locks. */
const gauges: readonly EventRule[] = [
  rule('Deposit(address* from, address* to, uint256 amount)', staked, ['from', 'to']),
  rule('ClaimRewards(address* from, uint256 amount)', paid, ['from']),
  rule('ClaimRewards(address* from, address* reward, uint256 amount)', paid, ['from']),
  rule(
    'Deposit(address* provider, uint256* tokenId, uint8* kind, uint256 amount, uint256 lockTime, uint256 timestamp)',
    locked,
    ['provider'],
  ),
  rule(
    'Deposit(address* provider, uint256 tokenId, uint256 amount, uint256* lockTime, int128 kind, uint256 timestamp)',
    locked,
    ['provider'],
  ),
  rule('Withdraw(address* provider, uint256* tokenId, uint256 amount, uint256 timestamp)', unlocked, [
    'provider',
  ]),
  rule('Withdraw(address* provider, uint256 tokenId, uint256 amount, uint256 timestamp)', unlocked, [
    'provider',
  ]),
];

/** The farm has it: who buys an NFT has it of somebody else. */
const nft = ({ values }: Seen) => ({ tokenId: values.number('tokenId') ?? 0n, isWithEmitter: true });
const entered = (seen: Seen): EventFlow[] => [gives('deposit', 1n, nft(seen))];
const left = (seen: Seen): EventFlow[] => [takes('withdraw', 1n, nft(seen))];

/** Farms into which the NFT of a position goes: Slipstream's gauges, PancakeSwap's farm. */
const positionFarms: readonly EventRule[] = [
  rule('Deposit(address* user, uint256* tokenId, uint128* liquidity)', entered),
  rule('Withdraw(address* user, uint256* tokenId, uint128* liquidity)', left),
  rule(
    'Deposit(address* user, uint256* pool, uint256* tokenId, uint256 liquidity, int24 lower, int24 upper)',
    entered,
  ),
  rule('Withdraw(address* user, address to, uint256* pool, uint256* tokenId)', left),
  rule('Harvest(address* user, address to, uint256* pool, uint256* tokenId, uint256 amount)', paid),
];

/** Locks of single protocols: Safe, Gearbox, Pendle, WalletConnect, Extra Finance, Chainlink, GMX, Gains, Tally, Frax. */
const locks: readonly EventRule[] = [
  rule('Locked(address* user, uint96 amount)', staked),
  rule('Withdrawn(address* user, uint32* index, uint96 amount)', unstaked),
  rule('StakeIncreased(address* user, address* validator, uint256 amount)', staked),
  rule('WithdrawalClaimed(address* user, uint64* id, uint256 amount)', unstaked),
  rule('DepositGear(address* user, uint256 amount)', staked),
  rule('ClaimGearWithdrawal(address* user, address to, uint256 amount)', unstaked, ['user', 'to']),
  rule('Withdraw(address* user, uint128 amount)', unstaked),
  rule('CooldownInitiated(address* user, uint256 amount, uint256 until)', [gives('request', 'amount')]),
  rule('Unstaked(address* user, uint256 amount, uint256 fee)', unstaked),
  rule(
    'Deposit(address* user, uint256 amount, uint256 until, uint256 kind, uint256 transferred, uint256 timestamp)',
    staked,
  ),
  rule('NewLockPosition(address* user, uint128 amount, uint128 until)', staked),
  // Chainlink
  rule('Staked(address* user, uint256 amount, uint256 stake, uint256 total)', staked),
  rule('Unstaked(address* user, uint256 amount, uint256 stake, uint256 total)', unstaked),
  // GMX, and Gains
  rule('StakeGmx(address user, address token, uint256 amount)', staked),
  rule('UnstakeGmx(address user, address token, uint256 amount)', unstaked),
  rule('GnsStaked(address* user, uint128 amount)', staked),
  rule('GnsUnstaked(address* user, uint128 amount)', unstaked),
  // Tally's staker: Obol, Octant, Arbitrum
  rule('StakeDeposited(address user, uint256* id, uint256 amount, uint256 balance, uint256 power)', staked),
  rule('StakeWithdrawn(address user, uint256* id, uint256 amount, uint256 balance, uint256 power)', unstaked),
  rule('RewardClaimed(uint256* id, address* user, uint256 amount, uint256 power)', paid),
  // Frax' farms
  ...['bytes32', 'uint256'].flatMap((id) => [
    rule(`StakeLocked(address* user, uint256 amount, uint256 seconds, ${id} id, address source)`, staked),
    rule(`LockedAdditional(address* user, ${id} id, uint256 amount)`, staked),
    rule(`WithdrawLocked(address* user, uint256 amount, ${id} id, address to)`, unstaked),
  ]),
  rule('RewardPaid(address* user, uint256 amount, address token, address to)', paid),
  rule('YieldCollected(address* user, uint256 amount, address token)', paid),
  rule('UserCheckpoint(uint8* action, address* user, uint256* until, uint256 amount)', [
    gives('deposit', 'amount'),
    takes('withdraw', 'amount'),
  ]),
];

/** Delegation: The Graph, which taxes it at half a percent, and Livepeer. */
const delegation: readonly EventRule[] = [
  rule('StakeDelegated(address* indexer, address* user, uint256 amount, uint256 shares)', [
    gives('deposit', 'amount', { feeBasisPoints: 100 }),
  ]),
  rule('StakeDelegatedWithdrawn(address* indexer, address* user, uint256 amount)', unstaked),
  rule(
    'TokensDelegated(address* indexer, address* verifier, address* user, uint256 amount, uint256 shares)',
    staked,
  ),
  rule(
    'DelegatedTokensWithdrawn(address* indexer, address* verifier, address* user, uint256 amount)',
    unstaked,
  ),
  // Livepeer
  rule('Bond(address* next, address* former, address* user, uint256 amount, uint256 bonded)', staked),
  rule('WithdrawStake(address* user, uint256 lock, uint256 amount, uint256 round)', unstaked),
  rule('WithdrawFees(address* user, address recipient, uint256 amount)', paid),
];

/** Farms, gauges, locks and delegation: what is in them is still the wallet's, and no token stands for it. */
export const staking: Family = {
  name: 'staking',
  givesAsMuch: true,
  events: [...rewardPools, ...farms, ...boosters, ...gauges, ...positionFarms, ...locks, ...delegation],
};
