import { describe, expect, test } from 'vitest';
import { createQuoter, type Quote } from '../../src/prices/quote/quote.ts';
import type { QuoteRequest } from '../../src/prices/quote/quote-state.ts';
import type { PricePoint, PriceSource } from '../../src/prices/source/price-source.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { createStubSource, type StubAnswer } from './support/stub-source.ts';
import { time, usdc, weth } from './support/tokens.ts';

const names = ['chainlink', 'uniswap', 'defillama', 'coingecko'] as const;
const last = { priceUsd: '100', observedAt: time - 3600 };

/** Up to four sources with one answer each, in the order of asking. */
function stubs(...answers: StubAnswer[]) {
  return names
    .slice(0, answers.length)
    .map((name, index) => createStubSource(name, () => answers[index] ?? '1'));
}

async function quoteOne(
  sources: readonly PriceSource[],
  request: Partial<QuoteRequest> = {},
): Promise<Quote> {
  const quoter = createQuoter({ sources, clock: createFakeClock(time) });
  const [quote] = await quoter.historical([{ point: { token: weth, time }, ...request }]);
  if (quote === undefined) throw new Error('no quote');
  return quote;
}

const asked = (sources: readonly { asks: number[] }[]): number[] =>
  sources.map((source) => source.asks.length);

describe('one price', () => {
  test('near the last one, from a source that is sure: nobody else is asked', async () => {
    const sources = stubs('101', '500', '500', '500');
    const quote = await quoteOne(sources, { last });
    expect(quote.price).toEqual({
      priceUsd: '101',
      observedAt: time,
      confidence: 0.95,
      source: 'chainlink',
      agreement: 'single',
      outliers: [],
    });
    expect(quote.provenance.explanation).toBe(
      'chainlink at 2023-11-14T22:13:20Z: the first source that answered, nothing to doubt',
    );
    expect(asked(sources)).toEqual([1, 0, 0, 0]);
  });

  test('sources that do not answer are passed over in order', async () => {
    const sources = stubs({ reason: 'unknown-token' }, { reason: 'no-liquidity' }, '101', '102');
    const quote = await quoteOne(sources, { last });
    expect(quote.price).toMatchObject({ priceUsd: '101', source: 'defillama', agreement: 'single' });
    expect(quote.provenance.answers.map((answer) => [answer.source, answer.reason])).toEqual([
      ['chainlink', 'unknown-token'],
      ['uniswap', 'no-liquidity'],
      ['defillama', null],
    ]);
    expect(asked(sources)).toEqual([1, 1, 1, 0]);
  });

  test('low confidence asks for a second opinion', async () => {
    const sources = stubs({ priceUsd: '101', confidence: 0.6 }, '103', '500');
    const quote = await quoteOne(sources, { last });
    expect(quote.price).toMatchObject({ priceUsd: '101', agreement: 'confirmed', confidence: 0.95 });
    expect(quote.provenance.doubts).toEqual(['low-confidence']);
    expect(quote.provenance.explanation).toBe(
      'chainlink at 2023-11-14T22:13:20Z: chainlink, uniswap agree (asked because its source is not sure)',
    );
    expect(asked(sources)).toEqual([1, 1, 0]);
  });

  test.each([
    ['99.0', 1],
    ['99.1', 2],
  ])('an amount of %s at 101 USD asks %i sources', async (amount, count) => {
    const sources = stubs('101', '103');
    await quoteOne(sources, { last, amount });
    expect(asked(sources).reduce((sum, asks) => sum + asks)).toBe(count);
  });

  test.each([
    ['120', []],
    ['120.01', ['jump']],
    ['80', []],
    ['79.99', ['jump']],
  ])('after 100 a price of %s raises %j', async (priceUsd, expected) => {
    const quote = await quoteOne(stubs(priceUsd, priceUsd, priceUsd, priceUsd), { last });
    expect(quote.provenance.doubts).toEqual(expected);
  });

  test('a jump, like a first price, needs most of the sources that cover the token', async () => {
    for (const request of [{ last }, {}]) {
      const sources = stubs('150', '151', '152', '153');
      expect((await quoteOne(sources, request)).price).toMatchObject({
        priceUsd: '150',
        agreement: 'confirmed',
      });
      expect(asked(sources)).toEqual([1, 1, 1, 0]);
      const fewer = stubs({ reason: 'unknown-token' }, '151', '152', '153');
      expect((await quoteOne(fewer, request)).price).toMatchObject({
        priceUsd: '151',
        agreement: 'confirmed',
      });
      expect(asked(fewer)).toEqual([1, 1, 1, 0]);
    }
  });

  test('two that disagree by over a tenth bring in all, and the median counts', async () => {
    const sources = stubs('100', '270', '102', '101');
    const quote = await quoteOne(sources, { last, amount: '1000' });
    expect(quote.price).toMatchObject({
      priceUsd: '101',
      source: 'coingecko',
      agreement: 'median',
      outliers: ['uniswap'],
      confidence: 0.4,
    });
    expect(quote.provenance.explanation).toBe(
      'coingecko at 2023-11-14T22:13:20Z: median of chainlink, defillama, coingecko; uniswap left out as too far off',
    );
    expect(quote.provenance.answers.map((answer) => [answer.deviation, answer.isOutlier])).toEqual([
      ['-0.0099', false],
      ['1.6733', true],
      ['0.0099', false],
      ['0.0000', false],
    ]);
  });

  test('exactly a tenth apart is agreement', async () => {
    const near = await quoteOne(stubs('100', '110'), { last, amount: '1000' });
    expect(near.price).toMatchObject({ priceUsd: '100', agreement: 'confirmed' });
    const far = await quoteOne(stubs('100', '110.1'), { last, amount: '1000' });
    expect(far.price).toMatchObject({ priceUsd: '105.05', agreement: 'median', source: 'median' });
  });

  test('no price that most support: none, and why', async () => {
    const quote = await quoteOne(stubs('100', '101', '270', '271'), { amount: '1000' });
    expect(quote.price).toBeNull();
    expect(quote.reason).toBe(
      'the sources disagree by more than 10 %, and no majority supports any price: ' +
        'chainlink 100, uniswap 101, defillama 270, coingecko 271',
    );
  });

  test('what nobody can confirm is taken, as doubtful', async () => {
    const quote = await quoteOne(stubs('100', { reason: 'unknown-token' }, { reason: 'source-down' }));
    expect(quote.price).toMatchObject({ priceUsd: '100', agreement: 'unconfirmed', confidence: 0.4 });
  });

  test.each([
    ['0', 'not-positive'],
    ['0.000', 'not-positive'],
    ['-5', 'not-positive'],
  ])('an adapter that passes on %s is not believed', async (priceUsd, reason) => {
    const quote = await quoteOne(stubs(priceUsd, '100'), { last });
    expect(quote.price).toMatchObject({ source: 'uniswap', priceUsd: '100' });
    expect(quote.provenance.answers[0]).toMatchObject({ reason, priceUsd });
  });

  test('an observation must lie within the hour, or within what the point allows', async () => {
    const at = (seconds: number) => stubs({ priceUsd: '100', observedAt: time - seconds });
    expect((await quoteOne(at(3600), { last })).price).not.toBeNull();
    expect((await quoteOne(at(-3600), { last })).price).not.toBeNull();
    expect((await quoteOne(at(3601), { last })).reason).toBe(
      'chainlink: too-stale (its price is 3601 s away, 3600 s are allowed)',
    );
    const strict: PricePoint = { token: weth, time, withinSeconds: 1800 };
    expect((await quoteOne(at(1801), { last, point: strict })).price).toBeNull();
    const lax: PricePoint = { token: weth, time, withinSeconds: 9999 };
    expect((await quoteOne(at(3601), { last, point: lax })).price).toBeNull();
  });

  test('without any source there is no price, and that is said', async () => {
    expect(await quoteOne([])).toMatchObject({ price: null, reason: 'no price source is configured' });
  });

  test('a source that throws, or answers too little, is a source that is down', async () => {
    const throwing: PriceSource = {
      name: 'chainlink',
      historical: () => {
        throw new Error('bug');
      },
      current: () => Promise.reject(new Error('bug')),
    };
    const silent: PriceSource = { name: 'uniswap', historical: async () => [], current: async () => [] };
    const quote = await quoteOne([throwing, silent, createStubSource('defillama', () => '100')], { last });
    expect(quote.price).toMatchObject({ source: 'defillama' });
    expect(quote.provenance.answers.map((answer) => answer.detail)).toEqual([
      'bug',
      'it gave no answer',
      null,
    ]);
  });

  test('for an explanation everyone is asked', async () => {
    const sources = stubs('100', '101', '270', { reason: 'unknown-token' });
    const quoter = createQuoter({ sources, clock: createFakeClock(time) });
    const [quote] = await quoter.historical([{ point: { token: weth, time }, last }], { askAll: true });
    expect(quote?.price).toMatchObject({ priceUsd: '100.5', agreement: 'median', outliers: ['defillama'] });
    expect(quote?.provenance.answers).toHaveLength(4);
  });

  test('current prices are asked for as of now', async () => {
    const quoter = createQuoter({ sources: stubs('100'), clock: createFakeClock(time) });
    const [quote] = await quoter.current([
      { point: { token: weth, time: 5, block: { number: 1, timestamp: 5 } }, last },
    ]);
    expect(quote).toMatchObject({ point: { token: weth, time }, price: { priceUsd: '100' } });
  });
});

describe('a series', () => {
  const day = 86_400;
  const series = (count: number): QuoteRequest[] =>
    Array.from({ length: count }, (_, index) => ({ point: { token: weth, time: time + index * day } }));
  const prices = (quotes: readonly Quote[]) => quotes.map((quote) => quote.price?.priceUsd);

  test('a jump puts both of its sides in doubt', async () => {
    const wrongAt = time + 2 * day;
    const liar = createStubSource('chainlink', (point) => (point.time === wrongAt ? '270' : '100'));
    const others = (['uniswap', 'defillama'] as const).map((name) => createStubSource(name, () => '101'));
    const quoter = createQuoter({ sources: [liar, ...others], clock: createFakeClock(time) });
    const quotes = await quoter.historical(series(5));
    expect(prices(quotes)).toEqual(['100', '100', '101', '100', '100']);
    expect(quotes[2]?.price).toMatchObject({ agreement: 'median', outliers: ['chainlink'] });
  });

  test('also when the first of them had passed unnoticed', async () => {
    const told = ['100', '100', '118', '94', '100'];
    const liar = createStubSource('chainlink', (point) => told[(point.time - time) / day] ?? '0');
    const others = (['uniswap', 'defillama'] as const).map((name) => createStubSource(name, () => '101'));
    const quoter = createQuoter({ sources: [liar, ...others], clock: createFakeClock(time) });
    // 118 is no jump from 100, but 94 is one from 118: both are checked, and only 118 is wrong.
    expect(prices(await quoter.historical(series(5)))).toEqual(['100', '100', '101', '94', '100']);
  });

  test('a source found wrong once is not believed alone anywhere on that token, in few rounds', async () => {
    const sources = [
      createStubSource('chainlink', () => '270'),
      ...(['uniswap', 'defillama', 'coingecko'] as const).map((name) => createStubSource(name, () => '100')),
    ];
    const quoter = createQuoter({ sources, clock: createFakeClock(time) });
    const quotes = await quoter.historical(series(500));
    expect(prices(quotes)).toEqual(Array(500).fill('100'));
    for (const source of sources) expect(source.asks.length).toBeLessThanOrEqual(3);
  });

  test('a wrong source costs other tokens nothing', async () => {
    const liar = createStubSource('chainlink', ({ token }) => (token === usdc ? '2.7' : '100'));
    const sources = [
      liar,
      ...(['uniswap', 'defillama'] as const).map((name) =>
        createStubSource(name, ({ token }) => (token === usdc ? '1' : '100')),
      ),
    ];
    const quoter = createQuoter({ sources, clock: createFakeClock(time) });
    const both = [...series(10), ...series(10).map(({ point }) => ({ point: { ...point, token: usdc } }))];
    const quotes = await quoter.historical(both);
    expect(prices(quotes)).toEqual([...Array(10).fill('100'), ...Array(10).fill('1')]);
    expect(sources[1]?.asks.reduce((sum, count) => sum + count)).toBe(11);
  });

  test('prices that each discredit the one before still come to an end', async () => {
    const sources = names.map((name, index) =>
      createStubSource(name, ({ time: at }) => String(100 * 3 ** (((at - time) / day + index) % 7))),
    );
    const quoter = createQuoter({ sources, clock: createFakeClock(time) });
    const quotes = await quoter.historical(series(300));
    expect(quotes.every((quote) => quote.price === null && quote.reason !== null)).toBe(true);
    for (const source of sources) expect(source.asks.length).toBeLessThanOrEqual(30);
  });

  test('the order of the requests does not matter', async () => {
    const make = () =>
      createQuoter({
        sources: names.map((name, index) =>
          createStubSource(name, ({ time: at }) => String(100 + index + ((at - time) / day) * 7)),
        ),
        clock: createFakeClock(time),
      });
    const forward = await make().historical(series(20));
    const backward = await make().historical(series(20).reverse());
    expect(backward.reverse()).toEqual(forward);
  });
});
