import { ownHash, receivedAs, sentAs, value } from '../../evidence/bridge-message.ts';
import type { Family } from '../../evidence/family.ts';
import { arrives, brings, collects, leaves, releases, sends } from './crossing.ts';

const swapped = 'uint8 fromIndex, uint8 toIndex, uint256 least, uint256 deadline';

/**
 * Bridges that pay out of pools, or accounts, of their own: Synapse, cBridge, Multichain, Relay, Allbridge, Meson. Source: SynapseBridge, Bridge,
 * AnyswapRouter, RelayDepository, RelayReceiver, Allbridge's Bridge, MesonSwapEvents.
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
    // Relay's solver pays from the account that normalize/bridges.ts lists.
    leaves('RelayNativeDeposit(address from, uint256 amount, bytes32 id)', ['from'], { orCalled: true }),
    leaves('RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id)', ['from'], {
      orCalled: true,
    }),
    collects('FundsForwardedWithData(bytes data)'),
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
    releases('SwapReleased(uint256* swap)', receivedAs('meson', value('swap'))),
  ],
};
