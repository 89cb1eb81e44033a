/** A wallet whose figures in euros and pounds are worked out by hand, for the tests of the reporting currency. */
import type { Database } from '../../src/store/connection/database.ts';
import { exchange, friend, usdc } from '../support/history.ts';
import { hash } from '../support/records.ts';
import { publishRates } from './fiat-rates.ts';
import { day, ether, type Row, storeEtherPrices, transaction } from './scenario.ts';

/**
 * Prices in USD, and how many USD one EUR is worth on the day (all are working days; on day 20 those of day 3 hold no more). In EUR:
 *
 *     day 0   1.25  receives 2 ETH at 1,000: at 800 each
 *     day 1   1.6   receives 2 ETH at 1,600: at 1,000 each
 *     day 2   1.25  sells 1 ETH for 2,000 USDC, fee 0.1 ETH at 2,000: proceeds 1,600, fee 160; the USDC cost 1,760
 *     day 3   1.6   claims 0.1 ETH at 2,400: income 150
 *     day 20  2     a failed call, fee 0.1 ETH at 2,500: expense 125
 *     day 21  1.25  nothing; ETH is worth 3,000: 2,400
 *
 * By FIFO all that goes is of the first lot: of ETH 0.8 at 800, 2 at 1,000 and 0.1 at 1,500 are left, 640 + 2,000 + 150 = 2,790.
 * By WAC the pool of 4 ETH costs 3,600, at 900; 2.9 are left for 2,610; with the claim 3 for 2,760, at 920; 2.9 for 2,668 are left.
 */
export function reportingHistory(walletId: number): Row[] {
  const at = (number: number) => ({
    ...{ walletId, blockNumber: 100 + number, timestamp: day(number), hash: hash(100 + number) },
  });
  return [
    transaction(at(0), {}, [{ side: 'inflow', amount: 2n * ether, price: '1000', counterparty: friend }]),
    transaction(at(1), {}, [{ side: 'inflow', amount: 2n * ether, price: '1600', counterparty: friend }]),
    transaction(at(2), { kind: 'SWAP', category: 'SWAP', fee: ether / 10n }, [
      { side: 'outflow', amount: ether, price: '2000', counterparty: exchange },
      { token: usdc, side: 'inflow', amount: 2_000_000_000n, price: '1', counterparty: exchange },
    ]),
    transaction(at(3), { kind: 'CLAIM' }, [
      { side: 'inflow', amount: ether / 10n, price: '2400', taxTreatment: 'INCOME', counterparty: exchange },
    ]),
    transaction(at(20), { fee: ether / 10n, isError: true, kind: 'FAILED' }, []),
  ];
}

/** Ten minutes after the last rates. */
export const reportingNow = day(21) + 600;

/** By the day: USD per ETH, USD per EUR, GBP per EUR. One GBP is 2.5, 2, 2.5, 2, 4 and 2.5 USD. */
export const reportingRates = [
  { number: 0, ETH: '1000', usd: '1.25', GBP: '0.5' },
  { number: 1, ETH: '1600', usd: '1.6', GBP: '0.8' },
  { number: 2, ETH: '2000', usd: '1.25', GBP: '0.5' },
  { number: 3, ETH: '2400', usd: '1.6', GBP: '0.8' },
  { number: 20, ETH: '2500', usd: '2', GBP: '0.5' },
  { number: 21, ETH: '3000', usd: '1.25', GBP: '0.5' },
] as const;

export async function storeReportingRates(
  database: Database,
  numbers: readonly number[] = reportingRates.map(({ number }) => number),
): Promise<void> {
  const known = reportingRates.filter(({ number }) => numbers.includes(number));
  await storeEtherPrices(
    database,
    reportingRates.map(({ number, ETH }) => ({ at: day(number), price: ETH })),
  );
  await publishRates(
    database,
    known.map(({ number, usd, GBP }) => ({ at: day(number), usd, others: { GBP } })),
  );
}
