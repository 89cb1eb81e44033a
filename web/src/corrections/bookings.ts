/** What the ledger makes of a transfer, in words; and what a person may say that it is. */

const words: Readonly<Record<string, string>> = {
  ACQUISITION: 'Acquisition',
  DISPOSAL: 'Disposal',
  INCOME: 'Income',
  EXPENSE: 'Expense',
  NON_TAXABLE: 'Not taxable',
  HELD: 'Held by a protocol',
  LIABILITY: 'Debt',
  CARRY: 'Carried over',
  OWN_MOVE: 'Move between your wallets',
  // What one says for the two before it.
  BASIS_TRANSFER: 'Move between your wallets',
};

/** Of BookedAs and of TaxTreatment; null: the ledger leaves it out. */
export const bookingWords = (bookedAs: string | null | undefined): string =>
  bookedAs ? (words[bookedAs] ?? bookedAs) : 'Not booked';

const effects: Readonly<Record<string, string>> = {
  ACQUISITION: 'Bought or got: a new lot that costs its market value.',
  DISPOSAL: 'Sold or given up: it takes lots, and makes a gain or a loss.',
  INCOME: 'Earned: income at market value, and a lot that cost as much.',
  EXPENSE: 'Spent: a disposal at market value, which counts as an expense as well.',
  BASIS_TRANSFER:
    'A move between own wallets: lots go along with their cost and date, and nothing is gained.',
  NON_TAXABLE:
    'Neither sale nor income, as a gift: what goes takes its lots along, what comes has no cost until you say one.',
};

/** What was done last to the corrections of a page. `before`: by somebody else, who was sooner. */
export type CorrectionChange = 'made' | 'undone' | 'undone before' | 'replaced before';

/** Where there was nothing to undo any more; null: it was done here. */
export const doneBefore = (change: CorrectionChange | null): string | null =>
  change === 'undone before'
    ? 'It had been undone already.'
    : change === 'replaced before'
      ? 'A later one had taken its place already.'
      : null;

/** What a treatment does, by the API's own words. */
export const effectOf = (treatment: string): string => effects[treatment] ?? '';
