/** A journal for hledger, entry by entry, worked out by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zeroAddress } from '../../src/domain/model.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import {
  bookStale,
  day,
  ether,
  type Row,
  storeEtherPrices,
  storeWallet,
  transaction,
} from '../accounting/scenario.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import {
  collection,
  exchange,
  friend,
  storeLookups,
  unknownToken,
  usdc,
  wallet,
} from '../support/history.ts';
import { hash, repeated } from '../support/records.ts';
import { imbalanceOf, readJournal } from './journal-reader.ts';

const pool = repeated('8');
const hostile = repeated('6');
const debt = repeated('7');

let api: TestApi;

type Fields = Parameters<typeof transaction>[1];
type Moves = Parameters<typeof transaction>[2];
const coins = (side: 'inflow' | 'outflow', amount: bigint, price: string) => ({
  ...{ side, amount, price, counterparty: exchange },
});
const dollars = (side: 'inflow' | 'outflow', amount: bigint) => ({
  ...{ token: usdc, side, amount: amount * 1_000_000n, price: '1', counterparty: exchange },
});
const fee = ether / 100n;

/** Ether costs 1,000 on day 0, and 2,000 from then on. */
const days: readonly [Fields, Moves][] = [
  [{ kind: 'RECEIVE', counterparty: exchange }, [coins('inflow', 10n * ether, '1000')]],
  // 1 ETH that cost 1,000 for 1,990 USDC, a fee of 0.01 ETH, 20, that cost 10 and is part of what the dollars cost.
  [
    { kind: 'SWAP', category: 'SWAP', fee, counterparty: exchange },
    [coins('outflow', ether, '2000'), dollars('inflow', 1_990n)],
  ],
  [{ kind: 'APPROVE', fee, counterparty: hostile }, []],
  [{ kind: 'CLAIM', counterparty: pool }, [{ ...dollars('inflow', 5n), taxTreatment: 'INCOME' }]],
  [
    { kind: 'DEPOSIT', counterparty: pool },
    [{ ...coins('outflow', 2n * ether, '2000'), taxTreatment: 'HELD', heldBy: pool }],
  ],
  // 0.5 ETH more than was put in: income of 1,000.
  [
    { kind: 'WITHDRAW', counterparty: pool },
    [{ ...coins('inflow', (5n * ether) / 2n, '2000'), taxTreatment: 'HELD', heldBy: pool }],
  ],
  // Between the two wallets.
  [{ kind: 'SEND', counterparty: friend }, [{ ...coins('outflow', ether, '2000'), counterparty: friend }]],
  [{ kind: 'SEND', counterparty: exchange }, [{ ...dollars('outflow', 3n), taxTreatment: 'EXPENSE' }]],
  [
    { kind: 'RECEIVE', counterparty: exchange },
    [
      { token: hostile, side: 'inflow', amount: 3n * ether, counterparty: exchange },
      { token: collection, tokenId: 9n, side: 'inflow', amount: 1n, counterparty: exchange },
    ],
  ],
  [{ kind: 'AIRDROP' }, [{ token: unknownToken, side: 'inflow', amount: 7n, spamReason: 'airdrop' }]],
  [
    { kind: 'BORROW', counterparty: pool },
    [
      dollars('inflow', 50n),
      { token: debt, side: 'inflow', amount: 50n * ether, taxTreatment: 'LIABILITY', counterparty: pool },
    ],
  ],
];

const rowsOf = (walletId: number): Row[] =>
  days.map(([fields, moves], number) =>
    transaction(
      { walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
      fields,
      moves,
    ),
  );

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  const { database, clientId } = api;
  await storeLookups(database);
  const token = { chainId: 1, decimals: 18, assetSlug: null, isTrusted: false };
  await upsertTokens(database, [
    { ...token, address: hostile, name: 'Entry', symbol: 'ETH"  1 USD ; x\n2024-01-01 * y' },
    { ...token, address: debt, name: 'Debt', symbol: 'dUSDC' },
  ]);
  await storeEtherPrices(
    database,
    days.map((_, number) => ({ at: day(number), price: number === 0 ? '1000' : '2000' })),
  );
  await storeWallet(database, { clientId, address: friend }, (walletId) => [
    transaction({ walletId, blockNumber: 106, timestamp: day(6), hash: hash(106) }, { kind: 'RECEIVE' }, [
      { ...coins('inflow', ether, '2000'), counterparty: wallet },
    ]),
  ]);
  await storeWallet(database, { clientId, address: wallet }, rowsOf);
  const label = (address: string, name: string) =>
    api.ask('PUT', `/wallet/label/${address}/`, { payload: { name, tags: [] } });
  await label(wallet, 'Alice: hot  (1)');
  await label(hostile, '; x | y');
  await bookStale(database);
});
afterAll(() => api?.close());

const fileOf = async (query: string): Promise<string> => {
  const { status, text, headers } = await api.ask('GET', `/wallet/journal.txt?wallet=${query}`);
  expect([status, text.slice(0, 300)]).toMatchObject([200, expect.any(String)]);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename="wallets.journal"',
    ...{ 'wallet-data-booked': 'true', 'wallet-data-loaded': 'true' },
  });
  return text;
};

const alice = 'Assets:Crypto:Alice hot 1:ethereum';
const other = `Assets:Crypto:${friend}:ethereum`;
const unknown = `"TOKEN-1-${hostile}"`;
const cat = `"CAT-1-${collection}-9"`;
const date = (number: number): string => new Date(day(number) * 1000).toISOString().slice(0, 10);
const entry = (number: number, description: string, ...postings: string[]): string =>
  [
    `${date(number)} * (${hash(100 + number)}) ${description}`,
    ...postings.map((text) => `    ${text}`),
    '',
    '',
  ].join('\n');

const lost = '0.030150753768844221';

test('each transaction is an entry that sums to zero', async () => {
  const text = await fileOf(`${wallet},${friend}`);
  const [head, ...blocks] = text.split('\n\n');
  expect(head).toBe(
    [
      `; Wallets: ${wallet}, ${friend}`,
      '; What moved, at what it was worth then in USD; gains by FIFO. Days are those of UTC.',
      ...['decimal-mark .', 'commodity 1000.00 USD'],
    ].join('\n'),
  );
  expect(blocks.join('\n\n')).toBe(
    [
      entry(0, 'Receive, The Exchange', `${alice}  10 ETH @@ 10000 USD`, 'Equity:Unknown  -10000 USD'),
      // 2,000 and 20 went, 1,990 came. The dollar tells what the ether brought: 990 gained, and 10 with the fee.
      entry(
        ...([
          1,
          'Swap, The Exchange',
          `${alice}  -1 ETH @@ 2000 USD`,
          `${alice}  1990 USDC @@ 1990 USD`,
        ] as const),
        ...[
          `${alice}  -0.01 ETH @@ 20 USD`,
          'Equity:Trades  30 USD',
          'Income:Gains  -1000 USD',
          'Equity:Gains  1000 USD',
        ],
      ),
      entry(
        ...([2, 'Approve, , x , y', `${alice}  -0.01 ETH @@ 20 USD`] as const),
        ...['Expenses:Fees  20 USD', 'Income:Gains  -10 USD', 'Equity:Gains  10 USD'],
      ),
      entry(3, `Claim, ${pool}`, `${alice}  5 USDC @@ 5 USD`, 'Income:Claim  -5 USD'),
      entry(
        ...([4, `Deposit, ${pool}`, `${alice}  -2 ETH @@ 4000 USD`] as const),
        'Assets:Deposits:Alice hot 1:ethereum  2 ETH @@ 4000 USD',
      ),
      entry(
        ...([5, `Withdraw, ${pool}`, `${alice}  2.5 ETH @@ 5000 USD`] as const),
        ...['Assets:Deposits:Alice hot 1:ethereum  -2 ETH @@ 4000 USD', 'Income:Withdraw  -1000 USD'],
      ),
      entry(6, `Send, ${friend}`, `${other}  1 ETH @@ 2000 USD`, `${alice}  -1 ETH @@ 2000 USD`),
      // 3 of the 1,990 dollars that cost 1,990 and the fee of 20: 3 · 2,010 / 1,990 = 3.030…
      entry(
        7,
        'Send, The Exchange',
        `${alice}  -3 USDC @@ 3 USD`,
        'Expenses:Spending  3 USD',
        `Income:Gains  ${lost} USD`,
        `Equity:Gains  -${lost} USD`,
      ),
      entry(
        ...([
          8,
          'Receive, The Exchange',
          `${alice}  3 ${unknown}`,
          `Equity:Unpriced  -3 ${unknown}`,
        ] as const),
        ...[`${alice}  1 ${cat}`, `Equity:Unpriced  -1 ${cat}`],
      ),
      entry(10, `Borrow, ${pool}`, `${alice}  50 USDC @@ 50 USD`, 'Liabilities:Loans  -50 USD'),
    ].join(''),
  );
  for (const one of readJournal(text)) expect(imbalanceOf(one)).toEqual({});
});

test('of one wallet, its moves to the others stand against them; a part has what happened then', async () => {
  const text = await fileOf(`${wallet}&from=${date(6)}&to=${date(7)}T23:00:00Z`);
  const [, ...entries] = text.split('\n\n');
  expect(entries[0]).toBe(
    [
      `${date(6)} * (${hash(106)}) Send, ${friend}`,
      ...[`    ${alice}  -1 ETH @@ 2000 USD`, '    Equity:Own wallets  2000 USD'],
    ].join('\n'),
  );
  expect(readJournal(text)).toHaveLength(2);
});

test('what the client says: what something is worth, and what was there before', async () => {
  const correct = async (body: object) => {
    const { status, text } = await api.ask('POST', '/wallet/correction/', { payload: body });
    expect(status, text).toBe(201);
  };
  const opening = { kind: 'OPENING_LOT', wallet, blockchain: 'ethereum', token_address: zeroAddress };
  await correct({ ...opening, quantity: '2', cost: '10', acquired_at: '2020-01-01' });
  await bookStale(api.database);
  const [, first] = (await fileOf(wallet)).split('\n\n');
  expect(first).toBe(
    [
      '2020-01-01 * Held before the known history',
      `    ${alice}  2 ETH @@ 10 USD`,
      '    Equity:Opening  -10 USD',
    ].join('\n'),
  );
});

test('what two wallets have of a transaction is one entry, also where a page ends between them', async () => {
  const { database, clientId } = api;
  const [giver, taker] = [repeated('3'), repeated('5')];
  const move = { amount: ether, price: '2000' } as const;
  const shared = { blockNumber: 900, timestamp: day(3), hash: hash(900) };
  // 500 transactions are a page: 499 and one end of the move.
  await storeWallet(database, { clientId, address: giver }, (walletId) => [
    ...Array.from({ length: 499 }, (_, place) =>
      transaction(
        { walletId, blockNumber: 200 + place, timestamp: day(2) + place, hash: hash(200 + place) },
        {},
        [],
      ),
    ),
    transaction({ walletId, ...shared }, {}, [{ ...move, side: 'outflow', counterparty: taker }]),
  ]);
  await storeWallet(database, { clientId, address: taker }, (walletId) => [
    transaction({ walletId, ...shared }, {}, [{ ...move, side: 'inflow', counterparty: giver }]),
  ]);
  await bookStale(database);
  const entries = readJournal(await fileOf(`${giver},${taker}`));
  expect(entries.map(({ code, postings }) => [code, postings.map(({ account }) => account)])).toEqual([
    [hash(900), [`Assets:Crypto:${giver}:ethereum`, `Assets:Crypto:${taker}:ethereum`]],
  ]);
});

test('wallets that are not booked, or of somebody else, are refused', async () => {
  const ask = (query: string) => api.ask('GET', `/wallet/journal.txt?wallet=${query}`);
  expect(await ask(exchange)).toMatchObject({ status: 404, json: { code: 'WALLET_NOT_REGISTERED' } });
  expect(await ask(`${wallet}&currency=EUR`)).toMatchObject({ status: 400 });
  expect(await ask(`${wallet}&from=2024-01-01&to=2023-01-01`)).toMatchObject({ status: 400 });
  await storeWallet(api.database, { clientId: api.clientId, address: pool }, () => []);
  expect(await ask(`${wallet},${pool}`)).toMatchObject({ status: 409, json: { code: 'CONFLICT' } });
});
