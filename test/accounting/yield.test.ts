/**
 * What a token brings by itself, by hand, by every method, and computed a second time.
 *
 *     day 0    10 are bought at 100                          10 for 1,000
 *     day 10   1 comes by itself, worth 110                  income 110, which is its cost
 *     day 20   1 comes by itself, worth 120                  income 120, which is its cost
 *     day 30   11.5 are sold at 130                          proceeds 1,495
 *     day 35   0.1 is gone by itself (slashed), worth 125    expense 12.5, which are its proceeds
 *
 *     FIFO         sold: 1,000 + 110 + 60 = 1,170, gain 325; slashed: 12, gain 0.5; 0.4 are left for 48
 *     LIFO, HIFO   sold: 120 + 110 + 950 = 1,180, gain 315; slashed: 10, gain 2.5; 0.4 are left for 40
 *     WAC          1,230 / 12 = 102.5 each: 1,178.75, gain 316.25; 10.25, gain 2.25; 0.4 are left for 41
 */
import { expect, test } from 'vitest';
import { yieldRecords } from '../../src/domain/classify/yield-records.ts';
import { wallet } from '../support/history.ts';
import { countsOf, recompute } from '../support/recompute.ts';
import { hash, repeated } from '../support/records.ts';
import { useBookedApi } from './booked-api.ts';
import { day, ether, type Row, transaction } from './scenario.ts';

const growing = repeated('9');
const tenth = ether / 10n;

function history(walletId: number): Row[] {
  const at = (number: number) => ({
    ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
  });
  const grown = (number: number, amount: bigint, price: string): Row => {
    const { blockNumber, timestamp } = at(number);
    const place = { walletId, wallet, chainId: 1, tokenAddress: growing, blockNumber, timestamp };
    return { ...yieldRecords({ ...place, amount }), prices: [price] };
  };
  return [
    transaction(at(0), {}, [{ token: growing, side: 'inflow', amount: 10n * ether, price: '100' }]),
    grown(10, ether, '110'),
    grown(20, ether, '120'),
    transaction(at(30), {}, [{ token: growing, side: 'outflow', amount: 115n * tenth, price: '130' }]),
    grown(35, -tenth, '125'),
  ];
}

const booked = useBookedApi(history, {
  address: growing,
  name: 'Growing',
  symbol: 'GRW',
  decimals: 18,
  isTrusted: false,
});

test.each([
  ['FIFO', '325', '0.5', '48'],
  ['LIFO', '315', '2.5', '40'],
  ['HIFO', '315', '2.5', '40'],
  ['WAC', '316.25', '2.25', '41'],
])(
  '%s: what came by itself is income, and sold at the cost of its day',
  async (method, sold, slashed, left) => {
    const query = `{
    tokenBalances(wallets: ["${wallet}"], costMethod: ${method}, pageSize: 5) { nodes {
      balance income expenses costBasis basisStatus disposals(first: 10) { nodes { gain taxTreatment } } } }
    wallet(address: "${wallet}") { issues { nodes { code } } } }`;
    const answer = await booked.ask(query);
    expect(answer).toMatchObject({
      data: {
        tokenBalances: {
          nodes: [
            { balance: '0.4', income: '230', expenses: '12.5', costBasis: left, basisStatus: 'COMPLETE' },
          ],
        },
        wallet: { issues: { nodes: [] } },
      },
    });
    const { nodes } = JSON.parse(JSON.stringify(answer)).data.tokenBalances.nodes[0].disposals;
    const gains = (treatment: string): number =>
      nodes
        .filter((one: { taxTreatment: string }) => one.taxTreatment === treatment)
        .reduce((sum: number, one: { gain: string }) => sum + Number(one.gain), 0);
    expect([gains('DISPOSAL'), gains('EXPENSE')]).toEqual([Number(sold), Number(slashed)]);
  },
);

test('it shows as what it is: the kind YIELD, from the token itself', async () => {
  expect(
    await booked.ask(`{ transactions(wallets: ["${wallet}"], order: ASC) { nodes { kind category counterparty { address } } }
      transfers(wallets: ["${wallet}"], order: ASC) { nodes { amount taxTreatment } } }`),
  ).toMatchObject({
    data: {
      transactions: {
        nodes: [
          {},
          { kind: 'YIELD', category: 'RECEIVE', counterparty: { address: growing } },
          { kind: 'YIELD', category: 'RECEIVE', counterparty: { address: growing } },
          {},
          { kind: 'YIELD', category: 'SEND', counterparty: { address: growing } },
        ],
      },
      transfers: {
        nodes: [
          {},
          { amount: '1', taxTreatment: 'INCOME' },
          { amount: '1', taxTreatment: 'INCOME' },
          {},
          { amount: '-0.1', taxTreatment: 'EXPENSE' },
        ],
      },
    },
  });
  const rest = await booked.api.ask('GET', `/wallet/transaction/?wallet=${wallet}`);
  expect(rest.text).toContain('"kind":"YIELD"');
});

test('the second computation finds the same', async () => {
  const { code, output } = await recompute([
    booked.url,
    booked.api.key,
    '--methods',
    'FIFO,WAC',
    '--currencies',
    'USD',
  ]);
  expect(code, output).toBe(0);
  expect(countsOf(output, 'disposals').figures).toBeGreaterThan(0);
}, 300_000);
