/**
 * What protocols hold for a wallet and what it owes, by hand, over GraphQL, REST and CSV, in every setting, and computed a second
 * time. Prices now: ETH 2,500, USDC 1.
 *
 *     day 0   receives 10 ETH at 1,000
 *     day 10  deposits 4 ETH: they go to a strategy, and the vault logs it
 *     day 12  deposits 2 ETH in a farm that logs nothing
 *     day 20  the vault logs a withdrawal of 1 ETH, which another address pays
 *     day 30  borrows 3,000 USDC of a pool, with 3,000 of its debt token
 *     day 40  pays 1,000 back: 990 of the debt token are burned, for 10 of interest had grown
 *     day 50  is liquidated: 0.3 ETH of collateral at 2,000 are taken for 500 of the debt at 1, and 500 of its token are burned
 *
 *     ETH     10 − 0.3 = 9.7: the vault has 3, the farm 2, the wallet 4.7; 300 cost what was taken, and it paid a debt of 500: a gain
 *             of 500 − 300, whatever it was worth
 *     USDC    3,000 − 1,000 = 2,000, and 3,000 − 990 − 500 = 1,510 are owed
 *     worth   4.7 × 2,500 + 2,000 = 13,750; 5 × 2,500 = 12,500; −1,510; together 24,740
 */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { zeroAddress } from '../../src/domain/model.ts';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { parseCsv } from '../support/csv.ts';
import { usdc, wallet } from '../support/history.ts';
import { countsOf, recompute, startForger } from '../support/recompute.ts';
import { hash, repeated } from '../support/records.ts';
import { useBookedApi } from './booked-api.ts';
import { bookStale, day, ether, type Row, transaction } from './scenario.ts';

const vault = repeated('2');
const strategy = repeated('b');
const payer = repeated('a');
const farm = repeated('4');
const pool = repeated('5');
const reserve = repeated('6');
const debtToken = repeated('7');
const liquidator = repeated('8');
const dollars = (amount: number): bigint => BigInt(amount) * 1_000_000n;

function history(walletId: number): Row[] {
  const at = (number: number) => ({
    ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
  });
  const coin = (side: 'inflow' | 'outflow', amount: bigint) => ({ side, amount, price: '2000' }) as const;
  const HELD = 'HELD';
  const burned = (amount: number) =>
    ({
      ...{ token: debtToken, side: 'outflow' as const, amount: dollars(amount) },
      ...{ counterparty: zeroAddress, taxTreatment: 'LIABILITY' as const, price: '1' },
    }) as const;
  return [
    transaction(at(0), {}, [{ side: 'inflow', amount: 10n * ether, price: '1000' }]),
    transaction(at(10), { kind: 'DEPOSIT', category: 'SEND' }, [
      { ...coin('outflow', 4n * ether), counterparty: strategy, heldBy: vault, taxTreatment: HELD },
    ]),
    transaction(at(12), { kind: 'DEPOSIT', category: 'SEND' }, [
      { ...coin('outflow', 2n * ether), counterparty: farm, taxTreatment: HELD },
    ]),
    transaction(at(20), { kind: 'WITHDRAW', category: 'RECEIVE' }, [
      { ...coin('inflow', ether), counterparty: payer, heldBy: vault, taxTreatment: HELD },
    ]),
    transaction(at(30), { kind: 'BORROW', category: 'RECEIVE' }, [
      {
        ...{ token: usdc, side: 'inflow', amount: dollars(3_000), price: '1' },
        ...{ counterparty: reserve, heldBy: pool },
      },
      {
        ...{ token: debtToken, side: 'inflow', amount: dollars(3_000) },
        ...{ counterparty: zeroAddress, taxTreatment: 'LIABILITY' },
      },
    ]),
    transaction(at(40), { kind: 'REPAY', category: 'SEND' }, [
      {
        ...{ token: usdc, side: 'outflow', amount: dollars(1_000), price: '1' },
        ...{ counterparty: reserve, heldBy: pool },
      },
      burned(990),
    ]),
    transaction(at(50), { kind: 'LIQUIDATION', category: 'SEND' }, [
      { ...coin('outflow', (3n * ether) / 10n), counterparty: liquidator },
      burned(500),
    ]),
  ];
}

const listed = z.looseObject({
  results: z.array(z.looseObject({ code: z.string(), at_stake: z.number().nullable() })),
});

const booked = useBookedApi(
  history,
  { address: debtToken, name: 'Debt in USDC', symbol: 'DEBT', decimals: 6, isTrusted: false },
  { at: day(51), ether: '2500' },
);

const owned = {
  ...{ balance: '9.7', costBasis: '9700', totalRealizedPnl: '200', income: '0', basisStatus: 'COMPLETE' },
  heldAmount: '5',
  held: [
    { contract: vault, amount: '3', costBasis: '3000' },
    { contract: farm, amount: '2', costBasis: '2000' },
  ],
  ...{ debt: '0', debts: [] },
};
const borrowed = {
  ...{ balance: '2000', costBasis: '2000', totalRealizedPnl: '0', income: '0', expenses: '0' },
  ...{ heldAmount: '0', held: [], debt: '-1510', debts: [{ contract: pool, amount: '-1510' }] },
};
const fields = `balance costBasis totalRealizedPnl income expenses basisStatus heldAmount
  held { contract amount costBasis } debt debts { contract amount }`;

test('GraphQL: what is held is part of the balance, what is owed is not, and a debt token is no balance', async () => {
  for (const spam of ['EXCLUDE', 'INCLUDE']) {
    const query = `{ tokenBalances(wallets: ["${wallet}"], filter: { spam: ${spam} }) { nodes { ${fields} } }
      transfers(wallets: ["${wallet}"], order: ASC) { nodes { heldBy } } wallet(address: "${wallet}") { issues { count } } }`;
    expect(await booked.ask(query)).toMatchObject({
      data: {
        tokenBalances: { nodes: [owned, borrowed] },
        transfers: {
          nodes: [null, vault, null, vault, pool, null, pool, null, null, null].map((heldBy) => ({ heldBy })),
        },
        wallet: { issues: { count: 0 } },
      },
    });
  }
});

test('net worth is what the wallet has, what is held, and what is owed', async () => {
  const query = `{ totals(wallets: ["${wallet}"]) { netWorth ownValue heldValue debtValue unpricedCount } }`;
  expect(await booked.ask(query)).toMatchObject({
    data: {
      totals: {
        ...{ netWorth: '24740', ownValue: '13750', heldValue: '12500', debtValue: '-1510', unpricedCount: 0 },
      },
    },
  });
});

const idsIn = (answer: unknown) =>
  [...JSON.stringify(answer).matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);

test('a loan that the client calls income: the preview tells of the debt and of net worth, and so it comes', async () => {
  const figures = 'income debtValue netWorth';
  const wallets = `wallets: ["${wallet}"]`;
  const transfers = idsIn(await booked.ask(`{ transfers(${wallets}, order: ASC) { nodes { id } } }`));
  // The fifth transfer, see the test of `heldBy`.
  const input = `{ transferId: "${transfers[4]}", treatment: INCOME }`;
  const before = { income: '0', debtValue: '-1510', netWorth: '24740' };
  // 3,000 came in; nothing is owed: 24,740 + 1,510.
  const after = { income: '3000', debtValue: '0', netWorth: '26250' };
  const told = await booked.ask(`{ previewCorrection(input: ${input}) {
    before { ${figures} } after { ${figures} }
    balances { balance { rawToken { symbol } } before { ${figures} } after { ${figures} } } } }`);
  expect(told).toMatchObject({
    data: {
      previewCorrection: {
        ...{ before, after },
        balances: [
          {
            balance: { rawToken: { symbol: 'USDC' } },
            before: { income: '0', debtValue: '-1510', netWorth: '490' },
            after: { income: '3000', debtValue: '0', netWorth: '2000' },
          },
        ],
      },
    },
  });
  const made = await booked.ask(`mutation { correctTransfer(input: ${input}) { corrections { id } } }`);
  await bookStale(booked.api.database);
  expect(await booked.ask(`{ totals(${wallets}) { ${figures} } }`)).toMatchObject({
    data: { totals: after },
  });
  await booked.ask(`mutation { undoCorrection(input: { id: "${idsIn(made)[0]}" }) { clientMutationId } }`);
  await bookStale(booked.api.database);
  expect(await booked.ask(`{ totals(${wallets}) { ${figures} } }`)).toMatchObject({
    data: { totals: before },
  });
});

test('whoever holds it, or is owed, is named as a counterparty is', async () => {
  const name = (address: string, to: string) =>
    `mutation { setCustomLabel(input: { address: "${address}", name: "${to}" }) { clientMutationId } }`;
  await booked.ask(name(vault, 'My stake'));
  await booked.ask(name(pool, 'The bank'));
  const named = `counterparty { address name customLabel { name } }`;
  const found = await booked.ask(
    `{ tokenBalances(wallets: ["${wallet}"]) { nodes { held { ${named} } debts { ${named} } } } }`,
  );
  const own = (address: string, label: string) => ({
    counterparty: { address, name: label, customLabel: { name: label } },
  });
  const unnamed = { counterparty: { address: farm, name: null, customLabel: null } };
  expect(found).toMatchObject({
    data: {
      tokenBalances: {
        nodes: [
          { held: [own(vault, 'My stake'), unnamed], debts: [] },
          { held: [], debts: [own(pool, 'The bank')] },
        ],
      },
    },
  });
  const { json } = await booked.api.ask('GET', `/wallet/balance/?wallet=${wallet}`);
  const told = (address: string, label: string) => ({
    counterparty: { address, custom_label: { name: label } },
  });
  expect(json).toMatchObject({
    results: [
      { held: [told(vault, 'My stake'), { counterparty: { address: farm, custom_label: null } }] },
      { debts: [told(pool, 'The bank')] },
    ],
  });
  const csv = await booked.api.ask('GET', `/wallet/balance/?wallet=${wallet}&format=csv`);
  const names = csv.text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',').slice(-2));
  expect(names).toEqual([
    ['held_name', 'debt_name'],
    ['My stake; ', ''],
    ['', 'The bank'],
  ]);
  for (const address of [vault, pool]) {
    await booked.ask(`mutation { deleteCustomLabel(input: { address: "${address}" }) { clientMutationId } }`);
  }
});

test('REST and CSV say the same', async () => {
  const balances = await booked.api.ask('GET', `/wallet/balance/?wallet=${wallet}`);
  expect(balances.json).toMatchObject({
    results: [
      {
        ...{ balance: 9.7, held_amount: 5, debt: 0, debts: [] },
        held: [
          { contract: vault, amount: 3, cost_basis: 3000 },
          { contract: farm, amount: 2, cost_basis: 2000 },
        ],
      },
      { balance: 2000, held_amount: 0, held: [], debt: -1510, debts: [{ contract: pool, amount: -1510 }] },
    ],
  });
  const csv = await booked.api.ask('GET', `/wallet/balance/?wallet=${wallet}&format=csv`);
  expect(
    csv.text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(-11, -4)),
  ).toEqual([
    ['5', `${vault}; ${farm}`, '3; 2', '3000; 2000', '0', '', ''],
    ['0', '', '', '', '-1510', pool, '-1510'],
  ]);
  const totals = await booked.api.ask('GET', `/wallet/total/?wallet=${wallet}`);
  expect(totals.json).toMatchObject({
    results: [{ net_worth: 24740, own_value: 13750, held_value: 12500, debt_value: -1510 }],
  });
});

test('a debt token is no lot, its interest is no gap, and its price is known', async () => {
  const { api } = booked;
  const lot = {
    kind: 'OPENING_LOT',
    wallet,
    blockchain: 'ethereum',
    token_address: debtToken,
    quantity: '5',
    acquired_at: '2020-01-01T00:00:00Z',
  };
  const refused = await api.ask('POST', '/wallet/correction/', { payload: lot });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('stands for a debt')]);
  // Three moves with the zero address: the loan's token has no price here, what was burned has.
  const totals = await api.ask(
    'GET',
    `/wallet/counterparty/?wallet=${wallet}&counterparty_address=${zeroAddress}`,
  );
  expect(totals.json).toMatchObject({ results: [{ transfer_count: 3, unpriced_count: 1 }] });
  await api.database.pool.query(
    `INSERT INTO reconciliation (wallet_id, chain_id, token_address, on_chain, difference, block_number, checked_at)
     SELECT wallet_id, 1, $1, 1515000000, 5000000, 200, now() FROM transfer
     WHERE token_address = $1 LIMIT 1`,
    [debtToken],
  );
  const issues = async () =>
    listed.parse((await api.ask('GET', `/wallet/issue/?wallet=${wallet}`)).json).results;
  // Interest: no opening lot, and nothing else to do. The token was worth 1 USD when it last moved.
  expect(await issues()).toEqual([
    expect.objectContaining({
      ...{ code: 'NOT_RECONCILED', needs_action: false, at_stake: 5 },
      message: expect.stringMatching(/^A debt has grown by 5 DEBT .* nothing is to be done\.$/),
    }),
  ]);
  await api.database.pool.query('UPDATE reconciliation SET difference = -5000000');
  expect(await issues()).toEqual([
    expect.objectContaining({
      ...{ code: 'NOT_RECONCILED', needs_action: true, at_stake: 5 },
      summary: expect.stringMatching(/^A debt is 5 DEBT less on the chain .* is not in the history\.$/),
      message: expect.not.stringContaining('addOpeningLot'),
    }),
  ]);
  // What a comparison warns of is told once, as the balance that differs, which knows of debts and opening lots.
  await api.database.pool.query("UPDATE sync SET balance_warnings = '{Balance of DEBT differs}'");
  expect((await issues()).map(({ code }) => code)).toEqual(['NOT_RECONCILED']);
  await api.database.pool.query("UPDATE sync SET balance_warnings = '{}', warnings = '{Traces are missing}'");
  expect((await issues()).map(({ code, at_stake }) => [code, at_stake])).toEqual([
    ['INCOMPLETE_HISTORY', null],
    ['NOT_RECONCILED', 5],
  ]);
  await api.database.pool.query("UPDATE sync SET warnings = '{}'");
  await api.database.pool.query('DELETE FROM reconciliation');
});

test('while the ledger is behind, what protocols hold is what it said last', async () => {
  const { database } = booked.api;
  await database.pool.query('UPDATE ledger_input SET version = version + 1');
  try {
    const query = `{ tokenBalances(wallets: ["${wallet}"]) { nodes { balance heldAmount debt } } }`;
    expect(await booked.ask(query)).toMatchObject({
      data: {
        tokenBalances: {
          nodes: [
            { balance: '9.7', heldAmount: '5', debt: '0' },
            { balance: '2000', heldAmount: '0', debt: '-1510' },
          ],
        },
      },
    });
  } finally {
    await database.pool.query('UPDATE ledger_input SET version = version - 1');
  }
});

const only = ['--methods', 'FIFO', '--currencies', 'USD'];

describe('the second computation', () => {
  test.each([
    {},
    { deposits: 'realize' },
    { receiptTokens: 'realize', ownTransfers: 'realize' },
    { liquidityTokens: 'carry' },
  ])(
    'finds the same with %o',
    async (settings: Record<string, string>) => {
      await updateClientSettings(booked.api.database, 'default', settings);
      await bookStale(booked.api.database);
      const chosen = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
      const { code, output } = await recompute([booked.url, booked.api.key, ...only, ...chosen]);
      expect(code, output).toBe(0);
      expect(countsOf(output, 'balances').figures).toBeGreaterThan(0);
    },
    300_000,
  );

  test('and finds a wrong digit in each new figure', async () => {
    await updateClientSettings(booked.api.database, 'default', {});
    await bookStale(booked.api.database);
    // Another figure is wrong in each period: what is found names both.
    const ofBalances = {
      ...{ D: 'held_amount', W: 'held_contract', M: 'held_part', '3M': 'held_cost_basis' },
      ...{ YTD: 'debt', '1YR': 'debt_contract', MAX: 'debt_part' },
    };
    const ofTotals = { D: 'own_value', W: 'held_value', M: 'debt_value' };
    const wrong = (text: string): string => text.replace(/[1-9]/, (digit) => String((Number(digit) % 9) + 1));
    const proxy = await startForger({ url: booked.url, key: booked.api.key }, (path, text) => {
      const period = new URL(path, booked.url).searchParams.get('period');
      const nameIn = (names: Record<string, string>): string => names[period ?? ''] ?? 'none';
      if (path.startsWith('/wallet/balance/')) return withColumn(text, nameIn(ofBalances), wrong);
      if (!path.startsWith('/wallet/total/')) return text;
      return text.replace(new RegExp(`(?<="${nameIn(ofTotals)}":-?)[1-9]`), wrong);
    });
    try {
      const { code, output } = await recompute([proxy.url, booked.api.key, ...only]);
      expect(code, output).toBe(1);
      const found = [...output.matchAll(/^(?:balances|totals): FIFO USD (\w+) .* (\w+)$/gm)];
      expect(found.map(([, period, name]) => `${period} ${name}`).sort()).toEqual([
        ...['1YR debts', '3M held', 'D held_amount', 'D own_value', 'M debt_value', 'M held', 'MAX debts'],
        ...['W held', 'W held_value', 'YTD debt'],
      ]);
    } finally {
      proxy.close();
    }
  }, 300_000);
});

/** A file in which one column's first figure is another. */
function withColumn(text: string, name: string, change: (cell: string) => string): string {
  const [columns = [], ...lines] = parseCsv(text);
  const place = columns.indexOf(name);
  const line = lines.find((cells) => /[1-9]/.test(cells[place] ?? ''));
  if (line !== undefined) line[place] = change(line[place] ?? '');
  return [columns, ...lines]
    .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join()}\r\n`)
    .join('');
}
