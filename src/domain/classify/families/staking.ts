import { type EventRule, type Family, gives, takes } from '../evidence/family.ts';

/** Where the contract is a token too, that token stands for the deposit. */
const share = { token: 'emitter' };
const staked = [gives('deposit', 'amount'), takes('receipt', 'amount', share)];
const unstaked = [takes('withdraw', 'amount'), gives('receipt', 'amount', share)];
const paid = [takes('reward', 'amount')];

const rule = (event: string, flows: EventRule['flows'], wallet = ['user']): EventRule => ({
  event,
  wallet,
  flows,
});

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

/** Farms of many pools: MasterChef and its second version. */
const farms: readonly EventRule[] = [
  rule('Deposit(address* user, uint256* pool, uint256 amount)', staked),
  rule('Deposit(address* user, uint256* pool, uint256 amount, address* to)', staked, ['user', 'to']),
  rule('Withdraw(address* user, uint256* pool, uint256 amount)', unstaked),
  rule('Withdraw(address* user, uint256* pool, uint256 amount, address* to)', unstaked, ['user', 'to']),
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
  rule('Staked(address* user, uint256* epoch, uint256 amount, uint256 boosted)', staked),
];

/** Velodrome, Aerodrome: gauges and vote locks. */
const gauges: readonly EventRule[] = [
  rule('Deposit(address* from, address* to, uint256 amount)', staked, ['from', 'to']),
  rule('ClaimRewards(address* from, uint256 amount)', paid, ['from']),
  rule('ClaimRewards(address* from, address* reward, uint256 amount)', paid, ['from']),
  rule(
    'Deposit(address* provider, uint256* tokenId, uint8* kind, uint256 amount, uint256 lockTime, uint256 timestamp)',
    staked,
    ['provider'],
  ),
  rule(
    'Deposit(address* provider, uint256 tokenId, uint256 amount, uint256* lockTime, int128 kind, uint256 timestamp)',
    staked,
    ['provider'],
  ),
  rule('Withdraw(address* provider, uint256* tokenId, uint256 amount, uint256 timestamp)', unstaked, [
    'provider',
  ]),
  rule('Withdraw(address* provider, uint256 tokenId, uint256 amount, uint256 timestamp)', unstaked, [
    'provider',
  ]),
];

/** Locks of single protocols: Safe, Gearbox, Pendle, WalletConnect, Extra Finance. */
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
  rule('UserCheckpoint(uint8* action, address* user, uint256* until, uint256 amount)', [
    gives('deposit', 'amount'),
    takes('withdraw', 'amount'),
  ]),
];

/** The Graph: delegation, taxed at half a percent. */
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
];

/** Farms, gauges, locks and delegation: what is in them is still the wallet's, and no token stands for it. */
export const staking: Family = {
  name: 'staking',
  events: [...rewardPools, ...farms, ...boosters, ...gauges, ...locks, ...delegation],
};
