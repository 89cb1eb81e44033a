/**
 * The demo world through the whole service: the accounting job books by itself, and every figure agrees with what lies
 * behind it. The sums are made here, from what a client reads, with decimal.js.
 */
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zeroAddress } from '../../src/domain/model.ts';
import {
  createPricedWorld,
  type PricedWorld,
  rowsOf,
  startPriced,
  waitForRow,
} from '../pricing/priced-world.ts';
import type { TestService } from '../support/service.ts';
import { bookByHand, type ReadTransaction, type ReadTransfer } from './by-hand.ts';

const Exact = Decimal.clone({ precision: 200 });

let world: PricedWorld;
let service: TestService;

beforeAll(async () => {
  world = await createPricedWorld(600);
  service = await startPriced(world);
  await waitForRow(service.databaseUrl, openLedgers, ({ count }) => count === 0);
});

afterAll(async () => {
  await service?.stop();
  await world?.anvil.stop();
});

const openLedgers = `SELECT count(*)::int FROM registration LEFT JOIN ledger_wallet USING (client_id, wallet_id)
  LEFT JOIN ledger_input USING (wallet_id) WHERE input_version IS DISTINCT FROM version`;

interface Lot {
  remaining: string;
  cost: string;
  unitCost: string;
}
interface Disposal {
  quantity: string;
  proceeds: string | null;
  cost: string;
  gain: string | null;
  disposedBy: { id: string } | null;
}
interface Balance {
  rawToken: { address: string };
  token: { decimals: number } | null;
  balance: string;
  price: string | null;
  averageCost: string;
  costBasis: string;
  unrealizedPnl: string;
  totalRealizedPnl: string;
  basisStatus: string;
  reconciliation: { difference: string } | null;
  lots: { count: number; nodes: Lot[] };
  disposals: { count: number; nodes: Disposal[]; pageInfo: { hasNextPage: boolean } };
}

async function balancesOf(wallet: string, method: string): Promise<Balance[]> {
  const balances = await service.api.query<{ tokenBalances: { nodes: { id: string }[] } }>(
    'query ($wallet: Address!, $method: CostMethod) { tokenBalances(wallets: [$wallet], costMethod: $method) { nodes { id } } }',
    { wallet, method },
  );
  const found: Balance[] = [];
  for (const { id } of balances.tokenBalances.nodes) {
    const { node } = await service.api.query<{ node: Balance }>(
      `query ($id: ID!) { node(id: $id) { ... on TokenBalance {
        rawToken { address } token { decimals } balance price averageCost costBasis unrealizedPnl totalRealizedPnl
        basisStatus reconciliation { difference }
        lots(first: 500) { count nodes { remaining cost unitCost } }
        disposals(first: 500) { count pageInfo { hasNextPage } nodes { quantity proceeds cost gain disposedBy { id } } }
      } } }`,
      { id },
    );
    found.push(node);
  }
  return found;
}

const sum = (values: readonly string[]): Decimal =>
  values.reduce((total, value) => total.plus(value), new Exact(0));

describe.each([0, 1, 2, 3])('wallet %i of the demo', (number) => {
  test.each(['FIFO', 'LIFO', 'WAC', 'HIFO'])(
    '%s: lots and disposals add up to the balance',
    async (method) => {
      const balances = await balancesOf(world.addresses[number] ?? '', method);
      expect(balances.length).toBeGreaterThan(0);
      for (const balance of balances) {
        const { lots, disposals } = balance;
        expect(disposals.pageInfo.hasNextPage).toBe(false);
        expect(lots.nodes).toHaveLength(lots.count);
        expect(sum(lots.nodes.map(({ cost }) => cost)).toFixed()).toBe(balance.costBasis);
        for (const { gain, proceeds, cost } of disposals.nodes) {
          if (gain !== null) expect(new Exact(proceeds ?? 'NaN').minus(cost).toFixed()).toBe(gain);
        }
        expect(sum(disposals.nodes.map(({ gain }) => gain ?? '0')).toFixed()).toBe(balance.totalRealizedPnl);
        const inventory = sum(lots.nodes.map(({ remaining }) => remaining));
        // Nothing is missing in the demo, so that what is held is what the lots hold.
        if (balance.basisStatus !== 'MISSING') expect(inventory.toFixed()).toBe(balance.balance);
        const average = inventory.isZero()
          ? new Exact(0)
          : new Exact(balance.costBasis).div(inventory).toDecimalPlaces(18, Decimal.ROUND_HALF_EVEN);
        expect(balance.averageCost).toBe(average.toFixed());
        const unrealized =
          balance.price === null || inventory.isZero() || new Exact(balance.balance).lte(0)
            ? new Exact(0)
            : new Exact(balance.price)
                .minus(new Exact(balance.costBasis).div(inventory))
                .times(balance.balance)
                .toDecimalPlaces(18, Decimal.ROUND_HALF_EVEN);
        expect(balance.unrealizedPnl).toBe(unrealized.toFixed());
      }
    },
  );
});

test('most of the demo has a known cost, and REST says the same as GraphQL', async () => {
  const [wallet = ''] = world.addresses;
  const { body } = await service.api.get(`/wallet/balance/?wallet=${wallet}&cost_method=WAC`);
  const balances = await balancesOf(wallet, 'WAC');
  expect(body.results.map((row: { average_cost: number }) => row.average_cost)).toEqual(
    balances.map(({ averageCost }) => Number(averageCost)),
  );
  expect(body.results.map((row: { total_realized_pnl: number }) => row.total_realized_pnl)).toEqual(
    balances.map(({ totalRealizedPnl }) => Number(totalRealizedPnl)),
  );
  expect(balances.filter(({ basisStatus }) => basisStatus === 'COMPLETE').length).toBeGreaterThan(2);
});

test('issues over REST, page by page, are those of GraphQL', async () => {
  const [wallet = ''] = world.addresses;
  const { status, body } = await service.api.get(`/wallet/issue/?wallet=${wallet}&page_size=3`);
  expect(status).toBe(200);
  const data = await service.api.query<{
    wallet: { issues: { count: number; nodes: { code: string; message: string }[] } };
  }>(
    'query ($wallet: Address!) { wallet(address: $wallet) { issues(first: 3) { count nodes { code message } } } }',
    { wallet },
  );
  expect(body.count).toBe(data.wallet.issues.count);
  expect(
    body.results.map(({ code, message }: { code: string; message: string }) => ({ code, message })),
  ).toEqual(data.wallet.issues.nodes);
});

async function walk<Item>(field: string, selection: string): Promise<Item[]> {
  const items: Item[] = [];
  let after: string | null = null;
  do {
    const data: Record<
      string,
      { nodes: Item[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
    > = await service.api.query(
      `query ($wallets: [Address!]!, $after: String) { ${field}(wallets: $wallets, order: ASC, first: 300, after: $after) {
          pageInfo { hasNextPage endCursor } nodes { ${selection} } } }`,
      { wallets: world.addresses, after },
    );
    const page = data[field];
    if (page === undefined) throw new Error(`no ${field}`);
    items.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return items;
}

/** All that booking by hand needs, read as a client does; the coin's hourly prices value fees and are the rates of ETH. */
async function readHistory() {
  const transactions = await walk<ReadTransaction>(
    'transactions',
    'hash wallet { address } timestamp fee kind',
  );
  const transfers = await walk<ReadTransfer>(
    'transfers',
    `hash wallet { address } timestamp rawToken { address tokenId } amount side price priceSource taxTreatment isSpam
     counterparty { address }`,
  );
  const prices = await rowsOf(
    service.databaseUrl,
    'SELECT hour, price FROM price WHERE address = $1 AND price IS NOT NULL',
    [zeroAddress],
  );
  const byHour = new Map(prices.map(({ hour, price }) => [Number(hour), String(price)]));
  const stable = await rowsOf(
    service.databaseUrl,
    "SELECT address FROM token WHERE is_trusted AND asset_slug IN ('usd-coin', 'tether', 'dai', 'xdai')",
  );
  return {
    transactions,
    transfers,
    stablecoins: new Set(stable.map(({ address }) => String(address))),
    coinPriceAt: (timestamp: string) => byHour.get(Math.floor(Date.parse(timestamp) / 3_600_000)) ?? null,
  };
}
type History = Awaited<ReturnType<typeof readHistory>>;

/** The same history with prices in ETH: 30 significant digits, of which 36 after the point count. */
function inEther(history: History): History {
  const convert = (price: string | null, timestamp: string): string | null => {
    const rate = history.coinPriceAt(timestamp);
    if (price === null || rate === null) return null;
    const converted = new Exact(price).div(rate).toSignificantDigits(30, Decimal.ROUND_HALF_EVEN);
    return converted.toDecimalPlaces(36, Decimal.ROUND_HALF_EVEN).toFixed();
  };
  return {
    ...history,
    transfers: history.transfers.map((transfer) => ({
      ...transfer,
      price: convert(transfer.price, transfer.timestamp),
    })),
    coinPriceAt: (timestamp) => convert(history.coinPriceAt(timestamp), timestamp),
  };
}

/** HIFO ranks in USD in every currency, which the books by hand, of one currency each, do not know. */
const books = [
  ...(['FIFO', 'LIFO', 'WAC', 'HIFO'] as const).map((method) => ({ method, currency: 'USD' as const })),
  ...(['FIFO', 'LIFO', 'WAC'] as const).map((method) => ({ method, currency: 'ETH' as const })),
];

test.each(books)(
  '$method in $currency booked by hand from the transfers is the same to the last digit',
  async ({ method, currency }) => {
    const read = await readHistory();
    const { transactions, transfers, ...rest } = currency === 'ETH' ? inEther(read) : read;
    const bookAll = (some: readonly ReadTransaction[]) => bookByHand(some, transfers, { ...rest, method });
    const accounts = bookAll(transactions);
    let compared = 0;
    for (const wallet of world.addresses) {
      const { tokenBalances } = await service.api.query<{
        tokenBalances: { nodes: (Balance & { income: string; expenses: string })[] };
      }>(
        `query ($wallet: Address!, $method: CostMethod, $currency: Currency) {
          tokenBalances(wallets: [$wallet], costMethod: $method, currency: $currency) { nodes {
            rawToken { address symbol } balance costBasis totalRealizedPnl income expenses } } }`,
        { wallet, method, currency },
      );
      for (const balance of tokenBalances.nodes) {
        const account = accounts.get(`${wallet} ${balance.rawToken.address}`);
        const own = {
          balance: account?.balance.toFixed(),
          costBasis: sum((account?.lots ?? []).map(({ cost }) => cost.toFixed())).toFixed(),
          totalRealizedPnl: account?.realized.toFixed(),
          income: account?.income.toFixed(),
          expenses: account?.expenses.toFixed(),
        };
        const { rawToken, ...figures } = balance;
        expect({ wallet, rawToken, ...own }).toEqual({ wallet, rawToken, ...figures });
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(12);

    // Totals are over all accounts, NFTs too; a period is what the books gained since its start.
    const yearStart = Date.UTC(new Date().getUTCFullYear(), 0, 1);
    const earlier = bookAll(transactions.filter(({ timestamp }) => Date.parse(timestamp) < yearStart));
    const isNft = (name: string): boolean => name.includes(':');
    let nftCount = 0;
    for (const wallet of world.addresses) {
      const own = [...accounts].filter(([name]) => name.startsWith(`${wallet} `));
      nftCount += own.filter(([name, { realized }]) => isNft(name) && !realized.isZero()).length;
      const sumOf = (figure: 'realized' | 'income' | 'expenses' | 'fees', isYear: boolean): string =>
        own
          .reduce((total, [name, account]) => {
            const before = isYear ? earlier.get(name)?.[figure] : undefined;
            return total.plus(account[figure]).minus(before ?? 0);
          }, new Exact(0))
          .toFixed();
      for (const period of ['MAX', 'YTD'] as const) {
        const answer = await service.api.query<{ wallet: { totals: Record<string, string> } }>(
          `query ($wallet: Address!, $method: CostMethod, $currency: Currency, $period: Period) { wallet(address: $wallet) {
            totals(costMethod: $method, currency: $currency, period: $period) {
              realizedPnl income expenses fees costBasis } } }`,
          { wallet, method, currency, period },
        );
        const isYear = period === 'YTD';
        expect({ wallet, period, ...answer.wallet.totals }).toEqual({
          ...{ wallet, period },
          realizedPnl: sumOf('realized', isYear),
          income: sumOf('income', isYear),
          expenses: sumOf('expenses', isYear),
          fees: sumOf('fees', isYear),
          costBasis: sum(own.flatMap(([, { lots }]) => lots.map(({ cost }) => cost.toFixed()))).toFixed(),
        });
      }
    }
    // The totals hold results of NFTs, which no balance has.
    expect(nftCount).toBeGreaterThan(0);
  },
);
