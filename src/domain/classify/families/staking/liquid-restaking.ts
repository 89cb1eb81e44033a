import { eventShape } from '../../evidence/event-shape.ts';
import { sumsByUser } from '../../evidence/event-sums.ts';
import {
  type EventFlow,
  type EventRule,
  type Family,
  gives,
  movesOwnToken,
  ownedRule,
  rule,
  type Seen,
  takes,
} from '../../evidence/family.ts';

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

const ticketOf = ({ values, emitter, evidence }: Seen, side: 'inflow' | 'outflow') => {
  const tokenId = values.number('ticket');
  const isMoved = evidence.movements.some(
    (moved) => moved.side === side && moved.tokenAddress === emitter && moved.tokenId === tokenId,
  );
  return isMoved && tokenId !== undefined ? { token: 'emitter', tokenId } : null;
};
/** Shares, wrapped or not, for a ticket of the queue, an NFT; where none is given, they wait in its account. */
const queued =
  (amount: string) =>
  (seen: Seen): EventFlow[] => {
    const ticket = ticketOf(seen, 'inflow');
    return ticket === null ? requested(amount) : [gives('receipt', null), takes('receipt', 1n, ticket)];
  };
/** What the queue pays for the ticket. */
const paidForTicket =
  (gone: string) =>
  (seen: Seen): EventFlow[] => {
    const ticket = ticketOf(seen, 'outflow');
    return ticket === null
      ? paidFor(gone)(seen)
      : [takes('withdraw', 'amount'), gives('receipt', 1n, ticket)];
  };

/** What comes is what was redeemed, less two fees. */
function redeemedAtOnce({ values }: Seen): EventFlow[] {
  const [gross, treasury, stakers] = ['amount', 'treasury', 'stakers'].map(
    (name) => values.number(name) ?? 0n,
  );
  const net = (gross ?? 0n) - (treasury ?? 0n) - (stakers ?? 0n);
  return net > 0n ? [takes('withdraw', net)] : [];
}

const originClaim = 'WithdrawalClaimed(address* user, uint256* id, uint256 amount)';
const originClaimShape = eventShape(originClaim);
/** Origin tells in the share's 18 decimals, and pays stablecoins in theirs. */
const scales = [1n, 10n ** 12n];

/** Of several requests that are paid at once each is told, and one sum is paid. */
function paidTogether({ values, emitter, evidence }: Seen): EventFlow[] {
  const user = values.address('user');
  const all = sumsByUser(evidence.normalized.logs, emitter, originClaimShape);
  const own = user === undefined ? undefined : all.get(user);
  const sums = [values.number('amount') ?? 0n, own ?? 0n];
  for (const amount of sums) {
    const isPaid = (scale: bigint): boolean =>
      evidence.inflows.some(
        (flow) => flow.amount - amount / scale <= 1n && amount / scale - flow.amount <= 1n,
      );
    const scale = scales.find(isPaid);
    if (scale === undefined || amount === 0n) continue;
    return [takes('withdraw', amount / scale, { settles: { contract: emitter, token: null, amount } })];
  }
  return [];
}

/** Of Venus' pools it has the same shape: there the wallet gives the token of the contract that logs. */
const unlocked = (seen: Seen): EventFlow[] => (movesOwnToken(seen, 'outflow') ? [] : paidFor('shares')(seen));

const etherFi: readonly EventRule[] = [
  rule('Deposit(address* sender, uint256 amount, uint8 source, address referral)', deposited, ['sender']),
  ...['', ', uint256 fee'].flatMap((fee) => [
    rule(
      `WithdrawRequestCreated(uint32* ticket, uint256 amount, uint256 shares, address owner${fee})`,
      queued('amount'),
      ['owner'],
    ),
    rule(
      `WithdrawRequestClaimed(uint32* ticket, uint256 amount, uint256 shares, address owner${fee})`,
      paidForTicket('amount'),
      ['owner'],
    ),
  ]),
  rule(
    'WithdrawRequestCreated(bytes32* id, address* user, uint96 amount, uint96 shares, uint96 withFee, uint32 nonce, uint32 time)',
    requested('amount'),
  ),
  rule(
    'WithdrawRequestClaimed(bytes32* id, address* user, uint96 amount, uint96 shares, uint32 nonce, uint32 time)',
    paidFor('amount'),
  ),
  rule(
    'WithdrawRequestCancelled(bytes32* id, address* user, uint96 amount, uint96 shares, uint32 nonce, uint32 time)',
    withdrawn,
  ),
  rule(
    'Redeemed(address* receiver, uint256 amount, uint256 treasury, uint256 stakers, address token)',
    redeemedAtOnce,
    ['receiver'],
  ),
];

const restaked: readonly EventRule[] = [
  // Kelp
  rule('ETHDeposit(address* user, uint256 amount, uint256 shares, string referral)', minted),
  rule(
    'AssetDeposit(address* user, address* asset, uint256 amount, uint256 shares, string referral)',
    minted,
    ['user', 'asset'],
  ),
  rule(
    'AssetWithdrawalQueued(address* user, address* asset, uint256 shares, uint256* nonce)',
    requested('shares'),
    ['user', 'asset'],
  ),
  rule(
    'AssetWithdrawalFinalized(address* user, address* asset, uint256 burned, uint256 amount)',
    paidFor('burned'),
    ['user', 'asset'],
  ),
  // Renzo
  rule('Deposit(address user, address token, uint256 amount, uint256 shares, uint256 referral)', minted),
  rule('WithdrawCompleted(address user, uint256 shares, address token, uint256 amount, uint256 fee)', [
    takes('withdraw', 'amount'),
    gives('receipt', 'shares'),
  ]),
  // Swell
  rule(
    'ETHDepositReceived(address* user, uint256 amount, uint256 shares, uint256 total, address* referral)',
    minted,
  ),
  rule('ETHDepositReceived(address* user, uint256 amount, uint256 shares, uint256 total)', minted),
  // Puffer's locker
  rule('Deposited(address* user, address* token, uint128 amount, uint128 until)', deposited, [
    'user',
    'token',
  ]),
  ownedRule('Withdrawn(address* user, address* token, uint128 amount, address* recipient)', withdrawn, {
    owner: 'user',
    others: ['recipient'],
  }),
];

const staked: readonly EventRule[] = [
  // Frax
  ownedRule('ETHSubmitted(address* user, address* recipient, uint256 amount, uint256 withheld)', deposited, {
    owner: 'recipient',
    others: ['user'],
  }),
  ...['uint120 fee, uint64 maturity, uint256 exitFee', 'uint64 maturity, uint64 fee, uint120 snapshot'].map(
    (rest) =>
      rule(
        `EnterRedemptionQueue(uint256* ticket, address* user, address* recipient, uint256 amount, ${rest})`,
        queued('amount'),
        ['user', 'recipient'],
      ),
  ),
  rule(
    'BurnRedemptionTicketNft(uint256* ticket, address* user, address* recipient, uint120 amount)',
    paidForTicket('amount'),
    ['user', 'recipient'],
  ),
  // Its second version pays parts, too, for which the ticket stays
  rule(
    'NftTicketRedemption(uint256* ticket, address* user, address* recipient, uint120 fee, uint120 amount, bool isPart)',
    (seen) => (ticketOf(seen, 'outflow') === null ? [] : paidForTicket('amount')(seen)),
    ['user', 'recipient'],
  ),
  // Mantle, and Aura's lock
  rule('Staked(address* user, uint256 amount, uint256 shares)', deposited),
  // StakeWise 3, of which no token need stand for a deposit
  ownedRule(
    'Deposited(address* user, address* receiver, uint256 amount, uint256 shares, address referral)',
    deposited,
    { owner: 'receiver', others: ['user'] },
  ),
  rule('ExitedAssetsClaimed(address* user, uint256 before, uint256 after, uint256 amount)', withdrawn),
  rule('OsTokenMinted(address* user, address receiver, uint256 assets, uint256 amount, address referral)', [
    takes('borrow', 'amount'),
  ]),
  rule('OsTokenBurned(address* user, uint256 assets, uint256 amount)', [gives('repay', 'amount')]),
  // Stader, and StakeWise where it pays at once
  ownedRule('Deposited(address* user, address* receiver, uint256 amount, uint256 shares)', deposited, {
    owner: 'receiver',
    others: ['user'],
  }),
  ownedRule('Redeemed(address* user, address* receiver, uint256 amount, uint256 shares)', withdrawn, {
    owner: 'user',
    others: ['receiver'],
  }),
  // Binance
  rule('DepositEth(address* user, uint256 amount, uint256 shares, address* referral)', minted),
  // Liquid Collective
  ownedRule('UserDeposit(address* user, address* recipient, uint256 amount)', deposited, {
    owner: 'recipient',
    others: ['user'],
  }),
  rule(
    'RequestedRedeem(address* user, uint256 height, uint256 amount, uint256 most, uint32 id)',
    requested('amount'),
  ),
  rule(
    'ClaimedRedeemRequest(uint32* id, address* user, uint256 amount, uint256 shares, uint256 left)',
    paidFor('shares'),
  ),
  // Origin
  rule(
    'WithdrawalRequested(address* user, uint256* id, uint256 amount, uint256 queued)',
    requested('amount'),
  ),
  rule(originClaim, paidTogether),
  // BENQI
  rule('Submitted(address* user, uint256 amount, uint256 shares)', minted),
  rule('UnlockRequested(address* user, uint256 shares)', requested('shares')),
  rule('UnlockCancelled(address* user, uint256 at, uint256 amount)', withdrawn),
  rule('RedeemOverdueShares(address* user, uint256 amount)', withdrawn),
  rule('Redeem(address* user, uint256 at, uint256 shares, uint256 amount)', unlocked),
];

/** Stakes of the chain's own coin, or of Polygon's, which its validators' contracts tell elsewhere. */
const delegated: readonly EventRule[] = [
  // BNB Smart Chain and Sonic; what the former gives back is told in distributors.ts
  rule('Delegated(address* operator, address* user, uint256 shares, uint256 amount)', deposited),
  rule('Delegated(address* user, uint256* validator, uint256 amount)', deposited),
  rule(
    'Withdrawn(address* user, uint256* validator, uint256* id, uint256 amount, uint256 penalty)',
    withdrawn,
  ),
  rule('ClaimedRewards(address* user, uint256* validator, uint256 amount)', [takes('reward', 'amount')]),
  // Celo
  rule('GoldLocked(address* user, uint256 amount)', deposited),
  rule('GoldWithdrawn(address* user, uint256 amount)', withdrawn),
  // Polygon: StakingInfo logs, the validator's contract is called
  {
    ...rule('ShareMinted(uint256* validator, address* user, uint256* amount, uint256 shares)', deposited),
    emitter: 'anyone',
  },
  {
    ...rule(
      'ShareBurnedWithId(uint256* validator, address* user, uint256* amount, uint256 shares, uint256 nonce)',
      requested('shares'),
    ),
    emitter: 'anyone',
  },
  {
    ...rule(
      'DelegatorUnstakeWithId(uint256* validator, address* user, uint256 amount, uint256 nonce)',
      paidFor('amount'),
    ),
    emitter: 'anyone',
  },
  {
    ...rule('DelegatorClaimedRewards(uint256* validator, address* user, uint256* amount)', [
      takes('reward', 'amount'),
    ]),
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
