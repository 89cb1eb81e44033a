import { type Family, gives, takes } from '../../evidence/family.ts';

/** zkSync Lite. Source: its contract on Ethereum, early and late. */
export const zksyncBridge: Family = {
  name: 'zkSync Lite',
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
      event: 'PendingWithdrawalsComplete(uint32 from, uint32 to)',
      wallet: [],
      flows: [takes('bridge-in', null, { isWithEmitter: true })],
    },
  ],
};
