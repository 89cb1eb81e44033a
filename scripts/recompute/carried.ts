/** Which transfers are ends of a carry (docs/accounting.md): moves between own wallets, wrapping, receipts and liquidity. */
import { coin, type Group, type Transfer } from './history.ts';
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
  const told: Transfer[] = [];
  for (const { wallet, kind } of group.transactions) {
    const own = group.transfers.filter((one) => one.wallet === wallet && !found.has(one));
    if (kind === 'BRIDGE_IN' || kind === 'BRIDGE_OUT') continue;
    if (kind === 'WRAP' || kind === 'UNWRAP') {
      const wrapped = own.filter(({ treatment }) => treatment === 'BASIS_TRANSFER');
      for (const [index, part] of wrapsOf(wrapped).entries())
        for (const one of part) found.set(one, { pair: `wrap ${wallet} ${index}`, sort: 'wrap' });
      continue;
    }
    const marked = own.filter(({ treatment }) => treatment === 'CARRY');
    told.push(...marked);
    const isMoved = kind === 'DEPOSIT' || kind === 'WITHDRAW';
    const isHeld = own.some(({ treatment }) => treatment === 'HELD');
    const plain = own.filter(({ treatment }) => ['', 'ACQUISITION', 'DISPOSAL'].includes(treatment));
    if (marked.length > 0 || !isMoved || isHeld || !hasBothEnds(plain)) continue;
    for (const one of plain) found.set(one, { pair: `share ${wallet}`, sort: 'liquidityTokens' });
  }
  const migrating = group.transactions.filter(({ kind }) => kind === 'MIGRATE').map(({ wallet }) => wallet);
  for (const [one, carry] of receiptsOf(told, migrating)) found.set(one, carry);
  return found;
}

/** One wrapper after the other, where the transfers tell them apart and nothing is left without another end. */
function wrapsOf(wrapped: Transfer[]): Transfer[][] {
  const whole = gather(wrapped, contractsIn(wrapped)).filter(hasBothEnds);
  const rest = wrapped.filter((one) => !whole.flat().includes(one));
  return rest.length === 0 || hasBothEnds(rest) ? [...whole, rest] : [wrapped];
}

/** By contract first; what has no other end so, by wallet, or else all together. An end that is left over goes with the only carry of its wallet. */
function receiptsOf(told: Transfer[], migrating: readonly string[]): Map<Transfer, Carry> {
  const found = new Map<Transfer, Carry>();
  const contracts = contractsIn(told);
  const walletsToo = (one: Transfer): string[] => [...contracts(one), `of ${one.wallet}`];
  for (const namesOf of [contracts, walletsToo, () => ['all']]) {
    const open = told.filter((one) => !found.has(one));
    const parts = gather(open, namesOf);
    // By wallet only where it leaves nothing: what one of them only gives, or only gets, is another's.
    if (namesOf === walletsToo && !parts.every(hasBothEnds)) continue;
    for (const part of parts.filter(hasBothEnds)) {
      const name = `receipts ${part[0]?.id}`;
      const isOfEach = [...Map.groupBy(part, ({ wallet }) => wallet).values()].every(hasBothEnds);
      for (const one of part) {
        const sort = isOfEach && migrating.includes(one.wallet) ? 'wrap' : 'receiptTokens';
        found.set(one, { pair: isOfEach ? `${name} ${one.wallet}` : name, sort });
      }
    }
  }
  for (const one of told.filter((other) => !found.has(other))) {
    const own = told.filter(({ wallet }) => wallet === one.wallet).flatMap((other) => found.get(other) ?? []);
    const [only] = own;
    if (only !== undefined && own.every(({ pair }) => pair === only.pair)) found.set(one, only);
  }
  return found;
}

/** The contracts that a transfer tells of: who gave or got it; its token, if that made or burned it, or gave or got something of the transaction. */
function contractsIn(transfers: readonly Transfer[]): (one: Transfer) => string[] {
  const parties = transfers.map(({ counterparty }) => counterparty);
  return ({ counterparty, token }) => {
    const names = counterparty === coin ? [token] : [counterparty];
    if (parties.includes(token)) names.push(token);
    return names.filter((name) => name !== coin);
  };
}

/** What has a name in common, also by way of others. */
function gather(transfers: readonly Transfer[], namesOf: (one: Transfer) => string[]): Transfer[][] {
  const left = [...transfers];
  const parts: Transfer[][] = [];
  for (let first = left.shift(); first !== undefined; first = left.shift()) {
    const part = [first];
    // It grows while it is read.
    for (const one of part) {
      const near = left.filter((other) => namesOf(other).some((name) => namesOf(one).includes(name)));
      part.push(...near);
      for (const other of near) left.splice(left.indexOf(other), 1);
    }
    parts.push(part);
  }
  return parts;
}

/** Something was given and something else was got: only then is there somewhere for lots to go. */
function hasBothEnds(parts: readonly Transfer[]): boolean {
  const nets = [...Map.groupBy(parts, assetOf).values()].map((same) =>
    sum(same.map(({ out, quantity }) => (out ? quantity.negated() : quantity))),
  );
  return nets.some((net) => net.lt(0)) && nets.some((net) => net.gt(0));
}
