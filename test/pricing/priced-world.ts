/** A simulated chain up to now, and the real service on it with the chain's own feeds and pools as price sources. */
import pg from 'pg';
import { inject } from 'vitest';
import type { World } from '../../demo/economy/world-types.ts';
import type { Anvil } from '../../demo/node/anvil.ts';
import { worldPrices } from '../../demo/world-prices.ts';
import { openRecordedWorld, type RecordedWorldOptions } from '../support/recorded-world.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { openSharedWorld } from '../support/shared-worlds.ts';

export interface PricedWorld {
  anvil: Anvil;
  world: World;
  chain: Parameters<typeof startTestService>[0][number];
  prices: ReturnType<typeof worldPrices>;
  /** alice, bob, carol and the safe, lower case. */
  addresses: readonly string[];
}

const secondsPerDay = 86_400;

function worldOptions(transactions: number): RecordedWorldOptions {
  const endTime = inject('runStartedAt');
  const startTime = endTime - 730 * secondsPerDay;
  return { seed: 1, transactions, startTime, endTime, genesisTime: startTime - secondsPerDay };
}

/** Two years up to the beginning of the run on a node of the caller's own, which are built once a run. */
export const createPricedWorld = async (transactions = 500): Promise<PricedWorld> =>
  describeWorld(await openRecordedWorld(worldOptions(transactions), inject('runDirectory')));

/** The same on a node that files share, for those that only read: `anvil.stop()` gives it back. */
export const sharePricedWorld = async (transactions = 500): Promise<PricedWorld> =>
  describeWorld(await openSharedWorld(worldOptions(transactions)));

function describeWorld({ anvil, world }: Pick<PricedWorld, 'anvil' | 'world'>): PricedWorld {
  const chain = {
    chainId: world.chainId,
    name: 'Test chain',
    slug: 'test',
    symbol: 'ETH',
    wrappedNative: world.uniswap.weth,
    rpc: [anvil.rpcUrl],
    confirmations: 16,
    pollSeconds: 0.5,
  };
  const addresses = Object.values(world.wallets).map((address) => address.toLowerCase());
  return { anvil, world, chain, prices: worldPrices(world), addresses };
}

type Row = Record<string, string | number | boolean | null>;

async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Rows of a query; PostgreSQL's `numeric` and `bigint` come as text. */
export const rowsOf = (databaseUrl: string, text: string, values: unknown[] = []): Promise<Row[]> =>
  withClient(databaseUrl, async (client) => (await client.query<Row>(text, values)).rows);

/** Waits until `isDone` holds of a query's first row. */
export const waitForRow = (databaseUrl: string, text: string, isDone: (row: Row) => boolean): Promise<Row> =>
  withClient(databaseUrl, async (client) => {
    const deadline = Date.now() + 180_000;
    for (;;) {
      const [row] = (await client.query<Row>(text)).rows;
      if (row !== undefined && isDone(row)) return row;
      if (Date.now() > deadline) throw new Error(`did not happen: ${text}: ${JSON.stringify(row)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

/** Whether prices of now were stored after the last price of a transfer: then nothing is held of which none was asked for. */
const current = `SELECT (SELECT max(updated_at) FROM current_price) >
  coalesce((SELECT max(at) FROM wallet_event WHERE 'PRICE' = ANY (fields)), '-infinity') AS "isCurrent"`;

/** Shares that are held and have no price of the newest hour: they are priced behind what they stand for, as prices of that hour. */
const lateShares = `SELECT count(*)::int FROM (
  SELECT DISTINCT ON (chain_id, address) chain_id, address, hour, source FROM price WHERE price IS NOT NULL
  ORDER BY chain_id, address, hour DESC) newest
  WHERE source IN ('twin', 'vault', 'pool-share') AND hour < (SELECT max(hour) FROM price) AND EXISTS (
    SELECT FROM transfer WHERE transfer.chain_id = newest.chain_id AND token_address = address AND spam_reason IS NULL
    GROUP BY wallet_id HAVING sum(amount) > 0)`;

/** Once the history is priced: waits for the prices of now of everything that is held. */
export async function waitForCurrentPrices(databaseUrl: string): Promise<void> {
  await waitForRow(databaseUrl, current, ({ isCurrent }) => isCurrent === true);
  await waitForRow(databaseUrl, lateShares, ({ count }) => count === 0);
}

/** What is known of the world's contracts; a receipt has a price only where its pool is known to lend. */
export async function storeLabels(
  { world, chain }: Pick<PricedWorld, 'world' | 'chain'>,
  databaseUrl: string,
): Promise<void> {
  for (const { address, name, tags } of world.labels) {
    await rowsOf(
      databaseUrl,
      'INSERT INTO contract_label (chain_id, address, name, tags) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [chain.chainId, address.toLowerCase(), name, tags],
    );
  }
}

/** Loads the world's wallets and waits until they are priced: the prices of now come after those of the history. */
export async function startPriced(
  { world, chain, prices, addresses }: PricedWorld,
  databaseUrl?: string,
): Promise<TestService> {
  const known = databaseUrl === undefined ? {} : { databaseUrl };
  const service = await startTestService([chain], { prices, ...known });
  await storeLabels({ world, chain }, service.databaseUrl);
  await service.api.load(addresses);
  await waitForRow(service.databaseUrl, unpricedFeedTransfers, ({ count }) => count === 0);
  await waitForCurrentPrices(service.databaseUrl);
  return service;
}

/** Transfers of listed tokens, which all have a feed, that have no price. */
const unpricedFeedTransfers = `SELECT count(*)::int FROM transfer JOIN token ON address = token_address
  WHERE is_trusted AND spam_reason IS NULL AND price IS NULL`;
