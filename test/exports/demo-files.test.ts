/** The demo world through the whole service, as files for other programs: what they add up to is what the API says. */
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PricedWorld, sharePricedWorld, startPriced, waitForRow } from '../pricing/priced-world.ts';
import { startCommand } from '../support/command.ts';
import { parseCsv } from '../support/csv.ts';
import { type TestService, testKey } from '../support/service.ts';
import { add, balancesOf, imbalanceOf, readJournal, type Sums } from './journal-reader.ts';

const Exact = Decimal.clone({ precision: 200 });

let world: PricedWorld;
let service: TestService;

beforeAll(async () => {
  world = await sharePricedWorld();
  service = await startPriced(world);
  await waitForRow(service.databaseUrl, openLedgers, ({ count }) => count === 0);
});
afterAll(async () => {
  await service?.stop();
  await world?.anvil.stop();
});

const openLedgers = `SELECT count(*)::int FROM registration LEFT JOIN ledger_wallet USING (client_id, wallet_id)
  LEFT JOIN ledger_input USING (wallet_id) WHERE input_version IS DISTINCT FROM version`;

async function fileOf(path: string): Promise<string> {
  const response = await fetch(`${service.url}${path}`, { headers: { 'X-API-KEY': testKey } });
  const text = await response.text();
  expect(response.status, text.slice(0, 300)).toBe(200);
  return text;
}

/** What each wallet itself has of each token: the balance less what protocols hold of it. By address. */
async function ownBalances(
  wallet: string,
): Promise<Map<string, { symbol: string; amount: string; held: string }>> {
  const { tokenBalances } = await service.api.query<{
    tokenBalances: {
      nodes: { rawToken: { address: string; symbol: string }; balance: string; heldAmount: string }[];
    };
  }>(
    `query ($wallet: Address!) { tokenBalances(wallets: [$wallet]) { nodes { rawToken { address symbol } balance heldAmount } } }`,
    { wallet },
  );
  return new Map(
    tokenBalances.nodes.map(({ rawToken: { address, symbol }, balance, heldAmount }) => [
      address,
      { symbol, amount: new Exact(balance).minus(heldAmount).toFixed(), held: heldAmount },
    ]),
  );
}

/** The sums of a file by what it calls a token, NFTs aside. */
function sumsOf(lines: readonly (readonly string[])[]): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  const add = (name: string | undefined, amount: string | undefined, sign: 1 | -1): void => {
    if (!name || !amount) return;
    sums.set(name, (sums.get(name) ?? new Exact(0)).plus(new Exact(amount).times(sign)));
  };
  for (const [, sent, sentName, received, receivedName, fee, feeName] of lines) {
    add(sentName, sent, -1);
    add(receivedName, received, 1);
    add(feeName, fee, -1);
  }
  return sums;
}

const native = `0x${'0'.repeat(40)}`;
const isNft = (name: string): boolean => /-0x[\da-f]{40}-\d+$/.test(name);
const addressOf = (name: string): string | undefined => /-(0x[\da-f]{40})$/.exec(name)?.[1];

test.each([0, 1, 2, 3])(
  'wallet %i for Koinly: received less sent less fees is what it has',
  async (number) => {
    const [wallet = ''] = world.addresses.slice(number);
    const [, ...lines] = parseCsv(await fileOf(`/wallet/koinly.csv?wallet=${wallet}`));
    expect(lines.length).toBeGreaterThan(20);
    const sums = [...sumsOf(lines)].filter(([name]) => !isNft(name));
    const balances = await ownBalances(wallet);
    // Nobody lists the demo's tokens: the chain's coin alone has a name of its own.
    expect(sums.filter(([name]) => addressOf(name) === undefined).map(([name]) => name)).toEqual(['ETH']);
    expect(Object.fromEntries(sums.map(([name, sum]) => [addressOf(name) ?? native, sum.toFixed()]))).toEqual(
      Object.fromEntries([...balances].map(([address, { amount }]) => [address, amount])),
    );
    const times = lines.map(([time = '']) => time);
    expect(times).toEqual(times.toSorted());
  },
);

const currencies = ['USD', 'ETH'] as const;
const journalOf = async (query: string) => {
  const entries = readJournal(await fileOf(`/wallet/journal.txt?wallet=${world.addresses.join()}${query}`));
  expect(entries.length).toBeGreaterThan(200);
  return entries;
};

test.each(currencies)(
  'the journal in %s balances, and its assets are what the API says',
  async (currency) => {
    const entries = await journalOf(`&currency=${currency}`);
    for (const entry of entries) expect([entry, imbalanceOf(entry)]).toEqual([entry, {}]);
    const dates = entries.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted());
    for (const wallet of world.addresses) {
      const balances = await ownBalances(wallet);
      for (const [part, field] of [
        ['Crypto', 'amount'],
        ['Deposits', 'held'],
      ] as const) {
        const account = `Assets:${part}:${wallet}:test`;
        const assets = Object.entries(balancesOf(entries, (name) => name === account)).flatMap(
          ([name, amount]): [string, string][] => {
            const token = name.slice(account.length + 1);
            return isNft(token) ? [] : [[addressOf(token) ?? native, amount]];
          },
        );
        expect(Object.fromEntries(assets)).toEqual(
          Object.fromEntries(
            [...balances].flatMap(([address, balance]) =>
              balance[field] === '0' ? [] : [[address, balance[field]]],
            ),
          ),
        );
      }
    }
  },
);

test.each([
  ['FIFO', 'USD'],
  ['WAC', 'USD'],
  ['HIFO', 'ETH'],
] as const)(
  'gains, income and expenses of each year are those of the API, by %s in %s',
  async (method, currency) => {
    const entries = await journalOf(`&cost_method=${method}&currency=${currency}`);
    const years = [...new Set(entries.map(({ date }) => Number(date.slice(0, 4))))];
    // Two years of a world touch three; from the first of January on, two.
    expect(years.length).toBeGreaterThan(1);
    for (const year of years) {
      const sums: Sums = new Map([
        ['gains', new Exact(0)],
        ['income', new Exact(0)],
        ['expenses', new Exact(0)],
      ]);
      for (const { postings } of entries.filter(({ date }) => date.startsWith(`${year}-`)))
        for (const { account, amount } of postings) {
          if (account === 'Income:Gains') add(sums, 'gains', amount.neg());
          else if (account.startsWith('Income:')) add(sums, 'income', amount.neg());
          else if (account.startsWith('Expenses:')) add(sums, 'expenses', amount);
        }
      const { results } = await service.api.query<{
        results: { realizedPnl: string; income: string; expenses: string };
      }>(
        `query ($wallets: [Address!]!, $from: DateTime!, $to: DateTime!, $method: CostMethod!, $currency: Currency!) {
        results(wallets: $wallets, from: $from, to: $to, costMethod: $method, currency: $currency) { realizedPnl income expenses } }`,
        { wallets: world.addresses, from: `${year}-01-01`, to: `${year + 1}-01-01`, method, currency },
      );
      const told = Object.fromEntries([...sums].map(([name, sum]) => [name, sum.toFixed()]));
      expect([year, told]).toEqual([
        year,
        { gains: results.realizedPnl, income: results.income, expenses: results.expenses },
      ]);
    }
  },
);

test('the commands write the same files', async () => {
  const [wallet = ''] = world.addresses;
  const written = async (...options: string[]): Promise<string> => {
    const command = startCommand(['export', ...options], {
      environment: { DATABASE_URL: service.databaseUrl },
    });
    expect(await command.exit, command.stderr()).toBe(0);
    return command.stdout();
  };
  const koinly = await fileOf(`/wallet/koinly.csv?wallet=${wallet}`);
  expect(await written('--form', 'koinly', '--wallet', wallet)).toBe(koinly);
  const journal = await fileOf(`/wallet/journal.txt?wallet=${world.addresses.join()}&cost_method=WAC`);
  expect(await written('--form', 'hledger', '--wallet', ...world.addresses, '--method', 'WAC')).toBe(journal);
});
