import type { Hex } from '../../../model.ts';
import { eventShape, readEvent } from '../../evidence/event-shape.ts';
import { type EventFlow, type Family, gives, type Seen, takes } from '../../evidence/family.ts';
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

/**
 * What the wallet gave to validators: all that it gave to the deposit contract; or, where a contract between them deposits for several at
 * once, as much as all of them got, which the events tell in gwei.
 */
function toValidators({ emitter, evidence }: Seen): EventFlow[] {
  const { logs } = evidence.normalized;
  if (evidence.movements.some(({ counterparty }) => counterparty === emitter))
    return [gives('deposit', null)];
  const got = logs.map((log) => {
    const told = log.address === emitter ? readEvent(log, validatorDepositShape) : null;
    return littleEndian(told?.bytes('amount')) * weiPerGwei;
  });
  return [
    gives(
      'deposit',
      got.reduce((sum, amount) => sum + amount, 0n),
      { feeBasisPoints: 100 },
    ),
  ];
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
