/**
 * The file of capital gains for the United Kingdom: a line for each pool and day on which some was disposed of and each disposal of an NFT, in pence, and
 * totals of each tax year of the lines as they are rounded.
 */
import type { Api } from './api.ts';
import { bookHistory } from './book.ts';
import type { Books } from './books.ts';
import { assetOf } from './compare.ts';
import { linesOf } from './csv.ts';
import { type History, places, type Settings } from './history.ts';
import { type Amount, sum } from './money.ts';
import { assetOf as assetOfTransfer } from './moves.ts';
import { addTally, compareLines, digits, emptyTally, type Tally } from './tally.ts';
import { bothMarks, type Share, unmarked } from './uk-matching.ts';
import { type DayOfDisposals, disposalsByDay } from './uk-pools.ts';

const pounds = places.indexOf('reporting');
const path = '/wallet/uk-capital-gains.csv';
/** Words, which say again what the status says. */
const untold = new Set(['Note']);
/** Rates of the tax are others from 30 October 2024 on. */
const newRates = { year: 2024, from: Date.UTC(2024, 9, 30) / 86_400_000 };

/** Compares the file that the service makes now, whole and of the newest tax year alone. */
export async function compareServedUk(api: Api, history: History, settings: Settings): Promise<Tally> {
  // By no cost method; and what one person moves was sold to nobody, whatever the books say.
  const books = bookHistory(history, 'FIFO', { ...settings, ownTransfers: 'carry' });
  const wallet = history.wallets.join();
  const rows = await api.rows('/wallet/balance/', { wallet });
  const slugs = new Map(rows.map((row) => [assetOf(row), row.text('asset_slug')]));
  for (const { transfers } of history.groups)
    for (const transfer of transfers) slugs.set(assetOfTransfer(transfer), transfer.slug);
  const lines = ukLines(books, slugs);
  const tally = compareUk(await api.text(path, { wallet }), lines, null);
  const newest = lines.at(-1)?.year;
  if (newest !== undefined)
    addTally(tally, compareUk(await api.text(path, { wallet, year: String(newest) }), lines, newest));
  return tally;
}

interface Line {
  year: number;
  day: number;
  proceeds: Amount | null;
  cost: Amount;
  /** null: the proceeds are not known, or it was no disposal. */
  gain: Amount | null;
  cells: string[];
}

/** @param year the only tax year in the file; null: all are */
export function compareUk(file: string, lines: readonly Line[], year: number | null): Tally {
  const tally = emptyTally();
  const [columns = [], ...served] = linesOf(file);
  const without = (cells: readonly string[]): string[] =>
    cells.filter((_, place) => !untold.has(columns[place] ?? ''));
  const wanted = lines.filter((line) => year === null || line.year === year);
  const totals = [...Map.groupBy(wanted, (line) => line.year)].flatMap(([of, own]) => totalsOf(of, own));
  const computed = [...wanted.map(({ cells }) => cells), ...totals];
  compareLines(
    tally,
    'uk gains',
    year === null ? 'all years' : yearText(year),
    served.map(without),
    computed,
  );
  return tally;
}

/** @param slugs of the assets of the books; none where an asset is not recognised */
export function ukLines(books: Books, slugs: ReadonlyMap<string, string>): Line[] {
  const poolOf = (asset: string): string => slugs.get(asset) || asset;
  const symbols = new Map<string, string>();
  for (const { asset, symbol } of books.accounts.values()) {
    const [, , tokenId] = asset.split(':');
    const name = tokenId === undefined ? symbol : `${symbol} #${tokenId}`;
    if (!symbols.has(poolOf(asset))) symbols.set(poolOf(asset), name);
  }
  return disposalsByDay(books.flows, poolOf, pounds).map((one) => lineOf(one, symbols.get(one.pool) ?? ''));
}

const pence = (amount: Amount): Amount => amount.toDecimalPlaces(2).plus(0);
const money = (amount: Amount | null): string => amount?.toFixed(2) ?? '';
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const yearText = (year: number): string => `${year}/${String((year + 1) % 100).padStart(2, '0')}`;

function taxYearOf(day: number): number {
  const year = new Date(day * 86_400_000).getUTCFullYear();
  return day < Date.UTC(year, 3, 6) / 86_400_000 ? year - 1 : year;
}

function lineOf(disposal: DayOfDisposals, symbol: string): Line {
  const { day, pool, quantity, count, sameDay, later, laterDays, fromPool, leftInPool } = disposal;
  const parts = [sameDay, later, fromPool];
  const fees = pence(disposal.fees);
  const cost = sum([fees, ...parts.map((part) => pence(part.cost))]);
  const proceeds = disposal.proceeds && pence(disposal.proceeds);
  const gain = proceeds?.minus(cost) ?? null;
  const marks = parts.reduce(bothMarks, unmarked);
  const year = taxYearOf(day);
  const status = [
    ...(marks.isMissing ? ['BASIS_UNKNOWN'] : marks.isUnpriced ? ['BASIS_UNPRICED'] : []),
    ...(disposal.isGiven ? ['NO_DISPOSAL'] : proceeds === null ? ['PROCEEDS_UNKNOWN'] : []),
  ];
  const cellsOf = (part: Share): string[] =>
    part.quantity.isZero() ? ['', ''] : [digits(part.quantity), money(pence(part.cost))];
  const cells = [
    ...[yearText(year), dateOf(day), symbol, digits(quantity), money(proceeds), money(cost), money(gain)],
    fees.isZero() ? '' : money(fees),
    ...[...cellsOf(sameDay), ...cellsOf(later), laterDays.map(dateOf).join(' '), ...cellsOf(fromPool)],
    ...[digits(leftInPool.quantity), money(pence(leftInPool.cost)), String(count)],
    ...[status.join(' ') || 'OK', pool],
  ];
  return { year, day, proceeds, cost, gain, cells };
}

/** Of the lines whose gain is known. */
function totalsOf(year: number, lines: readonly Line[]): string[][] {
  const known = lines.filter(({ gain }) => gain !== null);
  const total = (name: string, own: readonly Line[]): string[] => {
    const figures = [own.map((one) => one.proceeds), own.map((one) => one.cost), own.map((one) => one.gain)];
    const sums = figures.map((amounts) => money(sum(amounts.filter((amount) => amount !== null))));
    const head = [yearText(year), '', `${name}: ${own.length} disposal${own.length === 1 ? '' : 's'}`, ''];
    return [...head, ...sums, ...Array<string>(11).fill(''), 'TOTAL', ''];
  };
  const rated = [
    { name: 'to 29 October 2024', own: known.filter(({ day }) => day < newRates.from) },
    { name: 'from 30 October 2024', own: known.filter(({ day }) => day >= newRates.from) },
  ];
  return [
    total('Total', known),
    total(
      'Of which gains',
      known.filter(({ gain }) => gain?.gte(0)),
    ),
    total(
      'Of which losses',
      known.filter(({ gain }) => gain?.lt(0)),
    ),
    ...(year === newRates.year ? rated : []).flatMap(({ name, own }) =>
      own.length === 0 ? [] : [total(`Of which ${name}`, own)],
    ),
  ];
}
