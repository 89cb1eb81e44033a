/** A frontend that shows new transfers: it loses its connection now and then, and misses nothing. */
import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActivity } from '../../demo/activity.ts';
import { createActions } from '../../demo/calls/actions.ts';
import { eventsOf } from '../support/server-events.ts';
import { startTestService, type TestService, testKey } from '../support/service.ts';
import { createTestWorld, type TestWorld } from '../support/world.ts';

interface Added {
  cursor: string;
  transfer: { id: string; amount: string; wallet: { address: string } } | null;
}

let testWorld: TestWorld;
let service: TestService;

beforeAll(async () => {
  testWorld = await createTestWorld({ transactions: 600 });
  service = await startTestService([testWorld.chain]);
});

afterAll(async () => {
  await service?.stop();
  await testWorld?.anvil.stop();
});

const query = `subscription ($wallets: [Address!]!, $after: String) {
  transferAdded(wallets: $wallets, after: $after, spam: INCLUDE) { cursor transfer { id amount wallet { address } } }
}`;

/** One connection; ending the iteration drops it. */
async function* connect(wallets: readonly string[], after: string | null): AsyncGenerator<Added> {
  const connection = new AbortController();
  const response = await fetch(new URL('/graphql', service.url), {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables: { wallets, after } }),
    signal: connection.signal,
  });
  expect(response.status).toBe(200);
  try {
    for await (const { data } of eventsOf(response)) yield addedOf(data);
  } finally {
    connection.abort();
  }
}

function addedOf(data: unknown): Added {
  const event: { data?: { transferAdded: Added }; errors?: unknown } = JSON.parse(JSON.stringify(data));
  if (event.data === undefined) throw new Error(JSON.stringify(event.errors));
  return event.data.transferAdded;
}

/** The ids of all transfers of the wallets. */
async function listed(wallets: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { transfers } = await service.api.query<{ transfers: { nodes: { id: string }[] } }>(
      `query ($wallets: [Address!]!, $page: Int!) {
         transfers(wallets: $wallets, page: $page, pageSize: 500, order: ASC) { nodes { id } } }`,
      { wallets, page },
    );
    ids.push(...transfers.nodes.map(({ id }) => id));
    if (transfers.nodes.length < 500) return ids;
  }
}

test('while blocks are mined and connections dropped: every transfer of the list, each once', async () => {
  const { wallets: named, accounts } = testWorld.world;
  const wallets = [named.alice.toLowerCase(), named.bob.toLowerCase()];
  await service.api.load(wallets);
  const before = await listed(wallets);
  const received: string[] = [];
  let cursor: string | null = null;
  // Nothing is mined before it is known where the stream begins.
  for await (const beginning of connect(wallets, null)) {
    expect(beginning.transfer).toBeNull();
    cursor = beginning.cursor;
    break;
  }

  const actions = createActions(testWorld.world);
  const mining = (async () => {
    const activity = createActivity(testWorld.world, { seed: 6 });
    for (let step = 0; step < 12; step += 1) {
      await activity.step();
      await actions.sendEther(accounts.dave, named.alice, parseEther('0.01'));
    }
    // The last ones have an amount of their own: each wallet is loaded at its own pace.
    for (const wallet of [named.alice, named.bob])
      await actions.sendEther(accounts.dave, wallet, parseEther('0.123456789'));
  })();

  let over = 0;
  for (let connections = 0; over < 2 && connections < 200; connections += 1) {
    let left = 5;
    for await (const { cursor: reached, transfer } of connect(wallets, cursor)) {
      cursor = reached;
      if (transfer === null) continue;
      received.push(transfer.id);
      if (transfer.amount === '0.123456789') over += 1;
      left -= 1;
      if (over === 2 || left === 0) break;
    }
  }
  await mining;
  expect(over).toBe(2);
  const after = await listed(wallets);
  expect(received.length).toBeGreaterThan(12);
  expect(received.toSorted()).toEqual(after.filter((id) => !before.includes(id)).toSorted());
});
