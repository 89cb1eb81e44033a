/** The specification's shapes, field by field and in its order, of rows that a person can check by hand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { envelopeOf } from '../../src/rest/envelope.ts';
import { balanceSchema } from '../../src/rest/wire/balance.ts';
import { transactionSchema } from '../../src/rest/wire/transaction.ts';
import { transferSchema } from '../../src/rest/wire/transfer.ts';
import { walletProgressSchema } from '../../src/rest/wire/wallet.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { exchange, storeHistory, wallet } from '../support/history.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await storeHistory(api.database, api.clientId);
});
afterAll(() => api.close());

/** Compares values and the order of fields. */
function expectSame(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(expected);
  expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
}

const resultsOf = (json: unknown): unknown[] =>
  z.object({ results: z.array(z.unknown()) }).parse(json).results;

const ethereum = {
  id: 'blockchain_AAAAAQ',
  chain_id: 1,
  name: 'Ethereum',
  slug: 'ethereum',
  symbol: 'ETH',
  image_url: 'https://img.test/eth.png',
};
const ether = {
  id: 'token_AAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAA',
  asset: { id: 'asset_ZXRoZXJldW0', name: 'Ether', symbol: 'ETH', slug: 'ethereum' },
  address: '0x0000000000000000000000000000000000000000',
  decimals: 18,
  blockchain: 'blockchain_AAAAAQ',
};
const usdCoin = {
  id: 'token_AAAAAaC4aZHGIYs2wdGdSi6esM42ButI',
  asset: { id: 'asset_dXNkLWNvaW4', name: 'USD Coin', symbol: 'USDC', slug: 'usd-coin' },
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  decimals: 6,
  blockchain: 'blockchain_AAAAAQ',
};
const theExchange = {
  address: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  custom_label: null,
  default_label: {
    id: 'contract_AAAAAe7u7u7u7u7u7u7u7u7u7u7u7u7u',
    address: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    name: 'The Exchange',
    tags: 'exchange,hot-wallet',
    blockchain_id: 'blockchain_AAAAAQ',
  },
};
const theFriend = {
  address: '0xffffffffffffffffffffffffffffffffffffffff',
  custom_label: null,
  default_label: null,
};

describe('GET /wallet/transfer/', () => {
  test('a native outflow: amount −1.23445 and fee 0.00105 are rounded half-even', async () => {
    const { json, status } = await api.ask('GET', `/wallet/transfer/?wallet=${wallet}&order=asc&page_size=1`);
    expect(status).toBe(200);
    expectSame(resultsOf(json)[0], {
      id: 'tfr_EREREREREREREREREREREREREREAAAABqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqogAAAAAAAA',
      tx_id: 'tx_EREREREREREREREREREREREREREAAAABqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo',
      hash: '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      wallet: '0x1111111111111111111111111111111111111111',
      timestamp: '2023-11-14T22:13:20Z',
      token: ether,
      nft: null,
      amount: '-1.2344',
      side: 'outflow',
      price: null,
      fee: '0.0010',
      category: null,
      is_error: false,
      counterparty: theExchange,
      raw_token: {
        address: '0x0000000000000000000000000000000000000000',
        name: 'Ether',
        symbol: 'ETH',
        id: null,
      },
      is_spam: false,
      spam_reason: null,
      ...{ tax_treatment: null, price_source: null, price_tier: 'reference' },
      position: '6553f100000000010000006400000020000000000000',
      held_by: null,
      settles: null,
    });
  });

  test('an inflow of a token with six decimals', async () => {
    const { json } = await api.ask('GET', `/wallet/transfer/?wallet=${wallet}&token=${usdCoin.id}`);
    expectSame(resultsOf(json), [
      {
        id: 'tfr_EREREREREREREREREREREREREREAAAABu7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7sgAAAAAAAB',
        tx_id: 'tx_EREREREREREREREREREREREREREAAAABu7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7u7s',
        hash: '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
        wallet: '0x1111111111111111111111111111111111111111',
        timestamp: '2023-11-14T22:14:20Z',
        token: usdCoin,
        nft: null,
        amount: '2500.5000',
        side: 'inflow',
        price: null,
        fee: '0.0000',
        category: null,
        is_error: false,
        counterparty: theFriend,
        raw_token: { address: usdCoin.address, name: 'USD Coin', symbol: 'USDC', id: null },
        is_spam: false,
        spam_reason: null,
        ...{ tax_treatment: null, price_source: null, price_tier: 'reference' },
        position: '6553f13c000000010000006500000020000000000001',
        held_by: null,
        settles: null,
      },
    ]);
  });

  test('an NFT: no token, the NFT object, and its number as an exact integer', async () => {
    const { json, text } = await api.ask('GET', `/wallet/transfer/?wallet=${wallet}&category=mint`);
    expect(text).toContain(
      '"id":115792089237316195423570985008687907853269984665640564039457584007913129639935},"is_spam":false',
    );
    expectSame(
      z
        .array(z.looseObject({}))
        .parse(resultsOf(json))
        .map(({ token, nft, amount, side }) => ({ token, nft, amount, side })),
      [
        {
          token: null,
          nft: {
            id: 'nft_AAAAAczMzMzMzMzMzMzMzMzMzMzMzMzM__________________________________________8',
            collection: {
              floor: [],
              blockchain: ethereum,
              address: '0xcccccccccccccccccccccccccccccccccccccccc',
              name: 'Cats',
              symbol: 'CAT',
              description: 'Pictures of cats',
              image_url: '',
              opensea_status: 'not_requested',
              is_spam: false,
            },
            token_id: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
            name: 'Last cat',
            image: 'https://img.test/cat.png',
            preview: null,
            thumbnail: null,
            original: null,
            animation_image: null,
            animation_original: null,
            external_url: null,
            description: '',
          },
          amount: '1.0000',
          side: 'inflow',
        },
      ],
    );
  });

  test('an unknown token is null beside its raw token, whose text is escaped', async () => {
    const { json } = await api.ask('GET', `/wallet/transfer/?wallet=${wallet}&spam=only`);
    const [transfer] = z.array(z.looseObject({})).parse(resultsOf(json));
    expect(transfer).toMatchObject({
      token: null,
      nft: null,
      amount: '7.0000',
      is_spam: true,
      spam_reason: 'airdrop',
      raw_token: { address: `0x${'9'.repeat(40)}`, name: 'Visit "scam".example', symbol: '', id: null },
    });
  });

  test('a custom label stands beside the default one', async () => {
    await api.ask('PUT', `/wallet/label/${exchange}/`, { payload: { name: 'My broker', tags: 'kyc, spot' } });
    const { json } = await api.ask(
      'GET',
      `/wallet/transfer/?wallet=${wallet}&counterparty_address=${exchange}`,
    );
    await api.ask('DELETE', `/wallet/label/${exchange}/`);
    const [transfer] = z.array(z.object({ counterparty: z.looseObject({}) })).parse(resultsOf(json));
    expect(transfer?.counterparty).toMatchObject({
      custom_label: {
        id: 'label_7u7u7u7u7u7u7u7u7u7u7u7u7u4',
        address: exchange,
        name: 'My broker',
        tags: 'kyc,spot',
      },
      default_label: { name: 'The Exchange' },
    });
  });
});

describe('GET /wallet/transaction/', () => {
  test('a plain send', async () => {
    const { json } = await api.ask('GET', `/wallet/transaction/?wallet=${wallet}&order=asc&page_size=1`);
    expectSame(resultsOf(json)[0], {
      id: 'tx_EREREREREREREREREREREREREREAAAABqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo',
      hash: '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      wallet: '0x1111111111111111111111111111111111111111',
      timestamp: '2023-11-14T22:13:20Z',
      block_number: 100,
      fee: '0.0010',
      tx_category: 'Send',
      function: null,
      is_error: false,
      counterparty: theExchange,
      blockchain: ethereum,
      kind: 'SEND',
      trade: null,
      nfts: [],
      nft_count: 0,
      is_spam: false,
      spam_reason: null,
      position: '6553f1000000000100000064000000',
      ...{ fee_price: null, fee_price_source: null },
      rates: { ETH: null, MATIC: null, AVAX: null, XDAI: null, reporting: null },
      kind_reason: null,
      function_source: null,
      bridge_message: null,
    });
  });

  test('newest first: categories, functions and failures', async () => {
    const { json } = await api.ask('GET', `/wallet/transaction/?wallet=${wallet}`);
    const rows = z.array(z.looseObject({})).parse(resultsOf(json));
    expect(
      rows.map((row) => [row.block_number, row.tx_category, row.function, row.is_error, row.fee]),
    ).toEqual([
      [104, 'Contract Execution', '0xabcdef01', true, '0.0020'],
      [103, 'Receive', '0x12345678', false, '0.0000'],
      [102, 'Mint', 'mint', false, '0.0000'],
      [101, 'Receive', 'transfer', false, '0.0000'],
      [100, 'Send', null, false, '0.0010'],
    ]);
  });
});

describe('GET /wallet/balance/', () => {
  test('quantities as JSON numbers, transfers less fees; spam is left out', async () => {
    const { json, text } = await api.ask('GET', `/wallet/balance/?wallet=${wallet}`);
    const notBooked = {
      ...{ is_spam: false, cost_basis: 0, income: 0, expenses: 0 },
      ...{ price_source: null, priced_at: null, reconciliation: null, blockchain: 'blockchain_AAAAAQ' },
      ...{ held_amount: 0, held: [], debt: 0, debts: [], is_booked: false, period: 'Max' },
    };
    const figures = { price: null, value: 0, average_cost: 0, unrealized_pnl: 0, total_realized_pnl: 0 };
    expectSame(json, {
      results: [
        {
          id: 'bal_EREREREREREREREREREREREREREAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAGAAA',
          wallet: '0x1111111111111111111111111111111111111111',
          token: ether,
          // −1.23445 − 0.00105 − 0.002
          balance: -1.2375,
          ...figures,
          cost_method: 'FIFO',
          currency: 'USD',
          basis_status: 'UNPRICED',
          raw_token: { address: ether.address, name: 'Ether', symbol: 'ETH', id: null },
          ...notBooked,
        },
        {
          id: 'bal_EREREREREREREREREREREREREREAAAABoLhpkcYhizbB0Z1KLp6wzjYG60gGAAA',
          wallet: '0x1111111111111111111111111111111111111111',
          token: usdCoin,
          balance: 2500.5,
          ...figures,
          cost_method: 'FIFO',
          currency: 'USD',
          basis_status: 'UNPRICED',
          raw_token: { address: usdCoin.address, name: 'USD Coin', symbol: 'USDC', id: null },
          ...notBooked,
        },
      ],
    });
    expect(text).toContain('"balance":-1.2375,"price":null,"value":0,');
  });

  test('spam=include adds the unknown token, without a token object', async () => {
    const { json } = await api.ask('GET', `/wallet/balance/?wallet=${wallet}&spam=include`);
    expect(resultsOf(json)).toHaveLength(3);
    expect(resultsOf(json)[2]).toMatchObject({
      ...{ token: null, balance: 7, is_spam: true },
      raw_token: { address: `0x${'9'.repeat(40)}`, name: 'Visit "scam".example' },
    });
  });

  test('period, method and currency in any letter case are echoed and part of the id', async () => {
    const { json, status } = await api.ask(
      'GET',
      `/wallet/balance/?wallet=${wallet}&period=ytd&cost_method=wac&currency=eth`,
    );
    expect(status).toBe(200);
    expect(resultsOf(json)[0]).toMatchObject({
      cost_method: 'WAC',
      currency: 'ETH',
      id: expect.stringMatching(/AAAEAgE$/),
    });
  });
});

test('every answer satisfies the schema that OpenAPI shows', async () => {
  const cases: [string, z.ZodType][] = [
    [`/wallet/transfer/?wallet=${wallet}`, envelopeOf(transferSchema)],
    [`/wallet/transaction/?wallet=${wallet}`, envelopeOf(transactionSchema)],
    [`/wallet/balance/?wallet=${wallet}&spam=include`, z.strictObject({ results: z.array(balanceSchema) })],
    ['/wallet/manage/', envelopeOf(walletProgressSchema)],
  ];
  for (const [url, schema] of cases) {
    const { json } = await api.ask('GET', url);
    expect(schema.safeParse(json).error, url).toBeUndefined();
  }
});
