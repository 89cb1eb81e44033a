import { type EventFlow, type Family, gives, rule, type Seen, takes } from '../evidence/family.ts';

const claimed = [takes('airdrop', 'amount')];
const bounty = [takes('reward', 'amount')];

/** Where the stakes of BNB Smart Chain are kept. */
const stakeHub = '0x0000000000000000000000000000000000002002';

/** Merkl and others pay rewards; that one gives stakes back, with what they earned. */
const rewardOrStake = ({ emitter }: Seen): EventFlow[] => [
  takes(emitter === stakeHub ? 'withdraw' : 'reward', 'amount'),
];

/** Claims of vCOW: only the first kind is a gift, the others are paid for. */
function claimOfKind({ values }: Seen): EventFlow[] {
  return values.number('kind') === 0n ? claimed : [takes('proceeds', 'amount'), gives('proceeds', null)];
}

/** Distributors of rewards and airdrops: Merkle trees, vesting, Merkl, markets of votes. Source: their contracts. */
export const distributors: Family = {
  name: 'distributor',
  events: [
    rule('Claimed(uint256 index, address user, uint256 amount)', claimed),
    rule('Claimed(uint256* index, address* user, uint256 amount)', claimed),
    rule('Claimed(address* user, uint256 amount)', bounty),
    rule('Claimed(address* user, address* token, uint256 amount)', rewardOrStake, ['user', 'token']),
    rule('Claimed(address* account, address* user, address* receiver, uint256 amount)', bounty, [
      ...['account', 'user', 'receiver'],
    ]),
    rule('Claim(address* user, uint256 amount)', bounty),
    rule('Claim(address user, uint256 amount)', bounty),
    rule('TokensClaimed(address user, address token, uint256 amount, uint256 cursor)', bounty),
    rule(
      'RewardsClaimed(address* user, address* recipient, uint256 amount, uint256* cursor, uint256 until)',
      bounty,
      [...['user', 'recipient']],
    ),
    rule(
      'RewardClaimed(address* asset, address* token, address* user, address receiver, uint256 amount)',
      bounty,
      [...['user', 'receiver']],
    ),
    rule('OffChainDistributionClaimed(address* user, uint256 amount)', bounty),
    ...['uint8 kind, bytes32 position', 'bytes32 position', 'address token'].map((which) =>
      rule(
        `LogClaimed(address user, uint256 amount, uint256 cycle, ${which}, uint256 time, uint256 block)`,
        bounty,
      ),
    ),
    // Sablier's streams and airdrops, LlamaPay's streams, Hedgey's plans, which name nobody
    rule('WithdrawFromLockupStream(uint256* id, address* user, address* token, uint128 amount)', bounty),
    rule(
      'WithdrawFromFlowStream(uint256* id, address* user, address* token, address caller, uint128 amount)',
      bounty,
    ),
    rule('Withdraw(address* from, address* user, uint216 rate, bytes32 stream, uint256 amount)', bounty),
    rule('Claim(uint256 index, address* user, uint128 amount)', claimed),
    ...['ClaimInstant', 'ClaimLLWithTransfer', 'ClaimLTWithTransfer'].map((name) =>
      rule(`${name}(uint256 index, address* user, uint128 amount, address to, bool viaSignature)`, claimed, [
        ...['user', 'to'],
      ]),
    ),
    rule(
      'ClaimVCA(uint256 index, address* user, uint128 amount, uint128 forgone, address to, bool viaSignature)',
      claimed,
      ['user', 'to'],
    ),
    rule('PlanRedeemed(uint256* id, uint256 amount, uint256 left, uint256 reset)', claimed, []),
    rule('TokensClaimed(address* user, address* receiver, uint256 amount)', claimed, ['user', 'receiver']),
    rule('HasClaimed(address* user, uint256 amount)', claimed),
    rule('TokensClaimed(address* user, uint256 amount)', claimed),
    rule('Claimed(uint256 index, uint8 kind, address user, uint256 claimable, uint256 amount)', claimOfKind),
    rule('Claim(uint256* campaign, address* user, uint256 amount, uint256 fee, uint256 epoch)', [
      takes('reward', 'amount'),
    ]),
    rule('RewardsClaimed(address* vault, address* user, address receiver, uint256 amount)', [
      takes('reward', 'amount'),
    ]),
    rule('Claimed(uint256* epoch, address* user, address* token, uint256 amount)', claimed, [
      'user',
      'token',
    ]),
    rule('Claimed(uint256 index, address* user, uint256 total, uint256 amount, uint256 left)', claimed),
    rule('UnlockedTokensClaimed(bytes16* campaign, address* user, uint256 amount, uint256 left)', claimed),
    rule('TokensClaimed(bytes16* campaign, address* user, uint256 amount, uint256 left)', claimed),
    // Bribes and bounties for votes: Votium, Paladin, Stake DAO.
    rule('Claimed(address* token, uint256 index, uint256 amount, address* user, uint256* update)', bounty),
    rule(
      'Claimed(uint256* quest, uint256* period, uint256 index, uint256 amount, address token, address* user)',
      bounty,
    ),
    rule(
      'Claimed(address* user, address token, uint256* bounty, uint256 amount, uint256 fees, uint256 period)',
      bounty,
    ),
    rule(
      'Claimed(address* user, address* token, uint256* bounty, uint256 amount, uint256 fees, uint256 period)',
      bounty,
      ['user', 'token'],
    ),
    // Airdrops of several tokens log the same as who redeems a share of what was held for it: what may be principal is no income.
    rule('Claimed(address* user, uint256[] amounts)', [takes('withdraw', 'amounts')]),
    rule(
      'ClaimedVesting(bytes32* id, address* account, address* user)',
      [takes('airdrop', null)],
      ['account', 'user'],
    ),
  ],
};
