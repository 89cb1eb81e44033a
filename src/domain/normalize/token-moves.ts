/** The token movements of a wallet, from decoded transfers and wraps, with every coin counted once. */
import type { Address, Movement, Side } from '../model.ts';
import { zeroAddress } from '../model.ts';
import type { ChainRules } from './chain-rules.ts';
import type { TokenTransfer } from './decode-transfers.ts';
import { takeFirst } from './take-first.ts';
import { isAlsoTransferred, type Wrap } from './wraps.ts';

interface TokenMoveInput {
  wallet: Address;
  transfers: readonly TokenTransfer[];
  wraps: readonly Wrap[];
  nativeMovements: readonly Movement[];
  /** The log index that counts as 0. */
  firstLogIndex: number;
  rules: ChainRules;
}

/** Movements of every standard; moves that a mirror contract logs a second time are left out. */
export function tokenMovements(input: TokenMoveInput): Movement[] {
  const { wallet, rules, firstLogIndex } = input;
  const movements: Movement[] = [];
  const unmatchedNative = [...input.nativeMovements];
  const pendingWraps = [...input.wraps];

  for (const transfer of withoutTwins(input.transfers, rules)) {
    if (transfer.from !== wallet && transfer.to !== wallet) continue;
    if (rules.nativeMirrors.includes(transfer.token)) {
      movements.push(...mirroredNative(transfer, wallet, firstLogIndex, unmatchedNative));
      continue;
    }
    const wrapper = takeFirst(pendingWraps, (wrap) =>
      isAlsoTransferred(wrap, wallet, zeroAddress, transfer),
    )?.contract;
    for (const movement of movementsOf(transfer, wallet, firstLogIndex)) {
      movements.push(wrapper === undefined ? movement : { ...movement, counterparty: wrapper });
    }
  }
  for (const wrap of pendingWraps) {
    movements.push({
      item: { kind: 'log', index: wrap.logIndex - firstLogIndex, batch: 0 },
      side: wrap.side,
      standard: 'erc20',
      tokenAddress: wrap.contract,
      tokenId: null,
      amount: wrap.amount,
      counterparty: wrap.contract,
    });
  }
  return movements;
}

function movementsOf(transfer: TokenTransfer, wallet: Address, firstLogIndex: number): Movement[] {
  const movement = (side: Side, counterparty: Address): Movement => ({
    item: { kind: 'log', index: transfer.logIndex - firstLogIndex, batch: transfer.batch },
    side,
    standard: transfer.standard,
    tokenAddress: transfer.token,
    tokenId: transfer.tokenId,
    amount: transfer.amount,
    counterparty,
  });
  const movements: Movement[] = [];
  if (transfer.from === wallet) movements.push(movement('outflow', transfer.to));
  if (transfer.to === wallet) movements.push(movement('inflow', transfer.from));
  return movements;
}

/** A log of a native mirror: nothing new where the same native value moved; else the only trace of a native move. */
function mirroredNative(
  transfer: TokenTransfer,
  wallet: Address,
  firstLogIndex: number,
  unmatchedNative: Movement[],
): Movement[] {
  return movementsOf(transfer, wallet, firstLogIndex).flatMap((movement) => {
    if (movement.amount === 0n) return [];
    const match = takeFirst(
      unmatchedNative,
      (native) => native.side === movement.side && native.amount === movement.amount,
    );
    if (match !== undefined) return [];
    return [{ ...movement, standard: 'native', tokenAddress: zeroAddress }];
  });
}

/** Moves logged by both twins once, and those that only the mirror logged (before its successor existed) as the primary's. */
function withoutTwins(transfers: readonly TokenTransfer[], rules: ChainRules): TokenTransfer[] {
  if (rules.twins.length === 0) return [...transfers];
  const primaryOf = new Map(rules.twins.map((twin) => [twin.mirror, twin.primary]));
  const unmatched = transfers.filter((transfer) =>
    rules.twins.some((twin) => twin.primary === transfer.token),
  );
  return transfers.flatMap((transfer) => {
    const primary = primaryOf.get(transfer.token);
    if (primary === undefined) return [transfer];
    const match = takeFirst(
      unmatched,
      (other) =>
        other.token === primary &&
        other.from === transfer.from &&
        other.to === transfer.to &&
        other.amount === transfer.amount,
    );
    return match === undefined ? [{ ...transfer, token: primary }] : [];
  });
}
