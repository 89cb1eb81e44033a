/** The first topics of the events that matter, computed from their signatures. */
import { toEventSelector } from 'viem/utils';
import type { Hash } from '../model.ts';

const topic = (signature: string): Hash => toEventSelector(signature);

/** ERC-20 and ERC-721 alike; topics and data tell them apart. */
export const transferTopic = topic('Transfer(address,address,uint256)');
export const transferSingleTopic = topic('TransferSingle(address,address,address,uint256,uint256)');
export const transferBatchTopic = topic('TransferBatch(address,address,address,uint256[],uint256[])');
export const depositTopic = topic('Deposit(address,uint256)');
export const withdrawalTopic = topic('Withdrawal(address,uint256)');

export const approvalTopic = topic('Approval(address,address,uint256)');
export const approvalForAllTopic = topic('ApprovalForAll(address,address,bool)');

export const punkTransferTopic = topic('PunkTransfer(address,address,uint256)');
export const punkBoughtTopic = topic('PunkBought(uint256,uint256,address,address)');
export const punkAssignTopic = topic('Assign(address,uint256)');

/** Swaps of Uniswap V1, V2, V3, V4, Balancer V2, Curve, 0x, 1inch, Bancor, Kyber, Pendle, and their many forks. */
export const swapTopics: ReadonlySet<Hash> = new Set(
  [
    'TokenPurchase(address,uint256,uint256)',
    'EthPurchase(address,uint256,uint256)',
    'Swap(address,uint256,uint256,uint256,uint256,address)',
    'Swap(address,address,int256,int256,uint160,uint128,int24)',
    'Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)',
    'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)',
    'Swap(bytes32,address,address,uint256,uint256)',
    'TokenExchange(address,int128,uint256,int128,uint256)',
    'TokenExchange(address,uint256,uint256,uint256,uint256)',
    'TokenExchangeUnderlying(address,int128,uint256,int128,uint256)',
    'TransformedERC20(address,address,address,uint256,uint256)',
    'OrderFilled(address,bytes32,uint256)',
    'Swapped(address,address,address,address,uint256,uint256)',
    'Conversion(address,address,address,uint256,uint256,int256)',
    'KyberTrade(address,address,address,uint256,uint256,address,uint256)',
    'Trade(address,address,address,uint256,uint256,uint256,bytes)',
    // Pendle makes the yield's half for whoever buys it: nothing was deposited
    'SwapPtAndToken(address,address,address,address,int256,int256,uint256)',
    'SwapYtAndToken(address,address,address,address,int256,int256,uint256)',
    'SwapPtAndSy(address,address,address,int256,int256)',
    'SwapYtAndSy(address,address,address,int256,int256)',
  ].map(topic),
);

/**
 * What canonical bridges (OP stack before and since Bedrock, Arbitrum) log where something leaves for, or arrives from,
 * another chain. They name the account in a topic or in their data.
 */
export const bridgeEventDirections: ReadonlyMap<Hash, 'out' | 'in'> = new Map([
  // OP stack
  [topic('ETHDepositInitiated(address,address,uint256,bytes)'), 'out'],
  [topic('ERC20DepositInitiated(address,address,address,address,uint256,bytes)'), 'out'],
  [topic('ETHBridgeInitiated(address,address,uint256,bytes)'), 'out'],
  [topic('ERC20BridgeInitiated(address,address,address,address,uint256,bytes)'), 'out'],
  [topic('WithdrawalInitiated(address,address,address,address,uint256,bytes)'), 'out'],
  [topic('TransactionDeposited(address,address,uint256,bytes)'), 'out'],
  [topic('MessagePassed(uint256,address,address,uint256,uint256,bytes,bytes32)'), 'out'],
  [topic('DepositFinalized(address,address,address,address,uint256,bytes)'), 'in'],
  [topic('ETHWithdrawalFinalized(address,address,uint256,bytes)'), 'in'],
  [topic('ERC20WithdrawalFinalized(address,address,address,address,uint256,bytes)'), 'in'],
  [topic('ETHBridgeFinalized(address,address,uint256,bytes)'), 'in'],
  [topic('ERC20BridgeFinalized(address,address,address,address,uint256,bytes)'), 'in'],
  // Arbitrum
  [topic('InboxMessageDelivered(uint256,bytes)'), 'out'],
  [topic('DepositInitiated(address,address,address,uint256,uint256)'), 'out'],
  [topic('WithdrawalInitiated(address,address,address,uint256,uint256,uint256)'), 'out'],
  [topic('L2ToL1Tx(address,address,uint256,uint256,uint256,uint256,uint256,uint256,bytes)'), 'out'],
  [topic('DepositFinalized(address,address,address,uint256)'), 'in'],
  [topic('WithdrawalFinalized(address,address,address,uint256,uint256)'), 'in'],
  [topic('BridgeCallTriggered(address,address,uint256,bytes)'), 'in'],
] as const);

/** Account abstraction (EIP-4337): the entry point names the account in topic 2. */
export const userOperationTopic = topic(
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
);
/** Logged by a Safe about itself when it carried something out. */
export const safeExecutionTopics: ReadonlySet<Hash> = new Set(
  [
    'ExecutionSuccess(bytes32,uint256)',
    'ExecutionFromModuleSuccess(address)',
    'SafeMultiSigTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes,bytes)',
    'SafeModuleTransaction(address,address,uint256,bytes,uint8)',
  ].map(topic),
);
