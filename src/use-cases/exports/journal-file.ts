/** The history of wallets, and what their ledgers made of it, as a journal that hledger reads. */
import { moneyDecimals } from '../../domain/accounting/amounts/amounts.ts';
import {
  accountPart,
  type JournalMove,
  type JournalTransaction,
  journalEntry,
  journalHead,
} from '../../domain/exports/journal.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { amountInCurrencies } from '../../domain/money/currencies.ts';
import { formatUnits } from '../../domain/money/money.ts';
import { afterDigits, timeOfPosition, timePosition } from '../../domain/position.ts';
import { requireRuns } from '../../store/ledger/lists/ledger-export.ts';
import { findResults, findTokensWithResults, type ResultRow } from '../../store/ledger/lists/result-rows.ts';
import { search } from '../../store/pages/reach.ts';
import { labelOwner, requireScope } from '../access/ownership.ts';
import { requireCurrency } from '../access/require-currency.ts';
import { type BookedWallet, requireBookedWallets } from '../figures/booked-wallets.ts';
import type { ReadModel } from '../model/interface.ts';
import type { JournalRequest } from '../model/requests.ts';
import type { BlockchainView, Caller } from '../model/view-model.ts';
import { type MovedTransaction, movedTransactions, ratesOf } from './moved-transactions.ts';
import { loadOpenings, type Opening, takeUpTo } from './openings.ts';
import type { ProgramFileDependencies } from './program-files.ts';
import { loadStated } from './stated-values.ts';

/** One transaction of the chain in all of the wallets that have it. */
interface Group {
  position: string;
  members: MovedTransaction[];
}

/** Consecutive ones of one position, also where a page ends between them. */
async function* inGroups(pieces: AsyncGenerator<MovedTransaction[]>): AsyncGenerator<Group[]> {
  const waiting: Group[] = [];
  for await (const piece of pieces) {
    for (const moved of piece) {
      const { position } = moved.transaction;
      const last = waiting.at(-1);
      if (last?.position === position) last.members.push(moved);
      else waiting.push({ position, members: [moved] });
    }
    yield waiting.splice(0, waiting.length - 1);
  }
  yield waiting;
}

/** The results of all the wallets up to a position, by position: each call goes on where the one before ended. */
async function createResults(
  { database }: ProgramFileDependencies,
  booked: readonly BookedWallet[],
  { costMethod: method, currency, from }: JournalRequest,
): Promise<(until: string) => Promise<Map<string, ResultRow[]>>> {
  const tokensOf = new Map<number, string[]>();
  for (const { run } of booked) {
    const reach = { table: 'transfer', walletIds: [run.walletId] } as const;
    tokensOf.set(run.walletId, await search(database, reach, () => findTokensWithResults(database, run)));
  }
  let after = from === undefined ? '' : timePosition(from);
  return async (until) => {
    const rows: ResultRow[] = [];
    for (const { run } of booked) {
      const tokens = tokensOf.get(run.walletId) ?? [];
      rows.push(...(await findResults(database, run, { tokens, after, until, method, currency })));
    }
    after = until;
    return Map.groupBy(rows, ({ position }) => position);
  };
}

type AccountOf = (wallet: Address, blockchain: BlockchainView) => string;

/** Accounts have the names that the client gives its wallets, where they tell them apart. */
async function loadAccounts(
  { lookups }: ProgramFileDependencies,
  caller: Caller,
  wallets: readonly Address[],
): Promise<AccountOf> {
  const labels = await lookups.customLabels(labelOwner(caller), wallets);
  const named = wallets.map((wallet) => ({ wallet, name: accountPart(labels.get(wallet)?.name ?? wallet) }));
  const same = Map.groupBy(named, ({ name }) => name.toLowerCase());
  const names = new Map(
    named.map(({ wallet, name }) => {
      const isOne = same.get(name.toLowerCase())?.length === 1;
      return [wallet, isOne ? name : `${name} ${wallet}`] as const;
    }),
  );
  return (wallet, { slug }) => `Assets:Crypto:${names.get(wallet) ?? wallet}:${accountPart(slug)}`;
}

function movesOf({ transaction, moves, fee }: MovedTransaction, accountOf: AccountOf): JournalMove[] {
  const account = accountOf(transaction.wallet, transaction.blockchain);
  const moved = moves.map(({ transfer: { side }, name, amount, value, booking }): JournalMove => {
    return { account, commodity: name, amount: side === 'inflow' ? amount : `-${amount}`, value, booking };
  });
  if (fee === null) return moved;
  const { name: commodity, amount, value } = fee;
  return [...moved, { account, commodity, amount: `-${amount}`, value, booking: 'FEE' }];
}

function resultsOf(rows: readonly ResultRow[]): JournalTransaction['results'] {
  const sum = (of: (row: ResultRow) => bigint, own = rows): string =>
    formatUnits(
      own.reduce((total, row) => total + of(row), 0n),
      moneyDecimals,
    );
  const coins = rows.filter(({ token }) => token.tokenAddress === zeroAddress);
  return {
    gains: sum(({ realized }) => realized),
    income: sum(({ income }) => income),
    expenses: sum(({ expenses }) => expenses),
    coinExpenses: sum(({ expenses }) => expenses, coins),
  };
}

function entryOf(
  { members }: Group,
  rows: readonly ResultRow[],
  accountOf: AccountOf,
): JournalTransaction | null {
  const [first] = members;
  if (first === undefined) return null;
  const { timestamp, hash, kind } = first.transaction;
  const moves = members.flatMap((moved) => movesOf(moved, accountOf));
  return { timestamp, code: hash, description: first.description, kind, moves, results: resultsOf(rows) };
}

/** What a wallet earned where it has no transaction of its own, such as where another wallet's moved what was its own. */
const entryOfResults = (position: string, rows: readonly ResultRow[]): JournalTransaction => ({
  ...{ timestamp: timeOfPosition(position), code: null, description: 'Result', kind: null },
  ...{ moves: [], results: resultsOf(rows) },
});

const openingEntry = (
  { timestamp, wallet, blockchain, name, amount }: Opening,
  value: string | null,
  accountOf: AccountOf,
): JournalTransaction => ({
  ...{ timestamp, code: null, description: 'Held before the known history', kind: null },
  moves: [{ account: accountOf(wallet, blockchain), commodity: name, amount, value, booking: 'OPENING' }],
  results: resultsOf([]),
});

async function* journalTexts(
  deps: ProgramFileDependencies,
  caller: Caller,
  request: JournalRequest,
  booked: readonly BookedWallet[],
): AsyncGenerator<string> {
  const { currency, costMethod, from = 0, to } = request;
  const wallets = await deps.ownership.require(caller, request.wallets);
  const accountOf = await loadAccounts(
    deps,
    caller,
    wallets.map(({ address }) => address),
  );
  const stated = await loadStated(deps.database, caller, { wallets, currency });
  const all = await loadOpenings(deps, stated, { wallets });
  const openings = all.filter(({ timestamp }) => timestamp >= from && (to === undefined || timestamp < to));
  const prices = await deps.history.pricesOfTransactions(caller, openings);
  const entries = openings.map((opening, place) => {
    const { cost } = opening;
    const rates = ratesOf(caller, prices[place]);
    const wanted = [currency] as const;
    const value = cost && (amountInCurrencies(cost.amount, cost.currency, { rates, wanted })[0] ?? null);
    return {
      timestamp: opening.timestamp,
      text: journalEntry(openingEntry(opening, value, accountOf), currency),
    };
  });
  const openingTexts = (until: number): string =>
    takeUpTo(entries, until)
      .map(({ text }) => text)
      .join('');
  const filter = {
    ...(request.from === undefined ? {} : { from: request.from }),
    ...(to === undefined ? {} : { to }),
  };

  yield journalHead(currency, [
    `Wallets: ${request.wallets.join(', ')}`,
    `What moved, at what it was worth then in ${currency}; gains by ${costMethod}. Days are those of UTC.`,
  ]);
  const resultsUpTo = await createResults(deps, booked, request);
  const write = (groups: readonly Group[], results: ReadonlyMap<string, ResultRow[]>): string => {
    const known = new Map(groups.map((group) => [group.position, group]));
    const positions = [...new Set([...known.keys(), ...results.keys()])].sort();
    return positions
      .map((position) => {
        const rows = results.get(position) ?? [];
        const group = known.get(position);
        const entry = (group && entryOf(group, rows, accountOf)) ?? entryOfResults(position, rows);
        return openingTexts(entry.timestamp) + journalEntry(entry, currency);
      })
      .join('');
  };
  const pieces = movedTransactions(deps, caller, { wallets, currency, filter, stated });
  for await (const groups of inGroups(pieces)) {
    const last = groups.at(-1);
    if (last !== undefined) yield write(groups, await resultsUpTo(last.position));
  }
  yield write([], await resultsUpTo(to === undefined ? afterDigits : timePosition(to)));
  yield openingTexts(Number.POSITIVE_INFINITY);
  for (const { run } of booked) await requireRuns(deps.database, run);
}

export function createJournalFile(deps: ProgramFileDependencies): Pick<ReadModel, 'journal'> {
  return {
    async journal(caller, request) {
      requireScope(caller, 'read');
      requireCurrency(caller, request.currency);
      const registered = await deps.ownership.require(caller, request.wallets);
      const books = { ...caller, currency: request.currency };
      const booked = await requireBookedWallets(deps.database, books, registered);
      return {
        texts: journalTexts(deps, caller, request, booked),
        isBooking: booked.some(({ run }) => run.isStale),
      };
    },
  };
}
