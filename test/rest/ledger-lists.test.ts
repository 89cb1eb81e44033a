/** Open lots and disposals over all tokens of a wallet: what is listed, in which order, paged, filtered and as CSV. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { storePrices } from '../../src/store/prices/price-rows.ts';
import { day } from '../accounting/scenario.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { statementsOf } from '../support/builders.ts';
import { parseCsv } from '../support/csv.ts';
import { usdc } from '../support/history.ts';
import { repeated } from '../support/records.ts';
import { storeBookedWorld, trader } from './booked-world.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  await storeBookedWorld(api.database, api.clientId);
  // Of the hour of the sale.
  const [hour, observedAt] = [Math.floor(day(20) / 3600), day(20)];
  const answer = { source: 'test', confidence: 1, provenance: {} };
  await storePrices(api.database, [{ chainId: 1, address: usdc, hour, observedAt, price: '1', ...answer }]);
});
afterAll(() => api?.close());

const page = z.object({
  ...{ count: z.int(), next: z.string().nullable(), previous: z.string().nullable() },
  results: z.array(z.looseObject({ raw_token: z.object({ symbol: z.string() }), cost: z.number() })),
});
async function listed(path: string): Promise<z.output<typeof page>> {
  const { status, text, json } = await api.ask('GET', path);
  expect(status, text).toBe(200);
  return page.parse(json);
}
const lots = (query = '') => listed(`/wallet/lot/?wallet=${trader}${query}`);
const disposals = (query = '') => listed(`/wallet/disposal/?wallet=${trader}&page_size=2${query}`);
const symbols = ({ results }: z.output<typeof page>) => results.map(({ raw_token }) => raw_token.symbol);

describe('lots', () => {
  test('all that is held, NFTs included, by token', async () => {
    const found = await lots();
    expect(symbols(found)).toEqual(['ETH', 'USDC', 'DOG']);
    // 0.37 ETH at 1,000; 4,500 USDC and 30 of gas; the dog for 0.1 ETH at 2,000.
    expect(found.results.map(({ cost }) => cost)).toEqual([370, 4530, 200]);
    expect(found.count).toBe(3);
  });

  test('in pages', async () => {
    expect(symbols(await lots('&page_size=2'))).toEqual(['ETH', 'USDC']);
    const last = await lots('&page_size=2&page=2');
    expect(symbols(last)).toEqual(['DOG']);
    expect(last).toMatchObject({ count: 3, next: null, previous: expect.stringContaining('page=1') });
    expect((await api.ask('GET', `/wallet/lot/?wallet=${trader}&page_size=2&page=3`)).status).toBe(404);
  });

  test.each([
    [`&token=${usdc}`, ['USDC']],
    [`&token=${repeated('c')},0x${'0'.repeat(40)}`, ['ETH', 'DOG']],
    [`&token=${repeated('d')}`, []],
    ['&cost_method=weighted%20average%20cost', ['ETH', 'USDC', 'DOG']],
  ])('%s', async (query, expected) => {
    expect(symbols(await lots(query))).toEqual(expected);
  });

  test('in another currency', async () => {
    // In ether, what costs 4,500 USDC is 1.5, and 0.01 of gas.
    const { results } = await lots(`&token=${usdc}&currency=ETH`);
    expect(results).toMatchObject([{ cost: 1.51, currency: 'ETH' }]);
  });
});

describe('disposals', () => {
  /** Newest first: the dog's price, a failed call's gas, the sale, and its gas. */
  const gains = [100, 30, 3000, 20];

  test('linked pages hold each once, newest first, and add up to the realised result', async () => {
    const first = await disposals();
    expect(first).toMatchObject({ count: 4, previous: null });
    const next = new URL(first.next ?? '');
    expect(next.searchParams.get('anchor')).not.toBeNull();
    const second = await listed(next.pathname + next.search);
    expect(second).toMatchObject({ count: 4, next: null });
    const all = [...first.results, ...second.results];
    expect(all.map(({ gain }) => gain)).toEqual(gains);
    expect(all.map(({ is_fee, is_error, treatment }) => [is_fee, is_error, treatment])).toEqual([
      [false, false, 'DISPOSAL'],
      [true, true, 'GAS'],
      [false, false, 'DISPOSAL'],
      [true, false, 'GAS'],
    ]);
    const { json } = await api.ask('GET', `/wallet/balance/?wallet=${trader}&token=0x${'0'.repeat(40)}`);
    // 100 + 30 + 3,000 + 20
    expect(json).toMatchObject({ results: [{ total_realized_pnl: 3150 }] });
    const transfer = await api.ask('GET', `/wallet/transfer/?wallet=${trader}&side=outflow&page_size=1`);
    expect(transfer.json).toMatchObject({
      results: [{ id: all[0]?.disposed_by, tx_id: all[0]?.tx_id }],
    });
  });

  test('a page by number', async () => {
    const second = await disposals('&page=2');
    expect(second.results.map(({ gain }) => gain)).toEqual([3000, 20]);
  });

  test.each([
    ['&is_error=true', [30]],
    ['&is_error=false', [100, 3000]],
    ['&period=D', []],
    [`&token=${usdc}`, []],
    // The pool of WAC: 2 ETH cost 2,000, as every ether does here.
    ['&cost_method=WAC', [100, 30]],
    ['&currency=US%20Dollar', [100, 30]],
    // Ether sold for ether's worth.
    ['&currency=xDAI&is_error=true', [null]],
  ])('%s', async (query, expected) => {
    expect((await disposals(query)).results.map(({ gain }) => gain)).toEqual(expected);
  });

  test('an anchor that is none, or of another list, is refused', async () => {
    const refused = await api.ask('GET', `/wallet/disposal/?wallet=${trader}&page=2&anchor=abc`);
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'anchor' }] } });
    const { next } = await disposals();
    const anchor = new URL(next ?? '').searchParams.get('anchor');
    const other = await api.ask(
      'GET',
      `/wallet/disposal/?wallet=${trader}&page=2&page_size=2&cost_method=LIFO&anchor=${anchor}`,
    );
    expect(other).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'anchor', message: expect.stringMatching(/another list/) }] },
    });
  });

  test('as CSV, whole', async () => {
    const { text } = await api.ask('GET', `/wallet/disposal/?wallet=${trader}`, {
      headers: { accept: 'text/csv' },
    });
    const [names = '', ...rows] = text.trimEnd().split('\r\n');
    expect(names).toBe(
      'wallet,blockchain_id,chain_id,blockchain_name,blockchain_slug,blockchain_symbol,token_id,token_address,token_name,' +
        'token_symbol,token_decimals,asset_id,asset_slug,nft_id,nft_name,nft_description,nft_collection,' +
        'nft_collection_symbol,nft_collection_description,nft_collection_opensea_status,nft_collection_is_spam,' +
        'nft_collection_image,nft_floor,nft_image,nft_preview,nft_thumbnail,nft_original,nft_animation_image,' +
        'nft_animation_original,nft_external_url,' +
        'raw_token_address,raw_token_name,raw_token_symbol,raw_token_id,disposed_by,tx_id,disposed_at,treatment,is_fee,' +
        'is_error,acquired_by,acquired_at,quantity,proceeds,cost,gain,basis_status,cost_method,currency',
    );
    const gain = names.split(',').indexOf('gain');
    expect(rows.map((row) => Number(row.split(',')[gain]))).toEqual(gains);
  });
});

test('lots as CSV: a pool has no date of its own', async () => {
  const datesOf = async (method: string): Promise<string[]> => {
    const { text } = await api.ask('GET', `/wallet/lot/?wallet=${trader}&cost_method=${method}`, {
      headers: { accept: 'text/csv' },
    });
    const [names = '', ...rows] = text.trimEnd().split('\r\n');
    const place = names.split(',').indexOf('acquired_at');
    return rows.map((row) => row.split(',')[place] ?? '');
  };
  const dated = await datesOf('fifo');
  expect(dated.length).toBeGreaterThan(0);
  expect(dated.filter((date) => !/^\d{4}-\d\d-\d\dT/.test(date))).toEqual([]);
  expect([...new Set(await datesOf('wac'))]).toEqual(['']);
});

test('transactions as CSV: trades and NFTs side by side in a cell', async () => {
  const { text } = await api.ask('GET', `/wallet/transaction/?wallet=${trader}&category=swap`, {
    headers: { accept: 'text/csv' },
  });
  const [names = '', bought, sold] = text.trimEnd().split('\r\n');
  expect(names).toMatch(/,kind,trade_sold,trade_bought,trade_value,nfts,nft_count,spam_reason,position,/);
  expect(sold).toMatch(/,SWAP,1\.5 ETH,4500 USDC,4500,,0,,[0-9a-f]{30},/);
  expect(bought).toMatch(/,NFT_BUY,0\.1 ETH,"1 Rex ""the 7th""",200,"Rex ""the 7th""",1,,[0-9a-f]{30},/);
});

test('a page costs the same statements for one item as for all', async () => {
  for (const path of ['/wallet/lot/', '/wallet/disposal/', '/wallet/transaction/']) {
    const ask = (size: number) => api.ask('GET', `${path}?wallet=${trader}&page_size=${size}`);
    await ask(500);
    // What the service reads by itself meanwhile, such as keys that it has not seen for a while, only adds to them.
    const leastReads = async (size: number): Promise<number> => {
      const counts: number[] = [];
      for (let time = 0; time < 3; time += 1) {
        const statements = await statementsOf(() => ask(size));
        counts.push(statements.filter((statement) => /\bFROM\b/.test(statement)).length);
      }
      return Math.min(...counts);
    };
    const all = await leastReads(500);
    // The first of several pages is counted, too.
    expect(await leastReads(1)).toBeLessThanOrEqual(all + 1);
    // Of a page of transactions one is the version that its anchor names.
    expect(all).toBeLessThanOrEqual(9);
  }
});

test.each(['lot', 'disposal'])('/wallet/%s/ of a wallet that is not registered: 404', async (resource) => {
  expect(await api.ask('GET', `/wallet/${resource}/?wallet=${repeated('9')}`)).toMatchObject({
    ...{ status: 404, json: { code: 'WALLET_NOT_REGISTERED' } },
  });
});

describe('holdings at a moment', () => {
  const holdings = (at: string, query = '') =>
    api.ask('GET', `/wallet/holding/?wallet=${trader}&at=${at}${query}`);

  test('what had come by then, what it had cost, and what it was worth then', async () => {
    // A second before the sale. The newest price is twenty days old: 2 ETH at 1,000.
    expect((await holdings('2023-12-04T21:59:59Z')).json).toMatchObject({
      results: [
        {
          ...{
            wallet: trader,
            raw_token: { symbol: 'ETH' },
            nft: null,
            at: '2023-12-04T21:59:59Z',
            balance: 2,
          },
          ...{ price: 1000, priced_at: '2023-11-14T22:00:00Z', is_price_stale: true, value: 2000 },
          ...{ cost_basis: 2000, average_cost: 1000, unrealized_pnl: 0, basis_status: 'COMPLETE' },
          ...{
            held_amount: 0,
            in_transit_amount: 0,
            debt: 0,
            debt_value: 0,
            cost_method: 'FIFO',
            currency: 'USD',
          },
        },
      ],
    });
    // The second of the sale counts: 2 − 1.5 − 0.01 ETH of gas are left, which cost 490 and are worth 0.49 × 3,000 = 1,470.
    expect((await holdings('2023-12-04T22:00:00Z')).json).toMatchObject({
      results: [
        { raw_token: { symbol: 'USDC' }, balance: 4500, value: 4500, cost_basis: 4530, unrealized_pnl: -30 },
        {
          ...{ raw_token: { symbol: 'ETH' }, balance: 0.49, price: 3000, is_price_stale: false },
          ...{ value: 1470, cost_basis: 490, unrealized_pnl: 980 },
        },
      ],
    });
  });

  test('NFTs have a cost, and no price', async () => {
    const { json } = await holdings('2024-01-13T22:00:00Z');
    // 0.49 − 0.02 of the failed call − 0.1 for the dog, which was worth 200.
    expect(json).toMatchObject({
      results: [
        { raw_token: { symbol: 'USDC' } },
        { raw_token: { symbol: 'ETH' }, balance: 0.37, value: 740, cost_basis: 370 },
        {
          ...{ raw_token: { symbol: 'DOG' }, token: null, nft: { token_id: '7' } },
          ...{ balance: 1, price: null, priced_at: null, value: 0, cost_basis: 200, unrealized_pnl: 0 },
        },
      ],
    });
  });

  test('by another method, in another currency, as CSV', async () => {
    const { text } = await holdings('2023-12-04T22:00:00Z', '&cost_method=WAC&currency=ETH&format=csv');
    const [names = [], ...lines] = parseCsv(text);
    const rows = lines.map((cells) => Object.fromEntries(names.map((name, place) => [name, cells[place]])));
    // 4,500 USDC are 1.5 ETH at 3,000, by a price of 34 digits, and cost 0.01 ETH of gas beside them.
    expect(rows).toMatchObject([
      {
        raw_token_symbol: 'USDC',
        balance: '4500',
        value: expect.stringMatching(/^1\.49{20}/),
        cost_basis: '1.51',
        cost_method: 'WAC',
      },
      {
        raw_token_symbol: 'ETH',
        price: '1',
        value: '0.49',
        cost_basis: '0.49',
        unrealized_pnl: '0',
        currency: 'ETH',
      },
    ]);
  });

  test('a coin whose rate of the hour is not there is worth 1 of itself, by the newest price of both', async () => {
    expect((await holdings('2023-12-04T21:59:59Z', '&currency=ETH')).json).toMatchObject({
      results: [
        { price: 1, priced_at: '2023-11-14T22:00:00Z', is_price_stale: true, value: 2, currency: 'ETH' },
      ],
    });
  });

  test.each([
    [`&token=${usdc}`, ['USDC']],
    [`&token=${repeated('c')},0x${'0'.repeat(40)}`, ['ETH', 'DOG']],
    ['&blockchain=ethereum&token=0xffffffffffffffffffffffffffffffffffffffff', []],
  ])('only %s', async (query, expected) => {
    const { json } = await holdings('2024-01-13T22:00:00Z', query);
    expect(json).toMatchObject({ results: expected.map((symbol) => ({ raw_token: { symbol } })) });
    expect(json).toHaveProperty('results.length', expected.length);
  });

  test('nothing was there yet', async () => {
    expect((await holdings('2023-11-14T21:59:59Z')).json).toEqual({ results: [] });
  });

  test.each([
    ['a moment to come', '2123-01-01', 'lies in the future'],
    ['no moment', 'soon', 'is not an ISO 8601 time'],
  ])('%s is refused', async (_name, at, message) => {
    expect(await holdings(at)).toMatchObject({
      status: 400,
      json: { code: 'BAD_INPUT', errors: [{ path: 'at', message: expect.stringContaining(message) }] },
    });
  });

  test('a wallet that is not booked yet is refused by name', async () => {
    const [address] = ['5'].map(repeated);
    await api.ask('POST', '/wallet/manage/', { payload: { address } });
    const { status, json } = await api.ask(
      'GET',
      `/wallet/holding/?wallet=${trader},${address}&at=2023-12-05`,
    );
    expect({ status, json }).toMatchObject({ status: 409, json: { code: 'CONFLICT' } });
    expect(json).toMatchObject({ errors: [{ message: expect.stringContaining(String(address)) }] });
  });

  test('GraphQL says the same', async () => {
    const query = `{ holdings(wallets: ["${trader}"], at: "2023-12-04T22:00:00Z", filter: { chainIds: [1] }, first: 1) {
      count pageInfo { hasNextPage } nodes { rawToken { symbol } balance value costBasis unrealizedPnl } } }`;
    expect((await api.ask('POST', '/graphql', { payload: { query } })).json).toMatchObject({
      data: {
        holdings: {
          ...{ count: 2, pageInfo: { hasNextPage: true } },
          nodes: [
            {
              ...{ rawToken: { symbol: 'USDC' }, balance: '4500', value: '4500' },
              ...{ costBasis: '4530', unrealizedPnl: '-30' },
            },
          ],
        },
      },
    });
  });
});
