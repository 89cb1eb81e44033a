/** Writes a disposal: one row per lot that it took from. */
import type { CostMethod } from '../ids.ts';
import type { Account } from './accounts.ts';
import { at, invariant, type Money, type OptionalMoney, proportion } from './amounts.ts';
import { basisOf, missingBasis, type Piece } from './inventory.ts';
import type { DisposalRow, LedgerTreatment } from './types.ts';

export interface Disposal {
  readonly account: Account;
  readonly id: string;
  readonly timestamp: number;
  readonly position: string;
  readonly treatment: LedgerTreatment;
  readonly quantity: bigint;
  /** Of all of it. */
  readonly proceeds: OptionalMoney;
}

/** The proceeds per piece, by quantity; the last takes the remainder. */
function splitProceeds(disposal: Disposal, pieces: readonly Piece[]): OptionalMoney[] {
  if (pieces.length === 1) return [disposal.proceeds];
  let left = disposal.proceeds;
  let quantityLeft = disposal.quantity;
  const parts: OptionalMoney[] = [];
  for (const { quantity } of pieces) {
    const part: (bigint | null)[] = [];
    const rest: (bigint | null)[] = [];
    for (let currency = 0; currency < left.length; currency += 1) {
      const amount = at(left, currency);
      const share = amount === null ? null : proportion(amount, quantity, quantityLeft);
      part.push(share);
      rest.push(amount === null || share === null ? null : amount - share);
    }
    parts.push(part);
    left = rest;
    quantityLeft -= quantity;
  }
  return parts;
}

function gainOf(proceeds: OptionalMoney, cost: Money): (bigint | null)[] {
  const gain: (bigint | null)[] = [];
  for (let currency = 0; currency < cost.length; currency += 1) {
    const amount = at(proceeds, currency);
    gain.push(amount === null ? null : amount - at(cost, currency));
  }
  return gain;
}

/** The parts must make the whole: quantities, and gain = proceeds − cost summed the other way round. */
function checkSums(disposal: Disposal, pieces: readonly Piece[], realizedGain: Money): void {
  let quantity = 0n;
  for (const piece of pieces) quantity += piece.quantity;
  invariant(quantity === disposal.quantity, 'the pieces of a disposal are not its quantity');
  for (let currency = 0; currency < disposal.proceeds.length; currency += 1) {
    const proceeds = at(disposal.proceeds, currency);
    if (proceeds === null) continue;
    let rest = proceeds;
    for (const piece of pieces) rest -= at(piece.cost, currency);
    invariant(
      rest === at(realizedGain, currency),
      'the gain of a disposal is not its proceeds less its cost',
    );
  }
}

export interface RowWriter {
  readonly method: CostMethod;
  readonly onDisposal: ((row: DisposalRow) => void) | undefined;
}

/** Returns the gain in each currency, 0 where it is unknown. */
export function writeDisposal(writer: RowWriter, disposal: Disposal, pieces: readonly Piece[]): Money {
  const proceedsOf = splitProceeds(disposal, pieces);
  const total: bigint[] = [];
  for (let part = 0; part < pieces.length; part += 1) {
    const { lot, quantity, cost } = at(pieces, part);
    const proceeds = at(proceedsOf, part);
    const gain = gainOf(proceeds, cost);
    for (let currency = 0; currency < gain.length; currency += 1) {
      total[currency] = (total[currency] ?? 0n) + (at(gain, currency) ?? 0n);
    }
    const isDated = lot.source === 'lot' && (lot.flags & missingBasis) === 0;
    writer.onDisposal?.({
      method: writer.method,
      wallet: disposal.account.wallet,
      token: disposal.account.token,
      position: disposal.position,
      disposedBy: disposal.id,
      disposedAt: disposal.timestamp,
      treatment: disposal.treatment,
      part,
      source: lot.source,
      acquiredBy: lot.acquiredBy,
      acquiredAt: isDated ? lot.acquiredAt : null,
      quantity,
      proceeds,
      cost,
      gain,
      basis: basisOf(lot.flags, cost.length),
    } satisfies DisposalRow);
  }
  checkSums(disposal, pieces, total);
  return total;
}
