/** The history of a simulated chain, priced by the real service; every price is checked against raw calls of the node. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Decimal } from '../../src/domain/money/money.ts';
import { createNodeReader, rpcBatch } from '../prices/support/node-reader.ts';
import type { TestService } from '../support/service.ts';
import { type PricedWorld, rowsOf, sharePricedWorld, startPriced } from './priced-world.ts';

let priced: PricedWorld;
let service: TestService;
beforeAll(async () => {
  priced = await sharePricedWorld();
  service = await startPriced(priced);
});
afterAll(async () => {
  await service?.stop();
  await priced?.anvil.stop();
});

const selectors = {
  latestRoundData: '0xfeaf968c',
  getReserves: '0x0902f1ac',
  totalSupply: '0x18160ddd',
  token0: '0x0dfe1681',
  /** convertToAssets(10 ** 18) */
  convertToAssets: `0x07a2d13a${(10n ** 18n).toString(16).padStart(64, '0')}`,
} as const;

async function callWords(to: string, data: string, block: number): Promise<bigint[]> {
  const [result] = await rpcBatch(priced.anvil.rpcUrl, [
    ['eth_call', [{ to, data }, `0x${block.toString(16)}`]],
  ]);
  if (typeof result !== 'string') throw new Error(`no answer of ${to} at ${block}`);
  return (result.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt.asIntN(256, BigInt(`0x${word}`)));
}

/** The answer of a token's feed at a block: eight decimals. */
async function feedPrice(token: string, block: number): Promise<Decimal> {
  const { feeds } = priced.world;
  const feed = Object.entries({
    ...feeds.byToken,
    '0x0000000000000000000000000000000000000000': feeds.nativeUsd,
  }).find(([address]) => address.toLowerCase() === token)?.[1];
  const [, answer = 0n] = await callWords(feed ?? '', selectors.latestRoundData, block);
  return new Decimal(answer.toString()).div(1e8);
}

/** Tokens that were moved, priced by `source`, with the last block before their hour; the chain is set up in its first hour. */
async function hourly(source: string) {
  const rows = await rowsOf(
    service.databaseUrl,
    `SELECT DISTINCT ON (token_address, timestamp / 3600) token_address, timestamp / 3600 AS hour, price FROM transfer
     WHERE price_source = $1 AND standard = 'erc20' AND timestamp / 3600 > $2 AND value IS NOT NULL ORDER BY 1, 2 LIMIT 40`,
    [source, Math.floor(priced.world.startTime / 3600) + 1],
  );
  const reader = createNodeReader(priced.anvil.rpcUrl, { chainId: priced.world.chainId });
  return Promise.all(
    rows.map(async ({ token_address, hour, price }) => ({
      ...{ token_address, hour, price, block_number: await reader.blockAtTime(Number(hour) * 3600) },
    })),
  );
}

test('a price is what the feed answered at the last block before the hour', async () => {
  const sample = await hourly('chainlink');
  expect(sample.length).toBeGreaterThan(20);
  for (const { token_address, block_number, price } of sample) {
    const expected = await feedPrice(String(token_address), Number(block_number));
    expect(String(price)).toBe(expected.toString());
  }
});

test('a token without a feed is priced by its pool, times the price of ether', async () => {
  const { world } = priced;
  const meme = world.tokens.meme.address.toLowerCase();
  const sample = (await hourly('uniswap')).filter(({ token_address }) => token_address === meme);
  expect(sample.length).toBeGreaterThan(1);
  const pool = world.pools.find(({ tokens }) => tokens.includes('meme'))?.address ?? '';
  for (const { block_number, price } of sample) {
    const before = Number(block_number) - 1;
    const [first = 0n, second = 0n] = await callWords(pool, selectors.getReserves, before);
    const isFirst = BigInt(meme) < BigInt(world.uniswap.weth);
    const [own, ether] = isFirst ? [first, second] : [second, first];
    const inEther = new Decimal(ether.toString()).div(own.toString());
    // The price of ether itself is by a pool as well, which follows the feed by some percent.
    const etherUsd = new Decimal(String(price)).div(inEther);
    const gap = etherUsd
      .div(await feedPrice(world.uniswap.weth.toLowerCase(), before))
      .minus(1)
      .abs();
    expect(gap.toNumber()).toBeLessThan(0.2);
  }
});

test('a vault share is worth what it converts to, a liquidity share its part of the reserves', async () => {
  const { world } = priced;
  const vaultShare = world.tokens.vaultShare.address.toLowerCase();
  const vaults = (await hourly('vault')).filter(({ token_address }) => token_address === vaultShare);
  expect(vaults.length).toBeGreaterThan(2);
  const dai = world.tokens.dai.address.toLowerCase();
  for (const { token_address, block_number, hour, price } of vaults) {
    const [assets = 0n] = await callWords(
      String(token_address),
      selectors.convertToAssets,
      Number(block_number),
    );
    const [asset] = await rowsOf(
      service.databaseUrl,
      'SELECT price FROM price WHERE address = $1 AND hour = $2',
      [dai, hour],
    );
    const expected = new Decimal(assets.toString()).div(1e18).times(String(asset?.price));
    expect(new Decimal(String(price)).div(expected).minus(1).abs().toNumber()).toBeLessThan(1e-9);
  }
  const shares = await hourly('pool-share');
  expect(shares.length).toBeGreaterThan(2);
  for (const { token_address, block_number, price } of shares) {
    const before = Number(block_number) - 1;
    const pair = String(token_address);
    const [reserve0 = 0n, reserve1 = 0n] = await callWords(pair, selectors.getReserves, before);
    const [supply = 1n] = await callWords(pair, selectors.totalSupply, before);
    const [token0 = 0n] = await callWords(pair, selectors.token0, before);
    const weth = world.uniswap.weth.toLowerCase();
    const wethReserve = BigInt.asUintN(160, token0) === BigInt(weth) ? reserve0 : reserve1;
    const half = new Decimal(wethReserve.toString())
      .div(supply.toString())
      .times(await feedPrice(weth, before));
    // Two sides that are worth the same, but for how far the pool is behind the market.
    expect(new Decimal(String(price)).div(half.times(2)).minus(1).abs().toNumber()).toBeLessThan(0.1);
  }
});

test('a receipt of the lending pool is worth what it stands for; its debt token tells the price of what is owed, and is worth nothing', async () => {
  const rows = await rowsOf(
    service.databaseUrl,
    `SELECT symbol, receipt.price, receipt.source, ether.price AS ether FROM token
     JOIN price receipt ON receipt.address = token.address AND receipt.price IS NOT NULL
     JOIN price ether ON ether.address = $1 AND ether.hour = receipt.hour
     WHERE symbol IN ('lagWETH', 'debtLagUSDC')`,
    [priced.world.uniswap.weth.toLowerCase()],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { symbol, price, source, ether } of rows) {
    // One base unit of the receipt is one of WETH, both of 18 decimals.
    expect({ symbol, price, source }).toEqual({ symbol: 'lagWETH', price: ether, source: 'vault' });
  }
  const debts = await rowsOf(
    service.databaseUrl,
    `SELECT transfer.price, value, dollar.price AS dollar FROM transfer JOIN token ON token.address = token_address
     JOIN price dollar ON dollar.address = $1 AND dollar.hour = timestamp / 3600 WHERE symbol = 'debtLagUSDC'`,
    [priced.world.tokens.usdc.address.toLowerCase()],
  );
  expect(debts.length).toBeGreaterThan(0);
  for (const { price, value, dollar } of debts)
    expect({ price, value }).toEqual({ price: dollar, value: null });
});

test('everything that is known to the chain is priced; values are amount times price', async () => {
  const unpriced = await rowsOf(
    service.databaseUrl,
    `SELECT DISTINCT symbol FROM transfer JOIN token ON address = token_address
     WHERE price IS NULL AND spam_reason IS NULL AND standard IN ('native', 'erc20')`,
  );
  // A rebasing token, one with bytes for a name, and a look-alike: no feed, no pool, never traded.
  const unknown = ['LMKR', 'RBD', priced.world.tokens.lookAlike.symbol];
  expect(unpriced.map(({ symbol }) => symbol).filter((symbol) => !unknown.includes(String(symbol)))).toEqual(
    [],
  );
  const [wrong] = await rowsOf(
    service.databaseUrl,
    `SELECT count(*)::int FROM transfer LEFT JOIN token ON address = token_address AND standard IN ('native', 'erc20')
     WHERE value * 10::numeric ^ coalesce(decimals, 0) IS DISTINCT FROM amount * price
       AND tax_treatment IS DISTINCT FROM 'LIABILITY'`,
  );
  expect(wrong?.count).toBe(0);
  const [coverage] = await rowsOf(
    service.databaseUrl,
    `SELECT count(price)::int AS priced, count(*)::int AS all FROM transfer
     WHERE spam_reason IS NULL AND standard IN ('native', 'erc20') AND tax_treatment IS DISTINCT FROM 'LIABILITY'`,
  );
  console.info(`coverage: ${coverage?.priced} of ${coverage?.all} fungible transfers have a price`);
  expect(Number(coverage?.priced) / Number(coverage?.all)).toBeGreaterThan(0.95);
});

test('what a trade gave is worth what it received', async () => {
  interface Leg {
    amount: string;
    price: string | null;
    value: string | null;
    nft: { name: string } | null;
  }
  const { transactions } = await service.api.query<{
    transactions: { nodes: { trade: { value: string | null; sold: Leg[]; bought: Leg[] } | null }[] };
  }>(
    `query ($wallets: [Address!]!) { transactions(wallets: $wallets, filter: { categories: [SWAP] }) { nodes {
       trade { value sold { ...leg } bought { ...leg } } } } }
     fragment leg on TradeLeg { amount price value nft { name } }`,
    { wallets: priced.addresses },
  );
  const trades = transactions.nodes.flatMap(({ trade }) => (trade === null ? [] : [trade]));
  expect(trades.length).toBe(transactions.nodes.length);
  expect(trades.length).toBeGreaterThan(20);
  const total = (legs: Leg[]) => legs.reduce((sum, { value }) => sum.plus(value ?? 0), new Decimal(0));
  for (const { value, sold, bought } of trades) {
    expect(value).not.toBeNull();
    expect([total(sold).toString(), total(bought).toString()]).toContain(value);
    for (const { amount, price, value: legValue } of [...sold, ...bought]) {
      expect(Number(amount)).toBeGreaterThan(0);
      // Money has 18 digits, rounded half-even.
      const worth = price === null ? null : new Decimal(amount).times(price).toDecimalPlaces(18);
      expect(legValue).toBe(worth?.toString() ?? null);
    }
  }
  // An NFT has no market: it is worth what was paid.
  const nftLegs = trades
    .flatMap(({ sold, bought }) => [...sold, ...bought])
    .filter(({ nft }) => nft !== null);
  expect(nftLegs.length).toBeGreaterThan(3);
  expect(nftLegs.every(({ price }) => price !== null)).toBe(true);
});

test('every currency has a rate in every hour', async () => {
  const totals = (currency: string) => `${currency}: totals(currency: ${currency}) { unpricedCount }`;
  const { transfers } = await service.api.query<{
    transfers: { count: number } & Record<
      'USD' | 'ETH' | 'MATIC' | 'AVAX' | 'XDAI',
      { unpricedCount: number }
    >;
  }>(
    `query ($wallets: [Address!]!) {
       transfers(wallets: $wallets, first: 1) { count ${['USD', 'ETH', 'MATIC', 'AVAX', 'XDAI'].map(totals).join(' ')} } }`,
    { wallets: priced.addresses },
  );
  const { count, USD, ETH, MATIC, AVAX, XDAI } = transfers;
  const dollars = USD.unpricedCount;
  expect(count).toBeGreaterThan(2 * dollars);
  expect([ETH, MATIC, AVAX, XDAI].map(({ unpricedCount }) => unpricedCount)).toEqual(Array(4).fill(dollars));
});

test('REST and GraphQL tell the same prices, and min_value filters by them', async () => {
  const wallet = priced.addresses[0] ?? '';
  const { body } = await service.api.get(`/wallet/transfer/?wallet=${wallet}&min_value=1000&page_size=500`);
  const { transfers } = await service.api.query<{
    transfers: { count: number; nodes: { price: string; value: string; priceSource: string }[] };
  }>(
    `query ($wallet: Address!) { transfers(wallets: [$wallet], filter: { minValue: "1000" }, first: 500) {
       count nodes { price value priceSource } } }`,
    { wallet },
  );
  expect(transfers.count).toBeGreaterThan(5);
  expect(body.count).toBe(transfers.count);
  const fixed = transfers.nodes.map(({ price }) => new Decimal(price).toFixed(4));
  expect(body.results.map(({ price }: { price: string }) => price)).toEqual(fixed);
  expect(transfers.nodes.every(({ value }) => new Decimal(value).abs().gte(1000))).toBe(true);
});
