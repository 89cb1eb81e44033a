/** What the wallets of one chain share while they are loaded: searches and look-ups, each asked for once for all that need them. */
import type { Address } from '../../../domain/model.ts';
import type { Clock } from '../../../outgoing/clock.ts';
import type { Companion } from '../../definitions/chain-source.ts';
import { type CompanySearch, createCompanySearch } from './company-search.ts';
import type { Frame } from './finds.ts';
import { forgetAll, forgetBefore, framesOf } from './found-ahead.ts';
import { createKeptLookUps, forgetLookUps, type KeptLookUps, noteNames } from './look-ups.ts';

export interface Sharing {
  readonly logs: CompanySearch;
  readonly native: CompanySearch;
  readonly kept: KeptLookUps;
}

/** What one wallet's request takes part in. */
export interface Shared {
  readonly sharing: Sharing;
  readonly company: () => Promise<readonly Companion[]>;
  /** What others have asked for, and is used here, rests on these blocks: they must be on the chain when all is done. */
  readonly frames: Set<Frame>;
}

/** @param maximumBytes Of all that is kept for others, about. */
export function createSharing(maximumBytes: number, clock: Pick<Clock, 'elapsed'>): Sharing {
  const kept = createKeptLookUps(Math.floor((maximumBytes * 3) / 4));
  const options = {
    ...{ clock, maximumBytes: Math.floor(maximumBytes / 8) },
    note: (wallet: Address, finds: Parameters<typeof noteNames>[2]) => noteNames(kept, wallet, finds),
  };
  return { kept, logs: createCompanySearch(options), native: createCompanySearch(options) };
}

/** The chain has changed: nothing of what is kept is to be relied on. */
export function forgetSharing({ logs, native, kept }: Sharing): void {
  forgetAll(logs.found);
  forgetAll(native.found);
  forgetLookUps(kept);
}

/** The wallet is stored up to the block before. */
export function forgetStored({ logs, native }: Sharing, wallet: Address, block: number): void {
  forgetBefore(logs.found, wallet, block);
  forgetBefore(native.found, wallet, block);
}

/** The blocks on which rests what others have found of the wallet from there on. */
export function keptFrames({ logs, native }: Sharing, wallet: Address, fromBlock: number): Frame[] {
  return [...framesOf(logs.found, wallet, fromBlock), ...framesOf(native.found, wallet, fromBlock)];
}
