import { type EventFlow, type Family, gives, type Seen, takes } from '../evidence/family.ts';
import { isMade } from '../evidence/net-flow.ts';

/**
 * Whether the token was minted, or burned, in the amount that the wallet got or gave: then it is a share. What was exchanged on the way
 * was sold, as it is in a pool.
 */
function zapped({ evidence }: Seen): EventFlow[] {
  const { normalized, inflows, outflows } = evidence;
  const isSold = normalized.swapContracts.length > 0;
  if (inflows.some((flow) => isMade(flow, normalized))) return [gives(isSold ? 'join' : 'deposit', null)];
  if (!outflows.some((flow) => isMade(flow, normalized))) return [];
  return [takes(isSold ? 'exit' : 'withdraw', null)];
}

/** Zaps, which swap on the way into or out of a vault. Source: Beefy's router. */
export const zaps: Family = {
  name: 'zap',
  events: [
    {
      event:
        'FulfilledOrder(((address,uint256)[],(address,uint256)[],(address,uint256,bytes),address,address)* order, address* caller, address* recipient)',
      wallet: ['caller', 'recipient'],
      flows: zapped,
    },
  ],
};
