import type { Hex, TransactionReceipt } from 'viem';
import type { Deployment } from '../economy/world-types.ts';
import { type Chain, createChain } from '../node/chain.ts';
import type { Call, MinedBlock } from '../node/mining.ts';
import { createFeedCalls, createIncomeCalls, createInternalCalls, createSafeCalls } from './contracts.ts';
import { createLiquidityCalls, createV2SwapCalls, createV3SwapCalls } from './exchanges.ts';
import { createLendingCalls, createStakingCalls } from './lending.ts';
import { createMultiTokenCalls, createNftCalls } from './nfts.ts';
import { createSpamCalls, createTokenCalls, createWrapCalls } from './tokens.ts';

/** Every verb as a transaction to be: nothing is sent. Several of them may be mined in one block. */
export type Calls = ReturnType<typeof createCalls>;

export function createCalls(deployment: Deployment) {
  return {
    ...createTokenCalls(deployment),
    ...createWrapCalls(deployment),
    ...createSpamCalls(deployment),
    ...createV2SwapCalls(deployment),
    ...createV3SwapCalls(deployment),
    ...createLiquidityCalls(deployment),
    ...createNftCalls(deployment),
    ...createMultiTokenCalls(deployment),
    ...createSafeCalls(deployment),
    ...createInternalCalls(deployment),
    ...createIncomeCalls(deployment),
    ...createStakingCalls(deployment),
    ...createLendingCalls(deployment),
    ...createFeedCalls(deployment),
  };
}

/** Every verb, mined at once in a block of its own; answers the receipt. */
type Verbs = {
  readonly [Verb in keyof Calls]: (...args: Parameters<Calls[Verb]>) => Promise<TransactionReceipt>;
};

export type Actions = Verbs & {
  readonly calls: Calls;
  readonly chain: Chain;
  /** Mines one block with several transactions, in this order; at this time (seconds), or now. */
  mineBlock(calls: readonly Call[], timestamp?: number): Promise<MinedBlock>;
  /** Mines empty blocks. Default 1. */
  mine(blocks?: number): Promise<void>;
  /** Replaces the last `depth` blocks by empty ones. */
  reorg(depth: number): Promise<void>;
  snapshot(): Promise<Hex>;
  revert(snapshot: Hex): Promise<void>;
};

/**
 * The verbs of the simulated chain, for tests: each sends one transaction, waits until it is mined, and throws if it
 * fails without being meant to.
 *
 * @example
 * const actions = createActions(world);
 * await actions.sendEther(world.accounts.dave, world.wallets.alice, parseEther('1.5'));
 * await actions.mineBlock([actions.calls.wrap(alice, 1n), actions.calls.unwrap(alice, 1n)]);
 */
export function createActions(deployment: Deployment, chain: Chain = createChain(deployment)): Actions {
  const calls = createCalls(deployment);
  const verbs = Object.fromEntries(
    Object.entries(calls).map(([verb, toCall]) => [
      verb,
      (...args: unknown[]) => chain.send((toCall as (...args: unknown[]) => Call)(...args)),
    ]),
  ) as Verbs;
  return {
    ...verbs,
    calls,
    chain,
    mineBlock: chain.mineBlock,
    mine: chain.mine,
    reorg: chain.reorg,
    snapshot: chain.snapshot,
    revert: chain.revert,
  };
}
