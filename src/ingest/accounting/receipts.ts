/**
 * Wraps and receipts: which transfers of one transaction turn into which, so that lots go on in what stands for them. One transaction may
 * turn several things over, each with a contract of its own, and may do so for several wallets of one client. Pure.
 */
import type { CarryKind, CarryPair } from '../../domain/accounting/amounts/types.ts';
import { type Address, type TransactionKind, zeroAddress } from '../../domain/model.ts';
import type { LedgerTransfer } from '../../store/ledger/ledger-cursors.ts';
import { ledgerTokenOf } from '../../store/ledger/ledger-rows.ts';
import { transactionOf } from './own-moves.ts';

type Kinds = ReadonlyMap<number, TransactionKind>;
type Transfers = readonly LedgerTransfer[];

/**
 * The carry that each transfer is an end of, moves between own wallets apart. Receipts and liquidity are offered as a carry; whether they are
 * one is the client's setting, which the ledger minds. What has no other end is a plain sale or purchase: nothing would take over its lots.
 */
export function receiptCarries(transfers: Transfers, kinds: Kinds): ReadonlyMap<LedgerTransfer, CarryPair> {
  const found = new Map<LedgerTransfer, CarryPair>();
  const marked: LedgerTransfer[] = [];
  for (const [walletId, own] of Map.groupBy(transfers, (transfer) => transfer.walletId)) {
    const kind = kinds.get(walletId) ?? 'CONTRACT_EXECUTION';
    if (kind === 'WRAP' || kind === 'UNWRAP') addWraps(own, { walletId, found });
    else if (kind === 'BRIDGE_IN' || kind === 'BRIDGE_OUT') continue;
    else {
      const carried = own.filter(({ taxTreatment }) => taxTreatment === 'CARRY');
      marked.push(...carried);
      if (carried.length === 0) addLiquidity(own, kind, { walletId, found });
    }
  }
  // It has two ends; most transactions have one transfer.
  if (marked.length > 1) addReceipts(marked, kinds, found);
  return found;
}

/** A wallet, and what is found. */
interface Own {
  readonly walletId: number;
  readonly found: Map<LedgerTransfer, CarryPair>;
}

function addWraps(own: Transfers, { walletId, found }: Own): void {
  const wrapped = own.filter(({ taxTreatment }) => taxTreatment === 'BASIS_TRANSFER');
  const parts = partsByContract(wrapped).filter(hasBothEnds);
  const rest = wrapped.filter((transfer) => !parts.some((part) => part.includes(transfer)));
  // What no contract tells apart goes together.
  const all = rest.length === 0 || hasBothEnds(rest) ? [...parts, rest] : [wrapped];
  for (const [place, part] of all.entries())
    addPair(part, { kind: 'wrap', name: `${walletId}:wrap:${place}`, found });
}

/** A deposit or withdrawal that no event tells to be of the same money elsewhere: a share of several tokens. */
function addLiquidity(own: Transfers, kind: TransactionKind, { walletId, found }: Own): void {
  if (kind !== 'DEPOSIT' && kind !== 'WITHDRAW') return;
  if (own.some(({ taxTreatment }) => taxTreatment === 'HELD')) return;
  const parts = own.filter(
    ({ taxTreatment }) =>
      taxTreatment === null || taxTreatment === 'ACQUISITION' || taxTreatment === 'DISPOSAL',
  );
  if (hasBothEnds(parts)) addPair(parts, { kind: 'liquidity', name: `${walletId}`, found });
}

/**
 * Where events say what is carried, only that; a fee or a reward beside it is not. It goes on contract by contract, as far as the transfers tell
 * them apart; then with what else the wallet has; then between the wallets.
 */
function addReceipts(marked: Transfers, kinds: Kinds, found: Map<LedgerTransfer, CarryPair>): void {
  const byContract = Map.groupBy(partsByContract(marked), hasBothEnds);
  const open = byContract.get(false) ?? [];
  const byWallet = joined(open, (part) => part.map(({ walletId }) => `${walletId}`));
  // What one of them only gives, or only gets, is another's.
  const others = byWallet.every(hasBothEnds) ? byWallet : [open.flat()];
  const complete = [...(byContract.get(true) ?? []), ...others.filter(hasBothEnds)];
  for (const [place, part] of complete.entries()) addPart(part, { name: `${place}`, kinds, found });
  if (others.every(hasBothEnds)) return;
  for (const transfer of open.flat()) {
    const pairs = new Map(
      marked.flatMap((other) => {
        const pair = other.walletId === transfer.walletId ? found.get(other) : undefined;
        return pair === undefined ? [] : [[pair.pair, pair] as const];
      }),
    );
    const [only, another] = pairs.values();
    if (only !== undefined && another === undefined) found.set(transfer, only);
  }
}

interface Naming {
  readonly name: string;
  readonly found: Map<LedgerTransfer, CarryPair>;
}

/**
 * Lots stay in their wallet where each of the wallets has both ends. Where one only gives, or only gets, it does so for another: a deposit
 * in another's name, a withdrawal to another's address, as a whole or in part.
 */
function addPart(part: Transfers, { name, kinds, found }: Naming & { readonly kinds: Kinds }): void {
  const byWallet = [...Map.groupBy(part, ({ walletId }) => walletId)];
  if (!byWallet.every(([, own]) => hasBothEnds(own))) {
    addPair(part, { kind: 'receipt', name, found });
    return;
  }
  for (const [walletId, own] of byWallet) {
    // A successor is the same asset whatever the client makes of receipts.
    const kind = kinds.get(walletId) === 'MIGRATE' ? 'wrap' : 'receipt';
    addPair(own, { kind, name: `${name}:${walletId}`, found });
  }
}

function addPair(part: Transfers, { kind, name, found }: Naming & { readonly kind: CarryKind }): void {
  for (const transfer of part) {
    const place = `${transactionOf(transfer.position)}:${name}`;
    found.set(transfer, { pair: `${kind}:${place}`, kind });
  }
}

/** Something was given and something else was got: in a stake nothing comes back, or only change. */
function hasBothEnds(transfers: Transfers): boolean {
  const nets = new Map<string, bigint>();
  for (const transfer of transfers) {
    const token = ledgerTokenOf(transfer);
    nets.set(token, (nets.get(token) ?? 0n) + transfer.amount);
  }
  const amounts = [...nets.values()];
  return amounts.some((net) => net < 0n) && amounts.some((net) => net > 0n);
}

/** The transfers that have a contract in common: the one on the other side, or the token itself that is made, burned, or paid with. */
function partsByContract(transfers: Transfers): Transfers[] {
  const others = new Set(transfers.map(({ counterparty }) => counterparty));
  const namesOf = ({ counterparty, tokenAddress }: LedgerTransfer): Address[] => {
    const isTeller = counterparty === zeroAddress || others.has(tokenAddress);
    return [counterparty, ...(isTeller ? [tokenAddress] : [])].filter((name) => name !== zeroAddress);
  };
  return joined(
    transfers.map((transfer) => [transfer]),
    (part) => part.flatMap(namesOf),
  );
}

/** Joins parts that have a name in common, in the order of their first transfers. */
function joined(parts: readonly Transfers[], namesOf: (part: Transfers) => readonly string[]): Transfers[] {
  let groups: { readonly part: Transfers; readonly names: readonly string[] }[] = [];
  for (const part of parts) {
    const names = namesOf(part);
    const isSame = (group: { readonly names: readonly string[] }): boolean =>
      group.names.some((name) => names.includes(name));
    const same = [...groups.filter(isSame), { part, names }];
    const all = { part: same.flatMap((one) => one.part), names: same.flatMap((one) => one.names) };
    groups = [...groups.filter((group) => !isSame(group)), all];
  }
  return groups.map(({ part }) => part);
}
