/** The fake explorers of a test file: one line in place of its own hooks. */
import { afterEach } from 'vitest';
import type { ActivityRequest } from '../../../src/chains/definitions/chain-source.ts';
import {
  createExplorerSource,
  type ExplorerSourceOptions,
} from '../../../src/chains/explorer/explorer-source.ts';
import type { ChainIndex } from './chain-index.ts';
import { createFakeClock } from './fake-clock.ts';
import { type FakeExplorer, type FakeOptions, startFakeExplorer } from './fake-explorer.ts';

/**
 * Opens fakes with a source on each, which is held up by no rate and no clock. A fake ends with the test that opened it.
 * @param chain What they tell of, unless a test says otherwise; `activity` is what `load` asks for.
 */
export function useFakeExplorers(chain: {
  chainId: number;
  index: () => ChainIndex;
  activity: ActivityRequest;
}) {
  const fakes: FakeExplorer[] = [];
  afterEach(async () => {
    for (const fake of fakes.splice(0)) await fake.close();
  });
  return async function open(
    kind: FakeOptions['kind'],
    fakeOptions: Partial<FakeOptions> = {},
    options: Partial<ExplorerSourceOptions> | ((fake: FakeExplorer) => Partial<ExplorerSourceOptions>) = {},
  ) {
    const { chainId } = chain;
    const fake = await startFakeExplorer({ kind, index: chain.index(), chainId, ...fakeOptions });
    fakes.push(fake);
    const given = typeof options === 'function' ? options(fake) : options;
    const source = createExplorerSource({
      ...{ chainId, kind, url: fake.url, clock: createFakeClock(), ...given },
      limits: { callsPerSecond: 100_000, ...given.limits },
    });
    const load = (
      address = chain.activity.address,
      fromBlock = chain.activity.fromBlock,
      toBlock = chain.activity.toBlock,
    ) => source.fetchActivity({ address, fromBlock, toBlock });
    return { fake, source, load };
  };
}

/** How often a fake was asked for something. */
export const countOf = (fake: FakeExplorer, action: string): number =>
  fake.requests.filter((request) => request.action === action).length;
