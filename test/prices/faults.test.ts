import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PriceSourceName, priceSourceNames } from '../../src/domain/money/price-sources.ts';
import { createQuoter, type Quote } from '../../src/prices/quote/quote.ts';
import type { QuoteRequest } from '../../src/prices/quote/quote-state.ts';
import { blockOf } from './support/fake-chain.ts';
import {
  type Backends,
  coin,
  createFourSources,
  type Fault,
  faults,
  startBackends,
  wellPrices,
} from './support/four-sources.ts';
import { spam, time } from './support/tokens.ts';

type Faults = Partial<Record<PriceSourceName, Fault>>;

let backends: Backends;
beforeAll(async () => {
  backends = await startBackends();
});
afterAll(() => backends.close());

const day = 86_400;
/** Five days, the last of them now. The first is told apart: nothing is known before it. */
const moments = [4, 3, 2, 1, 0].map((days) => time - days * day);

function requests(last: QuoteRequest['last']): QuoteRequest[] {
  return moments.map((moment) => ({
    point: { token: coin, time: moment, block: { number: blockOf(moment), timestamp: moment } },
    last,
  }));
}

/** Without a last price, and with one. */
const lastPrices = [null, { priceUsd: '2001', observedAt: time - 5 * day }];

async function quotesUnder(faultOf: Faults): Promise<Quote[]> {
  const quotes: Quote[] = [];
  for (const last of lastPrices) {
    const past = createFourSources(backends, faultOf);
    quotes.push(...(await createQuoter(past).historical(requests(last))));
    const present = createFourSources(backends, faultOf);
    quotes.push(...(await createQuoter(present).current(requests(last).slice(0, 1))));
  }
  return quotes;
}

/** Every quote lies within what the good sources say; or, where that is allowed, is null with a reason. */
function expectHonest(quotes: readonly Quote[], faultOf: Faults, mayBeUnknown: boolean): void {
  const good = priceSourceNames.filter((name) => faultOf[name] === undefined).map((name) => wellPrices[name]);
  const [low, high] = [Math.min(...good), Math.max(...good)];
  expect(quotes).toHaveLength(12);
  for (const { price, reason } of quotes) {
    if (price === null) {
      expect(mayBeUnknown, `${JSON.stringify(faultOf)}: ${reason}`).toBe(true);
      expect(reason).toMatch(/^the sources disagree by more than 10 %, and no majority supports any price: /);
    } else {
      expect(Number(price.priceUsd), JSON.stringify(faultOf)).toBeGreaterThanOrEqual(low);
      expect(Number(price.priceUsd), JSON.stringify(faultOf)).toBeLessThanOrEqual(high);
      expect(reason).toBeNull();
    }
  }
}

const single = priceSourceNames.flatMap((name) => faults.map((fault) => [name, fault] as const));
const pairs = priceSourceNames.flatMap((one, index) =>
  priceSourceNames.slice(index + 1).map((other) => [one, other] as const),
);

describe('one source at fault', () => {
  test.each(single)('%s is %s: the price is right', async (name, fault) => {
    const faultOf = { [name]: fault };
    expectHonest(await quotesUnder(faultOf), faultOf, false);
  });
});

describe('two sources at fault', () => {
  test.each(pairs)(
    '%s and %s, in all 36 ways: the price is right, or unknown where two tell the same lie',
    async (one, other) => {
      for (const first of faults) {
        for (const second of faults) {
          const faultOf = { [one]: first, [other]: second };
          expectHonest(await quotesUnder(faultOf), faultOf, first === 'times-2.7' && second === 'times-2.7');
        }
      }
    },
  );
});

describe('all is lost, or nothing is', () => {
  test('with every source down there is no price, and each says why', async () => {
    const faultOf = { chainlink: 'down', uniswap: 'slow', defillama: 'down', coingecko: 'slow' } as const;
    for (const quote of await quotesUnder(faultOf)) {
      expect(quote.price).toBeNull();
      expect(quote.provenance.answers.map((answer) => answer.reason)).toEqual(Array(4).fill('source-down'));
    }
  });

  test('a spam token in the batch changes nothing for the others', async () => {
    const without = await createQuoter(createFourSources(backends, {})).historical(requests(null));
    const [first, ...rest] = requests(null);
    if (first === undefined) throw new Error('no request');
    const poison = { ...first, point: { ...first.point, token: spam } };
    const quoted = await createQuoter(createFourSources(backends, {})).historical([
      poison,
      first,
      poison,
      ...rest,
    ]);
    expect([quoted[1], ...quoted.slice(3)]).toEqual(without);
    expect(quoted[0]).toMatchObject({ price: null });
    expect(quoted[0]?.reason).toContain('defillama: unknown-token');
  });
});
