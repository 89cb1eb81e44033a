/** The query `events`: a connection whose cursors resume. The subscription: the same events as they are stored, and where it stands. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StreamedEventView } from '../../src/use-cases/model/event-model.ts';
import { polygon } from '../support/builders.ts';
import { createGraphqlClient, type GraphqlClient } from '../support/graphql.ts';
import { hash } from '../support/records.ts';
import { commit, createStreamWorld, items, range, type StreamWorld } from '../use-cases/stream-world.ts';

let world: StreamWorld;
let graphql: GraphqlClient;

beforeAll(async () => {
  world = await createStreamWorld();
  graphql = createGraphqlClient(world);
});

afterAll(() => world?.close());

const query = `query ($wallets: [Address!]!, $after: String, $first: Int, $types: [WalletEventType!]) {
  events(wallets: $wallets, after: $after, first: $first, types: $types) {
    edges { cursor node {
      id type sequence previous timestamp wallet { address } blockchain { chainId } finality transferId transfer { hash }
      changed reason from to error } }
    nodes { sequence } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

const ask = async (
  variables: object,
): Promise<{ edges: { cursor: string; node: object }[]; pageInfo: object }> =>
  Object(await graphql.data(world.alice, query, variables)).events;

test('a page says of each event what it is, and its cursors are places to go on from', async () => {
  const wallet = await world.newWallet();
  const wallets = [wallet.address];
  await commit(world.database, wallet, items(1));
  await commit(world.database, wallet, items(2));
  await commit(world.database, wallet, items(3), { rollbackTo: 1 });
  await commit(world.database, wallet, items(...range(10, 600)), { chainId: polygon });
  const all = await ask({ wallets });
  const none = {
    changed: null,
    reason: null,
    from: null,
    to: null,
    error: null,
    transfer: null,
    transferId: null,
  };
  const told = all.edges.map(({ node }) => node);
  expect(told).toMatchObject([
    {
      ...none,
      type: 'WALLET_LOADED',
      sequence: '1',
      previous: '0',
      finality: null,
      blockchain: { chainId: 1 },
    },
    // Gone by now.
    {
      ...none,
      type: 'TRANSFER_ADDED',
      sequence: '2',
      previous: '1',
      transferId: expect.stringMatching(/^tfr_/),
    },
    { ...none, type: 'TRANSFER_RETRACTED', reason: 'REORG', transferId: expect.stringMatching(/^tfr_/) },
    {
      ...none,
      type: 'TRANSFER_ADDED',
      finality: 'PENDING',
      transfer: { hash: hash(3) },
      transferId: expect.anything(),
    },
    { ...none, type: 'WALLET_LOADED', sequence: '5', blockchain: { chainId: polygon } },
  ]);
  for (const [index, { cursor }] of all.edges.entries()) {
    const rest = await ask({ wallets, after: cursor, first: 2 });
    const ids = rest.edges.map(({ node }) => Object(node).id);
    expect(ids).toEqual(told.slice(index + 1, index + 3).map((node) => Object(node).id));
    expect(rest.pageInfo).toMatchObject({ hasNextPage: index + 3 < told.length, hasPreviousPage: false });
  }
  const filtered = await ask({ wallets, types: ['TRANSFER_RETRACTED'] });
  expect(filtered).toMatchObject({
    nodes: [{ sequence: '3' }],
    pageInfo: { endCursor: Object(all.pageInfo).endCursor },
  });
});

test('bad arguments are named', async () => {
  const wallet = await world.newWallet();
  for (const [variables, path] of [
    [{ after: 'x' }, 'after'],
    [{ first: 0 }, 'limit'],
    [{ first: 501 }, 'limit'],
  ] as const) {
    const { errors } = await graphql.ask(world.alice, query, { wallets: [wallet.address], ...variables });
    expect(errors).toMatchObject([{ code: 'BAD_INPUT', problems: [{ path }] }]);
  }
});

type Stream = AsyncIterableIterator<StreamedEventView>;

const next = async (stream: Stream): Promise<StreamedEventView> => {
  const { value, done } = await stream.next();
  if (done === true) throw new Error('the stream has ended');
  return value;
};

test('a stream begins with its place, sends what is stored, and goes on behind any of its messages', async () => {
  const [wallet, other] = [await world.newWallet(), await world.newWallet()];
  const wallets = [wallet.address, other.address];
  const stream = world.readModel.watchEvents(world.alice, { wallets });
  const messages = [await next(stream)];
  expect(messages[0]?.event).toBeNull();
  for (const number of range(1, 3)) {
    await commit(world.database, number === 2 ? other : wallet, items(number));
    messages.push(await next(stream));
  }
  await stream.return?.();
  expect(messages.map(({ event }) => event && [event.wallet, event.type, Number(event.sequence)])).toEqual([
    null,
    [wallet.address, 'wallet.loaded', 1],
    [other.address, 'wallet.loaded', 1],
    [wallet.address, 'transfer.added', 2],
  ]);
  for (const [index, { cursor }] of messages.entries()) {
    const again = world.readModel.watchEvents(world.alice, { wallets, after: cursor });
    expect(await next(again)).toEqual({ cursor, event: null });
    for (const { event } of messages.slice(index + 1)) expect((await next(again)).event?.id).toBe(event?.id);
    await again.return?.();
  }
  const left = world.readModel.watchEvents(world.alice, {
    wallets,
    after: messages[0]?.cursor,
    types: ['wallet.failed'],
  });
  expect((await next(left)).event).toBeNull();
  expect(await next(left)).toEqual({ cursor: messages.at(-1)?.cursor, event: null });
  await left.return?.();
});

test('a stream ends when one of its wallets is unregistered, and is for the own wallets alone', async () => {
  const wallet = await world.newWallet();
  const wallets = [wallet.address];
  await expect(next(world.readModel.watchEvents(world.bob, { wallets }))).rejects.toMatchObject({
    code: 'WALLET_NOT_REGISTERED',
  });
  const stream = world.readModel.watchEvents(world.alice, { wallets });
  await next(stream);
  const ended = expect(stream.next()).rejects.toMatchObject({ code: 'WALLET_NOT_REGISTERED' });
  await world.readModel.unregisterWallets(world.alice, wallets);
  await ended;
});
