import { type EventRule, type Family, gives, takes } from '../../evidence/family.ts';

const out = (event: string): EventRule => ({
  event,
  wallet: ['from'],
  flows: [gives('bridge-out', 'amount')],
  emitter: 'anyone',
});
const into = (event: string): EventRule => ({
  event,
  wallet: ['to'],
  flows: [takes('bridge-in', 'amount')],
  emitter: 'anyone',
});

/** zkSync Lite, early and late, and zkSync Era. Source: ZkSync, IL1ERC20Bridge, IMailbox and IL2NativeTokenVault. */
export const zksyncBridge: Family = {
  name: 'zkSync bridge',
  events: [
    {
      event: 'OnchainDeposit(address* sender, uint16* token, uint128 amount, address* owner)',
      wallet: ['sender'],
      flows: [gives('bridge-out', 'amount')],
    },
    { event: 'Deposit(uint16* token, uint128 amount)', wallet: [], flows: [gives('bridge-out', 'amount')] },
    {
      event: 'Withdrawal(address* owner, uint16* token, uint128 amount)',
      wallet: ['owner'],
      flows: [takes('bridge-in', 'amount')],
    },
    // Many of several owners at once; it names none.
    {
      event: 'PendingWithdrawalsComplete(uint32 first, uint32 last)',
      wallet: [],
      flows: [takes('bridge-in', null, { isWithEmitter: true })],
    },
    // Era, on Ethereum and on its own chain
    out('DepositInitiated(bytes32* hash, address* from, address* to, address token, uint256 amount)'),
    into('WithdrawalFinalized(address* to, address* token, uint256 amount)'),
    into('EthWithdrawalFinalized(address* to, uint256 amount)'),
    into('FinalizeDeposit(address* from, address* to, address* token, uint256 amount)'),
    out('WithdrawalInitiated(address* from, address* to, address* token, uint256 amount)'),
  ],
};
