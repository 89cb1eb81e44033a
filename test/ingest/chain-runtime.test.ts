/** What a worker remembers of a chain's source, and for how long. */
import { expect, test } from 'vitest';
import { resolveChain } from '../../src/chains/definitions/chain-settings.ts';
import type { ActivityPart, ChainSource } from '../../src/chains/definitions/chain-source.ts';
import { createChainRuntime } from '../../src/ingest/chain-runtime.ts';

function runtimeOf(missing: () => ActivityPart[]) {
  let now = 0;
  let probes = 0;
  const source: ChainSource = {
    chainId: 1,
    description: 'the test',
    async probe() {
      probes += 1;
      return { missing: missing(), warnings: [] };
    },
    getHead: () => Promise.reject(new Error('not asked for')),
    getBlock: () => Promise.reject(new Error('not asked for')),
    fetchActivity: () => Promise.reject(new Error('not asked for')),
    callContracts: () => Promise.reject(new Error('not asked for')),
    getNativeBalance: () => Promise.reject(new Error('not asked for')),
    close: () => Promise.resolve(),
  };
  const chain = createChainRuntime(resolveChain({ chainId: 1 }, null), source, () => now);
  return {
    ready: async () => (await chain.ensureReady()).missing,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    probes: () => probes,
  };
}

test('a source that lacks nothing is checked once', async () => {
  const { ready, pass, probes } = runtimeOf(() => []);
  await ready();
  pass(86_400_000);
  await ready();
  expect(probes()).toBe(1);
});

test('a source that lacks something is checked again after five minutes: the able node may be back', async () => {
  let missing: ActivityPart[] = ['internal-calls'];
  const { ready, pass, probes } = runtimeOf(() => missing);
  expect(await ready()).toEqual(['internal-calls']);
  missing = [];
  pass(300_000);
  expect(await ready()).toEqual(['internal-calls']);
  pass(1);
  expect(await Promise.all([ready(), ready()])).toEqual([[], []]);
  expect(probes()).toBe(2);
});
