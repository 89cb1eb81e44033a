/** A client's corrections: what it says against, or beyond, the chain and the prices; its own ledger follows. */

import { correctionId, keyOfContract, transferId } from '../../domain/ids.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import type { RateTokens } from '../../domain/money/currencies.ts';
import { openingPosition } from '../../domain/position.ts';
import { PublicError } from '../../errors.ts';
import type { ClientLimits } from '../../store/clients/client-limits.ts';
import type { Database } from '../../store/connection/database.ts';
import type { TransferRow } from '../../store/history/columns/transfer-columns.ts';
import {
  addCorrections,
  maximumCorrections,
  type NewCorrection,
  undoCorrection,
} from '../../store/ledger/correction-changes.ts';
import {
  type CorrectionRow,
  countCorrections,
  findCorrections,
  findCorrectionsOf,
  listCorrections,
} from '../../store/ledger/correction-rows.ts';
import { findTransfers } from '../../store/pages/transfer-pages.ts';
import { findDebtTokens } from '../../store/sync/reconciliation-rows.ts';
import { actorOf } from '../access/actor.ts';
import { withinLimits } from '../access/limit-errors.ts';
import {
  type Ownership,
  ownKeys,
  requirePrivate,
  requireScope,
  walletNotRegistered,
} from '../access/ownership.ts';
import { loadTransferSpam } from '../history/cleared.ts';
import type { Lookups } from '../lookups/lookups.ts';
import type { CorrectionView, UndoneView } from '../model/correction-model.ts';
import type { ReadModel } from '../model/interface.ts';
import type { OpeningLotInput, TransferCorrectionInput } from '../model/requests.ts';
import type { Caller, Page, PageRequest } from '../model/view-model.ts';
import { mapPage } from '../pages/keyset-page.ts';
import { offsetPage } from '../pages/offset-page.ts';
import { openingLot, transferCorrections } from './correction-input.ts';
import { correctionViews, naturalKey } from './correction-views.ts';

type Corrections = Pick<
  ReadModel,
  | 'correctTransfer'
  | 'addOpeningLot'
  | 'undoCorrection'
  | 'listCorrections'
  | 'correctionsByIds'
  | 'correctionsOf'
>;

export interface CorrectionsDependencies {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
  rateTokens: RateTokens;
  clientLimits: ClientLimits;
  now: () => number;
}

/** With the address of its wallet. */
type OwnTransfer = TransferRow & { wallet: Address };

async function transferOf(deps: CorrectionsDependencies, caller: Caller, id: string): Promise<OwnTransfer> {
  const { database, ownership } = deps;
  const key = transferId.decode(id);
  const registration = key && (await ownership.find(caller, [key.wallet])).get(key.wallet);
  const [row] =
    key && registration ? await findTransfers(database, [{ ...key, walletId: registration.walletId }]) : [];
  if (key === null || row === undefined) {
    throw new PublicError(
      'NOT_FOUND',
      `no transfer of a wallet that you registered has the id '${id.slice(0, 120)}'`,
    );
  }
  return { ...row, wallet: key.wallet };
}

async function add(
  deps: CorrectionsDependencies,
  caller: Caller,
  walletId: number,
  corrections: readonly NewCorrection[],
  idempotencyKey: string | undefined,
): Promise<CorrectionView[]> {
  const { database, ownership } = deps;
  const { clientId, keyId } = caller;
  const author = { clientId, walletId, keyId, actor: actorOf(caller) };
  const options = { limit: deps.clientLimits.corrections, idempotencyKey };
  const ids = await withinLimits(addCorrections(database, author, corrections, options));
  ownership.forget(walletId);
  if (ids === 'not registered') throw new PublicError('NOT_FOUND', 'the wallet was unregistered meanwhile');
  if (ids === 'too many') {
    throw new PublicError(
      'BAD_INPUT',
      `a wallet can have ${maximumCorrections} corrections in force: undo some that are not needed`,
    );
  }
  if (ids === 'other') {
    throw new PublicError(
      'CONFLICT',
      'the idempotency key was given with another correction of this wallet: give a new key for a new correction',
    );
  }
  const rows = await findCorrections(database, clientId, ids);
  return correctionViews(
    deps,
    caller,
    rows.sort((left, right) => left.id - right.id),
  );
}

async function tokenFacts(
  { lookups, database }: CorrectionsDependencies,
  walletId: number,
  { chainId, tokenAddress: address }: OpeningLotInput,
) {
  const chain = (await lookups.blockchains()).get(chainId);
  const isChainKnown = chain !== undefined;
  if (address === zeroAddress) {
    return { isChainKnown, decimals: chain?.nativeDecimals ?? null, isDebt: false };
  }
  const tokens = await lookups.tokens.findMany([{ chainId, address }]);
  const decimals = tokens.get(keyOfContract({ chainId, address }))?.decimals ?? null;
  const debts = await findDebtTokens(database, walletId, [address]);
  const isDebt = debts.has(keyOfContract({ chainId, address }));
  return { isChainKnown, decimals, isDebt };
}

async function find(
  deps: CorrectionsDependencies,
  caller: Caller,
  ids: readonly string[],
): Promise<(CorrectionRow | null)[]> {
  const { database } = deps;
  const numbers = ids.map((id) => correctionId.decode(id)?.number ?? null);
  const rows = await findCorrections(
    database,
    caller.clientId,
    numbers.filter((number) => number !== null),
  );
  const isOwn = await withinBounds(deps, caller);
  const byNumber = new Map(rows.filter(isOwn).map((row) => [row.id, row]));
  return numbers.map((number) => (number === null ? null : (byNumber.get(number) ?? null)));
}

/** Which corrections are of wallets that the caller may see. */
async function withinBounds(
  { ownership }: CorrectionsDependencies,
  caller: Caller,
): Promise<(row: CorrectionRow) => boolean> {
  const { bounds } = caller;
  if (bounds === undefined) return () => true;
  if (bounds.isPublic) return () => false;
  const own = await ownership.find(caller, bounds.wallets);
  const walletIds = new Set([...own.values()].map(({ walletId }) => walletId));
  return ({ walletId }) => walletIds.has(walletId);
}

/** What an input would have stored, and of which transfer. Throws what `correctTransfer` would throw. */
export async function draftCorrections(
  deps: CorrectionsDependencies,
  caller: Caller,
  input: TransferCorrectionInput,
): Promise<{ row: OwnTransfer; corrections: NewCorrection[] }> {
  requireScope(caller, 'write');
  const row = await transferOf(deps, caller, input.transferId);
  const isSpam = await loadTransferSpam(deps.database, caller.clientId, [row]);
  return { row, corrections: await transferCorrections(deps, input, { row, isSpam: isSpam(row) }) };
}

async function correctTransfer(
  deps: CorrectionsDependencies,
  caller: Caller,
  input: TransferCorrectionInput,
): Promise<CorrectionView[]> {
  const { row, corrections } = await draftCorrections(deps, caller, input);
  return add(deps, caller, row.walletId, corrections, input.idempotencyKey);
}

async function addOpeningLot(
  deps: CorrectionsDependencies,
  caller: Caller,
  input: OpeningLotInput,
): Promise<CorrectionView> {
  const { ownership } = deps;
  requireScope(caller, 'write');
  const [registration] = await ownership.require(caller, [input.wallet]);
  if (registration === undefined) throw walletNotRegistered([input.wallet]);
  const { walletId } = registration;
  const lot = await openingLot(deps, input, await tokenFacts(deps, walletId, input));
  const [view] = await add(deps, caller, walletId, [lot], input.idempotencyKey);
  if (view === undefined) throw new Error('an opening lot was stored and not found');
  return view;
}

/** The caller's correction that is to be undone, and where its transfer, or its opening lot, stands; '' where that is gone. */
export async function requireUndoable(
  deps: CorrectionsDependencies,
  caller: Caller,
  id: string,
): Promise<{ row: CorrectionRow; fromPosition: string }> {
  requireScope(caller, 'write');
  const [row] = await find(deps, caller, [id]);
  if (row == null)
    throw new PublicError('NOT_FOUND', `you have no correction with the id '${id.slice(0, 60)}'`);
  const [transfer] = await findTransfers(deps.database, naturalKey(row));
  const opening = row.kind === 'OPENING_LOT' ? openingPosition(row.acquiredAt ?? 0, 0) : '';
  return { row, fromPosition: transfer?.position ?? opening };
}

async function undo(deps: CorrectionsDependencies, caller: Caller, id: string): Promise<UndoneView> {
  const { database, ownership } = deps;
  const { row, fromPosition } = await requireUndoable(deps, caller, id);
  let isChanged = false;
  if (row.undoneAt === null) {
    const { clientId, keyId } = caller;
    const author = { clientId, keyId, walletId: row.walletId, actor: actorOf(caller) };
    isChanged = await undoCorrection(database, author, { id: row.id, fromPosition });
    ownership.forget(row.walletId);
  }
  const [view] = await correctionViews(
    deps,
    caller,
    await findCorrections(database, caller.clientId, [row.id]),
  );
  if (view === undefined) throw new PublicError('NOT_FOUND', 'the wallet was unregistered meanwhile');
  return { correction: view, isChanged };
}

async function readList(
  deps: CorrectionsDependencies,
  caller: Caller,
  { wallets, includeUndone }: { wallets: readonly Address[]; includeUndone: boolean },
  page: PageRequest,
): Promise<Page<CorrectionView>> {
  const { database, ownership } = deps;
  requireScope(caller, 'read');
  requirePrivate(caller);
  const registrations = await ownership.require(caller, wallets);
  const walletIds = registrations.map(({ walletId }) => walletId);
  const query = { clientId: caller.clientId, walletIds, includeUndone };
  const rows = await offsetPage(
    {
      fetch: (offset, limit) => listCorrections(database, { ...query, offset, limit }),
      count: () => countCorrections(database, query),
    },
    page,
  );
  return mapPage(rows, await correctionViews(deps, caller, rows.items));
}

async function findByIds(
  deps: CorrectionsDependencies,
  caller: Caller,
  ids: readonly string[],
): Promise<(CorrectionView | null)[]> {
  requireScope(caller, 'read');
  const rows = await find(deps, caller, ids);
  const views = await correctionViews(
    deps,
    caller,
    rows.filter((row) => row !== null),
  );
  const byId = new Map(views.map((view) => [view.id, view]));
  return ids.map((id) => byId.get(id) ?? null);
}

async function findOfTransfers(
  deps: CorrectionsDependencies,
  caller: Caller,
  transferIds: readonly string[],
): Promise<CorrectionView[][]> {
  const { database, ownership } = deps;
  requireScope(caller, 'read');
  if (caller.bounds?.isPublic === true) return transferIds.map(() => []);
  const keys = transferIds.map((id) => transferId.decode(id));
  const { registrations, stored } = await ownKeys(ownership, caller, keys);
  const corrected = new Set(registrations.flatMap((own) => (own.hasCorrections ? [own.walletId] : [])));
  const wanted = stored.filter(({ walletId }) => corrected.has(walletId));
  const found = await findCorrectionsOf(database, caller.clientId, wanted);
  const views = await correctionViews(deps, caller, found);
  const byTransfer = Map.groupBy(views, (view) => view.transferId);
  return transferIds.map((id) => byTransfer.get(id) ?? []);
}

export function createCorrections(deps: CorrectionsDependencies): Corrections {
  return {
    correctTransfer: (caller, input) => correctTransfer(deps, caller, input),
    addOpeningLot: (caller, input) => addOpeningLot(deps, caller, input),
    undoCorrection: (caller, id) => undo(deps, caller, id),
    listCorrections: (caller, request, page) => readList(deps, caller, request, page),
    correctionsByIds: (caller, ids) => findByIds(deps, caller, ids),
    correctionsOf: (caller, transferIds) => findOfTransfers(deps, caller, transferIds),
  };
}
