/** Filters, pages and links of the lists. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../support/api.ts';
import { exchange, friend, storeHistory, usdc, wallet } from '../support/history.ts';
import { repeated, repeatedHash } from '../support/records.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await storeHistory(api.database, api.clientId, { loaded: false });
});
afterAll(() => api.close());

const pageSchema = z.object({
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(z.looseObject({ hash: z.string() })),
});

/** The first digit of each hash: a to e stand for the blocks 100 to 104. */
async function listed(url: string): Promise<string> {
  const { json, status, text } = await api.ask('GET', url);
  expect(status, text).toBe(200);
  return pageSchema
    .parse(json)
    .results.map(({ hash }) => hash.charAt(2))
    .join('');
}

describe('filters of transfers', () => {
  test.each([
    ['', 'dcba'],
    ['order=asc', 'abcd'],
    ['order=ASC', 'abcd'],
    [`counterparty_address=${exchange}`, 'a'],
    [`counterparty_address=${exchange},${friend}`, 'dba'],
    [`counterparty_address=${exchange}&counterparty_address=${friend}`, 'dba'],
    [`token=${usdc}`, 'b'],
    ['token=token_AAAAAaC4aZHGIYs2wdGdSi6esM42ButI', 'b'],
    [`token=${repeated('0')}`, 'a'],
    ['side=inflow', 'dcb'],
    ['side=Outflow', 'a'],
    // [from, to)
    ['from=2023-11-14T22:14:20Z', 'dcb'],
    ['to=2023-11-14T22:14:20Z', 'a'],
    ['from=2023-11-14T22:14:20Z&to=2023-11-14T22:15:20Z', 'b'],
    ['from=2023-11-14T23:14:20%2B01:00&to=2023-11-14T22:15:20', 'b'],
    ['from=2023-11-15', ''],
    ['blockchain=ethereum', 'dcba'],
    ['blockchain=1', 'dcba'],
    ['blockchain=blockchain_AAAAAQ', 'dcba'],
    ['blockchain=polygon', ''],
    ['blockchain=polygon,Ethereum', 'dcba'],
    ['category=Send', 'a'],
    ['category=send,MINT', 'ca'],
    ['spam=exclude', 'cba'],
    ['spam=only', 'd'],
    ['spam=include', 'dcba'],
    // Nothing has a price yet.
    ['min_value=0.01', ''],
  ])('%s → %s', async (query, expected) => {
    expect(await listed(`/wallet/transfer/?wallet=${wallet}&${query}`)).toBe(expected);
  });
});

describe('filters of transactions', () => {
  test.each([
    ['', 'edcba'],
    ['category=Contract%20Execution', 'e'],
    ['category=contract_execution,Mint', 'ec'],
    ['kind=failed', 'e'],
    ['is_error=true', 'e'],
    ['is_error=false', 'dcba'],
    ['spam=exclude', 'ecba'],
    [`counterparty_address=${friend}`, 'db'],
    [`not_counterparty_address=${friend}`, 'eca'],
    [`not_counterparty_address=${friend},${exchange}`, 'c'],
    [`not_counterparty_address=${friend}&counterparty_address=${exchange}&is_error=false`, 'a'],
    ['to=2023-11-14T22:14:20Z', 'a'],
    ['blockchain=137', ''],
    [`hash=${repeatedHash('C')}`, 'c'],
    [`hash=${repeatedHash('c')}&is_error=true`, ''],
    [`hash=${repeatedHash('c')}&blockchain=137`, ''],
  ])('%s → %s', async (query, expected) => {
    expect(await listed(`/wallet/transaction/?wallet=${wallet}&${query}`)).toBe(expected);
  });
});

describe('balances', () => {
  test.each([
    [`token=${usdc}`, 1],
    ['blockchain=polygon', 0],
    ['blockchain=ethereum', 2],
    ['hide_zero=true', 2],
    // As the specification writes them.
    ['cost_method=Weighted%20Average%20Cost&currency=US%20Dollar', 2],
    ['currency=xDAI', 2],
    ['spam=only', 1],
  ])('%s → %s rows', async (query, rows) => {
    const { json } = await api.ask('GET', `/wallet/balance/?wallet=${wallet}&${query}`);
    expect(z.object({ results: z.array(z.unknown()) }).parse(json).results).toHaveLength(rows);
  });
});

test.each([
  ['order_by=token', 'ETH,USDC'],
  ['order_by=token&order=desc', 'USDC,ETH'],
  // Nothing has a price.
  ['order_by=Value&order=asc', 'ETH,USDC'],
  ['', 'ETH,USDC'],
])('balances %s → %s', async (query, expected) => {
  const { json } = await api.ask('GET', `/wallet/balance/?wallet=${wallet}&${query}`);
  const symbols = z.object({
    results: z.array(z.object({ token: z.object({ asset: z.object({ symbol: z.string() }) }) })),
  });
  expect(
    symbols
      .parse(json)
      .results.map(({ token }) => token.asset.symbol)
      .join(),
  ).toBe(expected);
});

test('what cannot be sorted by is refused', async () => {
  const { status, json } = await api.ask('GET', `/wallet/balance/?wallet=${wallet}&order_by=colour`);
  expect([status, json]).toMatchObject([
    400,
    {
      errors: [
        { path: 'order_by', message: expect.stringContaining('value, unrealized_pnl, realized_pnl, token') },
      ],
    },
  ]);
});

describe('pages', () => {
  test.each(['transfer', 'transaction'])(
    'of %s answer an anchor, which is taken with any page',
    async (name) => {
      const url = `/wallet/${name}/?wallet=${wallet}&page_size=2`;
      const first = await api.ask('GET', url);
      const anchor = String(first.headers['wallet-data-anchor']);
      expect(anchor).toMatch(/^[\w-]{18}$/);
      for (const page of [1, 2]) {
        const plain = await api.ask('GET', `${url}&page=${page}`);
        const held = await api.ask('GET', `${url}&page=${page}&anchor=${anchor}`);
        expect(held.headers['wallet-data-anchor']).toBe(anchor);
        expect(held.json).toEqual(plain.json);
      }
      const refused = await api.ask('GET', `${url}&spam=only&anchor=${anchor}`);
      expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'anchor' }] } });
      const empty = await api.ask('GET', `${url}&anchor=`);
      expect(empty).toMatchObject({ status: 400, json: { errors: [{ path: 'anchor' }] } });
      const file = await api.ask('GET', `${url}&format=csv`);
      expect(file.headers['wallet-data-anchor']).toBeUndefined();
    },
  );

  test.each(['issue', 'counterparty', 'lot', 'correction'])('of %s have no anchor', async (name) => {
    const url = `/wallet/${name}/?wallet=${wallet}`;
    expect((await api.ask('GET', url)).headers['wallet-data-anchor']).toBeUndefined();
    expect(await api.ask('GET', `${url}&anchor=abc`)).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'anchor' }] },
    });
  });

  test('next and previous are absolute and carry every parameter but the key', async () => {
    const query = `wallet=${wallet}&page_size=2&spam=include`;
    const first = pageSchema.parse(
      (await api.ask('GET', `/wallet/transfer?${query}&api_key=${api.key}`)).json,
    );
    expect(first).toMatchObject({ count: 4, previous: null });
    const next = new URL(first.next ?? '');
    expect(next.origin + next.pathname).toBe('http://api.test/wallet/transfer/');
    expect([...next.searchParams.keys()]).toEqual(['wallet', 'page_size', 'spam', 'page', 'anchor']);
    expect(next.search).toContain(`wallet=${wallet}&page_size=2&spam=include&page=2&anchor=`);
    expect(first.next).not.toContain('api_key');

    const second = pageSchema.parse((await api.ask('GET', next.pathname + next.search)).json);
    expect(second.results.map(({ hash }) => hash.charAt(2))).toEqual(['b', 'a']);
    expect(second).toMatchObject({ count: 4, next: null });
    const previous = new URL(second.previous ?? '');
    expect(previous.searchParams.get('page')).toBe('1');
    const again = pageSchema.parse((await api.ask('GET', previous.pathname + previous.search)).json);
    expect(again.results).toEqual(first.results);
  });

  test('commas between wallets stay as they are', async () => {
    await api.ask('POST', '/wallet/manage/', { payload: { address: repeated('2') } });
    const { json } = await api.ask(
      'GET',
      `/wallet/transfer/?wallet=${wallet}%2C${repeated('2')}&page_size=3`,
    );
    expect(pageSchema.parse(json).next).toContain(`wallet=${wallet},${repeated('2')}&page_size=3&page=2`);
  });

  test('page 1 of nothing is empty; a page past the last is 404', async () => {
    const empty = await api.ask('GET', `/wallet/transfer/?wallet=${wallet}&blockchain=polygon`);
    expect(empty.json).toEqual({ count: 0, next: null, previous: null, results: [] });
    const past = await api.ask('GET', `/wallet/transfer/?wallet=${wallet}&page=2`);
    expect([past.status, past.json]).toMatchObject([404, { code: 'PAGE_NOT_FOUND' }]);
  });

  test('while a wallet is loading a header says so', async () => {
    for (const resource of ['transfer', 'transaction', 'balance']) {
      const { headers } = await api.ask('GET', `/wallet/${resource}/?wallet=${wallet}`);
      expect(headers['wallet-data-loaded']).toBe('false');
    }
  });
});

test('with PUBLIC_URL, links begin with it', async () => {
  const other = await createTestApi({ publicUrl: 'https://data.example/base' });
  try {
    await storeHistory(other.database, other.clientId);
    const { json, headers } = await other.ask('GET', `/wallet/transfer/?wallet=${wallet}&page_size=1`);
    expect(pageSchema.parse(json).next).toMatch(
      /^https:\/\/data\.example\/base\/wallet\/transfer\/\?wallet=/,
    );
    expect(headers['wallet-data-loaded']).toBe('true');
  } finally {
    await other.close();
  }
});
