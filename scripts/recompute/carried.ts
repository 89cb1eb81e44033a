/** Which transfers are ends of a carry (docs/accounting.md): moves between own wallets, wrapping, receipts and liquidity. */
import type { Group, Transfer } from './history.ts';
import { sum } from './money.ts';
import { assetOf, ownMoves } from './moves.ts';

/** Where lots could go on, and which setting says whether they do. */
export interface Carry {
  pair: string;
  sort: 'wrap' | 'ownTransfers' | 'receiptTokens' | 'liquidityTokens';
}

/** The carry that each transfer is an end of, if it is one. */
export function carriesOf(group: Group): Map<Transfer, Carry> {
  const found = new Map<Transfer, Carry>();
  for (const [transfer, pair] of ownMoves(group)) found.set(transfer, { pair, sort: 'ownTransfers' });
  for (const { wallet, kind } of group.transactions) {
    const own = group.transfers.filter((one) => one.wallet === wallet && !found.has(one));
    if (kind === 'WRAP' || kind === 'UNWRAP') {
      for (const transfer of own.filter(({ treatment }) => treatment === 'BASIS_TRANSFER'))
        found.set(transfer, { pair: `wrap ${wallet}`, sort: 'wrap' });
      continue;
    }
    const marked = own.filter(({ treatment }) => treatment === 'CARRY');
    if (kind === 'BRIDGE_IN' || kind === 'BRIDGE_OUT') continue;
    const isMoved = kind === 'DEPOSIT' || kind === 'WITHDRAW';
    const isHeld = own.some(({ treatment }) => treatment === 'HELD');
    const plain = own.filter(({ treatment }) => ['', 'ACQUISITION', 'DISPOSAL'].includes(treatment));
    const parts = marked.length > 0 ? marked : isMoved && !isHeld ? plain : [];
    if (!hasBothEnds(parts)) continue;
    const sort = kind === 'MIGRATE' ? 'wrap' : marked.length > 0 ? 'receiptTokens' : 'liquidityTokens';
    for (const transfer of parts) found.set(transfer, { pair: `${sort} ${wallet}`, sort });
  }
  // Given by one own wallet, in the name of another; or paid out to another.
  const rest = group.transactions
    .filter(({ kind }) => !['WRAP', 'UNWRAP', 'BRIDGE_IN', 'BRIDGE_OUT'].includes(kind))
    .flatMap(({ wallet }) => group.transfers.filter((one) => one.wallet === wallet))
    .filter((one) => one.treatment === 'CARRY' && !found.has(one));
  const isShared = new Set(rest.map(({ wallet }) => wallet)).size > 1;
  if (isShared && new Set(rest.map(({ out }) => out)).size === 2)
    for (const one of rest) found.set(one, { pair: 'receiptTokens of several', sort: 'receiptTokens' });
  return found;
}

/** Something was given and something else was got: only then is there somewhere for lots to go. */
function hasBothEnds(parts: readonly Transfer[]): boolean {
  const nets = [...Map.groupBy(parts, assetOf).values()].map((same) =>
    sum(same.map(({ out, quantity }) => (out ? quantity.negated() : quantity))),
  );
  return nets.some((net) => net.lt(0)) && nets.some((net) => net.gt(0));
}
