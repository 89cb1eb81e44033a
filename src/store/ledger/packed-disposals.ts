/**
 * What was disposed of, as rows hold it: one row has what every method took for it, packed (packed-figures.ts). It is packed as soon as it
 * is booked: what waits to be written is then some texts a row, where the ledger's own objects are a hundred.
 */
import { addOrNull, type OptionalMoney } from '../../domain/accounting/amounts/amounts.ts';
import type { DisposalRow } from '../../domain/accounting/amounts/types.ts';
import { costMethods } from '../../domain/ids.ts';
import { flatHex } from '../../domain/text/flat-text.ts';
import { packByte, packIntegers } from '../connection/packed-integers.ts';
import { methodCode, movementKeyOf } from './ledger-rows.ts';
import { packPart, partsInRow } from './packed-figures.ts';

/** A row of `ledger_disposal` but for its run; amounts are hex digits. */
export interface PackedDisposal {
  readonly wallet: string;
  readonly token: string;
  /** Of the movement that disposed. */
  readonly position: string;
  /** 0, 1, …: all before have `partsInRow` parts of a method. */
  readonly slice: number;
  readonly disposedAt: number;
  readonly treatment: string;
  /** What years are summed from: of this row's parts by the first method in the first currency, as far as it is known. */
  readonly gain: bigint;
  /**
   * What the whole disposal brought, by currency; and by method, each behind a comma, how many parts this row has of it, and those.
   * One text waits with less memory, and less work, than five.
   */
  readonly figures: string;
}

interface Disposal {
  /** What all methods say alike. */
  readonly first: DisposalRow;
  /** By method, in order. */
  readonly parts: readonly DisposalRow[][];
}

/** All rows of one transaction, or of several, packed: the parts of each disposal are together, whichever method booked them. */
export function packDisposals(rows: readonly DisposalRow[]): PackedDisposal[] {
  const packed: PackedDisposal[] = [];
  for (const disposal of gatherDisposals(rows)) packSlices(disposal, packed);
  return packed;
}

function gatherDisposals(rows: readonly DisposalRow[]): Disposal[] {
  const disposals: Disposal[] = [];
  /** By what disposed: what arrives may lose something of another token that left for it. */
  const byMovement = new Map<string, Disposal[]>();
  for (const row of rows) {
    const known = byMovement.get(row.disposedBy);
    let disposal = known?.find(({ first }) => first.token === row.token && first.wallet === row.wallet);
    if (disposal === undefined) {
      disposal = { first: row, parts: costMethods.map(() => []) };
      disposals.push(disposal);
      if (known === undefined) byMovement.set(row.disposedBy, [disposal]);
      else known.push(disposal);
    }
    disposal.parts[methodCode(row.method)]?.push(row);
  }
  return disposals;
}

/** No row has more than `partsInRow` parts of a method. */
function packSlices(disposal: Disposal, into: PackedDisposal[]): void {
  const { first, parts } = disposal;
  const { wallet, token, disposedAt, treatment } = first;
  const { position } = movementKeyOf(first.disposedBy);
  const proceeds = packIntegers(proceedsOf(disposal));
  let most = 0;
  for (const { length } of parts) most = Math.max(most, length);
  for (let slice = 0; slice * partsInRow < most; slice += 1) {
    const own = { wallet, token, position, slice, disposedAt, treatment };
    into.push({
      ...own,
      gain: knownGain(disposal, slice),
      figures: flatHex(proceeds + packParts(disposal, slice)),
    });
  }
}

/** By any method the same. */
function proceedsOf({ parts }: Disposal): OptionalMoney {
  const [first, ...others] = parts.find(({ length }) => length > 0) ?? [];
  if (others.length === 0) return first?.proceeds ?? [];
  return (first?.proceeds ?? []).map((amount, currency) =>
    others.reduce<bigint | null>((sum, { proceeds }) => addOrNull(sum, proceeds[currency] ?? null), amount),
  );
}

const ownParts = (all: readonly DisposalRow[], slice: number): readonly DisposalRow[] =>
  all.slice(slice * partsInRow, (slice + 1) * partsInRow);

function packParts({ parts }: Disposal, slice: number): string {
  let text = '';
  for (const all of parts) {
    const own = ownParts(all, slice);
    text += `,${packByte(own.length)}`;
    // What one row has whole says itself what each part brought.
    for (const part of own) text += packPart(part, all.length > partsInRow);
  }
  return text;
}

/** The packed figures one by one: what the disposal brought, and the parts of each method. */
export function splitFigures({ figures }: PackedDisposal): { proceeds: string; parts: string[] } {
  const [proceeds = '', ...parts] = figures.split(',');
  return { proceeds, parts };
}

function knownGain({ parts }: Disposal, slice: number): bigint {
  let sum = 0n;
  for (const { gain } of ownParts(parts[0] ?? [], slice)) sum += gain[0] ?? 0n;
  return sum;
}
