/**
 * What a client is told of its own, over both APIs: names of addresses, corrections, and what its ledger says. Whoever applies the events
 * of issues holds those that the ledger raises.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { formatTime } from '../../src/domain/time/time.ts';
import { eventSchema } from '../../src/rest/wire/event.ts';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { exchange, wallet } from '../support/history.ts';
import { hash, transferRecord } from '../support/records.ts';
import { useBookedApi } from './booked-api.ts';
import { bookStale, day, ether, type Row, storeRows, transaction } from './scenario.ts';

const coin = `0x${'7'.repeat(40)}` as const;

const at = (walletId: number, number: number) => ({
  ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(1_000 + number) },
});

/** On day 1 it buys 5 COIN, of which no price is known: UNPRICED_ACQUISITION. */
const history = (walletId: number): Row[] => [
  transaction(at(walletId, 1), {}, [
    { token: coin, side: 'inflow', amount: 5n * ether, counterparty: exchange },
  ]),
];

const booked = useBookedApi(history, {
  address: coin,
  name: 'Coin',
  symbol: 'COIN',
  decimals: 18,
  isTrusted: true,
});

const pageSchema = z.object({ results: z.array(eventSchema) });

async function events(key?: string) {
  const headers = key === undefined ? {} : { 'x-api-key': key };
  const { json, text, status } = await booked.api.ask('GET', `/wallet/event/?wallet=${wallet}`, { headers });
  expect(status, text).toBe(200);
  return pageSchema.parse(json).results;
}

const issues = async () => {
  const { json } = await booked.api.ask('GET', `/wallet/issue/?wallet=${wallet}`);
  const { results } = z
    .object({ results: z.array(z.looseObject({ code: z.string(), transfer: z.string().nullable() })) })
    .parse(json);
  return results.filter(({ code }) =>
    ['MISSING_BASIS', 'UNPRICED_ACQUISITION', 'UNPRICED_DISPOSAL'].includes(code),
  );
};

/** What the events of issues leave. */
const folded = (told: Awaited<ReturnType<typeof events>>) => {
  const held = new Map<string, unknown>();
  for (const { type, data } of told) {
    if (!('issue' in data)) continue;
    const { code, transfer, token } = data.issue;
    const name = `${code} ${transfer} ${token?.address}`;
    if (type === 'issue.opened') held.set(name, data.issue);
    else held.delete(name);
  }
  return [...held.values()];
};

test('labels, corrections, issues and bookings: numbered with the rest, the same over REST and GraphQL', async () => {
  const { api } = booked;
  const { database, clientId } = api;
  const [registered] = await registerWallets(database, { clientId, addresses: [wallet], chains: [] });
  const walletId = registered?.walletId ?? 0;
  expect(folded(await events())).toEqual(await issues());
  await database.pool.query('UPDATE sync SET next_run_at = to_timestamp(0)');
  // On day 2 it sells 6 COIN: one more than it has, at no known price.
  await storeRows(database, walletId, [
    transaction(at(walletId, 2), {}, [
      { token: coin, side: 'outflow', amount: 6n * ether, counterparty: exchange },
    ]),
  ]);
  await bookStale(database);
  expect((await issues()).map(({ code }) => code).sort()).toEqual([
    'MISSING_BASIS',
    'UNPRICED_ACQUISITION',
    'UNPRICED_DISPOSAL',
  ]);
  expect(folded(await events())).toEqual(expect.arrayContaining(await issues()));
  const { json } = await api.ask('GET', `/wallet/transfer/?wallet=${wallet}&order=asc`);
  const [bought] = z.object({ results: z.array(z.looseObject({ id: z.string() })) }).parse(json).results;
  await api.ask('PUT', `/wallet/label/${exchange}/`, { payload: { name: 'My exchange', tags: 'cex' } });
  await api.readModel.correctTransfer(
    { clientId, keyId: 'k', scopes: ['read', 'write'] },
    { transferId: bought?.id ?? '', basis: '50' },
  );
  await bookStale(database);
  const told = await events();
  expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => index + 1));
  const tail = told.slice(told.findLastIndex(({ type }) => type === 'transfer.added') + 1);
  expect(tail.map(({ type, data }) => ('changed' in data ? `${type} ${data.changed}` : type))).toEqual([
    // Booked with the sale: a price and a basis are missing.
    ...['issue.opened', 'issue.opened', 'ledger.booked'],
    // Both transfers are with the exchange.
    ...['transfer.updated label', 'transfer.updated label', 'transfer.updated correction'],
    // 50 for what was bought: its cost is known now.
    ...['issue.closed', 'ledger.booked'],
  ]);
  expect(folded(told)).toEqual(expect.arrayContaining(await issues()));
  expect(folded(told)).toHaveLength((await issues()).length);
  const [labelled] = tail.filter(({ type }) => type === 'transfer.updated');
  expect(labelled?.data).toMatchObject({
    transfer: { counterparty: { custom_label: { name: 'My exchange' } } },
  });
  // What arrived up to 15 seconds before may be the other end of what has changed.
  expect(tail.at(-1)?.data).toEqual({ from: formatTime(day(1) - 15), opened: 0, closed: 1 });
  await sameOverGraphql(told);
});

/** Each field of each event that both APIs have. */
async function sameOverGraphql(told: Awaited<ReturnType<typeof events>>): Promise<void> {
  const query = `{ events(wallets: ["${wallet}"]) { nodes { id type sequence previous timestamp blockchain { chainId } finality transferId
    transfer { id position } changed issue { code message transfer { id } timestamp token { id } } booking { from opened closed } } } }`;
  const { data } = z
    .object({ data: z.object({ events: z.object({ nodes: z.array(z.looseObject({})) }) }) })
    .parse(await booked.ask(query));
  const nodes = data.events.nodes;
  expect(nodes).toEqual(
    told.map((event) => {
      const { data: says } = event;
      const ofTransfer = 'transfer' in says ? says : null;
      const issue = 'issue' in says ? says.issue : null;
      return {
        ...{ id: event.id, type: event.type.toUpperCase().replace('.', '_'), timestamp: event.timestamp },
        ...{ sequence: String(event.sequence), previous: String(event.previous) },
        blockchain: { chainId: event.chain_id },
        finality: event.finality?.toUpperCase() ?? null,
        transferId: ofTransfer?.id ?? null,
        transfer:
          ofTransfer?.transfer == null ? null : { id: ofTransfer.id, position: ofTransfer.transfer.position },
        changed: 'changed' in says ? (says.changed?.map((field) => field.toUpperCase()) ?? null) : null,
        issue: issue && {
          ...{ code: issue.code, message: issue.message, timestamp: issue.timestamp },
          transfer: issue.transfer === null ? null : { id: issue.transfer },
          token: issue.token === null ? null : { id: issue.token.id },
        },
        booking: 'opened' in says ? says : null,
      };
    }),
  );
}

test('who may see only some wallets is told nothing of labels, and a key in a page nothing of figures', async () => {
  const { api } = booked;
  const all = await events();
  const bounds = { wallets: new Set([wallet]), isPublic: false };
  const caller = { clientId: api.clientId, keyId: 'k', scopes: ['read'] as const };
  const read = async (isPublic: boolean) => {
    const request = { limit: 500 };
    return api.readModel.walletEventsAfter(
      { ...caller, bounds: { ...bounds, isPublic } },
      wallet,
      0n,
      request,
    );
  };
  const bounded = await read(false);
  const isLabel = ({ data }: (typeof all)[number]): boolean =>
    'changed' in data && data.changed?.includes('label') === true;
  expect(bounded.events.map(({ id }) => id)).toEqual(
    all.filter((event) => !isLabel(event)).map(({ id }) => id),
  );
  const shown = await read(true);
  expect(new Set(shown.events.map(({ type }) => type))).toEqual(new Set(['wallet.loaded', 'transfer.added']));
  // They go on behind the same numbers.
  expect([bounded.last, shown.last]).toEqual([BigInt(all.length), BigInt(all.length)]);
});

test('the bought transfer is the one that is named', async () => {
  const place = { walletId: 1, blockNumber: 101, timestamp: day(1), hash: hash(1_001) };
  const { position } = transferRecord({ ...place, index: 0 });
  const corrected = (await events()).find(
    ({ data }) => 'changed' in data && data.changed?.includes('correction'),
  );
  expect(corrected?.data).toMatchObject({ transfer: { position } });
});

test('issues that have nothing to do with the reporting currency are not told anew when it comes, changes and goes', async () => {
  const { database } = booked.api;
  const issuesBefore = await issues();
  expect(issuesBefore.map(({ code }) => code).sort()).toEqual(['MISSING_BASIS', 'UNPRICED_DISPOSAL']);
  for (const reportingCurrency of ['EUR', 'GBP', 'USD']) {
    const before = await events();
    await updateClientSettings(database, 'default', { reportingCurrency });
    expect(await bookStale(database)).toBe(1);
    const told = (await events()).slice(before.length);
    expect(told.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'ledger.booked', data: { from: null, opened: 0, closed: 0 } },
    ]);
    expect(await issues()).toEqual(issuesBefore);
  }
});
