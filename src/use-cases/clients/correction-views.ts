/** Corrections as clients see them: with the token, and whether they are in force on what the ledger books. */

import { correctionId, transferId } from '../../domain/ids.ts';
import { zeroAddress } from '../../domain/model.ts';
import { itemOfPosition } from '../../domain/position.ts';
import type { Database } from '../../store/connection/database.ts';
import type { TransferRow } from '../../store/history/columns/transfer-columns.ts';
import type { CorrectionRow, TransferNaturalKey } from '../../store/ledger/correction-rows.ts';
import { findTransfers } from '../../store/pages/transfer-pages.ts';
import { labelOwner } from '../access/ownership.ts';
import { loadTransferSpam } from '../history/cleared.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { type ItemToken, loadReferences, type References } from '../lookups/references.ts';
import type { AuthorView, CorrectionView } from '../model/correction-model.ts';
import type { Caller } from '../model/view-model.ts';

/** The corrections as the caller sees them, in their order. */
export async function correctionViews(
  { database, lookups }: { database: Database; lookups: Lookups },
  caller: Caller,
  rows: readonly CorrectionRow[],
): Promise<CorrectionView[]> {
  const transfers = await findTransfers(database, rows.flatMap(naturalKey));
  const byName = new Map(transfers.map((row) => [nameOfTransfer(row), row]));
  const found = rows.map((row) => ({ row, transfer: byName.get(nameOf(row)) ?? null }));
  const references = await loadReferences(lookups, labelOwner(caller), {
    tokens: found.flatMap(({ row, transfer }) => tokenOf(row, transfer) ?? []),
  });
  const isSpam = await loadTransferSpam(database, caller.clientId, transfers);
  return found.map(({ row, transfer }) => {
    const isBooked =
      row.kind === 'OPENING_LOT' || (transfer !== null && !isSpam(transfer) && transfer.amount !== 0n);
    return {
      ...correctionView(row, transfer, references),
      ...authorsOf(caller, row),
      applies: row.undoneAt === null && isBooked,
    };
  });
}

/** Of the transfer that is corrected; none for an opening lot. */
export function naturalKey({ walletId, chainId, hash, item }: CorrectionRow): TransferNaturalKey[] {
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
): Omit<CorrectionView, 'applies' | 'createdBy' | 'undoneBy'> {
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
    undoneAt: row.undoneAt,
    replacedBy: row.replacedBy === null ? null : correctionId.encode(row.replacedBy),
  };
}

/** A credential of some wallets (a visitor's token, a guest's session) does not learn who else works for the client. */
function authorsOf(
  { bounds, keyId }: Caller,
  { createdBy, undoneBy }: CorrectionRow,
): Pick<CorrectionView, 'createdBy' | 'undoneBy'> {
  if (bounds === undefined) return { createdBy, undoneBy };
  const shown = (author: AuthorView): AuthorView => ({
    keyId: author.keyId === keyId ? keyId : '',
    name: null,
  });
  return { createdBy: shown(createdBy), undoneBy: undoneBy && shown(undoneBy) };
}
