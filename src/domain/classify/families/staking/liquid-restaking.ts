import {
  type EventFlow,
  type EventRule,
  type Family,
  gives,
  type Seen,
  takes,
} from '../../evidence/family.ts';

const rule = (event: string, wallet: readonly string[], flows: EventRule['flows']): EventRule => ({
  event,
  wallet,
  flows,
});

const deposited = [gives('deposit', 'amount')];
const minted = [gives('deposit', 'amount'), takes('receipt', 'shares')];
const withdrawn = [takes('withdraw', 'amount')];

/** Shares that wait at a queue until they are paid for. */
const requested = (amount: string): EventFlow[] => [gives('request', amount)];
/** What a queue pays for the shares that were handed over to it; it names no token of them. */
const paidFor =
  (gone: string) =>
  ({ values, emitter }: Seen): EventFlow[] => {
    const settles = { contract: emitter, token: null, amount: values.number(gone) ?? 0n };
    return [takes('withdraw', 'amount', settles.amount > 0n ? { settles } : {})];
  };

/** What comes is what was redeemed, less two fees. */
function redeemedAtOnce({ values }: Seen): EventFlow[] {
  const [gross, treasury, stakers] = ['amount', 'treasury', 'stakers'].map(
    (name) => values.number(name) ?? 0n,
  );
  const net = (gross ?? 0n) - (treasury ?? 0n) - (stakers ?? 0n);
  return net > 0n ? [takes('withdraw', net)] : [];
}

/** Of Venus' pools it has the same shape: there the wallet gives the token of the contract that logs. */
function unlocked(seen: Seen): EventFlow[] {
  const isOwnToken = seen.evidence.outflows.some(({ tokenAddress }) => tokenAddress === seen.emitter);
  return isOwnToken ? [] : paidFor('shares')(seen);
}

const etherFi: readonly EventRule[] = [
  rule('Deposit(address* sender, uint256 amount, uint8 source, address referral)', ['sender'], deposited),
  ...['', ', uint256 fee'].flatMap((fee) => [
    rule(
      `WithdrawRequestCreated(uint32* id, uint256 amount, uint256 shares, address owner${fee})`,
      ['owner'],
      requested('amount'),
    ),
    rule(
      `WithdrawRequestClaimed(uint32* id, uint256 amount, uint256 shares, address owner${fee})`,
      ['owner'],
      paidFor('amount'),
    ),
  ]),
  rule(
    'WithdrawRequestCreated(bytes32* id, address* user, uint96 amount, uint96 shares, uint96 withFee, uint32 nonce, uint32 time)',
    ['user'],
    requested('amount'),
  ),
  rule(
    'WithdrawRequestClaimed(bytes32* id, address* user, uint96 amount, uint96 shares, uint32 nonce, uint32 time)',
    ['user'],
    paidFor('amount'),
  ),
  rule(
    'WithdrawRequestCancelled(bytes32* id, address* user, uint96 amount, uint96 shares, uint32 nonce, uint32 time)',
    ['user'],
    withdrawn,
  ),
  rule(
    'Redeemed(address* receiver, uint256 amount, uint256 treasury, uint256 stakers, address token)',
    ['receiver'],
    redeemedAtOnce,
  ),
];

const restaked: readonly EventRule[] = [
  // Kelp
  rule('ETHDeposit(address* user, uint256 amount, uint256 shares, string referral)', ['user'], minted),
  rule(
    'AssetDeposit(address* user, address* asset, uint256 amount, uint256 shares, string referral)',
    ['user', 'asset'],
    minted,
  ),
  rule(
    'AssetWithdrawalQueued(address* user, address* asset, uint256 shares, uint256* nonce)',
    ['user', 'asset'],
    requested('shares'),
  ),
  rule(
    'AssetWithdrawalFinalized(address* user, address* asset, uint256 burned, uint256 amount)',
    ['user', 'asset'],
    paidFor('burned'),
  ),
  // Renzo
  rule(
    'Deposit(address user, address token, uint256 amount, uint256 shares, uint256 referral)',
    ['user'],
    minted,
  ),
  rule(
    'WithdrawCompleted(address user, uint256 shares, address token, uint256 amount, uint256 fee)',
    ['user'],
    [takes('withdraw', 'amount'), gives('receipt', 'shares')],
  ),
  // Swell
  rule(
    'ETHDepositReceived(address* user, uint256 amount, uint256 shares, uint256 total, address* referral)',
    ['user'],
    minted,
  ),
  rule('ETHDepositReceived(address* user, uint256 amount, uint256 shares, uint256 total)', ['user'], minted),
  // Puffer's locker
  rule(
    'Deposited(address* user, address* token, uint128 amount, uint128 until)',
    ['user', 'token'],
    deposited,
  ),
  rule(
    'Withdrawn(address* user, address* token, uint128 amount, address* recipient)',
    ['user', 'recipient'],
    withdrawn,
  ),
];

const staked: readonly EventRule[] = [
  // Frax
  rule(
    'ETHSubmitted(address* user, address* recipient, uint256 amount, uint256 withheld)',
    ['user'],
    deposited,
  ),
  ...['uint120 fee, uint64 maturity, uint256 exitFee', 'uint64 maturity, uint64 fee, uint120 snapshot'].map(
    (rest) =>
      rule(
        `EnterRedemptionQueue(uint256* nft, address* user, address* recipient, uint256 amount, ${rest})`,
        ['user', 'recipient'],
        requested('amount'),
      ),
  ),
  rule(
    'BurnRedemptionTicketNft(uint256* nft, address* user, address* recipient, uint120 amount)',
    ['user', 'recipient'],
    paidFor('amount'),
  ),
  // Mantle, and Aura's lock
  rule('Staked(address* user, uint256 amount, uint256 shares)', ['user'], deposited),
  // StakeWise 3, of which no token need stand for a deposit
  rule(
    'Deposited(address* user, address* receiver, uint256 amount, uint256 shares, address referral)',
    ['user', 'receiver'],
    deposited,
  ),
  rule(
    'ExitedAssetsClaimed(address* user, uint256 before, uint256 after, uint256 amount)',
    ['user'],
    withdrawn,
  ),
  rule(
    'OsTokenMinted(address* user, address receiver, uint256 assets, uint256 amount, address referral)',
    ['user', 'receiver'],
    [takes('borrow', 'amount')],
  ),
  rule('OsTokenBurned(address* user, uint256 assets, uint256 amount)', ['user'], [gives('repay', 'amount')]),
  // Stader, and StakeWise where it pays at once
  rule(
    'Deposited(address* user, address* receiver, uint256 amount, uint256 shares)',
    ['user', 'receiver'],
    deposited,
  ),
  rule(
    'Redeemed(address* user, address* receiver, uint256 amount, uint256 shares)',
    ['user', 'receiver'],
    withdrawn,
  ),
  // Binance
  rule('DepositEth(address* user, uint256 amount, uint256 shares, address* referral)', ['user'], minted),
  // Liquid Collective
  rule('UserDeposit(address* user, address* recipient, uint256 amount)', ['user', 'recipient'], deposited),
  rule(
    'RequestedRedeem(address* user, uint256 height, uint256 amount, uint256 most, uint32 id)',
    ['user'],
    requested('amount'),
  ),
  rule(
    'ClaimedRedeemRequest(uint32* id, address* user, uint256 amount, uint256 shares, uint256 left)',
    ['user'],
    paidFor('shares'),
  ),
  // Origin
  rule(
    'WithdrawalRequested(address* user, uint256* id, uint256 amount, uint256 queued)',
    ['user'],
    requested('amount'),
  ),
  rule('WithdrawalClaimed(address* user, uint256* id, uint256 amount)', ['user'], paidFor('amount')),
  // BENQI
  rule('Submitted(address* user, uint256 amount, uint256 shares)', ['user'], minted),
  rule('UnlockRequested(address* user, uint256 shares)', ['user'], requested('shares')),
  rule('UnlockCancelled(address* user, uint256 at, uint256 amount)', ['user'], withdrawn),
  rule('Redeem(address* user, uint256 at, uint256 shares, uint256 amount)', ['user'], unlocked),
];

/** Stakes of the chain's own coin, or of Polygon's, which its validators' contracts tell elsewhere. */
const delegated: readonly EventRule[] = [
  // BNB Smart Chain and Sonic; what the former gives back is told in distributors.ts
  rule('Delegated(address* operator, address* user, uint256 shares, uint256 amount)', ['user'], deposited),
  rule('Delegated(address* user, uint256* validator, uint256 amount)', ['user'], deposited),
  rule(
    'Withdrawn(address* user, uint256* validator, uint256* id, uint256 amount, uint256 penalty)',
    ['user'],
    withdrawn,
  ),
  rule(
    'ClaimedRewards(address* user, uint256* validator, uint256 amount)',
    ['user'],
    [takes('reward', 'amount')],
  ),
  // Celo
  rule('GoldLocked(address* user, uint256 amount)', ['user'], deposited),
  rule('GoldWithdrawn(address* user, uint256 amount)', ['user'], withdrawn),
  // Polygon: StakingInfo logs, the validator's contract is called
  {
    ...rule(
      'ShareMinted(uint256* validator, address* user, uint256* amount, uint256 shares)',
      ['user'],
      deposited,
    ),
    emitter: 'anyone',
  },
  {
    ...rule(
      'ShareBurnedWithId(uint256* validator, address* user, uint256* amount, uint256 shares, uint256 nonce)',
      ['user'],
      requested('shares'),
    ),
    emitter: 'anyone',
  },
  {
    ...rule(
      'DelegatorUnstakeWithId(uint256* validator, address* user, uint256 amount, uint256 nonce)',
      ['user'],
      paidFor('amount'),
    ),
    emitter: 'anyone',
  },
  {
    ...rule(
      'DelegatorClaimedRewards(uint256* validator, address* user, uint256* amount)',
      ['user'],
      [takes('reward', 'amount')],
    ),
    emitter: 'anyone',
  },
];

/**
 * Staked and restaked coins, and the queues in which what stands for them waits: ether.fi, Kelp, Renzo, Swell, Puffer, Frax, Mantle, StakeWise, Stader,
 * Binance, Liquid Collective, Origin, BENQI, and what is delegated on BNB Smart Chain, Sonic, Celo and to Polygon's validators. Of queues whose events do not tell
 * what was handed over nothing is read: it is sold when it goes, and what comes is bought. Source: their contracts.
 */
export const liquidRestaking: Family = {
  name: 'liquid restaking',
  events: [...etherFi, ...restaked, ...staked, ...delegated],
};
