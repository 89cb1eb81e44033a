import { type EventFlow, type Family, gives, type Seen, takes } from '../evidence/family.ts';

/** Whether the token was minted, or burned, in the amount that the wallet got or gave: then it is a share. */
function zapped({ evidence }: Seen): EventFlow[] {
  const { normalized, inflows, outflows } = evidence;
  const { mintedAmounts, burnedAmounts } = normalized;
  if (inflows.some((flow) => (mintedAmounts.get(flow.tokenAddress) ?? 0n) >= flow.amount)) {
    return [gives('deposit', null)];
  }
  return outflows.some((flow) => (burnedAmounts.get(flow.tokenAddress) ?? 0n) >= -flow.amount)
    ? [takes('withdraw', null)]
    : [];
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
