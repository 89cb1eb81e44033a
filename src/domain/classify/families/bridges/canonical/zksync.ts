import type { Family } from '../../../evidence/family.ts';
import { arrives, leaves, releases } from '../crossing.ts';

const out = (event: string) => leaves(event, ['from'], { emitter: 'anyone' });
const into = (event: string) => arrives(event, ['to'], { emitter: 'anyone' });

/** zkSync Lite, early and late, and zkSync Era. Source: ZkSync, IL1ERC20Bridge, IMailbox and IL2NativeTokenVault. */
export const zksyncBridge: Family = {
  name: 'zkSync bridge',
  events: [
    leaves('OnchainDeposit(address* sender, uint16* token, uint128 amount, address* owner)', ['sender']),
    leaves('Deposit(uint16* token, uint128 amount)', []),
    arrives('Withdrawal(address* owner, uint16* token, uint128 amount)', ['owner']),
    // Many of several owners at once; they name none.
    arrives('Withdrawal(uint16* token, uint128 amount)', []),
    releases('PendingWithdrawalsComplete(uint32 first, uint32 last)'),
    // Era, on Ethereum and on its own chain
    out('DepositInitiated(bytes32* hash, address* from, address* to, address token, uint256 amount)'),
    into('WithdrawalFinalized(address* to, address* token, uint256 amount)'),
    into('EthWithdrawalFinalized(address* to, uint256 amount)'),
    into('FinalizeDeposit(address* from, address* to, address* token, uint256 amount)'),
    out('WithdrawalInitiated(address* from, address* to, address* token, uint256 amount)'),
  ],
};
