/**
 * What the worker knows of one chain while it runs: its configuration, its source, whether the source proved usable, and the
 * latest head, asked once for all wallets that follow the chain.
 */
import type { ChainConfig } from '../chains/definitions/chain-list.ts';
import type { BlockReference, ChainSource, SourceProbe } from '../chains/definitions/chain-source.ts';
import { type BlockSearch, searchBlocksOf } from './block-search.ts';

export interface ChainRuntime extends BlockSearch {
  config: ChainConfig;
  source: ChainSource;
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Checks the source once; later calls are free, but a source that lacks something is checked again after minutes. Throws what
   * `ChainSource.probe` throws, and tries anew next time.
   */
  ensureReady(): Promise<SourceProbe>;
  /**
   * The head, at most `maximumAgeMs` old: unless given, a quarter of the poll interval, and a whole one where requests are counted.
   */
  head(maximumAgeMs?: number): Promise<BlockReference>;
  /** A block by number; those at or below the final height are remembered for as long as the head is. */
  block(blockNumber: number): Promise<BlockReference | null>;
}

/**
 * How late a new transaction may be seen by a wallet that is looked at again after `intervalMs`: later than that, what is stored
 * counts as stale. A few poll intervals are for the head's age, for waiting, and for looks that fail.
 */
export const staleAfterMs = (
  { config }: ChainRuntime,
  intervalMs: number = config.pollSeconds * 1000,
): number => Math.max(intervalMs + 4 * config.pollSeconds * 1000, 30_000);

/** A source that lacks something is looked at again: of several nodes the able one may have been away. */
const incompleteMs = 300_000;

/** Wraps a source with what all of a worker's slots share. `now`: milliseconds. */
export function createChainRuntime(
  config: ChainConfig,
  source: ChainSource,
  now: () => number,
): ChainRuntime {
  let probed: ReturnType<ChainSource['probe']> | null = null;
  let incompleteSince: number | null = null;
  let head: { at: number; answer: Promise<BlockReference> } | null = null;
  const blocks = new Map<number, Promise<BlockReference | null>>();
  const headLifeMs = config.pollSeconds * (source.allowance === undefined ? 250 : 1000);

  return {
    config,
    source,
    now,
    ...searchBlocksOf(source),
    ensureReady() {
      if (incompleteSince !== null && now() - incompleteSince > incompleteMs) {
        incompleteSince = null;
        probed = null;
      }
      probed ??= source.probe().then(
        (answer) => {
          incompleteSince = answer.missing.length > 0 ? now() : null;
          return answer;
        },
        (error: unknown) => {
          probed = null;
          throw error;
        },
      );
      return probed;
    },
    head(maximumAgeMs = headLifeMs) {
      if (head === null || now() - head.at > maximumAgeMs) {
        const answer = source.getHead();
        head = { at: now(), answer };
        blocks.clear();
        answer.then(
          // What is asked for from now on is not older than the head.
          () => blocks.clear(),
          () => {
            head = null;
          },
        );
      }
      return head.answer;
    },
    block(blockNumber) {
      const known = blocks.get(blockNumber);
      if (known !== undefined) return known;
      const answer = source.getBlock(blockNumber);
      blocks.set(blockNumber, answer);
      answer.catch(() => blocks.delete(blockNumber));
      return answer;
    },
  };
}
