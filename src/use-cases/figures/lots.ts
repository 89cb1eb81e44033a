/** What stands behind a balance's cost and earnings: open lots, and what each disposal took from which lot. */
import { moneyDecimals } from '../../domain/accounting/amounts/amounts.ts';
import { averageCost } from '../../domain/accounting/period-figures.ts';
import { balanceId, type TransferKey, transferId } from '../../domain/ids.ts';
import { formatUnits } from '../../domain/money/money.ts';
import { isTransactionPosition, isTransferPosition, timeOfPosition } from '../../domain/position.ts';
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import { findCurrentRuns, findMovementKeys, runsToldIn } from '../../store/ledger/ledger-reads.ts';
import { ledgerTokenOf, type MovementKey } from '../../store/ledger/ledger-rows.ts';
import {
  countDisposals,
  countLots,
  type DisposalPlace,
  type LedgerAccountKey,
  type LotRow,
  pageDisposals,
  pageLots,
  type StoredDisposal,
} from '../../store/ledger/lists/account-lots.ts';
import { findDisposers } from '../../store/ledger/lists/disposers.ts';
import { mayName, type Ownership, requireScope } from '../access/ownership.ts';
import type { ReadModel } from '../model/interface.ts';
import {
  type DisposalTreatment,
  type DisposalView,
  disposalTreatments,
  type LotView,
} from '../model/list-model.ts';
import { type Caller, defaultPageSize, type Page } from '../model/view-model.ts';
import { offsetPage, pageOfArray } from '../pages/offset-page.ts';
import { firstPosition } from './balance-figures.ts';

type Lots = Pick<ReadModel, 'listLots' | 'listDisposals'>;

interface Account {
  key: LedgerAccountKey;
  balance: NonNullable<ReturnType<typeof balanceId.decode>>;
  asOf: number;
}

const money = (amount: bigint): string => formatUnits(amount, moneyDecimals);

export function createLots(deps: { database: Database; ownership: Ownership; now: () => number }): Lots {
  const { database, ownership, now } = deps;

  /** null: not booked yet, or not the caller's. */
  async function accountOf(caller: Caller, id: string): Promise<Account | null> {
    requireScope(caller, 'read');
    const balance = balanceId.decode(id);
    if (balance === null) return null;
    const registration = (await ownership.find(caller, [balance.wallet])).get(balance.wallet);
    if (registration === undefined) return null;
    const runs = await findCurrentRuns(database, caller.clientId, [registration.walletId]);
    const [run] = runsToldIn(runs, balance.currency);
    if (run === undefined) return null;
    const token = ledgerTokenOf({ ...balance, tokenId: null });
    return { key: { run, token, method: balance.method }, balance, asOf: run.asOf };
  }

  return {
    async listLots(caller, id, page) {
      const account = await accountOf(caller, id);
      if (account === null) return pageOfArray<LotView>([], page);
      const { key, asOf } = account;
      const { currency } = account.balance;
      return offsetPage(
        {
          fetch: async (offset, limit) => {
            const rows = await pageLots(database, key, { currency, fromPlace: offset, limit });
            const ids = await transferIds(
              database,
              caller,
              rows.map((row) => row.acquiredBy),
            );
            return rows.map((row, index) => lotView(row, ids[index] ?? null, asOf));
          },
          count: () => countLots(database, key),
        },
        page,
      );
    },

    async listDisposals(caller, id, { first = defaultPageSize, after }) {
      const account = await accountOf(caller, id);
      if (account === null) return emptyPage();
      const { key, balance } = account;
      const fromPosition = firstPosition(balance.period, Math.floor(now() / 1000));
      const place = after === undefined ? null : decodePlace(after);
      const found = await pageDisposals(database, key, {
        ...{ currency: balance.currency, fromPosition, after: place, limit: first + 1 },
      });
      const rows = found.slice(0, first);
      const acquiredBy = rows.map((row) => row.acquiredBy);
      const [disposed, acquired] = await Promise.all([
        disposalIds(database, caller, { run: key.run, rows }),
        transferIds(database, caller, acquiredBy),
      ]);
      const hasNextPage = found.length > first;
      return {
        items: rows.map((row, index) =>
          disposalView(row, { disposed: disposed[index] ?? null, acquired: acquired[index] ?? null }),
        ),
        cursors: rows.map(({ disposedBy: { position }, part }) => encodePlace({ position, part })),
        hasNextPage,
        hasPreviousPage: place !== null,
        count: async () =>
          hasNextPage || place !== null ? countDisposals(database, key, fromPosition) : rows.length,
        ...{ next: null, previous: null, anchor: null },
      };
    },
  };
}

function emptyPage(): Page<DisposalView> {
  const none = { hasNextPage: false, hasPreviousPage: false, next: null, previous: null, anchor: null };
  return { items: [], cursors: [], count: async () => 0, ...none };
}

/** The public ids of transfers; null for fees, for what is unknown, and of wallets that the caller is not to know of. */
export async function transferIds(
  database: Database,
  caller: Caller,
  movements: readonly (MovementKey | null)[],
): Promise<(string | null)[]> {
  const keys = await findMovementKeys(database, movements);
  return keys.map((key) => idFor(caller, key));
}

const idFor = (caller: Caller, key: TransferKey | null): string | null =>
  key === null || !mayName(caller, key.wallet) ? null : transferId.encode(key);

/** The same of what disposed: the wallet's own transfer, or that of another where something arrived. */
async function disposalIds(
  database: Database,
  caller: Caller,
  { run, rows }: { run: LedgerAccountKey['run']; rows: readonly StoredDisposal[] },
): Promise<(string | null)[]> {
  const movements = rows.map((row) => row.disposedBy);
  const ids = await transferIds(database, caller, movements);
  const elsewhere = movements.filter((_, index) => ids[index] === null);
  const disposerAt = await findDisposers(database, elsewhere, [run]);
  return movements.map(({ position }, index) => ids[index] ?? idFor(caller, disposerAt(position)));
}

export function lotView(row: LotRow, acquiredById: string | null, asOf: number): LotView {
  const { decimals, acquiredAt, acquiredBy, quantity, remaining, cost } = row;
  return {
    acquiredById,
    // A lot without a basis is dated by its arrival; a pool has no date of its own.
    acquiredAt: acquiredAt ?? (acquiredBy === null ? asOf : timeOfPosition(acquiredBy.position)),
    quantity: formatUnits(quantity, decimals),
    remaining: formatUnits(remaining, decimals),
    unitCost: money(averageCost(cost, remaining, decimals)),
    cost: money(cost),
    basisStatus: row.basis,
  };
}

function treatmentOf(text: string): DisposalTreatment {
  const treatment = disposalTreatments.find((known) => known === text);
  if (treatment === undefined)
    throw new TypeError(`'${text}' in the database is not how a disposal is booked`);
  return treatment;
}

export function disposalView(
  row: StoredDisposal,
  ids: { disposed: string | null; acquired: string | null },
): DisposalView {
  return {
    disposedById: ids.disposed,
    disposedAt: row.disposedAt,
    taxTreatment: treatmentOf(row.treatment),
    acquiredById: ids.acquired,
    acquiredAt: row.acquiredAt,
    quantity: formatUnits(row.quantity, row.decimals),
    proceeds: row.proceeds === null ? null : money(row.proceeds),
    cost: money(row.cost),
    gain: row.gain === null ? null : money(row.gain),
    basisStatus: row.basis,
  };
}

// ── Cursors: the transfer or fee, and the part ──

function encodePlace({ position, part }: DisposalPlace): string {
  return Buffer.from(`${position}:${part}`).toString('base64url');
}

function decodePlace(text: string): DisposalPlace {
  const plain = Buffer.from(text, 'base64url').toString('latin1');
  const [position = '', part = ''] = plain.split(':');
  const isPosition = isTransactionPosition(position) || isTransferPosition(position);
  const place = { position, part: Number(part) };
  if (!isPosition || !/^\d{1,9}$/.test(part) || encodePlace(place) !== text) {
    const message = 'after is not a cursor of this list';
    throw new PublicError('BAD_INPUT', message, [{ path: 'after', message }]);
  }
  return place;
}
