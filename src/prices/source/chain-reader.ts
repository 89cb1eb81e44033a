/** How on-chain sources read: contract calls at a block, behind a breaker, counted, a few at a time. */

import { chunk } from '../../domain/chunk.ts';
import type { Hex } from '../../domain/model.ts';
import type { PriceSourceName } from '../../domain/money/price-sources.ts';
import { errorText, RetryableError } from '../../errors.ts';
import { mapLimited } from '../../outgoing/at-once.ts';
import { createBreaker } from '../../outgoing/breaker.ts';
import type { Clock } from '../../outgoing/clock.ts';
import { untilAborted } from '../../until-aborted.ts';
import { groupBy } from './batch.ts';
import type { PricePoint } from './price-source.ts';
import type { PriceEventHandler } from './source-counters.ts';

export interface ReaderCall {
  to: Hex;
  data: Hex;
}

/** A call at one block; without a number at the latest. */
export interface BlockCall extends ReaderCall {
  blockNumber?: number;
}

/** The little that prices need of a chain. A ChainSource has the first two; `blockAtTime` is added beside it. */
export interface ChainReader {
  readonly chainId: number;
  /** Result data per call, in order; null where the call reverted or there is no code. Rejects when it cannot read. */
  callContracts(calls: { to: Hex; data: Hex }[], blockNumber?: number): Promise<(Hex | null)[]>;
  /** The last block at or before a moment, or null when the chain has none. */
  blockAtTime(unixSeconds: number): Promise<number | null>;
  /** Calls at different blocks in one go (a JSON-RPC batch). Without it, one request is made per block. */
  callContractsAtBlocks?(calls: BlockCall[]): Promise<(Hex | null)[]>;
}

export interface GuardedReader {
  readonly chainId: number;
  /** Whether reading at many blocks is cheap. */
  readonly readsManyBlocks: boolean;
  readonly callsPerRequest: number;
  /** As `ChainReader.callContractsAtBlocks`, whatever the reader offers. Rejects with RetryableError. */
  read(calls: readonly BlockCall[]): Promise<(Hex | null)[]>;
  blockAtTime(unixSeconds: number): Promise<number | null>;
}

export interface ReaderLimits {
  timeoutMs: number;
  breakerFailures: number;
  breakerOpenMs: number;
  callsPerRequest: number;
  requestsAtOnce: number;
}

export const defaultReaderLimits: ReaderLimits = {
  timeoutMs: 30_000,
  breakerFailures: 5,
  breakerOpenMs: 60_000,
  callsPerRequest: 200,
  requestsAtOnce: 4,
};

export interface ReaderDependencies {
  /** The reader of a chain, or null when there is none. */
  readerOf(chainId: number): ChainReader | null;
  clock: Clock;
  onEvent?: PriceEventHandler;
}

/** One guarded reader per chain, made at first use: each chain has a breaker of its own. */
export function createGuardedReaders(
  source: PriceSourceName,
  dependencies: ReaderDependencies,
  limits: Partial<ReaderLimits> = {},
): (chainId: number) => GuardedReader | null {
  const readers = new Map<number, GuardedReader>();
  return (chainId) => {
    const known = readers.get(chainId);
    if (known !== undefined) return known;
    const reader = dependencies.readerOf(chainId);
    if (reader === null) return null;
    const guarded = guardReader(source, reader, dependencies, { ...defaultReaderLimits, ...limits });
    readers.set(chainId, guarded);
    return guarded;
  };
}

function guardReader(
  source: PriceSourceName,
  reader: ChainReader,
  { clock, onEvent }: ReaderDependencies,
  limits: ReaderLimits,
): GuardedReader {
  const breaker = createBreaker({ clock, failures: limits.breakerFailures, openMs: limits.breakerOpenMs });

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    const pass = breaker.enter();
    if (pass === null) {
      onEvent?.({ type: 'error', source, kind: 'circuit-open' });
      throw new RetryableError(`chain ${reader.chainId} failed repeatedly and is left alone for now`);
    }
    onEvent?.({ type: 'request', source });
    try {
      const result = await withTimeout(work(), limits.timeoutMs, `chain ${reader.chainId}`);
      pass.succeeded();
      return result;
    } catch (error) {
      pass.failed();
      onEvent?.({ type: 'error', source, kind: 'chain' });
      throw error instanceof RetryableError ? error : new RetryableError(errorText(error), { cause: error });
    }
  };

  const requests = (calls: readonly BlockCall[]): number[][] => {
    const indexes = [...calls.keys()];
    if (reader.callContractsAtBlocks !== undefined) return chunk(indexes, limits.callsPerRequest);
    const byBlock = groupBy(indexes, (index) => calls[index]?.blockNumber);
    return [...byBlock.values()].flatMap((group) => chunk(group, limits.callsPerRequest));
  };

  const send = async (calls: BlockCall[]): Promise<(Hex | null)[]> => {
    const [first] = calls;
    const results =
      reader.callContractsAtBlocks === undefined
        ? await reader.callContracts(
            calls.map(({ to, data }) => ({ to, data })),
            first?.blockNumber,
          )
        : await reader.callContractsAtBlocks(calls);
    if (results.length !== calls.length) {
      throw new RetryableError(`chain ${reader.chainId} answered ${results.length} of ${calls.length} calls`);
    }
    return results;
  };

  return {
    chainId: reader.chainId,
    readsManyBlocks: reader.callContractsAtBlocks !== undefined,
    callsPerRequest: limits.callsPerRequest,
    blockAtTime: (unixSeconds) => guarded(() => reader.blockAtTime(unixSeconds)),
    async read(calls) {
      const results: (Hex | null)[] = calls.map(() => null);
      await mapLimited(requests(calls), limits.requestsAtOnce, async (indexes) => {
        const part = indexes.flatMap((index) => calls[index] ?? []);
        const answers = await guarded(() => send(part));
        for (const [position, index] of indexes.entries()) results[index] = answers[position] ?? null;
      });
      return results;
    },
  };
}

async function withTimeout<T>(work: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await untilAborted(work, timeout);
  } catch (error) {
    if (!timeout.aborted) throw error;
    throw new RetryableError(`${what} did not answer within ${timeoutMs} ms`);
  }
}

/** Reads a call's result, or null when there is none or it is of another shape. */
export function decoded<T>(data: Hex | null | undefined, read: (data: Hex) => T): T | null {
  if (data === null || data === undefined || data === '0x') return null;
  try {
    return read(data);
  } catch {
    return null;
  }
}

/** The block of a point: its own, or the last at or before its time; each time is looked up once. */
export function createBlockFinder(reader: GuardedReader): (point: PricePoint) => Promise<number | null> {
  const found = new Map<number, Promise<number | null>>();
  return async (point) => {
    if (point.block !== undefined) return point.block.number;
    const known = found.get(point.time) ?? reader.blockAtTime(point.time);
    found.set(point.time, known);
    return known;
  };
}
