/**
 * Which transfers are moves between own wallets (docs/accounting.md): two that name each other, with the same amount; and
 * what passes through others' contracts, where the transaction takes from own wallets exactly what it brings to own wallets.
 */
import type { Group, Transfer } from './history.ts';
import { type Amount, zero } from './money.ts';

/** What identifies a token or NFT on its chain. */
export const assetOf = ({ chain, token, tokenId }: Pick<Transfer, 'chain' | 'token' | 'tokenId'>): string =>
  `${chain}:${token}${tokenId === null ? '' : `:${tokenId}`}`;

const signed = ({ out, quantity }: Transfer): Amount => (out ? quantity.negated() : quantity);

/** The name of the move that each of its transfers belongs to. */
export function ownMoves({ transfers }: Group): Map<Transfer, string> {
  const moves = directMoves(transfers);
  const others = transfers.filter((transfer) => !moves.has(transfer));
  for (const [transfer, move] of forwardedMoves(others)) moves.set(transfer, move);
  return moves;
}

/** Several equal ones pair up in their order. */
function directMoves(transfers: readonly Transfer[]): Map<Transfer, string> {
  const moves = new Map<Transfer, string>();
  for (const from of transfers.filter(({ out }) => out)) {
    const to = transfers.find(
      (other) =>
        !other.out &&
        !moves.has(other) &&
        assetOf(other) === assetOf(from) &&
        other.quantity.eq(from.quantity) &&
        other.wallet === from.counterparty &&
        other.counterparty === from.wallet,
    );
    if (to === undefined) continue;
    moves.set(from, `own ${from.id}`);
    moves.set(to, `own ${from.id}`);
  }
  return moves;
}

function forwardedMoves(transfers: readonly Transfer[]): Map<Transfer, string> {
  const moves = new Map<Transfer, string>();
  if (new Set(transfers.map(({ wallet }) => wallet)).size < 2) return moves;
  const nets = netBy(transfers, assetOf);
  if ([...nets.values()].some((net) => !net.isZero())) return moves;
  const flows = netBy(transfers, (transfer) => `${transfer.wallet} ${assetOf(transfer)}`);
  for (const transfer of transfers) {
    // What a wallet got back in full has not moved.
    if (flows.get(`${transfer.wallet} ${assetOf(transfer)}`)?.isZero() === true) continue;
    moves.set(transfer, `own through ${assetOf(transfer)}`);
  }
  return moves;
}

function netBy(transfers: readonly Transfer[], nameOf: (transfer: Transfer) => string): Map<string, Amount> {
  const nets = new Map<string, Amount>();
  for (const transfer of transfers) {
    const name = nameOf(transfer);
    nets.set(name, (nets.get(name) ?? zero).plus(signed(transfer)));
  }
  return nets;
}
