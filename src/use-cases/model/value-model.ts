/** What a wallet was worth over time. Beside view-model.ts. */

/** A wallet's worth at one moment, in the currency asked for. */
export interface ValuePointView {
  timestamp: number;
  value: string;
  /** Tokens held that have no price up to then, and are left out. */
  unpricedCount: number;
  /** Tokens valued at a price of more than an hour before. */
  staleCount: number;
}
