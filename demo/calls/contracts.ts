import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  zeroAddress,
} from 'viem';
import {
  feedAbi,
  feedKeeperAbi,
  passThroughAbi,
  payoutAbi,
  piggybankAbi,
  reverterAbi,
  rewardDistributorAbi,
  tokenAbi,
  vaultAbi,
} from '../contracts/abis.ts';
import { safeAbi } from '../contracts/abis-uniswap.ts';
import type { Deployment } from '../economy/world-types.ts';
import type { Call } from '../node/mining.ts';

/** What a Safe does when one of its owners says so. */
export function createSafeCalls({ wallets }: Deployment) {
  /** An owner who sends the transaction himself need not sign: the signature only names him (`v` is 1). */
  const executeBySafe = (owner: Address, to: Address, wei: bigint, data: Hex): Call => ({
    from: owner,
    to: wallets.safe,
    data: encodeFunctionData({
      abi: safeAbi,
      functionName: 'execTransaction',
      args: [
        ...([to, wei, data, 0] as const),
        ...([0n, 0n, 0n, zeroAddress, zeroAddress] as const),
        concatHex([pad(owner), numberToHex(0, { size: 32 }), '0x01']),
      ],
    }),
  });

  return {
    executeBySafe,

    safePayEther: (owner: Address, to: Address, wei: bigint): Call => executeBySafe(owner, to, wei, '0x'),

    safePayToken: (owner: Address, token: Address, to: Address, amount: bigint): Call =>
      executeBySafe(
        owner,
        token,
        0n,
        encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] }),
      ),
  };
}

/** Ether by internal calls, creations and SELFDESTRUCT, and calls that fail. */
export function createInternalCalls({ contracts, creationCode }: Deployment) {
  const { payout, reverter } = contracts;
  return {
    /** Splits the wei evenly among the recipients, by internal calls. */
    payInternally: (from: Address, recipients: readonly Address[], wei: bigint): Call => ({
      from,
      to: payout,
      value: wei,
      data: encodeFunctionData({ abi: payoutAbi, functionName: 'split', args: [recipients] }),
    }),

    /** Pays `kept`; a branch that pays `lost` reverts, and that part returns to the sender. The whole succeeds. */
    payWithRevertedBranch: (from: Address, to: Address, kept: bigint, lost: bigint): Call => ({
      from,
      to: payout,
      value: kept + lost,
      data: encodeFunctionData({
        abi: payoutAbi,
        functionName: 'payWithRevertedBranch',
        args: [to, kept, lost],
      }),
    }),

    callInVain: (from: Address, wei: bigint, reason = true): Call => ({
      from,
      to: reverter,
      value: wei,
      data: encodeFunctionData({
        abi: reverterAbi,
        functionName: reason ? 'failWithReason' : 'failWithError',
      }),
      gas: 100_000n,
      fails: true,
    }),

    /** A contract of the wallet's own that holds the wei until it is closed. */
    createPiggybank: (from: Address, wei: bigint): Call => ({
      from,
      data: creationCode.piggybank,
      value: wei,
    }),

    /** Pays out by SELFDESTRUCT. Anybody may. */
    closePiggybank: (from: Address, piggybank: Address, to: Address): Call => ({
      from,
      to: piggybank,
      data: encodeFunctionData({ abi: piggybankAbi, functionName: 'close', args: [to] }),
      gas: 100_000n,
    }),

    /** A contract that is created with wei and pays them out before it exists. */
    createPassThrough: (from: Address, to: Address, wei: bigint): Call => ({
      from,
      data: concatHex([creationCode.passThrough, encodeAbiParameters(passThroughAbi[0].inputs, [to])]),
      value: wei,
    }),
  };
}

/** Rewards, and a vault. */
export function createIncomeCalls({ contracts, tokens }: Deployment) {
  const { rewardDistributor } = contracts;
  const vault = tokens.vaultShare.address;
  return {
    claimRewards: (from: Address): Call => ({
      from,
      to: rewardDistributor,
      data: encodeFunctionData({ abi: rewardDistributorAbi, functionName: 'claim' }),
    }),

    /** DAI into the vault, which must be approved, for shares. */
    depositVault: (from: Address, assets: bigint): Call => ({
      from,
      to: vault,
      data: encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [assets, from] }),
    }),

    redeemVault: (from: Address, shares: bigint): Call => ({
      from,
      to: vault,
      data: encodeFunctionData({ abi: vaultAbi, functionName: 'redeem', args: [shares, from, from] }),
    }),
  };
}

/** What the oracle says. */
export function createFeedCalls({ contracts, accounts }: Deployment) {
  const { feedKeeper } = contracts;
  return {
    /** `answer` has the feed's 8 decimals. */
    setFeedAnswer: (feed: Address, answer: bigint, updatedAt: number): Call => ({
      from: accounts.oracle,
      to: feed,
      data: encodeFunctionData({
        abi: feedAbi,
        functionName: 'setAnswer',
        args: [answer, BigInt(updatedAt)],
      }),
      gas: 200_000n,
    }),

    /** The feed's next round belongs to the next phase: round ids jump. */
    startFeedPhase: (feed: Address): Call => ({
      from: accounts.oracle,
      to: feed,
      data: encodeFunctionData({ abi: feedAbi, functionName: 'startPhase' }),
      gas: 100_000n,
    }),

    updateFeeds: (feeds: readonly Address[], answers: readonly bigint[], updatedAt: number): Call => ({
      from: accounts.oracle,
      to: feedKeeper,
      data: encodeFunctionData({
        abi: feedKeeperAbi,
        functionName: 'update',
        args: [feeds, answers, BigInt(updatedAt)],
      }),
      gas: 100_000n + 120_000n * BigInt(feeds.length),
    }),
  };
}
