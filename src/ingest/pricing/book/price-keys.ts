/** What is said of hourly prices inside the pricing job. */
import type { KnownPrice } from '../../../store/prices/price-rows.ts';

export interface PricesFound {
  /** By `hourKey`; what nobody knows is missing. */
  prices: ReadonlyMap<string, KnownPrice>;
  /** Keys of what is missing only because too much was asked at once: it is asked for again within seconds. */
  pending: ReadonlySet<string>;
  /** When the soonest of the missing ones is to be asked again; Infinity: nothing is missing. */
  retryInMs: number;
}

export const hourKey = (token: { chainId: number; address: string }, hour: number): string =>
  `${token.chainId}:${token.address}@${hour}`;
