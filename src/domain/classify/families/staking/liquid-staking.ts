import { type Address, type Hex, zeroAddress } from '../../../model.ts';
import { eventShape } from '../../evidence/event-shape.ts';
import { sumsByUser } from '../../evidence/event-sums.ts';
import { type EventFlow, type Family, gives, type Seen, takes } from '../../evidence/family.ts';
import type { Evidence } from '../../evidence/rule.ts';
import { smallestStakeWei } from '../../evidence/stakes.ts';

const validatorDeposit =
  'DepositEvent(bytes key, bytes credentials, bytes amount, bytes signature, bytes index)';
const validatorDepositShape = eventShape(validatorDeposit);
const weiPerGwei = 1_000_000_000n;

/** A number of eight bytes, the lowest first. Source: `to_little_endian_64` of the deposit contract. */
function littleEndian(bytes: Hex | undefined): bigint {
  const pairs = bytes?.slice(2).match(/../g) ?? [];
  return pairs.length === 8 ? BigInt(`0x${pairs.toReversed().join('')}`) : 0n;
}

/** The deposit contracts of Ethereum and Gnosis, what they take, and how many base units of it a gwei of theirs is. Source: the chains' specifications. */
const depositContracts: ReadonlyMap<Address, { token: Address; units: bigint }> = new Map([
  ['0x00000000219ab540356cbb839cbe05303d7705fa', { token: zeroAddress, units: weiPerGwei }],
  // It tells of 32 for each GNO.
  [
    '0x0b98057ea310f4d31f2a452b414647007d1645d9',
    { token: '0x9c58bacc331c9aa871afd802db6379a98e80cedb', units: weiPerGwei / 32n },
  ],
]);

/**
 * What the wallet gave to validators: all that it gave to the contract that tells of it; or, where a contract between them deposits for
 * several at once, all that it gave, if the deposit contract got as much. Anybody can log so of any other.
 */
function toValidators({ emitter, evidence }: Seen): EventFlow[] {
  const { transaction, transferParties } = evidence.normalized;
  const isGivenTo = evidence.movements.some(({ counterparty }) => counterparty === emitter);
  const passedOn = isGivenTo ? null : isPassedOn(emitter, evidence);
  const isTold = passedOn ?? (isGivenTo || emitter === transaction.to || transferParties.has(emitter));
  return isTold ? [gives('deposit', null)] : [];
}

/** Whether a deposit contract got the one thing that the wallet gave, less a hundredth at most; null: that is no question here. */
function isPassedOn(emitter: Address, { normalized, inflows, outflows }: Evidence): boolean | null {
  const known = depositContracts.get(emitter);
  const [given, another] = outflows;
  const isAlone = another === undefined && inflows.length === 0;
  if (known === undefined || given?.tokenAddress !== known.token || !isAlone) return null;
  const gwei = sumsByUser(normalized.logs, emitter, validatorDepositShape, (values) =>
    littleEndian(values.bytes('amount')),
  );
  const got = (gwei.get(zeroAddress) ?? 0n) * known.units;
  return -given.amount >= got && -given.amount * 100n <= got * 101n;
}

/** Staked ether: Lido, Rocket Pool, validators, EigenLayer. Source: their contracts. */
export const liquidStaking: Family = {
  name: 'ether staking',
  events: [
    {
      event: 'Submitted(address* sender, uint256 amount, address referral)',
      wallet: ['sender'],
      flows: [gives('deposit', 'amount')],
    },
    {
      event:
        'WithdrawalRequested(uint256* id, address* requestor, address* owner, uint256 amount, uint256 shares)',
      wallet: ['requestor', 'owner'],
      flows: [gives('receipt', 'amount')],
    },
    {
      event: 'WithdrawalClaimed(uint256* id, address* owner, address* receiver, uint256 amount)',
      wallet: ['owner', 'receiver'],
      flows: [takes('withdraw', 'amount')],
    },
    {
      event: 'TokensMinted(address* to, uint256 amount, uint256 ether, uint256 time)',
      wallet: ['to'],
      flows: [takes('receipt', 'amount'), gives('deposit', 'ether', { feeBasisPoints: 100 })],
    },
    {
      event: 'TokensBurned(address* from, uint256 amount, uint256 ether, uint256 time)',
      wallet: ['from'],
      flows: [gives('receipt', 'amount'), takes('withdraw', 'ether')],
    },
    // The beacon chain's deposit contract; it names the validator's key, not who pays.
    {
      event: validatorDeposit,
      wallet: [],
      emitter: 'anyone',
      flows: toValidators,
    },
    // EigenLayer, before and since its strategies are named in place of shares.
    {
      event: 'Deposit(address staker, address token, address strategy, uint256 shares)',
      wallet: ['staker'],
      flows: [gives('deposit', null)],
    },
    {
      event: 'Deposit(address staker, address strategy, uint256 shares)',
      wallet: ['staker'],
      flows: [gives('deposit', null)],
    },
    {
      event: 'WithdrawalCompleted(address* depositor, uint96 nonce, address* withdrawer, bytes32 root)',
      wallet: ['depositor', 'withdrawer'],
      flows: [takes('withdraw', null)],
    },
    {
      event: 'DelayedWithdrawalsClaimed(address recipient, uint256 amount, uint256 completed)',
      wallet: ['recipient'],
      // Below that it cannot be a returned stake: it is what a validator earned.
      flows: ({ values }) =>
        (values.number('amount') ?? 0n) < smallestStakeWei
          ? [takes('reward', 'amount')]
          : [takes('withdraw', 'amount')],
    },
    { event: 'WithdrawalCompleted(bytes32 root)', wallet: [], flows: [takes('withdraw', null)] },
    { event: 'SlashingWithdrawalCompleted(bytes32 root)', wallet: [], flows: [takes('withdraw', null)] },
    {
      event:
        'RewardsClaimed(bytes32 root, address* earner, address* claimer, address* recipient, address token, uint256 amount)',
      wallet: ['earner', 'claimer', 'recipient'],
      flows: [takes('reward', 'amount')],
    },
  ],
};
