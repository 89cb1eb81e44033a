/** What happened to a person's tokens, gathered by day, on its way to the pools. Pure. */
import { at } from '../amounts/amounts.ts';
import type { AcquiredFlow, AssetFlow, FlowAccount } from '../amounts/asset-flow.ts';
import type { Holding } from './pool.ts';

/** What happened to one token on one day. */
export interface TokenDay {
  readonly account: FlowAccount;
  readonly day: number;
  readonly acquired: Holding;
  disposed: bigint;
  /** How many disposals it was. */
  count: number;
  /** null: the price of one of them is not known. */
  proceeds: bigint | null;
  /** Of the disposals. */
  fees: bigint;
}

/** What is not bought or sold in a pool's day: it happens in its order. */
export interface OrderedFlow {
  readonly day: number;
  readonly flow: AssetFlow;
}

export interface Gathered {
  readonly days: readonly TokenDay[];
  readonly ordered: readonly OrderedFlow[];
  /** The place of the currency among the ledger's. */
  readonly currency: number;
  readonly decimalsOf: ReadonlyMap<string, number>;
}

/** What was acquired, in one of the ledger's currencies. */
export const acquiredHolding = ({ quantity, cost, basis }: AcquiredFlow, currency: number): Holding => ({
  quantity,
  cost: at(cost, currency),
  basis: at(basis, currency),
});
