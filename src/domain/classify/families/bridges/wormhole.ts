import { lowerAddress } from '../../../address.ts';
import { tokenBridges } from '../../../normalize/wide-bridges.ts';
import { here, receivedAs, sentAs, value } from '../../evidence/bridge-message.ts';
import type { EventValues } from '../../evidence/event-shape.ts';
import { type EventFlow, type Family, type Seen, takes } from '../../evidence/family.ts';
import { allThatLeaves, brings, collects, releases, sends, tells } from './crossing.ts';

/** What they publish is a transfer. */
const portal = new Set(Object.values(tokenBridges).map(lowerAddress));

/** Anybody may publish messages. */
function isOfPortal(values: EventValues): boolean {
  const sender = values.address('sender');
  return sender !== undefined && portal.has(sender);
}

const published = (seen: Seen): EventFlow[] => (isOfPortal(seen.values) ? allThatLeaves(seen) : []);

/** How it numbers chains. Source: Wormhole's list of chain ids. */
const chains: ReadonlyMap<number, number> = new Map([
  [1, 2],
  [56, 4],
  [137, 5],
  [43_114, 6],
  [42_161, 23],
  [10, 24],
  [8453, 30],
]);
const { message: numbered } = sentAs('wormhole', here(chains), value('sequence'));

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
      message: { side: 'outflow', id: (told) => (isOfPortal(told.values) ? numbered.id(told) : null) },
    },
    brings(
      'TransferRedeemed(uint16* chain, bytes32* emitter, uint64* sequence)',
      [],
      receivedAs('wormhole', value('chain'), value('sequence')),
    ),
    // Native token transfers, versions 1 and 2
    sends(
      'TransferSent(bytes32 recipient, bytes32 refund, uint256 amount, uint256 fee, uint16 chain, uint64 sequence)',
      'amount',
    ),
    sends(
      'TransferSent(bytes32* recipient, bytes32* refund, uint256 amount, uint256 fee, uint16 chain, uint64 sequence)',
      'amount',
    ),
    tells('TransferSent(bytes32* digest)', sentAs('ntt', value('digest'))),
    brings('TransferRedeemed(bytes32* digest)', [], receivedAs('ntt', value('digest'))),
    sends('ForwardedEth(address protocol, bytes data)'),
    sends('ForwardedERC20(address token, uint256 amount, address protocol, bytes data)', 'amount'),
    sends(`SwapAndForwardedEth(uint256 amountIn, ${forwarded})`, 'amountIn'),
    sends(`SwapAndForwardedERC20(address tokenIn, uint256 amountIn, ${forwarded})`, 'amountIn'),
    {
      event: 'OrderFulfilled(bytes32 key, uint64 sequence, uint256 amount)',
      wallet: [],
      flows: [takes('bridge-in', 'amount', { isWithEmitter: true })],
      ...receivedAs('mayan', value('key')),
    },
    collects('OrderCreated(bytes32 key)', sentAs('mayan', value('key'))),
    releases('OrderRefunded(bytes32 key, uint256 amount)', receivedAs('mayan', value('key'))),
    // Mayan over CCTP, which logs the departure, and what the message is called in version 1; refunded is there what is not exchanged.
    ...['uint64', 'bytes32'].flatMap((nonce) =>
      ['OrderFulfilled', 'OrderRefunded'].map((name) =>
        releases(`${name}(uint32 domain, ${nonce} nonce, uint256 amount)`),
      ),
    ),
  ],
};
