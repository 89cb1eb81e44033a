/** Every field of every list's JSON has a column in its CSV, which holds the same. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../support/api.ts';
import { parseCsv } from '../support/csv.ts';
import { friend } from '../support/history.ts';
import { storeBookedWorld, trader } from './booked-world.ts';
import { storeGoldenWorld, wallet } from './golden-world.ts';

let api: TestApi;
let webhook: string;
let member: string;
/** Reads the lists of clients and keys, too. */
let admin: string;
let document: z.infer<typeof documentSchema>;
beforeAll(async () => {
  api = await createTestApi();
  admin = (await api.addKey({ scopes: ['read', 'webhooks', 'admin'] })).key;
  await storeGoldenWorld(api.database, api.clientId);
  await storeBookedWorld(api.database, api.clientId);
  await api.ask('PUT', `/wallet/label/${friend}/`, { payload: { name: 'Friend', tags: ['a', 'b'] } });
  const opening = {
    kind: 'OPENING_LOT',
    wallet,
    blockchain: 'ethereum',
    token_address: `0x${'0'.repeat(40)}`,
  };
  const lot = { quantity: '2', cost: '10', acquired_at: '2020-01-01' };
  const made = await api.ask('POST', '/wallet/correction/', { payload: { ...opening, ...lot } });
  expect(made.status, made.text).toBe(201);
  const hook = { url: 'https://hooks.example/a', types: ['transfer.added'], wallet: [wallet] };
  const created = await api.ask('POST', '/wallet/webhook/', { payload: hook });
  expect(created.status, created.text).toBe(201);
  webhook = z.object({ id: z.string() }).parse(created.json).id;
  const invited = await api.ask('POST', '/admin/member/', {
    headers: { 'x-api-key': admin },
    payload: { name: 'Mia', role: 'viewer' },
  });
  member = z.object({ member: z.object({ id: z.string() }) }).parse(invited.json).member.id;
  document = documentSchema.parse((await api.ask('GET', '/openapi.json')).json);
});
afterAll(() => api.close());

/** A schema of OpenAPI, as far as its fields are asked for. */
interface Shape {
  $ref?: string | undefined;
  type?: unknown;
  properties?: Record<string, Shape> | undefined;
  items?: Shape | undefined;
  anyOf?: Shape[] | undefined;
}
const shape: z.ZodType<Shape> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    properties: z.record(z.string(), shape).optional(),
    items: shape.optional(),
    anyOf: z.array(shape).optional(),
  }),
);
const listSchema = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), required: z.boolean().optional() })).optional(),
  responses: z.looseObject({
    200: z.looseObject({
      content: z.looseObject({ 'application/json': z.looseObject({ schema: shape }).optional() }).optional(),
    }),
  }),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.looseObject({ get: listSchema.optional() })),
  components: z.looseObject({ schemas: z.record(z.string(), shape) }),
});

/** The names of all fields that hold no fields themselves: `token.asset.id`, `sync[].phase`. */
function fieldsOf(item: Shape, name = ''): string[] {
  if (item.$ref !== undefined) {
    const named = document.components.schemas[item.$ref.split('/').at(-1) ?? ''];
    if (named === undefined) throw new Error(`${item.$ref} is nowhere`);
    return fieldsOf(named, name);
  }
  if (item.anyOf !== undefined) {
    const fields = item.anyOf.filter(({ type }) => type !== 'null').flatMap((one) => fieldsOf(one, name));
    return [...new Set(fields)];
  }
  if (item.properties !== undefined) {
    const before = name === '' ? '' : `${name}.`;
    return Object.entries(item.properties).flatMap(([own, field]) => fieldsOf(field, before + own));
  }
  return item.items === undefined ? [name] : fieldsOf(item.items, `${name}[]`);
}

/**
 * The column of a field, where it is not the field's name with `_` between its parts. The first that fits counts; what is
 * in many items of one row, or repeats another column, stands there.
 */
const columnNames: readonly (readonly [field: RegExp, column: string])[] = [
  [/^(raw_token)\.id$/, '$1_id'],
  [/^token\.asset\.(name|symbol)$/, 'token_$1'],
  [/^token\.asset\.(id|slug)$/, 'asset_$1'],
  [/^token\.blockchain$/, 'blockchain_id'],
  [/^blockchain$/, 'blockchain_id'],
  [/^blockchain\.chain_id$/, 'chain_id'],
  [/^counterparty\.(custom|default)_label\.name$/, 'counterparty_$1_label'],
  [/^counterparty\.(custom|default)_label\.tags$/, 'counterparty_$1_tags'],
  [/^counterparty\.(custom|default)_label\.address$/, 'counterparty_address'],
  [/^nft\.token_id$/, 'raw_token_id'],
  [/^nft\.collection\.address$/, 'raw_token_address'],
  [/^nft\.collection\.name$/, 'nft_collection'],
  [/^nft\.collection\.image_url$/, 'nft_collection_image'],
  [/^nft\.collection\.blockchain\.chain_id$/, 'chain_id'],
  [/^nft\.collection\.blockchain\.(id|name|slug|symbol)$/, 'blockchain_$1'],
  [/^nft\.collection\.floor\[\]\..*$/, 'nft_floor'],
  [/^sync\[\]\.(phase|percent|blockchain\.slug)$/, 'sync'],
  [/^sync\[\]\.warnings\[\]$/, 'warnings'],
  [/^sync\[\]\.error$/, 'errors'],
  [/^sync\[\]\.(synced|head)_block$/, '$1_blocks'],
  [/^sync\[\]\.updated_at$/, 'updated_at'],
  [/^sync\[\]\.stale_since$/, 'chains_stale_since'],
  [/^sync\[\]\.seen_within_seconds$/, 'seen_within_seconds'],
  [/^sync\[\]\.wallet_capacity$/, 'wallet_capacities'],
  [/^reconciliation\.on_chain_balance$/, 'on_chain_balance'],
  [/^reconciliation\.(difference|block_number|checked_at)$/, 'on_chain_$1'],
  [/^held\[\]\.counterparty\..*$/, 'held_name'],
  [/^debts\[\]\.counterparty\..*$/, 'debt_name'],
  [/^held\[\]\.(contract|cost_basis)$/, 'held_$1'],
  [/^debts\[\]\.contract$/, 'debt_contract'],
  [/^held\[\]\.amount$/, 'held_part'],
  [/^debts\[\]\.amount$/, 'debt_part'],
  [/^settles\.raw_token\.address$/, 'settles_token_address'],
  [/^settles\.(amount|price)$/, 'settles_$1_exact'],
  [/^trade\.(sold|bought)\[\]\.(amount|nft\.name|raw_token\.(symbol|address))$/, 'trade_$1'],
  [/^nfts\[\]\.name$/, 'nfts'],
  [/^(types|chain_ids|token|scopes|origins|wallets|public_keys)\[\]$/, '$1'],
  [/^passkeys\[\]\.name$/, 'passkeys'],
  [/^by_token\[\]\.(net|inflow|outflow)$/, '$1_by_token'],
  [/^by_token\[\]\.raw_token\.(symbol|address)$/, 'net_by_token'],
];

function columnOf(field: string): string {
  const found = columnNames.find(([pattern]) => pattern.test(field));
  return found === undefined ? field.replaceAll('.', '_') : field.replace(...found);
}

/** Fields that have no column, each with its reason. */
const withoutColumn: readonly (readonly [field: RegExp, reason: string])[] = [
  [/^category$/, 'always null by the specification; tx_category says what the transaction is'],
  [/^(nft\.collection\.)?blockchain\.image_url$/, 'a picture of the chain, the same in every row'],
  [/^sync\[\]\.blockchain\.(id|chain_id|name|symbol|image_url)$/, 'chains share a cell: the slug names them'],
  [
    /^trade\.(sold|bought)\[\]\.(token\..*|nft\.(?!name$).*|raw_token\.(id|name)|price|value)$/,
    'what was traded shares a cell: amount and symbol, address or name tell it; the transfers have the rest',
  ],
  [/^settles\.raw_token\.(id|name|symbol)$/, 'the address names it; balances have the rest'],
  [/^passkeys\[\]\.(?!name$)/, 'passkeys share a cell: the names tell them'],
  [/^nfts\[\]\.(?!name$)/, 'NFTs share a cell: the names tell them; the transfers have the rest'],
  [/^by_token\[\]\.(token\..*|raw_token\.(id|name))$/, 'tokens share a cell: symbol or address names them'],
];

const isWithout = (field: string): boolean => withoutColumn.some(([pattern]) => pattern.test(field));

interface List {
  path: string;
  /** Its URL with the parameters that it needs. */
  url: string;
  fields: string[];
}

/** All GETs whose answer has `results`. */
function lists(): List[] {
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    const answer = get?.responses[200].content?.['application/json']?.schema;
    const named = document.components.schemas[answer?.$ref?.split('/').at(-1) ?? ''];
    const item = named?.properties?.results?.items;
    // What is followed has no end, and so no file.
    if (item === undefined || path === '/wallet/event/') return [];
    const given: Record<string, string> = {
      wallet,
      from: '2024-01-01',
      to: '2024-01-03',
      at: '2024-02-01',
    };
    const needed = get?.parameters?.filter(({ required }) => required === true).map(({ name }) => name) ?? [];
    const query = new URLSearchParams(
      needed.filter((name) => name !== 'id').map((name) => [name, given[name] ?? '']),
    );
    // Whoever asks by a key has none.
    if (path === '/account/session/') query.append('member', member);
    // The second wallet's ledger is booked, and that alone. Some lists take one wallet only.
    if (path === '/wallet/holding/') query.set('wallet', trader);
    else if (path !== '/wallet/value/' && query.has('wallet')) query.append('wallet', trader);
    return [{ path, url: `${path.replace('{id}', webhook)}?${query}`, fields: fieldsOf(item) }];
  });
}

async function csvOf(url: string): Promise<string[][]> {
  const { status, text, headers } = await api.ask('GET', `${url}&format=csv`, {
    headers: { 'x-api-key': admin },
  });
  expect(status, text).toBe(200);
  expect(headers['content-type']).toContain('text/csv');
  return parseCsv(text);
}

test('every field of JSON has a column, or a reason why not', async () => {
  const missing: string[] = [];
  const found = lists();
  for (const { path, url, fields } of found) {
    const [columns = []] = await csvOf(url);
    expect(new Set(columns).size, `${path} has a column twice`).toBe(columns.length);
    const absent = fields.filter((field) => !columns.includes(columnOf(field)) && !isWithout(field));
    missing.push(...absent.map((field) => `${path} ${field}: no column ${columnOf(field)}`));
  }
  expect(missing).toEqual([]);
  expect(found.map(({ path }) => path)).toEqual(
    expect.arrayContaining(
      [
        'transfer',
        'transaction',
        'balance',
        'lot',
        'disposal',
        'issue',
        'label',
        'manage',
        'counterparty',
        'value',
      ].map((name) => `/wallet/${name}/`),
    ),
  );
});

test('every exception is one, and every name that differs is used', () => {
  const fields = lists().flatMap((list) => list.fields);
  for (const [pattern] of [...columnNames, ...withoutColumn]) {
    expect(
      fields.some((field) => pattern.test(field)),
      String(pattern),
    ).toBe(true);
  }
});

describe('columns hold what JSON holds', () => {
  /** Every value of an item that is no list of its own, by its field's name. */
  function valuesOf(value: unknown, name = ''): [field: string, value: unknown][] {
    if (Array.isArray(value)) return [];
    if (typeof value !== 'object' || value === null) return [[name, value]];
    const before = name === '' ? '' : `${name}.`;
    return Object.entries(value).flatMap(([own, field]) => valuesOf(field, before + own));
  }
  const envelope = z.looseObject({ results: z.array(z.record(z.string(), z.unknown())) });

  /** As a cell: a number as its digits, within what JavaScript's numbers hold. */
  function isSame(cell: string, value: unknown): boolean {
    if (value === null) return cell === '';
    return typeof value === 'number' ? cell !== '' && Number(cell) === value : cell === String(value);
  }

  test.each([
    ...['transfer', 'transaction', 'balance', 'issue', 'counterparty', 'correction', 'label', 'manage'],
    ...['lot', 'disposal', 'webhook'],
  ])('%s', async (name) => {
    const list = lists().find(({ path }) => path === `/wallet/${name}/`);
    expect(list).toBeDefined();
    const url = list?.url ?? '';
    const { results } = envelope.parse((await api.ask('GET', url)).json);
    const [columns = [], ...rows] = await csvOf(url);
    expect(rows).toHaveLength(results.length);
    if (name !== 'issue') expect(results.length).toBeGreaterThan(0);
    const differences = results.flatMap((item, row) =>
      valuesOf(item).flatMap(([field, value]) => {
        const place = columns.indexOf(columnOf(field));
        if (isWithout(field) || place === -1) return [];
        const cell = rows[row]?.[place] ?? '';
        return isSame(cell, value) ? [] : [`row ${row} ${field}: ${JSON.stringify(value)} is '${cell}'`];
      }),
    );
    expect(differences).toEqual([]);
  });
});
