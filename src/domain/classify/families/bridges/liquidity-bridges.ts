import type { Family } from '../../evidence/family.ts';
import { arrives, leaves } from './crossing.ts';

const swapped = 'uint8 fromIndex, uint8 toIndex, uint256 least, uint256 deadline';

/** Bridges that pay out of pools of their own: Synapse, cBridge, Multichain. Source: SynapseBridge, Bridge and AnyswapRouter. */
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
    ),
    arrives(
      'Relay(bytes32 id, address sender, address receiver, address token, uint256 amount, uint64 chain, bytes32 sent)',
      ['receiver'],
    ),
    leaves(
      'LogAnySwapOut(address* token, address* from, address* to, uint256 amount, uint256 fromChain, uint256 toChain)',
      ['from'],
    ),
    arrives(
      'LogAnySwapIn(bytes32* id, address* token, address* to, uint256 amount, uint256 fromChain, uint256 toChain)',
      ['to'],
    ),
  ],
};
