/**
 * What Citus makes of the statements of hot requests: each that names a table of wallets is one node's, whatever the request asks of one
 * wallet; asked of several, it is as many statements. Prints pages per second beside plain PostgreSQL.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/connection/database.ts';
import { walletTables } from '../../src/store/schema/distribute.ts';
import { trader } from '../rest/booked-world.ts';
import type { TestApi } from '../support/api.ts';
import { family, storeComparedWorld } from '../support/compared/world.ts';
import { exchange, usdc } from '../support/history.ts';
import { openTwoDatabases, serveBoth, type TwoApis, type TwoDatabases } from './support/two-databases.ts';

let databases: TwoDatabases | undefined;
let served: TwoApis | undefined;
const apis = (): TwoApis => {
  if (served === undefined) throw new Error('nothing is served');
  return served;
};

beforeAll(async () => {
  databases = await openTwoDatabases();
  served = await serveBoth(databases, storeComparedWorld);
});
afterAll(async () => {
  await served?.close();
  await databases?.drop();
});

interface Statement {
  text: string;
  values: unknown[];
}

const namesWallets = new RegExp(`\\b(FROM|JOIN|UPDATE|INTO)\\s+(${walletTables.join('|')})\\b`);

/** The statements of some work that name a table of wallets. */
async function statementsWithValues(work: () => Promise<unknown>): Promise<Statement[]> {
  const found: Statement[] = [];
  const original = pg.Client.prototype.query;
  Reflect.set(pg.Client.prototype, 'query', function noted(this: pg.Client, ...parts: unknown[]) {
    const [query, values] = parts;
    if (typeof query === 'string') found.push({ text: query, values: Array.isArray(values) ? values : [] });
    else if (
      typeof query === 'object' &&
      query !== null &&
      'text' in query &&
      typeof query.text === 'string'
    ) {
      const own = 'values' in query && Array.isArray(query.values) ? query.values : [];
      found.push({ text: query.text, values: own.length > 0 || !Array.isArray(values) ? own : values });
    }
    return Reflect.apply(original, this, parts);
  });
  try {
    await work();
  } finally {
    Reflect.set(pg.Client.prototype, 'query', original);
  }
  return found.filter(({ text }) => namesWallets.test(text));
}

/** How many tasks each part of the plan has that Citus sends to nodes. */
async function tasksOf(database: Database, { text, values }: Statement): Promise<number[]> {
  const { rows } = await database.pool.query<[string]>({
    text: `EXPLAIN (COSTS OFF) ${text}`,
    values,
    rowMode: 'array',
  });
  const counts = rows.flatMap(([line]) => /Task Count: (\d+)/.exec(line)?.[1] ?? []);
  return counts.map(Number);
}

const get = (api: TestApi, url: string) =>
  api.server.inject({ method: 'GET', url, headers: { host: 'api.test', 'x-api-key': api.key } });

const [one = ''] = family;
/** What is asked most: of one wallet. */
const hot: Readonly<Record<string, string>> = {
  'newest page': `/wallet/transfer/?wallet=${one}&page_size=100`,
  'by number': `/wallet/transfer/?wallet=${one}&page_size=100&page=12`,
  'by counterparty': `/wallet/transfer/?wallet=${one}&counterparty_address=${exchange}&page_size=100`,
  'by token': `/wallet/transfer/?wallet=${one}&token=${usdc}&page_size=100`,
  transactions: `/wallet/transaction/?wallet=${one}&page_size=100`,
  balances: `/wallet/balance/?wallet=${trader}`,
  lots: `/wallet/lot/?wallet=${trader}`,
  disposals: `/wallet/disposal/?wallet=${trader}`,
};

test('of one wallet, every statement is one task of one node', async () => {
  const { citus } = apis();
  const seen: Record<string, number> = {};
  for (const [name, url] of Object.entries(hot)) {
    const answer = await get(citus, url);
    expect([answer.statusCode, url], answer.body).toEqual([200, url]);
    const statements = await statementsWithValues(() => get(citus, `${url}&spam=exclude`));
    for (const statement of [...statements, ...(await statementsWithValues(() => get(citus, url)))]) {
      expect([statement.text, await tasksOf(citus.database, statement)]).toEqual([statement.text, [1]]);
      seen[name] = (seen[name] ?? 0) + 1;
    }
  }
  console.info(`statements with one task: ${JSON.stringify(seen)}`);
  expect(Object.keys(seen).sort()).toEqual(Object.keys(hot).sort());
});

test('pages per second beside plain PostgreSQL', async () => {
  const { plain, citus } = apis();
  const [mostRounds, mostMs] = [60, 5_000];
  const perSecond = async (api: TestApi, url: string): Promise<number> => {
    const startedAt = performance.now();
    const passedMs = (): number => performance.now() - startedAt;
    let rounds = 0;
    // A busy machine does fewer, and none for minutes.
    for (; rounds < mostRounds && passedMs() < mostMs; rounds += 1) await get(api, url);
    return rounds / (passedMs() / 1_000);
  };
  for (const [name, url] of Object.entries(hot)) {
    await perSecond(plain, url);
    const [ofPlain, ofCitus] = [await perSecond(plain, url), await perSecond(citus, url)];
    console.info(
      `${name}: plain ${ofPlain.toFixed(0)}/s, Citus ${ofCitus.toFixed(0)}/s (${((ofCitus / ofPlain) * 100).toFixed(0)} %)`,
    );
    expect(ofCitus).toBeGreaterThan(0);
  }
});
