import { lowerAddress } from '../../../address.ts';
import { tokenBridges } from '../../../normalize/wide-bridges.ts';
import { type Family, type Seen, takes } from '../../evidence/family.ts';
import { allThatLeaves, brings, sends } from './crossing.ts';

/** What they publish is a transfer. */
const portal = new Set(Object.values(tokenBridges).map(lowerAddress));

/** Anybody may publish messages. */
function published(seen: Seen) {
  const sender = seen.values.address('sender');
  return sender !== undefined && portal.has(sender) ? allThatLeaves(seen) : [];
}

const forwarded =
  'address swapProtocol, address middleToken, uint256 middleAmount, address protocol, bytes data';

/** Wormhole: Portal, native token transfers, and Mayan. Source: Implementation, ITokenBridge, INttManager, MayanForwarder, MayanSwift. */
export const wormhole: Family = {
  name: 'Wormhole',
  events: [
    {
      event:
        'LogMessagePublished(address* sender, uint64 sequence, uint32 nonce, bytes payload, uint8 consistency)',
      wallet: [],
      flows: published,
      emitter: 'anyone',
    },
    brings('TransferRedeemed(uint16* chain, bytes32* emitter, uint64* sequence)', []),
    // Native token transfers, versions 1 and 2
    sends(
      'TransferSent(bytes32 recipient, bytes32 refund, uint256 amount, uint256 fee, uint16 chain, uint64 sequence)',
      'amount',
    ),
    sends(
      'TransferSent(bytes32* recipient, bytes32* refund, uint256 amount, uint256 fee, uint16 chain, uint64 sequence)',
      'amount',
    ),
    brings('TransferRedeemed(bytes32* digest)', []),
    sends('ForwardedEth(address protocol, bytes data)'),
    sends('ForwardedERC20(address token, uint256 amount, address protocol, bytes data)', 'amount'),
    sends(`SwapAndForwardedEth(uint256 amountIn, ${forwarded})`, 'amountIn'),
    sends(`SwapAndForwardedERC20(address tokenIn, uint256 amountIn, ${forwarded})`, 'amountIn'),
    {
      event: 'OrderFulfilled(bytes32 key, uint64 sequence, uint256 amount)',
      wallet: [],
      flows: [takes('bridge-in', 'amount', { isWithEmitter: true })],
    },
  ],
};
