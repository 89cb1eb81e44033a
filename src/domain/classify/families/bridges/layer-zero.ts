import { zeroAddress } from '../../../model.ts';
import { receivedAs, sentAs, value } from '../../evidence/bridge-message.ts';
import { eventShape } from '../../evidence/event-shape.ts';
import { type EventFlow, type Family, gives, type Seen, takes } from '../../evidence/family.ts';
import { givenBy } from '../../evidence/token-logs.ts';
import { sends } from './crossing.ts';

/** Ether goes through a router, in one amount with what the message costs. */
function sent({ evidence }: Seen) {
  const isEther = evidence.outflows.every(({ tokenAddress }) => tokenAddress === zeroAddress);
  return [isEther ? gives('bridge-out', null) : gives('bridge-out', 'amount', { feeBasisPoints: 100 })];
}

const swapRemote = 'SwapRemote(address to, uint256 amount, uint256 protocolFee, uint256 poolFee)';
const swapRemoteTopic = eventShape(swapRemote).topic;

/** The vault of ether pays out for its pool; for those who take out liquidity, too. */
function unwrapped({ values, evidence }: Seen) {
  const pool = values.address('pool');
  const { logs } = evidence.normalized.transaction;
  const isCrossing = logs.some(({ address, topics }) => address === pool && topics[0] === swapRemoteTopic);
  return isCrossing ? [takes('bridge-in', 'amount')] : [];
}

/**
 * What WOOFi's router has not itself is paid by whoever exchanges it: then the token's own log says that the router gave for it what has
 * crossed. It speaks of nothing else that the wallet gets in the transaction.
 */
function exchanged({ values, emitter, evidence }: Seen): EventFlow[] {
  const arrived = takes('bridge-in', 'realToAmount', { token: 'realToToken' });
  const paid = evidence.movements.filter(
    ({ side, amount }) => side === 'inflow' && amount === values.number('realToAmount'),
  );
  if (paid.some(({ counterparty }) => counterparty === emitter)) return [{ ...arrived, isWithEmitter: true }];
  const given = {
    contract: emitter,
    token: values.address('bridgedToken'),
    amount: values.number('swapAmount'),
  };
  const isExchanged =
    paid.every(({ counterparty }) => evidence.normalized.swapContracts.includes(counterparty)) &&
    givenBy(given, evidence) !== null;
  return isExchanged ? [arrived] : [];
}

/**
 * LayerZero's tokens and Stargate, and WOOFi's swaps over it. Source: OFTCore and StargateBase, version 2, Pool, RouterETH and
 * StargateEthVault of Stargate 1, and WOOFiCrossRouterV5.
 */
export const layerZero: Family = {
  name: 'LayerZero',
  events: [
    sends(
      'OFTSent(bytes32* guid, uint32 endpoint, address* from, uint256 sent, uint256 received)',
      'sent',
      sentAs('layerzero', value('guid')),
    ),
    {
      event: 'OFTReceived(bytes32* guid, uint32 endpoint, address* to, uint256 received)',
      wallet: ['to'],
      flows: [takes('bridge-in', 'received')],
      ...receivedAs('layerzero', value('guid')),
    },
    // Stargate 1: without its fees, in at most six decimals
    {
      event:
        'Swap(uint16 chain, uint256 pool, address from, uint256 amount, uint256 reward, uint256 equilibriumFee, uint256 protocolFee, uint256 poolFee)',
      wallet: ['from'],
      orCalled: true,
      flows: sent,
    },
    {
      event: swapRemote,
      wallet: ['to'],
      flows: [takes('bridge-in', 'amount')],
    },
    {
      event: 'TransferNative(address* pool, address* to, uint256 amount)',
      wallet: ['to'],
      flows: unwrapped,
    },
    sends(
      'WOOFiCrossSwapOnSrcChain(uint32 endpoint, bytes32* guid, address* from, address* to, address fromToken, uint256 fromAmount, address bridgeToken, uint256 minBridgeAmount, uint256 realBridgeAmount, uint8 swapType, uint256 fee)',
      'fromAmount',
      { wallet: ['from'], ...sentAs('layerzero', value('guid')) },
    ),
    {
      event:
        'WOOFiCrossSwapOnDstChain(uint32 endpoint, bytes32* guid, address* composer, address* to, address bridgedToken, uint256 bridgedAmount, uint256 swapAmount, address toToken, address realToToken, uint256 minToAmount, uint256 realToAmount, uint8 swapType, uint256 fee)',
      wallet: ['to'],
      flows: exchanged,
      emitter: 'supplier',
      ...receivedAs('layerzero', value('guid')),
    },
  ],
};
