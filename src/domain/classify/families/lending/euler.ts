import { type Family, gives, takes } from '../../evidence/family.ts';

/** Euler 2: a vault lends what it holds; what goes into it and comes out is that of the standard (vaults.ts). Source: EVault. */
export const euler: Family = {
  name: 'Euler',
  events: [
    {
      event: 'Borrow(address* user, uint256 amount)',
      wallet: ['user'],
      flows: [takes('borrow', 'amount')],
      hasAccounts: true,
      isOwnAct: true,
    },
    {
      event: 'Repay(address* user, uint256 amount)',
      wallet: ['user'],
      flows: [gives('repay', 'amount')],
      hasAccounts: true,
      isOwnAct: true,
    },
  ],
};
