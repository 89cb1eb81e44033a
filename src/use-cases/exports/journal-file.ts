/** The history of wallets, and what their ledgers made of it, as a journal that hledger reads. */
import { moneyDecimals } from '../../domain/accounting/amounts/amounts.ts';
import {
  accountPart,
  createJournalWriter,
  type JournalMove,
  type JournalTransaction,
  journalHead,
} from '../../domain/exports/journal.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { amountInCurrencies } from '../../domain/money/currencies.ts';
import { formatUnits } from '../../domain/money/money.ts';
import { afterDigits, timeOfPosition, timePosition } from '../../domain/position.ts';
import { requireRuns } from '../../store/ledger/lists/ledger-export.ts';
import { findResults, findTokensWithResults, type ResultRow } from '../../store/ledger/lists/result-rows.ts';
import { search } from '../../store/pages/reach.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { labelOwner, requireScope } from '../access/ownership.ts';
import { requireCurrency } from '../access/require-currency.ts';
import { type BookedWallet, requireBookedWallets } from '../figures/booked-wallets.ts';
import type { ReadModel } from '../model/interface.ts';
import type { JournalRequest } from '../model/requests.ts';
import type { BlockchainView, Caller } from '../model/view-model.ts';
import type { ProgramFileDependencies } from './file-dependencies.ts';
import { type MovedTransaction, movedTransactions, ratesOf } from './moved-transactions.ts';
import { loadOpenings, takeUpTo } from './openings.ts';
import { loadStated, type Stated } from './stated-values.ts';

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
  return (wallet, { slug }) => `${names.get(wallet) ?? wallet}:${accountPart(slug)}`;
}

function movesOf({ transaction, moves, fee }: MovedTransaction, accountOf: AccountOf): JournalMove[] {
  const account = accountOf(transaction.wallet, transaction.blockchain);
  const moved = moves.map(({ transfer, name, amount, settles, ...move }): JournalMove => {
    const { value, booking, holder } = move;
    return {
      ...{ account, commodity: name, value, booking, holder },
      amount: transfer.side === 'inflow' ? amount : `-${amount}`,
      settles: settles && { commodity: settles.name, amount: settles.amount },
    };
  });
  if (fee === null) return moved;
  const { name: commodity, amount, value } = fee;
  return [...moved, { account, commodity, amount: `-${amount}`, value, booking: 'FEE', ...heldByNobody }];
}

const heldByNobody = { holder: '', settles: null };

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
  // Whoever sent it, or gave something in it, tells what it was.
  const first =
    members.find(({ fee }) => fee !== null) ??
    members.find(({ moves }) => moves.some(({ transfer }) => transfer.side === 'outflow')) ??
    members[0];
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

/** What was held before the known history, at what it had cost. */
async function loadOpeningEntries(
  deps: ProgramFileDependencies,
  caller: Caller,
  { wallets, stated, request }: JournalParts,
  accountOf: AccountOf,
): Promise<JournalTransaction[]> {
  const { currency, from = 0, to } = request;
  const all = await loadOpenings(deps, stated, { wallets });
  const openings = all.filter(({ timestamp }) => timestamp >= from && (to === undefined || timestamp < to));
  const prices = await deps.history.pricesOfTransactions(caller, openings);
  return openings.map(({ timestamp, wallet, blockchain, name: commodity, amount, cost }, place) => {
    const rates = ratesOf(caller, prices[place]);
    const wanted = [currency] as const;
    const value = cost && (amountInCurrencies(cost.amount, cost.currency, { rates, wanted })[0] ?? null);
    const account = accountOf(wallet, blockchain);
    return {
      ...{ timestamp, code: null, description: 'Held before the known history', kind: null },
      moves: [{ account, commodity, amount, value, booking: 'OPENING', ...heldByNobody }],
      results: resultsOf([]),
    };
  });
}

interface JournalParts {
  request: JournalRequest;
  wallets: readonly RegistrationRow[];
  booked: readonly BookedWallet[];
  stated: Stated;
}

/** The transactions, and the results beside them or by themselves, in order of time. */
function inOrder(
  groups: readonly Group[],
  results: ReadonlyMap<string, ResultRow[]>,
  accountOf: AccountOf,
): JournalTransaction[] {
  const known = new Map(groups.map((group) => [group.position, group]));
  const positions = [...new Set([...known.keys(), ...results.keys()])].sort();
  return positions.map((position) => {
    const rows = results.get(position) ?? [];
    const group = known.get(position);
    return (group && entryOf(group, rows, accountOf)) ?? entryOfResults(position, rows);
  });
}

/** The file in pieces; the first has the first transactions, so that what fails before is answered as a problem. */
async function* journalTexts(
  deps: ProgramFileDependencies,
  caller: Caller,
  parts: JournalParts,
): AsyncGenerator<string> {
  const { request, wallets, booked, stated } = parts;
  const { currency, costMethod, from, to } = request;
  const accountOf = await loadAccounts(deps, caller, request.wallets);
  const openings = await loadOpeningEntries(deps, caller, parts, accountOf);
  const resultsUpTo = await createResults(deps, booked, request);
  const writer = createJournalWriter(currency);
  const write = (entries: readonly JournalTransaction[]): string =>
    entries
      .flatMap((entry) => [...takeUpTo(openings, entry.timestamp), entry])
      .map(writer.entry)
      .join('');
  let text = journalHead(currency, [
    `Wallets: ${request.wallets.join(', ')}`,
    `What moved, at what it was worth then in ${currency}; gains by ${costMethod}. Days are those of UTC.`,
  ]);
  const filter = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const pieces = movedTransactions(deps, caller, { wallets, currency, filter, stated });
  for await (const groups of inGroups(pieces)) {
    const last = groups.at(-1);
    if (last === undefined) continue;
    yield text + write(inOrder(groups, await resultsUpTo(last.position), accountOf));
    text = '';
  }
  const rest = await resultsUpTo(to === undefined ? afterDigits : timePosition(to));
  yield text + write(inOrder([], rest, accountOf)) + openings.splice(0).map(writer.entry).join('');
  for (const { run } of booked) await requireRuns(deps.database, run);
}

export function createJournalFile(deps: ProgramFileDependencies): Pick<ReadModel, 'journal'> {
  const { database, ownership } = deps;
  return {
    async journal(caller, request) {
      requireScope(caller, 'read');
      const { currency } = request;
      requireCurrency(caller, currency);
      const wallets = await ownership.require(caller, request.wallets);
      const booked = await requireBookedWallets(database, { ...caller, currency }, wallets);
      const stated = await loadStated(database, caller, { wallets, currency });
      return {
        texts: journalTexts(deps, caller, { request, wallets, booked, stated }),
        isBooking: booked.some(({ run }) => run.isStale),
      };
    },
  };
}
