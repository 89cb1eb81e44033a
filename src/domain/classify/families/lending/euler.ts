import { type EventFlow, type Family, gives, type Seen, takes } from '../../evidence/family.ts';

/** So short an event is anybody's: it counts in the wallet's own transactions. */
const own =
  (flow: EventFlow) =>
  ({ evidence }: Seen): EventFlow[] =>
    evidence.normalized.walletActed ? [flow] : [];

/** Euler 2: a vault lends what it holds; what goes into it and comes out is that of the standard (vaults.ts). Source: EVault. */
export const euler: Family = {
  name: 'Euler',
  events: [
    {
      event: 'Borrow(address* user, uint256 amount)',
      wallet: ['user'],
      flows: own(takes('borrow', 'amount')),
    },
    {
      event: 'Repay(address* user, uint256 amount)',
      wallet: ['user'],
      flows: own(gives('repay', 'amount')),
    },
  ],
};
