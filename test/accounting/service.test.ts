/**
 * The demo world through the whole service: the accounting job books by itself, and every figure agrees with what lies
 * behind it. The sums are made here, from what a client reads, with decimal.js.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PricedWorld, sharePricedWorld, startPriced, waitForRow } from '../pricing/priced-world.ts';
import { startCommand } from '../support/command.ts';
import { countsOf, recompute, recomputedKinds } from '../support/recompute.ts';
import { type TestService, testKey } from '../support/service.ts';

const Exact = Decimal.clone({ precision: 200 });

let world: PricedWorld;
let service: TestService;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wallet-data-recompute-'));
  world = await sharePricedWorld();
  service = await startPriced(world);
  await waitForRow(service.databaseUrl, openLedgers, ({ count }) => count === 0);
});

afterAll(async () => {
  await service?.stop();
  await world?.anvil.stop();
  await rm(directory, { recursive: true, force: true });
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

// ── Every figure once more, by a program that shares no code with the service ──

/** The file of Form 8949 of all wallets, as the command writes it. */
async function writeForm(options: readonly string[]): Promise<string> {
  const wallets = world.addresses.join();
  const command = startCommand(['export', '--form', '8949', '--wallet', wallets, ...options], {
    environment: { DATABASE_URL: service.databaseUrl },
  });
  expect(await command.exit, command.stderr()).toBe(0);
  const file = join(directory, 'form-8949.csv');
  await writeFile(file, command.stdout());
  return file;
}

test('npm run recompute: every figure, by every method and in every currency, is the same to the last digit', async () => {
  const zone = ['--time-zone', 'America/New_York'];
  const file = await writeForm([...zone, '--method', 'HIFO']);
  const form = ['--form-8949', file, '--form-method', 'HIFO', ...zone];
  const { code, output } = await recompute([service.url, testKey, ...form]);
  expect(code, output).toBe(0);
  for (const kind of recomputedKinds) {
    const { figures, differences } = countsOf(output, kind);
    expect({ kind, differences }).toEqual({ kind, differences: 0 });
    expect(figures, kind).toBeGreaterThan(100);
  }
}, 600_000);
