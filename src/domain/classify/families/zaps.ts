import { type EventFlow, type Family, gives, type Seen, takes } from '../evidence/family.ts';
import { isMade } from '../evidence/net-flow.ts';

/** Whether the token was minted, or burned, in the amount that the wallet got or gave: then it is a share. */
function zapped({ evidence }: Seen): EventFlow[] {
  const { normalized, inflows, outflows } = evidence;
  if (inflows.some((flow) => isMade(flow, normalized))) return [gives('deposit', null)];
  return outflows.some((flow) => isMade(flow, normalized)) ? [takes('withdraw', null)] : [];
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
