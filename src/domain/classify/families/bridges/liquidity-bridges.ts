import { type EventRule, type Family, gives, takes } from '../../evidence/family.ts';

const out = (event: string, wallet: string): EventRule => ({
  event,
  wallet: [wallet],
  flows: [gives('bridge-out', 'amount')],
});
const into = (event: string, wallet: string): EventRule => ({
  event,
  wallet: [wallet],
  flows: [takes('bridge-in', 'amount')],
});
const swapped = 'uint8 fromIndex, uint8 toIndex, uint256 least, uint256 deadline';

/** Bridges that pay out of pools of their own: Synapse, cBridge, Multichain. Source: SynapseBridge, Bridge and AnyswapRouter. */
export const liquidityBridges: Family = {
  name: 'bridge of pools',
  events: [
    // Synapse names who gets it; nearly always that is who sends it.
    out('TokenDeposit(address* to, uint256 chain, address token, uint256 amount)', 'to'),
    out('TokenRedeem(address* to, uint256 chain, address token, uint256 amount)', 'to'),
    out(`TokenDepositAndSwap(address* to, uint256 chain, address token, uint256 amount, ${swapped})`, 'to'),
    out(`TokenRedeemAndSwap(address* to, uint256 chain, address token, uint256 amount, ${swapped})`, 'to'),
    into('TokenMint(address* to, address token, uint256 amount, uint256 fee, bytes32* id)', 'to'),
    into('TokenWithdraw(address* to, address token, uint256 amount, uint256 fee, bytes32* id)', 'to'),
    out(
      'Send(bytes32 id, address sender, address receiver, address token, uint256 amount, uint64 chain, uint64 nonce, uint32 slippage)',
      'sender',
    ),
    into(
      'Relay(bytes32 id, address sender, address receiver, address token, uint256 amount, uint64 chain, bytes32 sent)',
      'receiver',
    ),
    out(
      'LogAnySwapOut(address* token, address* from, address* to, uint256 amount, uint256 fromChain, uint256 toChain)',
      'from',
    ),
    into(
      'LogAnySwapIn(bytes32* id, address* token, address* to, uint256 amount, uint256 fromChain, uint256 toChain)',
      'to',
    ),
  ],
};
