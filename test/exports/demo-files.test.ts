/** The demo world through the whole service, as files for other programs: what they add up to is what the API says. */
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PricedWorld, sharePricedWorld, startPriced, waitForRow } from '../pricing/priced-world.ts';
import { parseCsv } from '../support/csv.ts';
import { type TestService, testKey } from '../support/service.ts';

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
    const native = `0x${'0'.repeat(40)}`;
    expect(sums.filter(([name]) => addressOf(name) === undefined).map(([name]) => name)).toEqual(['ETH']);
    expect(Object.fromEntries(sums.map(([name, sum]) => [addressOf(name) ?? native, sum.toFixed()]))).toEqual(
      Object.fromEntries([...balances].map(([address, { amount }]) => [address, amount])),
    );
    const times = lines.map(([time = '']) => time);
    expect(times).toEqual(times.toSorted());
  },
);

test('the journal', async () => {
  const { writeFile } = await import('node:fs/promises');
  for (const method of ['FIFO', 'WAC'])
    for (const currency of ['USD', 'ETH'])
      await writeFile(
        `/tmp/w/demo-${method}-${currency}.journal`,
        await fileOf(
          `/wallet/journal.txt?wallet=${world.addresses.join()}&cost_method=${method}&currency=${currency}`,
        ),
      );
  const year = new Date(world.world.endTime * 1000 || Date.now()).getUTCFullYear();
  for (const y of [2024, 2025, 2026]) {
    const { body } = await service.api.get(
      `/wallet/result/?wallet=${world.addresses.join()}&from=${y}-01-01&to=${y + 1}-01-01`,
    );
    console.log(y, JSON.stringify(body));
  }
  const all = await Promise.all(world.addresses.map(ownBalances));
  await writeFile('/tmp/w/demo-balances.json', JSON.stringify(all.map((m) => [...m])));
  console.log(world.addresses, year);
});
