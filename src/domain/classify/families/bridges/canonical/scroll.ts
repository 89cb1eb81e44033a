import { digestOfCall, sentAs, value } from '../../../evidence/bridge-message.ts';
import { type Family, gives } from '../../../evidence/family.ts';
import { arrives, leaves, releases } from '../crossing.ts';

// What the way costs is paid with it, and what is too much comes back.
const flows = [gives('bridge-out', 'amount', { feeBasisPoints: 300 })];
const out = (event: string) => leaves(event, ['from', 'to'], { flows, emitter: 'anyone' });
const into = (event: string) => arrives(event, ['from', 'to'], { emitter: 'anyone' });
const ether = '(address* from, address* to, uint256 amount, bytes data)';
const token = '(address* l1Token, address* l2Token, address* from, address to, uint256 amount, bytes data)';

/** Its messenger knows a message by this, and logs that as it arrives (rollups.ts). */
const message = digestOfCall(
  'relayMessage(address,address,uint256,uint256,bytes)',
  ...['from', 'to', 'amount', 'nonce'].map(value),
);

/** Scroll's own bridge. Source: its gateways and messengers. */
export const scrollBridge: Family = {
  name: 'Scroll bridge',
  events: [
    out(`DepositETH${ether}`),
    out(`WithdrawETH${ether}`),
    out(`DepositERC20${token}`),
    out(`WithdrawERC20${token}`),
    into(`FinalizeDepositETH${ether}`),
    into(`FinalizeWithdrawETH${ether}`),
    into(`FinalizeDepositERC20${token}`),
    into(`FinalizeWithdrawERC20${token}`),
    // Ether can be sent with a message alone.
    leaves(
      'SentMessage(address* from, address* to, uint256 amount, uint256 nonce, uint256 gasLimit, bytes message)',
      ['from'],
      { flows, ...sentAs('standard', message) },
    ),
    releases('RelayedMessage(bytes32* hash)'),
  ],
};
