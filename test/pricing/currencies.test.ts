/** Money in the currency asked for, at the rate of the same moment; balances at the prices of now. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zeroAddress } from '../../src/domain/model.ts';
import { Decimal } from '../../src/domain/money/money.ts';
import type { TestService } from '../support/service.ts';
import { type PricedWorld, rowsOf, sharePricedWorld, startPriced } from './priced-world.ts';

let priced: PricedWorld;
let service: TestService;
beforeAll(async () => {
  priced = await sharePricedWorld();
  const { ETH, MATIC, XDAI } = priced.prices.currencies ?? {};
  // AVAX is that of a chain that is not read.
  service = await startPriced({ ...priced, prices: { ...priced.prices, currencies: { ETH, MATIC, XDAI } } });
});
afterAll(async () => {
  await service?.stop();
  await priced?.anvil.stop();
});

interface Totals {
  inflow: string;
  outflow: string;
  net: string;
  unpricedCount: number;
}

test('totals in ETH add up each transfer at the rate of its own hour', async () => {
  const [wallet] = priced.addresses;
  const { transfers, counterpartyTotals } = await service.api.query<{
    transfers: { totals: Totals; dollars: Totals };
    counterpartyTotals: { nodes: Totals[] };
  }>(
    `query ($wallet: Address!) {
       transfers(wallets: [$wallet], first: 1) { totals(currency: ETH) { ...money } dollars: totals { ...money } }
       counterpartyTotals(wallets: [$wallet], currency: ETH, pageSize: 500) { nodes { inflow outflow net unpricedCount } }
     }
     fragment money on FlowTotals { inflow outflow net unpricedCount }`,
    { wallet },
  );
  const rows = await rowsOf(
    service.databaseUrl,
    `SELECT side::text, abs(value)::text AS value, (SELECT price FROM price WHERE address = $2
       AND hour = timestamp / 3600)::text AS rate
     FROM transfer JOIN wallet ON wallet.id = wallet_id WHERE wallet.address = $1 AND value IS NOT NULL`,
    [wallet, zeroAddress],
  );
  expect(rows.every(({ rate }) => rate !== null)).toBe(true);
  const sum = (side: string) =>
    rows
      .filter((row) => row.side === side)
      .reduce(
        (total, { value, rate }) => total.plus(new Decimal(String(value)).div(String(rate))),
        new Decimal(0),
      );
  const { totals, dollars } = transfers;
  expect(new Decimal(totals.inflow).toFixed(20)).toBe(sum('inflow').toFixed(20));
  expect(new Decimal(totals.outflow).toFixed(20)).toBe(sum('outflow').toFixed(20));
  expect(new Decimal(totals.net).toString()).toBe(
    new Decimal(totals.inflow).minus(totals.outflow).toString(),
  );
  expect(totals.unpricedCount).toBe(dollars.unpricedCount);
  // Between the first and the last rate, not at one of them: ether more than doubled in the two years.
  const mean = new Decimal(dollars.inflow).div(totals.inflow).toNumber();
  expect(mean).toBeGreaterThan(1_500);
  expect(mean).toBeLessThan(4_500);
  const inflows = counterpartyTotals.nodes.reduce((total, { inflow }) => total.plus(inflow), new Decimal(0));
  expect(inflows.toFixed(15)).toBe(new Decimal(totals.inflow).toFixed(15));
});

test('a currency without a rate leaves everything unpriced, never zero', async () => {
  const { transfers, tokenBalances } = await service.api.query<{
    transfers: { count: number; totals: Totals };
    tokenBalances: { nodes: { price: string | null; pricedAt: string | null }[] };
  }>(
    `query ($wallets: [Address!]!) {
       transfers(wallets: $wallets, first: 1) { count totals(currency: AVAX) { inflow outflow net unpricedCount } }
       tokenBalances(wallets: $wallets, currency: AVAX, first: 500) { nodes { price pricedAt } } }`,
    { wallets: priced.addresses },
  );
  expect(transfers.totals).toEqual({ inflow: '0', outflow: '0', net: '0', unpricedCount: transfers.count });
  expect(new Set(tokenBalances.nodes.map(({ price }) => price))).toEqual(new Set([null]));
});

test('balances are worth balance times price, in each currency, in both APIs', async () => {
  interface Balance {
    rawToken: { address: string; symbol: string };
    balance: string;
    price: string | null;
    value: string;
    priceSource: string | null;
    pricedAt: string | null;
  }
  const ask = async (currency: string) => {
    const { tokenBalances } = await service.api.query<{ tokenBalances: { nodes: Balance[] } }>(
      `query ($wallets: [Address!]!, $currency: Currency!) { tokenBalances(wallets: $wallets, currency: $currency, first: 500) {
         nodes { rawToken { address symbol } balance price value priceSource pricedAt } } }`,
      { wallets: priced.addresses.slice(0, 1), currency },
    );
    return tokenBalances.nodes;
  };
  /** The prices of now are asked for in turns: what is compared was read between two equal answers. */
  const atRest = async () => {
    for (let dollars = await ask('USD'); ; ) {
      const ether = await ask('ETH');
      const { body } = await service.api.get(`/wallet/balance/?wallet=${priced.addresses[0]}`);
      const again = await ask('USD');
      if (isDeepStrictEqual(again, dollars)) return { dollars, ether, body };
      dollars = again;
    }
  };
  const { dollars, ether, body } = await atRest();
  for (const { balance, price, value } of [...dollars, ...ether]) {
    expect(value).toBe(price === null ? '0' : new Decimal(balance).times(price).toString());
  }
  const rate = dollars.find(({ rawToken }) => rawToken.address === zeroAddress)?.price ?? '0';
  for (const [index, { price }] of ether.entries()) {
    const inDollars = dollars[index]?.price ?? null;
    const expected =
      inDollars === null ? null : new Decimal(inDollars).div(rate).toSignificantDigits(30).toString();
    expect(price).toBe(expected);
  }
  const unpriced = dollars.filter(({ price }) => price === null).map(({ rawToken }) => rawToken.symbol);
  const unknown = ['LMKR', 'RBD', 'lagWETH', priced.world.tokens.lookAlike.symbol];
  expect(unpriced.filter((symbol) => !unknown.includes(symbol))).toEqual([]);
  for (const { price, pricedAt, priceSource } of dollars) {
    expect([pricedAt === null, priceSource === null]).toEqual([price === null, price === null]);
  }
  const feed = dollars.find(({ rawToken }) => rawToken.symbol === 'WBTC');
  expect(feed?.priceSource).toBe('chainlink');
  const values = body.results.map(({ value }: { value: number }) => value);
  expect(values).toEqual(dollars.map(({ value }) => Number(value)));
});
