import { isNft } from '../evidence/net-flow.ts';
import type { Rule, Verdict } from '../evidence/rule.ts';

/** Value leaves and different value arrives: fungible for fungible, or an NFT bought, sold or bartered. */
export const swap: Rule = ({ inflows, outflows }) => {
  if (inflows.length === 0 || outflows.length === 0) return null;
  return { category: 'SWAP', kind: kindOf() };

  function kindOf(): Verdict['kind'] {
    const nftArrives = inflows.some(isNft);
    const nftLeaves = outflows.some(isNft);
    if (nftArrives && !nftLeaves) return 'NFT_BUY';
    if (nftLeaves && !nftArrives) return 'NFT_SELL';
    return 'SWAP';
  }
};
