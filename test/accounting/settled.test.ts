/**
 * What transfers settle of accounts that they do not move, by hand, over GraphQL, REST and CSV, in every setting, and computed a second
 * time. Prices now: ETH 2,500, USDC 1.
 *
 *     day 0   receives 10 ETH at 1,000
 *     day 10  an order book gets 4 ETH to sell
 *     day 20  somebody fills the order: 9,000 USDC at 1
 *     day 30  borrows 1,000 USDC of a market that has no debt token
 *     day 40  is liquidated: 0.3 ETH at 2,000 are taken for 500 of the debt
 *     day 50  requests shares of a vault for 100 USDC
 *     day 60  claims 90 shares, which have no price; the event names no token
 *
 *     ETH     10 − 4 − 0.3 = 5.7, which cost 5,700; 9,000 − 4,000 and 500 − 300 were gained
 *     USDC    9,000 + 1,000 − 100 = 9,900, and 1,000 − 500 are owed
 *     shares  90, for the 100 that were given for them
 *     worth   5.7 × 2,500 + 9,900 = 24,150; −500; together 23,650
 */
import { expect, test } from 'vitest';
import { zeroAddress } from '../../src/domain/model.ts';
import { updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { parseCsv } from '../support/csv.ts';
import { usdc, wallet } from '../support/history.ts';
import { countsOf, recompute } from '../support/recompute.ts';
import { hash, repeated } from '../support/records.ts';
import { useBookedApi } from './booked-api.ts';
import { bookStale, day, ether, type Row, transaction } from './scenario.ts';

const book = repeated('2');
const market = repeated('4');
const vault = repeated('5');
const share = repeated('6');
const dollars = (amount: number): bigint => BigInt(amount) * 1_000_000n;
const HELD = 'HELD';

const sold = { contract: book, token: zeroAddress, amount: 4n * ether };
const covered = { contract: market, token: usdc, amount: dollars(500) };
const requested = { contract: vault, token: null, amount: dollars(100) };

function history(walletId: number): Row[] {
  const at = (number: number) => ({
    ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
  });
  const paid = { token: usdc, side: 'inflow', price: '1' } as const;
  return [
    transaction(at(0), {}, [{ side: 'inflow', amount: 10n * ether, price: '1000' }]),
    transaction(at(10), { kind: 'DEPOSIT', category: 'SEND' }, [
      { side: 'outflow', amount: 4n * ether, price: '2000', taxTreatment: HELD, heldBy: book },
    ]),
    transaction(at(20), { kind: 'SWAP', category: 'RECEIVE' }, [
      { ...paid, amount: dollars(9_000), settles: sold, settledPrice: '2100' },
    ]),
    transaction(at(30), { kind: 'BORROW', category: 'RECEIVE' }, [
      { ...paid, amount: dollars(1_000), heldBy: market },
    ]),
    transaction(at(40), { kind: 'LIQUIDATION', category: 'SEND' }, [
      {
        ...{ side: 'outflow', amount: (3n * ether) / 10n, price: '2000' },
        ...{ settles: covered, settledPrice: '1' },
      },
    ]),
    transaction(at(50), { kind: 'DEPOSIT', category: 'SEND' }, [
      { ...paid, side: 'outflow', amount: dollars(100), taxTreatment: HELD, heldBy: vault },
    ]),
    transaction(at(60), { kind: 'DEPOSIT', category: 'RECEIVE' }, [
      { token: share, side: 'inflow', amount: 90n, taxTreatment: 'CARRY', settles: requested },
    ]),
  ];
}

const booked = useBookedApi(
  history,
  { address: share, name: 'Shares', symbol: 'SHR', decimals: 0, isTrusted: true },
  { at: day(61), ether: '2500' },
);

test('the order is sold, the debt is smaller by what was taken for it, and the shares have cost what was requested', async () => {
  const fields = 'rawToken { address } balance costBasis totalRealizedPnl basisStatus heldAmount debt';
  const nothing = { heldAmount: '0', basisStatus: 'COMPLETE' };
  const answer =
    await booked.ask(`{ tokenBalances(wallets: ["${wallet}"], filter: { spam: INCLUDE }) { nodes { ${fields} } }
    totals(wallets: ["${wallet}"]) { netWorth heldValue debtValue } wallet(address: "${wallet}") { issues { count } } }`);
  expect(answer).toMatchObject({
    data: {
      totals: { netWorth: '23650', heldValue: '0', debtValue: '-500' },
      wallet: { issues: { count: 0 } },
    },
  });
  const balances = (answer as { data: { tokenBalances: { nodes: { rawToken: { address: string } }[] } } })
    .data.tokenBalances.nodes;
  const of = new Map(balances.map(({ rawToken, ...figures }) => [rawToken.address, figures]));
  expect(of.get(zeroAddress)).toEqual({
    ...{ ...nothing, balance: '5.7', costBasis: '5700', totalRealizedPnl: '5200', debt: '0' },
  });
  expect(of.get(usdc)).toEqual({
    ...{ ...nothing, balance: '9900', costBasis: '9900', totalRealizedPnl: '0', debt: '-500' },
  });
  expect(of.get(share)).toEqual({
    ...{ ...nothing, balance: '90', costBasis: '100', totalRealizedPnl: '0', debt: '0' },
  });
});

test('transfers say what they settle', async () => {
  const query = `{ transfers(wallets: ["${wallet}"], order: ASC) { nodes {
    settles { contract rawToken { address symbol } amount units price priceTier } } } }`;
  const coins = { address: zeroAddress, symbol: 'ETH' };
  expect(await booked.ask(query)).toMatchObject({
    data: {
      transfers: {
        nodes: [
          null,
          null,
          {
            ...{ contract: book, rawToken: coins, amount: '4', units: '4000000000000000000' },
            ...{ price: '2100', priceTier: 'REFERENCE' },
          },
          null,
          {
            ...{ contract: market, rawToken: { address: usdc, symbol: 'USDC' }, amount: '500' },
            ...{ units: '500000000', price: '1', priceTier: 'REFERENCE' },
          },
          null,
          {
            ...{ contract: vault, rawToken: null, amount: null, units: '100000000' },
            ...{ price: null, priceTier: 'OTHER' },
          },
        ].map((settles) => ({ settles })),
      },
    },
  });
  const rest = await booked.api.ask('GET', `/wallet/transfer/?wallet=${wallet}&order=asc`);
  const { results } = rest.json as { results: { settles: unknown }[] };
  expect(results[2]?.settles).toEqual({
    ...{ contract: book, raw_token: { address: zeroAddress, name: 'Ether', symbol: 'ETH', id: null } },
    ...{ amount: '4.0000', units: '4000000000000000000', price: '2100.0000', price_tier: 'reference' },
  });
  const csv = await booked.api.ask('GET', `/wallet/transfer/?wallet=${wallet}&order=asc&format=csv`);
  const settled = parseCsv(csv.text)
    .slice(1)
    // What the ledger makes of it stands last.
    .map((cells) => cells.slice(-7, -1));
  const none = ['', '', '', '', '', ''];
  expect(settled).toEqual([
    none,
    none,
    [book, zeroAddress, '4', '4000000000000000000', '2100', 'reference'],
    none,
    [market, usdc, '500', '500000000', '1', 'reference'],
    none,
    [vault, '', '', '100000000', '', 'other'],
  ]);
});

test.each([
  {},
  { deposits: 'realize' },
  { receiptTokens: 'realize', ownTransfers: 'realize' },
  { deposits: 'realize', receiptTokens: 'realize' },
])(
  'the second computation finds the same with %o',
  async (settings: Record<string, string>) => {
    await updateClientSettings(booked.api.database, 'default', settings);
    await bookStale(booked.api.database);
    const chosen = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    const { code, output } = await recompute([booked.url, booked.api.key, '--currencies', 'USD', ...chosen]);
    expect(code, output).toBe(0);
    expect(countsOf(output, 'disposals').figures).toBeGreaterThan(0);
  },
  300_000,
);
