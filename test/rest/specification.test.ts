/** The tables of the specification's section 2, word for word, against every item that the server answers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../support/api.ts';
import { friend } from '../support/history.ts';
import { storeGoldenWorld, wallet } from './golden-world.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await storeGoldenWorld(api.database, api.clientId);
  await api.ask('PUT', `/wallet/label/${friend}/`, { payload: { name: 'Friend' } });
});
afterAll(() => api.close());

const address = z.string().regex(/^0x[0-9a-f]{40}$/);
const hash = z.string().regex(/^0x[0-9a-f]{64}$/);
const id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[\\w-]+$`));
const fixed4 = z
  .string()
  .regex(/^-?(0|[1-9]\d*)\.\d{4}$/)
  .refine((text) => text !== '-0.0000');
const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const text = z.string();

// 2.6
const blockchain = z.strictObject({
  ...{ id: id('blockchain'), chain_id: z.int(), name: text, slug: text, symbol: text, image_url: text },
});
// 2.4
const token = z.strictObject({
  id: id('token'),
  asset: z.strictObject({ id: id('asset'), name: text, symbol: text, slug: text }),
  address,
  decimals: z.int().nullable(),
  blockchain: id('blockchain'),
});
// 2.3
const counterparty = z.strictObject({
  address,
  custom_label: z.object({}).nullable(),
  default_label: z
    .strictObject({ id: id('contract'), address, name: text, tags: text, blockchain_id: id('blockchain') })
    .nullable(),
});
// 2.5
const collection = z.strictObject({
  ...{ floor: z.array(z.unknown()), blockchain, address, name: text, symbol: text, description: text },
  ...{ image_url: text, opensea_status: text, is_spam: z.boolean() },
});
const url = text.nullable();
const nft = z.strictObject({
  ...{ id: id('nft'), collection, token_id: z.string().regex(/^\d+$/), name: text },
  ...{
    image: url,
    preview: url,
    thumbnail: url,
    original: url,
    animation_image: url,
    animation_original: url,
  },
  ...{ external_url: url, description: text },
});
// 2.2 and 2.7
const transfer = z.strictObject({
  ...{ id: id('tfr'), tx_id: id('tx'), hash, wallet: address, timestamp },
  ...{ token: token.nullable(), nft: nft.nullable(), amount: fixed4, side: z.enum(['inflow', 'outflow']) },
  ...{ price: fixed4.nullable(), fee: fixed4, category: z.null(), is_error: z.boolean(), counterparty },
  raw_token: z.strictObject({ address, name: text, symbol: text, id: z.number().nullable() }),
});
// 2.8
const transaction = z.strictObject({
  ...{ id: id('tx'), hash, wallet: address, timestamp, block_number: z.int(), fee: fixed4 },
  tx_category: z.enum(['Send', 'Receive', 'Mint', 'Swap', 'Contract Execution']),
  ...{ function: text.nullable(), is_error: z.boolean(), counterparty, blockchain },
});
// 2.9
const balance = z.strictObject({
  ...{
    id: id('bal'),
    wallet: address,
    token: token.nullable(),
    balance: z.number(),
    price: z.number().nullable(),
  },
  ...{
    value: z.number(),
    average_cost: z.number(),
    unrealized_pnl: z.number(),
    total_realized_pnl: z.number(),
  },
  ...{ cost_method: text, currency: text },
});
// 2.1
const envelope = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    ...{ count: z.int(), next: z.url().nullable(), previous: z.string().nullable() },
    results: z.array(item).min(1),
  });

/** What the service adds: behind the specification's fields, which keep their order. */
const added: Readonly<Record<string, readonly string[]>> = {
  transfer: [
    'is_spam',
    'spam_reason',
    'tax_treatment',
    'price_source',
    'price_tier',
    'position',
    'held_by',
    'settles',
  ],
  transaction: [
    ...['kind', 'trade', 'nfts', 'nft_count', 'is_spam', 'spam_reason'],
    ...['position', 'fee_price', 'fee_price_source', 'rates', 'kind_reason', 'function_source'],
    'bridge_message',
  ],
  balance: [
    ...['basis_status', 'raw_token', 'is_spam', 'cost_basis', 'income', 'expenses', 'price_source'],
    ...[
      'priced_at',
      'reconciliation',
      'blockchain',
      'held_amount',
      'held',
      'debt',
      'debts',
      'is_booked',
      'period',
    ],
  ],
};
const items = z.looseObject({ results: z.array(z.looseObject({})).min(1) });

test.each([
  ['transfer', transfer, envelope],
  ['transaction', transaction, envelope],
  ['balance', balance, (item: z.ZodType) => z.strictObject({ results: z.array(item).min(1) })],
])('2: /wallet/%s/', async (resource, item, list) => {
  const own = Object.keys(item.shape);
  for (const query of ['', '&spam=include']) {
    const { json } = await api.ask('GET', `/wallet/${resource}/?wallet=${wallet}${query}`);
    const { results, ...rest } = items.parse(json);
    for (const found of results) expect(Object.keys(found)).toEqual([...own, ...(added[resource] ?? [])]);
    const specified = results.map((found) => Object.fromEntries(own.map((name) => [name, found[name]])));
    expect(list(item).safeParse({ ...rest, results: specified }).error).toBeUndefined();
  }
});

test('2.10: POST /wallet/manage/', async () => {
  const { json } = await api.ask('POST', '/wallet/manage/', { payload: { address: wallet } });
  const record = z.strictObject({ id: z.int(), address, is_loaded: z.boolean() });
  expect(z.strictObject({ results: z.array(record).length(1) }).safeParse(json).error).toBeUndefined();
});

test('the wallet parameter stands in links, whole, with a comma as it is or encoded', async () => {
  const other = `0x${'3'.repeat(40)}`;
  await api.ask('POST', '/wallet/manage/', { payload: { address: other } });
  for (const comma of [',', '%2C']) {
    const path = `/wallet/transaction/?wallet=${wallet}${comma}${other}&page=1&page_size=1`;
    const { next } = z.looseObject({ next: z.string() }).parse((await api.ask('GET', path)).json);
    const link = new URL(next);
    expect(link.pathname).toBe('/wallet/transaction/');
    expect([link.searchParams.get('wallet'), link.searchParams.get('page')]).toEqual([
      `${wallet},${other}`,
      '2',
    ]);
  }
});
