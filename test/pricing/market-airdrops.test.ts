/**
 * Payouts to many at once that were hidden: taken back in when somebody who lists tokens has a price, and not for a pool, which its
 * maker can fill.
 */
import { encodeFunctionData, parseAbi, parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActions } from '../../demo/calls/actions.ts';
import { byBot } from '../../demo/economy/pools.ts';
import { unknownChain } from '../../src/chains/definitions/chain-list.ts';
import type { PriceSourceName } from '../../src/domain/money/price-sources.ts';
import { createMarketAirdrops } from '../../src/ingest/pricing/market-airdrops.ts';
import type { PriceAnswer, PriceToken } from '../../src/prices/source/price-source.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';
import { startTestService } from '../support/service.ts';
import { useTestDatabase } from '../support/use-database.ts';
import { createPricedWorld, type PricedWorld, rowsOf, waitForRow } from './priced-world.ts';

describe('on a node, with feeds and pools', () => {
  let priced: PricedWorld;
  beforeAll(async () => {
    priced = await createPricedWorld();
  });
  afterAll(() => priced?.anvil.stop());

  test('a feed that comes later takes the payout in; a pool of 250,000 dollars does not', async () => {
    const { world, chain, prices } = priced;
    const actions = createActions(world);
    const wallet = address(0xabcdef);
    const { legacy, meme } = world.tokens;
    const transfer = (token: `0x${string}`, to: `0x${string}`) => ({
      to: token,
      data: encodeFunctionData({
        abi: parseAbi(['function transfer(address to, uint256 value) returns (bool)']),
        functionName: 'transfer',
        args: [to, parseEther('1000')],
      }),
    });
    for (const token of [legacy, meme]) {
      const recipients = [wallet, ...Array.from({ length: 9 }, (_, index) => address(0xfe00 + index))];
      const payout = recipients.map((to) => transfer(token.address, to));
      await actions.chain.send(byBot(world.contracts, payout, 4_000_000n));
    }
    await actions.mine(20);
    const rows = `SELECT symbol, spam_reason, tax_treatment, price_source, price IS NOT NULL AS is_priced,
        coalesce(attempts, 0) AS looks FROM transfer JOIN token ON token.address = token_address
      LEFT JOIN token_market market ON market.address = token_address
      ORDER BY symbol`;
    const hidden = { spam_reason: 'airdrop', tax_treatment: null, price_source: null, is_priced: false };

    // Loaded before prices are asked for: who begins to price looks at once, and later at most once a minute.
    const loader = await startTestService([chain]);
    await loader.api.load([wallet]);
    await loader.stop();
    // Neither has a feed. One has a pool against the wrapped coin, deeper than the least that a price is taken from.
    const first = await startTestService([chain], { databaseUrl: loader.databaseUrl, prices });
    await waitForRow(
      first.databaseUrl,
      'SELECT count(*)::int FROM token_market WHERE attempts = 1',
      ({ count }) => count === 2,
    );
    expect(await rowsOf(first.databaseUrl, rows)).toEqual([
      { symbol: meme.symbol, ...hidden, looks: 1 },
      { symbol: legacy.symbol, ...hidden, looks: 1 },
    ]);
    await first.stop();

    const feeds = prices.chainlink?.feeds?.[world.chainId] ?? {};
    const feed = feeds[world.tokens.link.address];
    if (feed === undefined) throw new Error('LINK has a feed');
    const listed = { feeds: { [world.chainId]: { ...feeds, [legacy.address]: feed } } };
    const second = await startTestService([chain], {
      databaseUrl: first.databaseUrl,
      prices: { ...prices, chainlink: listed },
    });
    await waitForRow(
      second.databaseUrl,
      `SELECT count(*)::int FROM transfer WHERE spam_reason IS NULL AND price IS NOT NULL`,
      ({ count }) => count === 1,
    );
    const taken = { spam_reason: null, tax_treatment: 'INCOME', price_source: 'chainlink', is_priced: true };
    expect(await rowsOf(second.databaseUrl, rows)).toMatchObject([
      { symbol: meme.symbol, ...hidden, looks: 1 },
      { symbol: legacy.symbol, ...taken },
    ]);
    await second.stop();
  });
});

describe('what counts', () => {
  const current = useTestDatabase({ perTest: true });
  const [plain, site, imitation, unread] = [address(70), address(71), address(72), address(73)];
  const config = unknownChain(1, 'ETH');

  /** A source that prices every token with this confidence, or answers with a failure. */
  function source(name: PriceSourceName, answer: number | 'unknown-token' | 'source-down') {
    const asked: PriceToken[] = [];
    const current = async (tokens: readonly PriceToken[]): Promise<PriceAnswer[]> => {
      asked.push(...tokens);
      return tokens.map((token): PriceAnswer => {
        if (typeof answer !== 'number') return { ok: false, reason: answer, detail: '' };
        const price = { priceUsd: '2', observedAt: 1_700_000_000, time: 1_700_000_000, detail: null };
        return { ok: true, observation: { token, ...price, source: name, confidence: answer } };
      });
    };
    return { name, asked, current };
  }

  /** Airdrops of all tokens were hidden; the job runs until nothing is left to do. Answers the tokens that are hidden still. */
  async function run(...sources: ReturnType<typeof source>[]): Promise<string[]> {
    const walletId = await registerTestWallet(current.database, 1);
    const token = { chainId: 1, decimals: 18, assetSlug: null };
    await upsertTokens(current.database, [
      { ...token, address: address(90), name: 'Wrapped', symbol: 'WETH', isTrusted: true },
      { ...token, address: plain, name: 'Plain', symbol: 'PLN', isTrusted: false },
      { ...token, address: site, name: 'visit https://evil.example', symbol: 'EVL', isTrusted: false },
      { ...token, address: imitation, name: 'Wrapped', symbol: 'WETH', isTrusted: false },
    ]);
    const tokens = [plain, site, imitation, unread];
    for (const [index, tokenAddress] of tokens.entries()) {
      const at = { walletId, blockNumber: 10 + index };
      await storeTestRows(current.database, 1, {
        transactions: [transactionRecord(at, { fee: 0n, isSpam: true })],
        transfers: [transferRecord(at, { tokenAddress, spamReason: 'airdrop', taxTreatment: null })],
      });
    }
    const round = createMarketAirdrops({
      ...{ database: current.database, chains: [{ config }], sources, restMs: 0 },
      signal: new AbortController().signal,
    });
    for (let count = 0; count < 4; count += 1) await round();
    const rows = await rowsOf(
      current.url,
      `SELECT token_address FROM transfer WHERE spam_reason = 'airdrop' ORDER BY token_address`,
    );
    return rows.map(({ token_address: hidden }) => String(hidden));
  }

  test('a listing at CoinGecko', async () => {
    const coingecko = source('coingecko', 0.9);
    expect(await run(coingecko)).toEqual([site, imitation, unread]);
    // What its name gives away is not even asked for, nor what said nothing of itself.
    expect(coingecko.asked.map(({ address: asked }) => asked)).toEqual([plain]);
  });

  test('a price of DefiLlama that it is sure of', async () => {
    expect(await run(source('defillama', 0.99))).not.toContain(plain);
  });

  test.each([
    ['a price of DefiLlama from a pool', source('defillama', 0.9)],
    ['a pool', source('uniswap', 1)],
    ['nobody knows it', source('coingecko', 'unknown-token')],
    ['nobody answers', source('coingecko', 'source-down')],
  ])('not enough: %s', async (_what, given) => {
    expect(await run(given)).toContain(plain);
  });

  test('the second source is asked for what the first does not know', async () => {
    expect(await run(source('chainlink', 'unknown-token'), source('coingecko', 0.7))).not.toContain(plain);
  });

  test('without a source that lists tokens nothing is asked', async () => {
    const round = createMarketAirdrops({
      ...{ database: current.database, chains: [{ config }], sources: [] },
      signal: new AbortController().signal,
    });
    expect(await round()).toBe(Number.POSITIVE_INFINITY);
  });
});
