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

/** Gnosis' contract of block rewards: whom the chain pays, at the end of the block, what came over the bridge of xDAI. */
export const addedReceiverTopic = topic('AddedReceiver(uint256,address,address)');
/** Polygon's coin: what its state sync paid. Source: `deposit` of MRC20. */
export const coinDepositTopic = topic('Deposit(address,address,uint256,uint256,uint256)');

export const punkTransferTopic = topic('PunkTransfer(address,address,uint256)');
export const punkBoughtTopic = topic('PunkBought(uint256,uint256,address,address)');
export const punkAssignTopic = topic('Assign(address,uint256)');

/**
 * Swaps of Uniswap (and UniswapX), Solidly, Balancer, Curve, Saddle, 0x, 1inch, Bancor, Carbon, Kyber, PancakeSwap Infinity, Liquidity Book,
 * Fluid, iZiSwap, DODO, Maverick, EulerSwap, WOOFi, Pendle, and their many forks. Source: their contracts.
 */
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
    'LOG_SWAP(address,address,address,uint256,uint256)',
    'Swap(address,address,address,uint256,uint256,uint256,uint256)',
    // Curve's crypto pools since 2023
    'TokenExchange(address,uint256,uint256,uint256,uint256,uint256,uint256)',
    'TokenSwap(address,uint256,uint256,uint128,uint128)',
    'TokenSwapUnderlying(address,uint256,uint256,uint128,uint128)',
    // Solidly as Aerodrome and Velodrome 2 have it
    'Swap(address,address,uint256,uint256,uint256,uint256)',
    // PancakeSwap Infinity
    'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24,uint16)',
    'Swap(bytes32,address,int128,int128,uint24,uint24,uint16)',
    // Liquidity Book, 2.1 and 2.0
    'Swap(address,address,uint24,bytes32,bytes32,uint24,bytes32,bytes32)',
    'Swap(address,address,uint256,bool,uint256,uint256,uint256,uint256)',
    // Fluid, iZiSwap, Maverick 2
    'Swap(bool,uint256,uint256,address)',
    'Swap(address,address,uint24,bool,uint256,uint256,int24)',
    'PoolSwap(address,address,(uint256,bool,bool,int32),uint256,uint256)',
    // EulerSwap
    'Swap(address,uint256,uint256,uint256,uint256,uint112,uint112,address)',
    'Swap(address,uint256,uint256,uint256,uint256,uint256,uint256,uint112,uint112,address)',
    // Sushi's Trident. Source: IPool
    'Swap(address,address,address,uint256,uint256)',
    'DODOSwap(address,address,uint256,uint256,address,address)',
    'OrderHistory(address,address,address,uint256,uint256)',
    // WOOFi: its second pool, with and without the volume, and its routers
    'WooSwap(address,address,uint256,uint256,address,address,address,uint256,uint256)',
    'WooSwap(address,address,uint256,uint256,address,address,address)',
    'WooRouterSwap(uint8,address,address,uint256,uint256,address,address,address)',
    'WooRouterSwap(uint8,address,address,uint256,uint256,address,address)',
    // Orders of 1inch and UniswapX, Carbon's strategies
    'OrderFilled(bytes32,uint256)',
    'Fill(bytes32,address,address,uint256)',
    'TokensTraded(address,address,address,uint256,uint256,uint128,bool)',
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
/** Logged by the manager of delegations: whose delegation was made use of stands in topic 1. */
export const redeemedDelegationTopic = topic(
  'RedeemedDelegation(address,address,(address,address,bytes32,(address,bytes,bytes)[],uint256,bytes))',
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
