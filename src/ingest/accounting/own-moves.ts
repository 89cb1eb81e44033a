/**
 * Which transfers are moves between wallets of one client, so that lots are carried instead of sold. Pure.
 *
 * Direct moves name each other as counterparty. Forwarded ones pass through contracts of others in one transaction (a
 * payout contract, a forwarder): as much of a token leaves own wallets as arrives at own wallets. That is a move only if
 * it is all that happened: if the transaction changed anything else in any of the client's wallets, or anything stayed on
 * the way, something may have been given or taken for it, and the transfers stay what they look like from outside.
 */
import type { Address } from '../../domain/model.ts';
import { transactionPositionLength } from '../../domain/position.ts';
import { movementIdOf } from '../../store/ledger-rows.ts';
import type { TransferRow } from '../../store/transfers.ts';

/** What a transaction's position names: one transaction, whichever wallets it belongs to. */
export const transactionOf = (position: string): string => position.slice(0, transactionPositionLength);

/** The pair that each transfer of a move between own wallets belongs to; all transfers are of one transaction. */
export function pairOwnMoves(
  transfers: readonly TransferRow[],
  addressOf: ReadonlyMap<number, Address>,
): Map<TransferRow, string> {
  const pairs = pairDirectMoves(transfers, addressOf);
  const others = transfers.filter((transfer) => !pairs.has(transfer));
  for (const [transfer, pair] of pairForwardedMoves(others)) pairs.set(transfer, pair);
  return pairs;
}

/**
 * The two rows of each move, a self-transfer too: same token and amount, each naming the other as its counterparty.
 * Several equal moves pair up in their order.
 */
function pairDirectMoves(
  transfers: readonly TransferRow[],
  addressOf: ReadonlyMap<number, Address>,
): Map<TransferRow, string> {
  const pairs = new Map<TransferRow, string>();
  const outs = new Map<string, TransferRow[]>();
  const keyOf = (transfer: TransferRow, from: Address, to: Address): string => {
    const { amount } = transfer;
    return [assetOf(transfer), from, to, amount < 0n ? -amount : amount].join(':');
  };
  for (const transfer of transfers) {
    const wallet = addressOf.get(transfer.walletId);
    if (transfer.side !== 'outflow' || wallet === undefined) continue;
    const key = keyOf(transfer, wallet, transfer.counterparty);
    const waiting = outs.get(key);
    if (waiting === undefined) outs.set(key, [transfer]);
    else waiting.push(transfer);
  }
  for (const transfer of transfers) {
    const wallet = addressOf.get(transfer.walletId);
    if (transfer.side !== 'inflow' || wallet === undefined) continue;
    const out = outs.get(keyOf(transfer, transfer.counterparty, wallet))?.shift();
    if (out === undefined) continue;
    const pair = `own:${movementIdOf(out)}`;
    pairs.set(out, pair);
    pairs.set(transfer, pair);
  }
  return pairs;
}

const assetOf = ({ chainId, tokenAddress, tokenId }: TransferRow): string =>
  [chainId, tokenAddress, tokenId ?? ''].join(':');

/** What a wallet's transfers of one token come to. */
interface Flow {
  readonly asset: string;
  readonly transfers: TransferRow[];
  net: bigint;
}

/** Moves through others' contracts: over all wallets, what left of each token is what arrived of it. */
function pairForwardedMoves(transfers: readonly TransferRow[]): Map<TransferRow, string> {
  const pairs = new Map<TransferRow, string>();
  if (transfers.every(({ walletId }) => walletId === transfers[0]?.walletId)) return pairs;
  const flows = new Map<string, Flow>();
  const sums = new Map<string, bigint>();
  for (const transfer of transfers) {
    const asset = assetOf(transfer);
    const key = `${transfer.walletId}:${asset}`;
    const flow = flows.get(key) ?? { asset, transfers: [], net: 0n };
    flow.transfers.push(transfer);
    flow.net += transfer.amount;
    flows.set(key, flow);
    sums.set(asset, (sums.get(asset) ?? 0n) + transfer.amount);
  }
  for (const sum of sums.values()) if (sum !== 0n) return pairs;
  for (const { asset, transfers: rows, net } of flows.values()) {
    // What a wallet got back in full has not moved.
    if (net === 0n) continue;
    for (const row of rows) pairs.set(row, `own:${transactionOf(row.position)}:${asset}`);
  }
  return pairs;
}
