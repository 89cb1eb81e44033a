/** Which transfers cross a bridge, and what the ledger has to know of it. Pure. */

import type { Crossing } from '../../domain/accounting/amounts/types.ts';
import { crossingSides } from '../../domain/crossing-end.ts';
import { type Address, type Side, zeroAddress } from '../../domain/model.ts';
import { mayExchange } from '../../domain/normalize/bridges.ts';
import { secondsPerDay } from '../../domain/time/time.ts';
import type { LedgerTransaction, LedgerTransfer } from '../../store/ledger/ledger-cursors.ts';
import { ledgerTokenOf } from '../../store/ledger/ledger-rows.ts';

const shortWindow = 7 * secondsPerDay;
/** By the chain that is left: how long its own bridge may take, which is the slowest. */
const windows: ReadonlyMap<number, number> = new Map([
  [10, 14 * secondsPerDay],
  [137, 30 * secondsPerDay],
  [8453, 14 * secondsPerDay],
  [42161, 14 * secondsPerDay],
]);

/** Says under which name an asset crosses; see MovementContext. */
interface Assets {
  assetOf(chainId: number, token: Address): string | null;
}

/**
 * The transfers of one transaction that are an end of a way over a bridge, whichever wallets they are of. The coin that leaves
 * beside a token pays the bridge. What a bridge gives back at once of what it takes is netted with it.
 */
export function crossingsOf(
  transfers: readonly LedgerTransfer[],
  transactions: readonly LedgerTransaction[],
  { assetOf }: Assets,
): ReadonlyMap<LedgerTransfer, Crossing> {
  const found = new Map<LedgerTransfer, Crossing>();
  if (transfers.every(({ taxTreatment }) => taxTreatment !== 'CARRY')) return found;
  const byWallet = Map.groupBy(transfers, ({ walletId }) => walletId);
  for (const { walletId, kind, bridgeMessage: message } of transactions) {
    const [side, own] = [crossingSides.get(kind), byWallet.get(walletId)];
    if (side === undefined || own === undefined) continue;
    const marked = own.filter((transfer) => transfer.taxTreatment === 'CARRY' && transfer.side === side);
    const tokens = new Set(marked.filter((transfer) => !isCoin(transfer)).map(ledgerTokenOf));
    const crossing = new Set(tokens.size > 0 ? tokens : marked.map(ledgerTokenOf));
    for (const transfer of own) {
      if (!crossing.has(ledgerTokenOf(transfer)) || !isPart(transfer, side)) continue;
      const { chainId, tokenAddress, tokenId, heldBy, counterparty } = transfer;
      const asset = tokenId === null ? assetOf(chainId, tokenAddress) : null;
      found.set(transfer, {
        ...{ asset, chain: String(chainId), window: windows.get(chainId) ?? shortWindow },
        arrives: side === 'inflow',
        exchanges: tokenId === null && mayExchange(chainId, heldBy ?? counterparty),
        by: heldBy ?? counterparty,
        message: tokenId === null ? message : null,
      });
    }
  }
  return found;
}

const isCoin = ({ tokenAddress }: LedgerTransfer): boolean => tokenAddress === zeroAddress;

function isPart({ taxTreatment, side }: LedgerTransfer, crossing: Side): boolean {
  if (taxTreatment === 'CARRY') return true;
  const isPlain = taxTreatment === null || taxTreatment === 'ACQUISITION';
  return crossing === 'outflow' && side === 'inflow' && isPlain;
}
