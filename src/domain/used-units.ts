/** What a credential used on a day for an operation. */
export interface UsedUnits {
  /** Of a key, of a member (`mem_7`), or of all guests of a client. */
  keyId: string;
  clientId: number;
  /** The UTC day, `2026-01-31`. */
  day: string;
  /** A route, or `graphql` and a root field. */
  operation: string;
  requests: number;
  units: number;
}
