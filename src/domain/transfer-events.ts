/** The words in which changes of stored transfers are told. */

/** What a change of a transfer may concern. Append only: they are stored in the log of events. */
export const transferFields = [
  /** Price, value and the source of both. */
  'PRICE',
  /** Whether it is spam, and why. */
  'SPAM',
  /** How it is booked. */
  'TREATMENT',
  /** Its transaction's category. */
  'CATEGORY',
  /** Its block: time, and place in the list. */
  'PLACE',
  /** What was moved, how much, from or to whom, and the fee. */
  'CONTENT',
  /** What is known of its token: decimals, and with them the amount; asset; trust. */
  'TOKEN',
  /** The client's own: its name or tags of the counterparty. */
  'LABEL',
  /** The client's own: what it corrects of it. */
  'CORRECTION',
] as const;
export type TransferField = (typeof transferFields)[number];

/** CURSOR: nothing but how far the stream has come. */
export const transferEventTypes = ['CURSOR', 'ADDED', 'CHANGED', 'REMOVED'] as const;
export type TransferEventType = (typeof transferEventTypes)[number];
