import { mirrored, ownHash, receivedAs, sentAs, value, within } from '../../evidence/bridge-message.ts';
import { type Family, takes } from '../../evidence/family.ts';
import { arrives, brings, collects, leaves, releases, sends, tells } from './crossing.ts';

/** Its router logs the request with the digits in the other order, and what is done in one byte more. */
const request = mirrored(within('request', 0));
const moved = 'FundsMovement(address from, address to, address token, uint256 amount, bytes request)';
const swapped = 'uint8 fromIndex, uint8 toIndex, uint256 least, uint256 deadline';

/**
 * Bridges that pay out of pools, or accounts, of their own: Synapse, cBridge, Multichain, Relay, Allbridge, Meson. Source: SynapseBridge, Bridge,
 * AnyswapRouter, RelayDepository, RelayReceiver, RelayRouter, RelayApprovalProxy, Allbridge's Bridge, MesonSwapEvents.
 */
export const liquidityBridges: Family = {
  name: 'bridge of pools',
  events: [
    // Synapse names who gets it; nearly always that is who sends it.
    leaves('TokenDeposit(address* to, uint256 chain, address token, uint256 amount)', ['to']),
    leaves('TokenRedeem(address* to, uint256 chain, address token, uint256 amount)', ['to']),
    leaves(`TokenDepositAndSwap(address* to, uint256 chain, address token, uint256 amount, ${swapped})`, [
      'to',
    ]),
    leaves(`TokenRedeemAndSwap(address* to, uint256 chain, address token, uint256 amount, ${swapped})`, [
      'to',
    ]),
    arrives('TokenMint(address* to, address token, uint256 amount, uint256 fee, bytes32* id)', ['to']),
    arrives('TokenWithdraw(address* to, address token, uint256 amount, uint256 fee, bytes32* id)', ['to']),
    sends('TokenSent(uint32* chain, address* to, address* token, uint256 amount, bytes32 id)', 'amount', {
      ...sentAs('synapse', value('id')),
    }),
    tells('TokenReceived(uint32* chain, address* to, address* token, uint256 amount, bytes32 id)', {
      ...receivedAs('synapse', value('id')),
    }),
    leaves(
      'Send(bytes32 id, address sender, address receiver, address token, uint256 amount, uint64 chain, uint64 nonce, uint32 slippage)',
      ['sender'],
      sentAs('cbridge', value('id')),
    ),
    arrives(
      'Relay(bytes32 id, address sender, address receiver, address token, uint256 amount, uint64 chain, bytes32 sent)',
      ['receiver'],
      receivedAs('cbridge', value('sent')),
    ),
    leaves(
      'LogAnySwapOut(address* token, address* from, address* to, uint256 amount, uint256 fromChain, uint256 toChain)',
      ['from'],
      sentAs('multichain', ownHash),
    ),
    arrives(
      'LogAnySwapIn(bytes32* id, address* token, address* to, uint256 amount, uint256 fromChain, uint256 toChain)',
      ['to'],
      receivedAs('multichain', value('id')),
    ),
    // Relay's solver pays from the accounts that normalize/wide-bridges.ts lists: an order of its own, beside the request that its routers tell.
    leaves('RelayNativeDeposit(address from, uint256 amount, bytes32 id)', ['from'], {
      orCalled: true,
      ...sentAs('relayorder', value('id')),
    }),
    leaves('RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id)', ['from'], {
      orCalled: true,
      ...sentAs('relayorder', value('id')),
    }),
    collects('FundsForwardedWithData(bytes data)', sentAs('relay', within('data', 0))),
    // Its router takes, exchanges and pays, here and elsewhere: what is got for nothing came from elsewhere.
    { event: moved, wallet: ['from'], flows: [], ...sentAs('relay', request) },
    {
      event: moved,
      wallet: ['to'],
      flows: ({ evidence: { outflows } }) =>
        outflows.length > 0 ? [] : [takes('bridge-in', 'amount', { token: 'token' })],
      ...receivedAs('relay', request),
    },
    sends(
      'TokensSent(uint256 amount, bytes32 recipient, uint256 chain, bytes32 token, uint256 nonce, uint8 messenger)',
      'amount',
      sentAs('allbridge', value('nonce')),
    ),
    brings(
      'TokensReceived(uint256 amount, bytes32 recipient, uint256 nonce, uint8 messenger, bytes32 message)',
      ['recipient'],
      receivedAs('allbridge', value('nonce')),
    ),
    collects('SwapPosted(uint256* swap)', sentAs('meson', value('swap'))),
    collects('SwapExecuted(uint256* swap)', sentAs('meson', value('swap'))),
    releases('SwapReleased(uint256* swap)', receivedAs('meson', value('swap'))),
    releases('SwapCancelled(uint256* swap)', receivedAs('meson', value('swap'))),
  ],
};
