/** A client's corrections: what it says against, or beyond, the chain and the prices; its own ledger follows. */

import { correctionId, transferId } from '../../domain/ids.ts';
import { zeroAddress } from '../../domain/model.ts';
import type { CurrencyTokens } from '../../domain/money/currencies.ts';
import { itemOfPosition, openingPosition } from '../../domain/position.ts';
import { PublicError } from '../../errors.ts';
import type { ClientLimits } from '../../store/clients/client-limits.ts';
import type { Database } from '../../store/connection/database.ts';
import type { TransferRow } from '../../store/history/transfer-columns.ts';
import {
  addCorrections,
  type CorrectionRow,
  countCorrections,
  findCorrections,
  findCorrectionsOf,
  listCorrections,
  maximumCorrections,
  type NewCorrection,
  type TransferNaturalKey,
  undoCorrection,
} from '../../store/ledger/correction-rows.ts';
import { findTransfers } from '../../store/pages/transfer-pages.ts';
import { withinLimits } from '../access/limit-errors.ts';
import { type Ownership, requireScope, walletNotRegistered } from '../access/ownership.ts';
import { loadTransferSpam } from '../history/cleared.ts';
import { contractName, type Lookups } from '../lookups/lookups.ts';
import { type ItemToken, loadReferences, type References } from '../lookups/references.ts';
import type { CorrectionView } from '../model/correction-model.ts';
import type { OpeningLotInput, ReadModel } from '../model/interface.ts';
import type { Caller } from '../model/view-model.ts';
import { mapPage } from '../pages/keyset-page.ts';
import { offsetPage } from '../pages/offset-page.ts';
import { openingLot, transferCorrections } from './correction-input.ts';

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
  currencyTokens: CurrencyTokens;
  clientLimits: ClientLimits;
  now: () => number;
}

export function createCorrections(deps: CorrectionsDependencies): Corrections {
  const { database, ownership, lookups } = deps;

  async function viewsOf(caller: Caller, rows: readonly CorrectionRow[]): Promise<CorrectionView[]> {
    const transfers = await findTransfers(database, rows.flatMap(naturalKey));
    const byName = new Map(transfers.map((row) => [nameOfTransfer(row), row]));
    const found = rows.map((row) => ({ row, transfer: byName.get(nameOf(row)) ?? null }));
    const references = await loadReferences(lookups, caller.clientId, {
      tokens: found.flatMap(({ row, transfer }) => tokenOf(row, transfer) ?? []),
    });
    const isSpam = await loadTransferSpam(database, caller.clientId, transfers);
    return found.map(({ row, transfer }) => {
      const isBooked =
        row.kind === 'OPENING_LOT' || (transfer !== null && !isSpam(transfer) && transfer.amount !== 0n);
      return { ...correctionView(row, transfer, references), applies: row.undoneAt === null && isBooked };
    });
  }

  async function transferOf(caller: Caller, id: string): Promise<TransferRow> {
    const key = transferId.decode(id);
    const registration = key && (await ownership.find(caller, [key.wallet])).get(key.wallet);
    const [row] =
      key && registration ? await findTransfers(database, [{ ...key, walletId: registration.walletId }]) : [];
    if (row === undefined) {
      throw new PublicError(
        'NOT_FOUND',
        `no transfer of a wallet that you registered has the id '${id.slice(0, 120)}'`,
      );
    }
    return row;
  }

  async function add(
    caller: Caller,
    walletId: number,
    corrections: readonly NewCorrection[],
  ): Promise<CorrectionView[]> {
    const { clientId, keyId } = caller;
    const author = { clientId, walletId, keyId };
    const limit = deps.clientLimits.corrections;
    const ids = await withinLimits(addCorrections(database, author, corrections, limit));
    ownership.forget(walletId);
    if (ids === 'not registered') throw new PublicError('NOT_FOUND', 'the wallet was unregistered meanwhile');
    if (ids === 'too many') {
      throw new PublicError(
        'BAD_INPUT',
        `a wallet can have ${maximumCorrections} corrections in force: undo some that are not needed`,
      );
    }
    const rows = await findCorrections(database, clientId, ids);
    return viewsOf(
      caller,
      rows.sort((left, right) => left.id - right.id),
    );
  }

  async function tokenFacts({ chainId, tokenAddress: address }: OpeningLotInput) {
    const chain = (await lookups.blockchains()).get(chainId);
    if (address === zeroAddress) {
      return { isChainKnown: chain !== undefined, decimals: chain?.nativeDecimals ?? null };
    }
    const tokens = await lookups.tokens.findMany([{ chainId, address }]);
    const decimals = tokens.get(contractName({ chainId, address }))?.decimals ?? null;
    return { isChainKnown: chain !== undefined, decimals };
  }

  async function find(caller: Caller, ids: readonly string[]): Promise<(CorrectionRow | null)[]> {
    const numbers = ids.map((id) => correctionId.decode(id)?.number ?? null);
    const rows = await findCorrections(
      database,
      caller.clientId,
      numbers.filter((number) => number !== null),
    );
    const byNumber = new Map(rows.map((row) => [row.id, row]));
    return numbers.map((number) => (number === null ? null : (byNumber.get(number) ?? null)));
  }

  return {
    async correctTransfer(caller, input) {
      requireScope(caller, 'write');
      const row = await transferOf(caller, input.transferId);
      const isSpam = await loadTransferSpam(database, caller.clientId, [row]);
      return add(caller, row.walletId, await transferCorrections(deps, input, { row, isSpam: isSpam(row) }));
    },

    async addOpeningLot(caller, input) {
      requireScope(caller, 'write');
      const [registration] = await ownership.require(caller, [input.wallet]);
      if (registration === undefined) throw walletNotRegistered([input.wallet]);
      const [view] = await add(caller, registration.walletId, [
        await openingLot(deps, input, await tokenFacts(input)),
      ]);
      if (view === undefined) throw new Error('an opening lot was stored and not found');
      return view;
    },

    async undoCorrection(caller, id) {
      requireScope(caller, 'write');
      const [row] = await find(caller, [id]);
      if (row == null)
        throw new PublicError('NOT_FOUND', `you have no correction with the id '${id.slice(0, 60)}'`);
      if (row.undoneAt === null) {
        const { clientId, keyId } = caller;
        const [transfer] = await findTransfers(database, naturalKey(row));
        const opening = row.kind === 'OPENING_LOT' ? openingPosition(row.acquiredAt ?? 0, 0) : '';
        const fromPosition = transfer?.position ?? opening;
        await undoCorrection(
          database,
          { clientId, keyId, walletId: row.walletId },
          { id: row.id, fromPosition },
        );
        ownership.forget(row.walletId);
      }
      const [view] = await viewsOf(caller, await findCorrections(database, caller.clientId, [row.id]));
      if (view === undefined) throw new PublicError('NOT_FOUND', 'the wallet was unregistered meanwhile');
      return view;
    },

    async listCorrections(caller, { wallets, includeUndone }, page) {
      requireScope(caller, 'read');
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
      return mapPage(rows, await viewsOf(caller, rows.items));
    },

    async correctionsByIds(caller, ids) {
      requireScope(caller, 'read');
      const rows = await find(caller, ids);
      const views = await viewsOf(
        caller,
        rows.filter((row) => row !== null),
      );
      const byId = new Map(views.map((view) => [view.id, view]));
      return ids.map((id) => byId.get(id) ?? null);
    },

    async correctionsOf(caller, transferIds) {
      requireScope(caller, 'read');
      const keys = transferIds.map((id) => transferId.decode(id)).filter((key) => key !== null);
      const registrations = await ownership.find(
        caller,
        keys.map(({ wallet }) => wallet),
      );
      const wanted = keys.flatMap((key) => {
        const registration = registrations.get(key.wallet);
        return registration?.hasCorrections ? [{ ...key, walletId: registration.walletId }] : [];
      });
      const views = await viewsOf(caller, await findCorrectionsOf(database, caller.clientId, wanted));
      const byTransfer = Map.groupBy(views, (view) => view.transferId);
      return transferIds.map((id) => byTransfer.get(id) ?? []);
    },
  };
}

function naturalKey({ walletId, chainId, hash, item }: CorrectionRow): TransferNaturalKey[] {
  return hash === null || item === null ? [] : [{ walletId, chainId, hash, item }];
}

const nameOf = (key: {
  walletId: number;
  chainId: number;
  hash: string | null;
  item: string | null;
}): string => `${key.walletId}:${key.chainId}:${key.hash}:${key.item}`;
const nameOfTransfer = (row: TransferRow): string => nameOf({ ...row, item: itemOfPosition(row.position) });

function tokenOf(row: CorrectionRow, transfer: TransferRow | null): ItemToken | null {
  if (transfer !== null) {
    const { chainId, tokenAddress: address, standard, tokenId } = transfer;
    return { chainId, address, standard, tokenId };
  }
  const { chainId, tokenAddress: address } = row;
  if (address === null) return null;
  return { chainId, address, standard: address === zeroAddress ? 'native' : 'erc20', tokenId: null };
}

function correctionView(
  row: CorrectionRow,
  transfer: TransferRow | null,
  references: References,
): Omit<CorrectionView, 'applies'> {
  const { kind, wallet, chainId, hash, item, quantity } = row;
  const itemToken = tokenOf(row, transfer);
  const token = itemToken === null ? null : references.token(itemToken);
  return {
    id: correctionId.encode(row.id),
    kind,
    wallet,
    blockchain: references.blockchain(chainId),
    transferId: hash === null || item === null ? null : transferId.encode({ wallet, chainId, hash, item }),
    token: token?.token ?? null,
    treatment: row.treatment,
    price: kind === 'PRICE' ? row.amount : null,
    cost: kind === 'PRICE' ? null : row.amount,
    currency: row.currency,
    quantity: quantity === null ? null : (token?.format(quantity) ?? null),
    acquiredAt: row.acquiredAt,
    note: row.note,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    undoneAt: row.undoneAt,
    undoneBy: row.undoneBy,
  };
}
