import type { Address } from '../../../src/domain/model.ts';
import { type PriceSourceName, priceSourceNames } from '../../../src/domain/money/price-sources.ts';
import { createChainlink } from '../../../src/prices/chainlink/chainlink-source.ts';
import { createCoinGecko } from '../../../src/prices/coingecko/coingecko-source.ts';
import { createDefiLlama } from '../../../src/prices/defillama/defillama-source.ts';
import type { PriceSource, PriceToken } from '../../../src/prices/source/price-source.ts';
import { createPriceCounters } from '../../../src/prices/source/source-counters.ts';
import { createUniswap } from '../../../src/prices/uniswap/uniswap-source.ts';
import { createFakeChain, type FakeChain } from './fake-chain.ts';
import { createFakeClock } from './fake-clock.ts';
import { answerCoinGecko, type FakeCoinGecko } from './fake-coingecko.ts';
import { answerDefiLlama, type FakeDefiLlama } from './fake-defillama.ts';
import { createFakePoolChain, type FakePools } from './fake-pools.ts';
import { type FakeServer, startFakeServer } from './fake-server.ts';
import { time, usdc, weth } from './tokens.ts';

export const faults = ['down', 'slow', 'times-2.7', 'zero', 'negative', 'stale'] as const;
export type Fault = (typeof faults)[number];

/** The token that all four know, and what each says of it when well: all within 1998 and 2010. */
export const coin: PriceToken = { chainId: 1, address: '0x1111111111111111111111111111111111111111' };
export const wellPrices = { chainlink: 2000, uniswap: 2010, defillama: 2004, coingecko: 1998 } as const;

const feed: Address = '0x00feed0000000000000000000000000000000001';
const v2Factory: Address = '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f';
const v3Factory: Address = '0x1f98431c8ad98523631ae4a59f267346ea31f984';
const pool: Address = '0xb100000000000000000000000000000000000000';
const hour = 3600;

export interface Backends {
  defillama: FakeServer;
  coingecko: FakeServer;
  close(): Promise<void>;
}

export async function startBackends(): Promise<Backends> {
  const defillama = await startFakeServer(() => null);
  const coingecko = await startFakeServer(() => null);
  return {
    defillama,
    coingecko,
    close: async () => {
      await defillama.close();
      await coingecko.close();
    },
  };
}

/** What a source says: its own price, or a lie. */
function lie(name: PriceSourceName, fault: Fault | undefined): number {
  if (fault === 'zero') return 0;
  if (fault === 'negative') return -wellPrices[name];
  return wellPrices[name] * (fault === 'times-2.7' || fault === 'stale' ? 2.7 : 1);
}

/** All four real adapters over their fakes, some of them at fault. */
export function createFourSources(backends: Backends, faultOf: Partial<Record<PriceSourceName, Fault>>) {
  const clock = createFakeClock(time);
  const counters = createPriceCounters();
  // Only who is slow is given up on soon: on a busy machine the others may take their time.
  const timeoutOf = (name: PriceSourceName) => ({ timeoutMs: faultOf[name] === 'slow' ? 5 : 30_000 });
  const limits = { requestsPerSecond: 1000, burst: 1000, attempts: 2 };
  breakServers(backends, faultOf);
  const feeds = createFakeChain(feedChain(faultOf.chainlink));
  const pools = createFakePoolChain(poolChain(faultOf.uniswap));
  const never = new Promise<never>(() => {});
  const slowly = <T extends object>(reader: T, isSlow: boolean): T =>
    isSlow ? { ...reader, callContracts: () => never, blockAtTime: () => never } : reader;
  const common = { clock, onEvent: counters.record };
  // By name, so that a source that is added has to be here.
  const byName: Readonly<Record<PriceSourceName, PriceSource>> = {
    chainlink: createChainlink(
      { feeds: { '1': { [coin.address]: feed } }, limits: timeoutOf('chainlink') },
      { readerOf: () => slowly(feeds, faultOf.chainlink === 'slow'), ...common },
    ),
    uniswap: createUniswap(
      {
        chains: { '1': { v2Factory, v3Factory, weth: weth.address, stablecoins: [usdc.address] } },
        limits: timeoutOf('uniswap'),
      },
      { readerOf: () => slowly(pools, faultOf.uniswap === 'slow'), ...common },
    ),
    defillama: createDefiLlama(
      { url: backends.defillama.url, limits: { ...limits, ...timeoutOf('defillama') } },
      { fetch, ...common },
    ),
    coingecko: createCoinGecko(
      { url: backends.coingecko.url, limits: { ...limits, ...timeoutOf('coingecko') } },
      { fetch, ...common },
    ),
  };
  const sources = priceSourceNames.map((name) => byName[name]);
  return { sources, clock, counters };
}

function breakServers(backends: Backends, faultOf: Partial<Record<PriceSourceName, Fault>>): void {
  const llamaFault = faultOf.defillama;
  const llama: FakeDefiLlama = {
    now: time,
    coins: {
      [`ethereum:${coin.address}`]: {
        priceAt: () => String(lie('defillama', llamaFault)),
        offsetSeconds: llamaFault === 'stale' ? -2 * hour : 0,
      },
    },
  };
  const geckoFault = faultOf.coingecko;
  const gecko: FakeCoinGecko = {
    now: geckoFault === 'stale' ? time - 2 * hour : time,
    coins: {
      [`ethereum/${coin.address}`]: (at) =>
        geckoFault === 'stale' && at % (24 * hour) !== 0 && at !== time - 2 * hour
          ? null
          : String(lie('coingecko', geckoFault)),
    },
  };
  const faulty = (
    fault: Fault | undefined,
    well: FakeServer['answer'],
    handler: Parameters<FakeServer['answer']>[0],
  ) =>
    well((request) => {
      if (fault === 'slow') return null;
      return fault === 'down' ? { status: 503, body: 'unavailable' } : handler(request);
    });
  faulty(llamaFault, backends.defillama.answer, (request) => answerDefiLlama(llama, request));
  faulty(geckoFault, backends.coingecko.answer, (request) => answerCoinGecko(gecko, request));
}

/** An answer a day, an hour before each moment of the test; a stale feed stopped three days before the first. */
function feedChain(fault: Fault | undefined): FakeChain {
  const answer = BigInt(lie('chainlink', fault)) * 100_000_000n;
  const ages = fault === 'stale' ? [13] : Array.from({ length: 14 }, (_, index) => 13 - index);
  const rounds = ages.map((days) => ({ answer, updatedAt: time - days * 24 * hour - hour }));
  return { chainId: 1, isDown: fault === 'down', feeds: { [feed]: { decimals: 8, phases: [rounds] } } };
}

/** 1,000 coins against USDC. A pool cannot be stale: it stands for one whose state the node no longer has. */
function poolChain(fault: Fault | undefined): FakePools {
  const dollars = BigInt(Math.round(Math.max(0, lie('uniswap', fault)) * 1000)) * 10n ** 6n;
  return {
    ...{ chainId: 1, v2Factory, v3Factory, isDown: fault === 'down' },
    decimals: { [coin.address]: 18, [usdc.address]: 6, [weth.address]: 18 },
    pools: [
      {
        address: pool,
        tokens: [coin.address, usdc.address],
        v2: { reserves: [1000n * 10n ** 18n, dollars] },
      },
    ],
    corrupt: (call) => (fault === 'stale' && call.to === pool ? null : undefined),
  };
}
