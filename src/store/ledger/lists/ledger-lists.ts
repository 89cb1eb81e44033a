/**
 * Open lots and disposals of several wallets and tokens at once, for lists. Which runs they are of: ledger-reads.ts. A page
 * costs look-ups per token and the rows of the page, never the whole history.
 */
import type { CostMethod, Currency } from '../../../domain/ids.ts';
import type { Address, Hash } from '../../../domain/model.ts';
import { afterDigits, transactionPositionLength } from '../../../domain/position.ts';
import { askByWallet, isSpread, type OfWallet } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { hexOf } from '../../connection/row-types.ts';
import { queryRows, type RowReader } from '../../connection/sql.ts';
import { type WalletRuns, walletRunColumns } from '../ledger-reads.ts';
import { methodCode } from '../ledger-rows.ts';
import {
  disposalFigureColumns,
  lotsInRow,
  partCount,
  partNumber,
  partsOf,
  readDisposal,
  readLotsRow,
  sliceOfLot,
} from '../packed-figures.ts';
import type { LotRow, StoredDisposal } from './account-lots.ts';
import { findDisposers } from './disposers.ts';

/** A token or NFT that a wallet's ledger has, and the run that says how it stands. */
export interface LedgerAccount {
  walletId: number;
  runId: bigint;
  token: string;
  chainId: number;
  tokenAddress: Address;
  tokenId: bigint | null;
  decimals: number;
}

/** Every token and NFT of the runs' wallets, by wallet and token. */
export async function findLedgerAccounts(
  database: Database,
  runs: readonly WalletRuns[],
): Promise<LedgerAccount[]> {
  if (runs.length === 0) return [];
  return askByWallet(database.pool, runs.toSorted(byWallet), ownerOf, (own, ofWallet) =>
    queryRows(
      database.pool,
      `SELECT DISTINCT ON (wallet_id, token) wallet_id, run_id, token, chain_id, token_address, token_id, decimals
       FROM unnest($1::int[], $2::bigint[]) state (wallet_id, run_id) JOIN ledger_balance USING (wallet_id, run_id)
       WHERE true${ofWallet('ledger_balance')} ORDER BY wallet_id, token, run_id DESC`,
      walletRunColumns(own, ({ stateRunIds }) => stateRunIds),
      (row) => ({
        walletId: row.integer(),
        runId: row.bigint(),
        token: row.text(),
        chainId: row.integer(),
        tokenAddress: hexOf(row.text()),
        tokenId: row.bigintOrNull(),
        decimals: row.integer(),
      }),
    ),
  );
}

const ownerOf = ({ walletId }: { walletId: number }): number => walletId;
const byWallet = (one: { walletId: number }, other: { walletId: number }): number =>
  one.walletId - other.walletId;

const accountColumns = (accounts: readonly LedgerAccount[]): unknown[] => [
  accounts.map(({ walletId }) => walletId),
  accounts.map(({ runId }) => runId),
  accounts.map(({ token }) => token),
];

/** How many open lots each account has, in their order. Lots are numbered without gaps. */
export async function countLotsOf(
  database: Database,
  accounts: readonly LedgerAccount[],
  method: CostMethod,
): Promise<number[]> {
  if (accounts.length === 0) return [];
  const counted = await askByWallet(
    database.pool,
    [...accounts.entries()],
    ([, account]) => account.walletId,
    async (own, ofWallet) => {
      const counts = await queryRows(
        database.pool,
        `SELECT coalesce(last.slice * ${lotsInRow} + get_byte(last.lots, 0), 0)
       FROM unnest($1::int[], $2::bigint[], $3::text[]) WITH ORDINALITY account (wallet_id, run_id, token, number)
       LEFT JOIN LATERAL (
         SELECT slice, lots FROM ledger_lot lot WHERE lot.wallet_id = account.wallet_id AND lot.run_id = account.run_id
           AND lot.token = account.token AND lot.method = $4${ofWallet('lot')} ORDER BY slice DESC LIMIT 1
       ) last ON true ORDER BY account.number`,
        [...accountColumns(own.map(([, account]) => account)), methodCode(method)],
        (row) => row.integer(),
      );
      return own.map(([place], index) => [place, counts[index] ?? 0] as const);
    },
  );
  const countAt = new Map(counted);
  return accounts.map((_, place) => countAt.get(place) ?? 0);
}

/** Some lots of an account: the places from `from` to before `until`. */
export interface LotSlice {
  account: LedgerAccount;
  from: number;
  until: number;
}

/** The lots of the slices, in their order, oldest first within each. */
export async function readLots(
  database: Database,
  slices: readonly LotSlice[],
  { method, currency }: { method: CostMethod; currency: Currency },
): Promise<{ account: LedgerAccount; lot: LotRow }[]> {
  if (slices.length === 0) return [];
  const rows = await askByWallet(
    database.pool,
    [...slices.entries()],
    ([, { account }]) => account.walletId,
    (numbered, ofWallet) => {
      const own = numbered.map(([, slice]) => slice);
      return queryRows(
        database.pool,
        `SELECT wanted.number, slice, lots
         FROM unnest($1::int[], $2::bigint[], $3::text[], $5::int[], $6::int[])
           WITH ORDINALITY wanted (wallet_id, run_id, token, first_slice, last_slice, number)
         JOIN ledger_lot lot ON lot.wallet_id = wanted.wallet_id AND lot.run_id = wanted.run_id AND lot.token = wanted.token
           AND lot.method = $4 AND lot.slice >= wanted.first_slice AND lot.slice <= wanted.last_slice${ofWallet('lot')}
         ORDER BY wanted.number, slice`,
        [
          ...[...accountColumns(own.map(({ account }) => account)), methodCode(method)],
          ...[own.map(({ from }) => sliceOfLot(from)), own.map(({ until }) => sliceOfLot(until - 1))],
        ],
        (row) => ({ place: numbered[row.integer() - 1]?.[0] ?? -1, lots: readLotsRow(row, currency) }),
      );
    },
  );
  // Within a slice they are in order already.
  const inOrder = rows.toSorted((one, other) => one.place - other.place);
  return inOrder.flatMap(({ place: number, lots }) => {
    const wanted = slices[number];
    if (wanted === undefined) return [];
    const { account, from, until } = wanted;
    return lots
      .filter(({ place }) => place >= from && place < until)
      .map((lot) => ({ account, lot: { ...lot, decimals: account.decimals } }));
  });
}

/** Where a part of a disposal stands among those of several wallets and tokens. */
export interface WalletDisposalPlace {
  position: string;
  walletId: number;
  token: string;
  part: number;
}

export interface WalletDisposalFilter {
  runs: readonly WalletRuns[];
  accounts: readonly LedgerAccount[];
  method: CostMethod;
  /** Not older than this; null: since the beginning. */
  fromPosition: string | null;
  /** Older than this; null or left out: to the end. */
  beforePosition?: string | null;
  /** Only those of failed transactions, or only of others. */
  isError?: boolean;
}

export interface WalletDisposalRow extends StoredDisposal {
  account: LedgerAccount;
  /** The transaction that it happened in, of the wallet itself unless it says whose; null when a re-org has taken it away since. */
  transaction: { hash: Hash; isError: boolean; wallet?: Address } | null;
}

/** Of the parameters 1 to 7, which `filterValues` gives. */
const accountsOfRuns = `unnest($1::int[], $2::bigint[], $3::text[]) account (wallet_id, run_id, token)`;
const conditionOf = (ofWallet: OfWallet): string => `wallet_id = account.wallet_id AND run_id = account.run_id
  AND token = account.token${ofWallet('disposal')}
  AND disposed_by >= $4 AND disposed_by < $7 AND ($5::boolean IS NULL OR $5 = EXISTS (
    SELECT 1 FROM transaction failed WHERE failed.wallet_id = disposal.wallet_id${ofWallet('failed')}
      AND failed.position = left(disposed_by, $6) AND failed.is_error))`;

/** Each account with each run of its wallet: any of them may hold disposals of it. */
function filterValues(filter: WalletDisposalFilter): unknown[] {
  const { runs, accounts, fromPosition, beforePosition, isError } = filter;
  const runsOf = new Map(runs.map((run) => [run.walletId, run.runIds]));
  const all = accounts.flatMap((account) =>
    (runsOf.get(account.walletId) ?? []).map((runId) => ({ ...account, runId })),
  );
  return [
    ...[...accountColumns(all), fromPosition ?? '', isError ?? null, transactionPositionLength],
    beforePosition ?? afterDigits,
  ];
}

/** Disposals, newest first, strictly beyond `after`. */
export async function pageWalletDisposals(
  database: Database,
  filter: WalletDisposalFilter,
  slice: { currency: Currency; after: WalletDisposalPlace | null; offset: number; limit: number },
): Promise<WalletDisposalRow[]> {
  const { after } = slice;
  const accountOf = new Map(
    filter.accounts.map((account) => [`${account.walletId}:${account.token}`, account]),
  );
  const part = partNumber('disposal');
  const order = 'disposed_by DESC, wallet_id DESC, token DESC, part DESC';
  const isApart = isSpread(database.pool);
  const rows = await askByWallet(database.pool, filter.runs, ownerOf, (runs, ofWallet) =>
    queryRows(
      database.pool,
      `SELECT disposal.wallet_id, token, disposed_by, ${disposalFigureColumns(filter.method)},
       -- A fee, or a transfer of its own: the wallet may have a part in the transaction in which another's disposed.
       CASE WHEN length(disposed_by) = $6 OR EXISTS (SELECT 1 FROM transfer own WHERE own.wallet_id = disposal.wallet_id
         AND own.position = disposed_by${ofWallet('own')}) THEN transaction.hash END, coalesce(transaction.is_error, false)
     FROM (
       SELECT found.* FROM ${accountsOfRuns} CROSS JOIN LATERAL (
         SELECT disposal.*, ${part} AS part FROM ledger_disposal disposal
          CROSS JOIN LATERAL ${partsOf('disposal', filter.method)} WHERE ${conditionOf(ofWallet)}
            AND ($8::text IS NULL OR (disposed_by <= $8 AND (disposed_by, wallet_id, token, ${part}) < ($8, $9::int, $10, $11::int)))
          ORDER BY disposed_by DESC, slice DESC, listed.place DESC LIMIT $12::bigint + $13::bigint
        ) found ORDER BY ${order} OFFSET $12 LIMIT $13
     ) disposal LEFT JOIN transaction ON transaction.wallet_id = disposal.wallet_id
       AND transaction.position = left(disposed_by, $6)${ofWallet('transaction')}
     ORDER BY disposed_by DESC, disposal.wallet_id DESC, token DESC, part DESC`,
      [
        ...filterValues({ ...filter, runs }),
        ...[after?.position ?? null, after?.walletId ?? 0, after?.token ?? '', after?.part ?? 0],
        // What of a wallet's list is in that of all, nobody knows before they are put together.
        ...(isApart ? [0, slice.offset + slice.limit] : [slice.offset, slice.limit]),
      ],
      (row) => disposalRow(row, slice.currency),
    ),
  );
  const page = isApart ? rows.toSorted(newestFirst).slice(slice.offset, slice.offset + slice.limit) : rows;
  const elsewhere = page.flatMap(({ transaction, disposedBy }) => (transaction === null ? [disposedBy] : []));
  const disposerAt = await findDisposers(database, elsewhere, filter.runs);
  return page.flatMap(({ token, ...row }) => {
    const account = accountOf.get(`${row.disposedBy.walletId}:${token}`);
    if (account === undefined) return [];
    const disposer = disposerAt(row.disposedBy.position);
    // What moved something did not fail.
    const transaction = row.transaction ?? (disposer && { ...disposer, isError: false });
    return [{ ...row, transaction, account, decimals: account.decimals }];
  });
}

function disposalRow(row: RowReader, currency: Currency) {
  const [walletId, token, position] = [row.integer(), row.text(), row.text()];
  return {
    token,
    disposedBy: { walletId, position },
    ...readDisposal(row, currency),
    transaction: transactionOrNull(row),
  };
}

export async function countWalletDisposals(
  database: Database,
  filter: WalletDisposalFilter,
): Promise<number> {
  const counts = await askByWallet(database.pool, filter.runs, ownerOf, (runs, ofWallet) =>
    queryRows(
      database.pool,
      `SELECT coalesce(sum(found.parts), 0) FROM ${accountsOfRuns} CROSS JOIN LATERAL (
         SELECT ${partCount('disposal', filter.method)} AS parts FROM ledger_disposal disposal WHERE ${conditionOf(ofWallet)}
       ) found`,
      filterValues({ ...filter, runs }),
      (row) => row.integer(),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

type DisposalOrder = Pick<WalletDisposalRow, 'disposedBy' | 'part'> & { token: string };

function newestFirst(one: DisposalOrder, other: DisposalOrder): number {
  const [left, right] = [one.disposedBy, other.disposedBy];
  if (left.position !== right.position) return left.position > right.position ? -1 : 1;
  if (left.walletId !== right.walletId) return right.walletId - left.walletId;
  if (one.token !== other.token) return one.token > other.token ? -1 : 1;
  return other.part - one.part;
}

function transactionOrNull(row: RowReader): WalletDisposalRow['transaction'] {
  const hash = row.textOrNull();
  const isError = row.boolean();
  return hash === null ? null : { hash: hexOf(hash), isError };
}
