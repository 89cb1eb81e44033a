/** How long a wallet waits after a step that has failed: poll interval × 2 ^ failures before, up to a limit by kind. */
import { expect, test } from 'vitest';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import { RetryableError } from '../../src/errors.ts';
import { retryPauseMs } from '../../src/ingest/loading/step-failures.ts';

const behind = new RetryableError('the node stands at block 250', { kind: 'source-behind' });
const unreachable = new RetryableError('connection refused');

const chainOf = (pollSeconds: number) => ({
  config: resolveChain({ chainId: 1, rpc: ['http://node.test'], pollSeconds }, null),
  source: {},
});

/** After 0, 1, 2 … failures. */
const pausesOf = (error: unknown, pollSeconds: number): number[] =>
  Array.from({ length: 12 }, (_, attempts) => retryPauseMs(error, { chain: chainOf(pollSeconds), attempts }));

test('behind a node that is behind a wallet waits ten seconds at most: nothing is wrong with it', () => {
  expect(pausesOf(behind, 0.5).slice(0, 7)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

test('or the interval of the chain, where that is longer', () => {
  expect(new Set(pausesOf(behind, 12))).toEqual(new Set([12_000]));
});

test('a node that does not answer is asked ever more rarely, up to five minutes', () => {
  expect(pausesOf(unreachable, 1)).toEqual([
    ...[1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000, 300_000],
  ]);
});
