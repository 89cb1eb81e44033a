/** Below this what a validator withdraws cannot be returned stake: it is the skimmed reward. */
export const smallestStakeWei = 1_000_000_000_000_000_000n;
