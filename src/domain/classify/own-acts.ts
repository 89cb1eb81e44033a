/**
 * What a wallet acted on itself is never spam, nor is what has a market. Whether it did shows only from its whole history, which is not
 * at hand where one transaction is classified; that a token has a market may show long after. So airdrops that were set aside are judged
 * again when an act on their token is stored (before or after them), when a re-org undoes it, and when the token is found to have a
 * market. What they were is kept, so that an undone act leaves no trace, and whatever came first, the outcome is the same.
 */
import type {
  SpamReason,
  TaxTreatment,
  TransactionCategory,
  TransactionKind,
  TransferRecord,
} from '../model.ts';
import { spamReasons } from '../model.ts';

/** The act: some of the token left the wallet, in a transfer that is no spam itself. */
export const ownAct = { side: 'outflow', isSpam: false } as const;

/** Whether the transfer shows that the wallet acted on its token. Coins of a chain are never spam, and need no act. */
export function isOwnAct({
  side,
  standard,
  spamReason,
}: Pick<TransferRecord, 'side' | 'standard' | 'spamReason'>): boolean {
  return standard !== 'native' && side === ownAct.side && (spamReason !== null) === ownAct.isSpam;
}

/** Why a transfer is set aside, and why it was before it was cleared; not both. */
export interface SpamMark {
  spamReason: SpamReason | null;
  clearedSpamReason: SpamReason | null;
}

/** A mark, and how the transfer is booked under it. */
export interface JudgedMark extends SpamMark {
  taxTreatment: TaxTreatment | null;
}

/**
 * What becomes of a transfer of a token that counts, because the wallet acted on it or it has a market, or that does not; null: it stays
 * as it is. Only airdrops are cleared: what is forged or of no amount is no more real for it. What was given without being asked for is
 * income.
 */
export function judgeTransfer(
  { spamReason, clearedSpamReason }: SpamMark,
  counts: boolean,
): JudgedMark | null {
  if (counts) {
    if (spamReason !== 'airdrop') return null;
    return { spamReason: null, clearedSpamReason: spamReason, taxTreatment: 'INCOME' };
  }
  if (clearedSpamReason === null) return null;
  return { spamReason: clearedSpamReason, clearedSpamReason: null, taxTreatment: null };
}

/** Every mark that a transfer can bear. */
const marks: readonly SpamMark[] = [
  { spamReason: null, clearedSpamReason: null },
  ...spamReasons.map((spamReason) => ({ spamReason, clearedSpamReason: null })),
  ...spamReasons.map((clearedSpamReason) => ({ spamReason: null, clearedSpamReason })),
];

/** The rule as a table, for a store that judges many transfers without reading them: each mark that changes, and to what. */
export function changesOfMarks(counts: boolean): { from: SpamMark; to: JudgedMark }[] {
  return marks.flatMap((from) => {
    const to = judgeTransfer(from, counts);
    return to === null ? [] : [{ from, to }];
  });
}

/** What a transaction was to the wallet. */
export interface Meaning {
  category: TransactionCategory;
  kind: TransactionKind;
}

export interface JudgedTransaction extends Meaning {
  isSpam: boolean;
  /** What it was as spam, while it is none; null: it was never spam. */
  cleared: Meaning | null;
}

/**
 * What becomes of a transaction some of whose transfers were judged again; null: it stays as it is. One that was nothing but
 * spam is an airdrop that was received. In one that moved something else too, the category stands.
 *
 * @param hasTransfers whether it has a transfer that is no spam now
 */
export function judgeTransaction(
  { isSpam, category, kind, cleared }: JudgedTransaction,
  hasTransfers: boolean,
): JudgedTransaction | null {
  if (isSpam && hasTransfers) {
    return { isSpam: false, category: 'RECEIVE', kind: 'AIRDROP', cleared: { category, kind } };
  }
  if (cleared === null || hasTransfers) return null;
  return { isSpam: true, ...cleared, cleared: null };
}
