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
