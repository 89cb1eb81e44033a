/** Capital gains for the United Kingdom of invented histories: the service's file and its second computation have the same lines. */
import { expect, test } from 'vitest';
import { bookHistory } from '../../scripts/recompute/book.ts';
import { type Settings, usualSettings } from '../../scripts/recompute/history.ts';
import { Exact } from '../../scripts/recompute/money.ts';
import { assetOf } from '../../scripts/recompute/moves.ts';
import { compareUk, ukLines as linesOf } from '../../scripts/recompute/uk-form.ts';
import { createCrossingOrder } from '../../src/domain/accounting/booking/crossing-order.ts';
import { groupMovements } from '../../src/domain/accounting/booking/order.ts';
import { createLedger } from '../../src/domain/accounting/ledger.ts';
import { createGainsBook } from '../../src/domain/accounting/section-104/gains.ts';
import { ukColumns, ukLines } from '../../src/domain/accounting/section-104/uk-lines.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import type { CurrencyRates } from '../../src/domain/money/currencies.ts';
import { csvLine } from '../../src/domain/text/csv.ts';
import { calendarOf, dayNumberIn } from '../../src/domain/time/calendar.ts';
import type { TransactionRow } from '../../src/store/history/columns/transaction-columns.ts';
import type { TransferRow } from '../../src/store/history/columns/transfer-columns.ts';
import { readLedgerToken } from '../../src/store/ledger/ledger-rows.ts';
import { createRandom } from '../support/random.ts';
import { transactionRecord, transferRecord } from '../support/records.ts';
import { historyOf, ledgerOptions, movementsIn, ratesAt, told } from './both-books.ts';
import { farChain, inventWorld, slugOf, type World, wallets } from './invented-world.ts';

/** So little worth that what the histories move is many pounds. Of every ninth day nobody knows its rate. */
function poundsAt(timestamp: number): CurrencyRates {
  const { EUR, ...others } = ratesAt(timestamp);
  return { ...others, EUR: EUR == null ? null : new Exact(EUR).div(10 ** 9).toFixed() };
}

const returning = ['WRAP', 'DEPOSIT', 'WITHDRAW', 'MIGRATE'];

/** Every other change of form is undone by the next transaction: as a whole, by a third, or by more than it was. */
function withReturns({ transactions, transfers }: World): World {
  const returned = transactions.filter(
    ({ kind, blockNumber }) => returning.includes(kind) && blockNumber % 2 === 0,
  );
  const placeOf = ({ walletId, chainId, blockNumber, timestamp }: TransactionRow) => ({
    ...{ walletId, chainId, blockNumber, timestamp, transactionIndex: 1 },
  });
  const back = returned.flatMap((row) => {
    const own = transfers.filter(
      ({ position, walletId, taxTreatment }) =>
        position.startsWith(row.position) && walletId === row.walletId && taxTreatment !== 'INCOME',
    );
    return own.map((transfer, index): TransferRow => {
      const side = transfer.side === 'inflow' ? 'outflow' : 'inflow';
      const { position, hash } = transferRecord({ ...placeOf(row), index }, { side });
      const thirds = [3n, 1n, 4n][row.blockNumber % 3] ?? 3n;
      const amount = (-transfer.amount * thirds) / 3n || -transfer.amount;
      return { ...transfer, position, hash, side, amount };
    });
  });
  const again = returned.map((row) => transactionRecord(placeOf(row), { fee: 0n, kind: row.kind }));
  const byPosition = (one: { position: string }, other: { position: string }): number =>
    one.position < other.position ? -1 : 1;
  return {
    transactions: [...transactions, ...again].sort(byPosition),
    transfers: [...transfers, ...back].sort(byPosition),
  };
}

const london = calendarOf('Europe/London');

/** The file as the service makes it, every token called TKN. */
function fileOf(world: World, settings: Settings): string {
  if (london === null) throw new Error('no time zone of London');
  const book = createGainsBook({
    currency: told.indexOf('EUR'),
    dayOf: (timestamp) => dayNumberIn(london, timestamp),
    wallets: new Set(wallets),
    isNft: (token) => readLedgerToken(token).tokenId !== null,
  });
  const ledger = createLedger(ledgerOptions(settings), { flow: book.add });
  const order = createCrossingOrder<{ movements: ReturnType<typeof movementsIn> }>();
  const apply = (placed: ReturnType<typeof order.end>): void => {
    for (const { group, isAhead } of placed) ledger.apply(group.movements, isAhead);
  };
  for (const group of groupMovements(movementsIn(world, poundsAt)))
    apply(order.add({ movements: [...group] }));
  apply(order.end());
  const kindOf = (name: string): string => {
    const { chainId, tokenAddress, tokenId } = readLedgerToken(name);
    return (tokenId === null && slugOf(chainId, tokenAddress)) || name;
  };
  const symbolOf = (name: string): string => {
    const { tokenId } = readLedgerToken(name);
    return tokenId === null ? 'TKN' : `TKN #${tokenId}`;
  };
  return [ukColumns, ...ukLines(book.disposals(kindOf), symbolOf)].map(csvLine).join('');
}

function computedLines(world: World, settings: Settings): ReturnType<typeof linesOf> {
  const history = historyOf(world, new Map(), poundsAt);
  const transfers = history.groups.flatMap((group) => group.transfers);
  const slugs = new Map(transfers.map((transfer) => [assetOf(transfer), transfer.slug]));
  for (const chain of [1, farChain]) slugs.set(`${chain}:${zeroAddress}`, 'ethereum');
  return linesOf(bookHistory(history, 'FIFO', settings), slugs);
}

/** Over the change of rates of 30 October 2024, and over 5 April 2025. */
const starts = [Date.UTC(2024, 8, 20), Date.UTC(2025, 1, 25)].map((start) => start / 1000);

test.each<Partial<Settings>>([
  {},
  { receiptTokens: 'realize', deposits: 'realize' },
  { liquidityTokens: 'carry', ownTransfers: 'realize' },
])('capital gains of invented histories, with %o', (change) => {
  const settings = { ...usualSettings, ...change };
  let compared = 0;
  for (let seed = 1; seed <= 24; seed += 1) {
    const invented = inventWorld(createRandom(seed), seed % 3 === 0, starts[seed % 2]);
    const world = seed % 2 === 0 ? withReturns(invented) : invented;
    const tally = compareUk(fileOf(world, settings), computedLines(world, settings), null);
    expect({ seed, differences: tally.differences }).toEqual({ seed, differences: [] });
    compared += tally.compared.get('uk gains') ?? 0;
  }
  expect(compared).toBeGreaterThan(3_000);
});
