/** After a re-org, what is stored equals what a fresh load of the new chain stores. */
import { parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createActivity } from '../../demo/activity.ts';
import { type Actions, createActions } from '../../demo/calls/actions.ts';
import { worldPrices } from '../../demo/world-prices.ts';
import { launchBrowser } from '../support/browser.ts';
import { eventsOf } from '../support/server-events.ts';
import { startTestService, type TestService, testKey } from '../support/service.ts';
import { readState } from '../support/state-hash.ts';
import { createTestWorld, type TestWorld } from '../support/world.ts';

/** One chain for all tests, and a service that follows it: each test goes on where the one before left them. */
let testWorld: TestWorld;
let actions: Actions;
let service: TestService;
beforeAll(async () => {
  testWorld = await createTestWorld({ transactions: 600, confirmations: 16 });
  actions = createActions(testWorld.world);
  service = await startTestService([testWorld.chain]);
  await service.api.load(testWorld.addresses);
});
afterAll(async () => {
  await service?.stop();
  await testWorld?.anvil.stop();
});

/** Services of one test. */
const started: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of started.splice(0).reverse()) await stop();
});

async function load(chain: TestWorld['chain']): Promise<TestService> {
  const other = await startTestService([chain]);
  started.push(other.stop);
  await other.api.load(testWorld.addresses);
  return other;
}

async function freshState(block: number) {
  const fresh = await load(testWorld.chain);
  await fresh.api.waitForBlock(block);
  return readState(fresh.databaseUrl);
}

async function headOf(): Promise<number> {
  return Number((await actions.chain.latestBlock()).number);
}

test.each([1, 7, 15])('a re-org of depth %i is rolled back and replayed', async (depth) => {
  const activity = createActivity(testWorld.world, { seed: depth });
  for (let step = 0; step < depth; step += 1) await activity.step();
  const { alice } = testWorld.world.wallets;
  await actions.sendEther(testWorld.world.accounts.dave, alice, parseEther('1'));
  await service.api.waitForBlock(await headOf());
  const before = await readState(service.databaseUrl);

  await actions.reorg(depth);
  await actions.sendEther(testWorld.world.accounts.dave, alice, parseEther('2'));
  const head = await headOf();
  await service.api.waitForBlock(head);

  const fresh = await freshState(head);
  await expect.poll(() => readState(service.databaseUrl), { timeout: 20_000 }).toEqual(fresh);
  expect(fresh.hash).not.toBe(before.hash);
});

const streamedFields =
  'id timestamp side amount category isSpam spamReason taxTreatment value counterparty { address }';

interface Streamed {
  cursor: string;
  type: string;
  id: string | null;
  transfer: { id: string; amount: string } | null;
}

/** Events of one connection; ending the iteration drops it. */
async function* connect(service: TestService, wallet: string, after: string | null) {
  const connection = new AbortController();
  const query = `subscription ($wallets: [Address!]!, $after: String) {
    transferAdded(wallets: $wallets, after: $after, spam: INCLUDE) { cursor type id transfer { ${streamedFields} } } }`;
  const response = await fetch(new URL('/graphql', service.url), {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables: { wallets: [wallet], after } }),
    signal: connection.signal,
  });
  try {
    for await (const { data } of eventsOf(response)) {
      const event: { data: { transferAdded: Streamed } } = JSON.parse(JSON.stringify(data));
      yield event.data.transferAdded;
    }
  } finally {
    connection.abort();
  }
}

test('a frontend that keeps what the stream tells has the list after re-orgs, however often it is cut', async () => {
  const { accounts, wallets } = testWorld.world;
  const alice = wallets.alice.toLowerCase();
  const list = async () => {
    const { transfers } = await service.api.query<{
      transfers: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean } };
    }>(
      `query ($wallets: [Address!]!) { transfers(wallets: $wallets, pageSize: 500, order: ASC) {
         nodes { ${streamedFields} } pageInfo { hasNextPage } } }`,
      { wallets: [alice] },
    );
    expect(transfers.pageInfo.hasNextPage).toBe(false);
    return new Map(transfers.nodes.map((node) => [node.id, node]));
  };
  let cursor: string | null = null;
  for await (const beginning of connect(service, alice, null)) {
    cursor = beginning.cursor;
    break;
  }
  const held: Map<string, unknown> = await list();
  const types = new Set<string>();
  let last: string | null = null;
  const follow = async (until: (event: Streamed) => boolean): Promise<void> => {
    while (last === null) {
      let left = 3;
      for await (const event of connect(service, alice, cursor)) {
        cursor = event.cursor;
        types.add(event.type);
        if (event.transfer !== null) held.set(event.transfer.id, event.transfer);
        else if (event.id !== null) held.delete(event.id);
        if (until(event)) last = event.id;
        left -= 1;
        if (left === 0 || last !== null) break;
      }
    }
  };
  const activity = createActivity(testWorld.world, { seed: 3 });
  const amounts = ['0.123456781', '0.123456782', '0.123456783'] as const;
  for (const [round, amount] of amounts.entries()) {
    for (let step = 0; step < 4; step += 1) await activity.step();
    await actions.sendEther(accounts.dave, wallets.alice, parseEther('0.01'));
    await service.api.waitForBlock(await headOf());
    await actions.reorg(2 + 4 * round);
    for (let step = 0; step < 2; step += 1) await activity.step();
    await actions.sendEther(accounts.dave, wallets.alice, parseEther(amount));
    last = null;
    await follow(({ transfer }) => transfer?.amount === amount);
    expect(sorted(held)).toEqual(sorted(await list()));
  }
  expect(types).toContain('REMOVED');
});

const sorted = (map: ReadonlyMap<string, unknown>): [string, unknown][] =>
  [...map].sort(([left], [right]) => (left < right ? -1 : 1));

test('an airdrop that the wallet sent on is spam again when a re-org undoes the sending', async () => {
  const { accounts, wallets, tokens } = testWorld.world;
  const recipients = [...Object.values(wallets), ...Object.values(accounts)];
  await actions.airdropSpam(recipients, 5_000n);
  // Older than what a re-org rolls back.
  await actions.mine(20);
  await service.api.waitForBlock(await headOf());
  const spamOf = async () => {
    const { transfers } = await service.api.query<{
      transfers: { nodes: { side: string; isSpam: boolean; taxTreatment: string | null }[] };
    }>(
      `query ($wallets: [Address!]!, $filter: TransferFilter) {
         transfers(wallets: $wallets, filter: $filter) { nodes { side isSpam taxTreatment } } }`,
      {
        wallets: [wallets.alice.toLowerCase()],
        filter: { tokens: [tokens.spam.address.toLowerCase()] },
      },
    );
    return transfers.nodes;
  };
  const airdrops = await spamOf();
  expect(airdrops.length).toBeGreaterThan(0);
  expect(airdrops.every(({ side, isSpam }) => side === 'INFLOW' && isSpam)).toBe(true);

  await actions.sendToken(tokens.spam.address, wallets.alice, accounts.dave, 2_000n);
  await service.api.waitForBlock(await headOf());
  const sent = await spamOf();
  expect(sent).toHaveLength(airdrops.length + 1);
  expect(sent.some(({ isSpam }) => isSpam)).toBe(false);

  await actions.reorg(1);
  await actions.mine();
  const head = await headOf();
  await service.api.waitForBlock(head);
  expect(await spamOf()).toEqual(airdrops);
  expect(await readState(service.databaseUrl)).toEqual(await freshState(head));
});

test('the pages follow the chain: a wallet is loaded before the eyes, a row arrives, gets its price, and leaves by a re-org', async () => {
  const { accounts, wallets, ...world } = testWorld.world;
  const alice = wallets.alice.toLowerCase();
  const priced = await startTestService([testWorld.chain], {
    prices: worldPrices({ ...world, accounts, wallets }),
  });
  started.push(priced.stop);
  const browser = await launchBrowser();
  started.push(() => browser.close());
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });

  // By keyboard alone, from the first run on.
  await page.goto(`${priced.url}/#key=${testKey}`);
  await page.getByLabel('Add wallets').focus();
  await page.keyboard.type(alice);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const states = page.locator('.wallet-card .badge');
  await expect.poll(() => states.allTextContents(), { timeout: 30_000 }).toEqual(['Following the chain']);
  for (const key of ['g', 'a']) await page.keyboard.press(key);
  await page.locator('.row-kind').first().waitFor();

  await actions.sendEther(accounts.dave, wallets.alice, parseEther('0.987654321'));
  const arrived = page.locator('.row', { has: page.locator('[data-value="0.987654321"]') });
  await expect.poll(() => arrived.count(), { timeout: 20_000 }).toBe(1);
  const newestValue = async (): Promise<string | null> => {
    const { transfers } = await priced.api.query<{ transfers: { nodes: { value: string | null }[] } }>(
      'query ($wallets: [Address!]!) { transfers(wallets: $wallets, first: 1) { nodes { value } } }',
      { wallets: [alice] },
    );
    return transfers.nodes[0]?.value ?? null;
  };
  await expect.poll(newestValue, { timeout: 20_000 }).toMatch(/^\d+\.\d+$/);
  const value = await newestValue();
  await expect
    .poll(() => arrived.locator('.row-value .figure').getAttribute('data-value'), { timeout: 20_000 })
    .toBe(value);

  await actions.reorg(1);
  await actions.mine(2);
  await expect.poll(() => arrived.count(), { timeout: 20_000 }).toBe(0);
  expect(await page.locator('.row').count()).toBeGreaterThan(5);
  expect(faults).toEqual([]);
}, 120_000);

test('a re-org deeper than the finality depth stops the sync with an error that says what to do', async () => {
  const strict = await load({ ...testWorld.chain, confirmations: 4 });
  await actions.mine(3);
  await strict.api.waitForBlock(await headOf());
  await actions.reorg(12);
  await actions.mine(2);
  const ask = async () => {
    const data = await strict.api.query<{
      wallet: { isLoaded: boolean; sync: { phase: string; error: string | null }[] };
    }>('query ($address: Address!) { wallet(address: $address) { isLoaded sync { phase error } } }', {
      address: testWorld.addresses[0],
    });
    return data.wallet;
  };
  await expect.poll(async () => (await ask()).sync[0]?.phase, { timeout: 20_000 }).toBe('FAILED');
  const wallet = await ask();
  expect(wallet.isLoaded).toBe(false);
  expect(wallet.sync[0]?.error).toMatch(/re-org deeper than the confirmations.*wallets reload/s);
});
