/** A wallet's history for Koinly, line by line, worked out by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Address, zeroAddress } from '../../src/domain/model.ts';
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
import { parseCsv } from '../support/csv.ts';
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

const pool = repeated('8');
const share = repeated('5');
const hostile = repeated('6');
const debt = repeated('7');
const other = repeated('4');

let api: TestApi;

type Fields = Parameters<typeof transaction>[1];
type Moves = Parameters<typeof transaction>[2];
const native = (side: 'inflow' | 'outflow', amount: bigint, price?: string) => ({
  ...{ side, amount, counterparty: exchange },
  ...(price === undefined ? {} : { price }),
});
const dollars = (side: 'inflow' | 'outflow', amount: bigint) => ({
  ...{ token: usdc, side, amount: amount * 1_000_000n, price: '1', counterparty: exchange },
});
const swap = { category: 'SWAP', kind: 'SWAP' } as const;
const fee = ether / 100n;

/** By day; the price of ether is 2,000 on each. */
const days: readonly [Fields, Moves][] = [
  [{ kind: 'RECEIVE', counterparty: exchange }, [native('inflow', 10n * ether, '2000')]],
  // Change of 0.1 ETH comes back.
  [
    { ...swap, fee, counterparty: exchange },
    [native('outflow', ether, '2000'), native('inflow', ether / 10n, '2000'), dollars('inflow', 1_795n)],
  ],
  [{ kind: 'APPROVE', fee, counterparty: usdc }, []],
  [{ kind: 'FAILED', isError: true, fee, counterparty: exchange }, []],
  [{ kind: 'CLAIM', fee, counterparty: pool }, [{ ...dollars('inflow', 5n), taxTreatment: 'INCOME' }]],
  [{ kind: 'AIRDROP' }, [{ ...dollars('inflow', 7n), taxTreatment: 'INCOME' }]],
  [
    { kind: 'DEPOSIT', fee, counterparty: pool },
    [{ ...native('outflow', 2n * ether, '2000'), taxTreatment: 'HELD', heldBy: pool }],
  ],
  // 0.5 ETH more than was put in.
  [
    { kind: 'WITHDRAW', fee, counterparty: pool },
    [{ ...native('inflow', (5n * ether) / 2n, '2000'), taxTreatment: 'HELD', heldBy: pool }],
  ],
  [
    { kind: 'DEPOSIT', category: 'SWAP', fee, counterparty: pool },
    [
      { ...dollars('outflow', 100n), taxTreatment: 'CARRY', counterparty: pool },
      {
        ...{ token: share, side: 'inflow', amount: 90n * ether, price: '1.1', counterparty: pool },
        taxTreatment: 'CARRY',
      },
    ],
  ],
  [
    { kind: 'BORROW', counterparty: pool },
    [
      dollars('inflow', 50n),
      { token: debt, side: 'inflow', amount: 50n * ether, taxTreatment: 'LIABILITY', counterparty: pool },
    ],
  ],
  [{ kind: 'REPAY', counterparty: pool }, [dollars('outflow', 20n)]],
  [
    { kind: 'SEND', fee, counterparty: friend },
    [{ ...native('outflow', ether, '2000'), counterparty: friend }],
  ],
  [{ kind: 'AIRDROP' }, [{ token: unknownToken, side: 'inflow', amount: 7n, spamReason: 'airdrop' }]],
  [{ kind: 'RECEIVE' }, [{ token: hostile, side: 'inflow', amount: 3n * ether, counterparty: other }]],
  [
    { ...swap, kind: 'NFT_BUY', counterparty: exchange },
    [dollars('outflow', 40n), { token: collection, tokenId: 9n, side: 'inflow', amount: 1n }],
  ],
  // Two for one: no line can hold it.
  [
    { kind: 'DEPOSIT', category: 'SWAP', fee, counterparty: pool },
    [
      native('outflow', ether, '2000'),
      dollars('outflow', 60n),
      { token: share, side: 'inflow', amount: ether, counterparty: pool },
    ],
  ],
  [{ kind: 'SEND' }, [{ ...dollars('outflow', 3n), taxTreatment: 'EXPENSE' }]],
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
    { ...token, address: share, name: 'Share', symbol: 'ETH' },
    { ...token, address: hostile, name: 'Formula', symbol: '=cmd|"/C\n";ETH' },
    { ...token, address: debt, name: 'Debt', symbol: 'dUSDC' },
  ]);
  await storeEtherPrices(
    database,
    days.map((_, number) => ({ at: day(number), price: '2000' })),
  );
  await storeWallet(database, { clientId, address: friend }, (walletId) => [
    transaction({ walletId, blockNumber: 111, timestamp: day(11), hash: hash(111) }, { kind: 'RECEIVE' }, [
      { ...native('inflow', ether, '2000'), counterparty: wallet },
    ]),
  ]);
  await storeWallet(database, { clientId, address: wallet }, rowsOf);
  const named = { payload: { name: '=HYPERLINK("x")', tags: [] } };
  await api.ask('PUT', `/wallet/label/${other}/`, named);
  await bookStale(database);
});
afterAll(() => api?.close());

const linesOf = async (query = ''): Promise<string[][]> => {
  const { status, text } = await api.ask('GET', `/wallet/koinly.csv?wallet=${wallet}${query}`);
  expect([status, text.slice(0, 200)]).toMatchObject([200, expect.any(String)]);
  return parseCsv(text);
};
const time = (number: number): string =>
  new Date(day(number) * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');

/** date | sent | received | fee | net worth | label | description | hash */
const line = (
  number: number,
  [sent, received, paid]: readonly [string, string, string],
  ...[worth, label, description]: readonly [string, string, string]
): string[] => [
  ...[time(number), ...[sent, received, paid].flatMap((text) => (text === '' ? ['', ''] : text.split(' ')))],
  ...[...(worth === '' ? ['', ''] : [worth, 'USD']), label, description, hash(100 + number)],
];
const own = (address: Address, symbol: string): string => `${symbol}-1-${address}`;

test('a line for each trade, deposit and withdrawal, with Koinly’s labels', async () => {
  const [names, ...lines] = await linesOf();
  expect(names?.join()).toBe(
    'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
  );
  const paid = '0.01 ETH';
  expect(lines).toEqual([
    line(0, ['', '10 ETH', ''], '20000', '', 'Receive, The Exchange'),
    // By the ledger's rule the listed dollar tells what both sides are worth.
    line(1, ['0.9 ETH', '1795 USDC', paid], '1795', '', 'Swap, The Exchange'),
    line(2, [paid, '', ''], '20', 'cost', `Approve, ${usdc}`),
    line(3, [paid, '', ''], '20', 'cost', 'Failed, The Exchange'),
    // A deposit has no fee: it is a line of its own.
    line(4, ['', '5 USDC', ''], '5', 'reward', `Claim, ${pool}`),
    line(4, [paid, '', ''], '20', 'cost', `Claim, ${pool}`),
    line(5, ['', '7 USDC', ''], '7', 'airdrop', expect.any(String)),
    line(6, ['2 ETH', '', paid], '4000', 'add to pool', `Deposit, ${pool}`),
    line(7, ['', '2 ETH', ''], '4000', 'remove from pool', `Withdraw, ${pool}`),
    line(7, ['', '0.5 ETH', ''], '1000', 'reward', `Withdraw, ${pool}`),
    line(7, [paid, '', ''], '20', 'cost', `Withdraw, ${pool}`),
    // It calls itself ETH, and nobody lists it.
    line(8, ['100 USDC', `90 ${own(share, 'ETH')}`, paid], '100', 'swap', `Deposit, ${pool}`),
    line(9, ['', '50 USDC', ''], '50', 'loan', `Borrow, ${pool}`),
    line(10, ['20 USDC', '', ''], '20', 'loan repayment', `Repay, ${pool}`),
    line(11, ['1 ETH', '', paid], '2000', '', `Send, ${friend}`),
    line(13, ['', `3 ${own(hostile, 'TOKEN')}`, ''], '', '', expect.any(String)),
    line(14, ['40 USDC', `1 ${own(collection, 'CAT')}-9`, ''], '40', '', 'NFT buy, The Exchange'),
    line(15, ['1 ETH', '', paid], '2000', '', `Deposit, ${pool}`),
    line(15, ['60 USDC', '', ''], '60', '', `Deposit, ${pool}`),
    line(15, ['', `1 ${own(share, 'ETH')}`, ''], '', '', `Deposit, ${pool}`),
    line(16, ['3 USDC', '', ''], '3', 'cost', expect.any(String)),
  ]);
});

test('a part of it is told with the pools of before', async () => {
  const range = `&from=${new Date(day(7) * 1000).toISOString()}&to=${new Date(day(8) * 1000).toISOString()}`;
  const [, ...lines] = await linesOf(range);
  expect(lines.map(([, , , received, , , , , , label]) => [received, label])).toEqual([
    ['2', 'remove from pool'],
    ['0.5', 'reward'],
    ['', 'cost'],
  ]);
  expect(await linesOf('&blockchain=polygon')).toHaveLength(1);
});

test('in another currency, and with what the client says', async () => {
  // 1,795 USD at 2,000 a unit.
  const swapped = async (query: string) =>
    (await linesOf(query)).find(([at]) => at === time(1))?.slice(7, 9) ?? [];
  expect(await swapped('&currency=ETH')).toEqual(['0.8975', 'ETH']);
  const transfers = await api.ask('GET', `/wallet/transfer.csv?wallet=${wallet}&order=asc`);
  const [columns = [], ...rows] = parseCsv(transfers.text);
  const idOf = (number: number, amount: string): string =>
    rows.find((row) => row.includes(hash(100 + number)) && row.includes(amount))?.[columns.indexOf('id')] ??
    '';
  const correct = async (body: object) => {
    const { status, text } = await api.ask('POST', '/wallet/correction/', { payload: body });
    expect(status, text).toBe(201);
  };
  await correct({ kind: 'PRICE', transfer: idOf(13, '3'), price: '4', currency: 'ETH' });
  await correct({ kind: 'TREATMENT', transfer: idOf(16, '-3'), treatment: 'NON_TAXABLE' });
  const opening = { kind: 'OPENING_LOT', wallet, blockchain: 'ethereum', token_address: zeroAddress };
  await correct({ ...opening, quantity: '2', cost: '10', acquired_at: '2020-01-01' });
  const [, first, ...lines] = await linesOf();
  expect(first).toEqual([
    ...['2020-01-01 00:00:00 UTC', '', '', '2', 'ETH', '', '', '10', 'USD', ''],
    ...['Held before the known history', ''],
  ]);
  // 3 at 4 ETH, of 2,000 USD each.
  expect(lines.find(([at]) => at === time(13))?.slice(3, 9)).toEqual([
    ...['3', own(hostile, 'TOKEN'), '', '', '24000', 'USD'],
  ]);
  expect(lines.at(-1)?.[9]).toBe('gift');
});

test('what a stranger wrote is no formula, and no line', async () => {
  const { text } = await api.ask('GET', `/wallet/koinly.csv?wallet=${wallet}`);
  for (const row of parseCsv(text)) for (const cell of row) expect(cell).not.toMatch(/^[=+@]|\n/);
  expect(text).not.toContain('cmd|');
});

test('one registered wallet is asked for', async () => {
  const ask = (query: string) => api.ask('GET', `/wallet/koinly.csv?${query}`);
  expect(await ask('')).toMatchObject({ status: 400 });
  expect(await ask(`wallet=${wallet},${friend}`)).toMatchObject({ status: 400 });
  expect(await ask(`wallet=${exchange}`)).toMatchObject({
    status: 404,
    json: { code: 'WALLET_NOT_REGISTERED' },
  });
  expect(await ask(`wallet=${wallet}&currency=EUR`)).toMatchObject({ status: 400 });
  expect(await ask(`wallet=${wallet}&blockchain=nowhere`)).toMatchObject({ status: 400 });
  const { headers } = await ask(`wallet=${wallet}&bom=true`);
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="koinly-${wallet}.csv"`,
    'wallet-data-loaded': 'true',
  });
});
