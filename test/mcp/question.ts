/** What people ask of their wallets: which tools are called, what is read of the answers, and what the API says of the same. */

/** An agent that counts what it asks and gets. */
export type Ask = (name: string, input?: Record<string, unknown>) => Promise<string>;

/** The API that the answers are compared with. */
export interface Api {
  /** The `data` of a GraphQL query; in it, $all are all wallets and $one is the first. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers field by field
  query(text: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  get(path: string): Promise<any>;
}

export interface Place {
  chainId: number;
  /** All wallets, and the first of them. */
  wallets: readonly string[];
  wallet: string;
  /** The last whole year, UTC. */
  lastYear: number;
  /** A time within the history, ISO 8601. */
  earlier: string;
}

export interface Question {
  question: string;
  answer: (ask: Ask, place: Place) => Promise<unknown>;
  expected: (api: Api, place: Place) => Promise<unknown>;
}

/** All digits. */
export const full = { detail: 'full' };
