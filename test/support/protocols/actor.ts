/**
 * A wallet as the script knows it: what it got and gave, what it handed to whom, and what it borrowed. From that, and from what the
 * chain says that it has, follows what it earned, without a ledger.
 */
import type { Address } from 'viem';
import { type AssetName, assetNames, type MonthlyPrices, worth } from './protocol-assets.ts';

/** `in`, `out`: from and to the outside for good. `handed`, `returned`: to and from a protocol that gives nothing for it. */
type FlowKind = 'in' | 'out' | 'handed' | 'returned';
export type Holder = 'staking' | 'farm' | 'deposit' | 'escrow';

interface Flow {
  readonly kind: FlowKind;
  readonly asset: AssetName;
  /** In dollars of 18 decimals, at its time. */
  readonly value: bigint;
}

export interface Actor {
  readonly name: string;
  readonly address: Address;
  readonly flows: Flow[];
  /** What each protocol has of it. */
  readonly held: Record<Holder, { readonly asset: AssetName; amount: bigint }>;
  /** Of USDC: what was borrowed less what was paid back, not less than nothing. */
  principal: bigint;
  /** Orders that wait. */
  readonly orders: { readonly id: bigint; readonly amount: bigint }[];
}

export function createActor(name: string, address: Address): Actor {
  return {
    ...{ name, address, flows: [], orders: [], principal: 0n },
    held: {
      staking: { asset: 'LINK', amount: 0n },
      farm: { asset: 'shares', amount: 0n },
      deposit: { asset: 'ETH', amount: 0n },
      escrow: { asset: 'ETH', amount: 0n },
    },
  };
}

interface Amount {
  readonly asset: AssetName;
  readonly amount: bigint;
  readonly prices: MonthlyPrices;
}

export function noteFlow(actor: Actor, kind: FlowKind, { asset, amount, prices }: Amount): void {
  actor.flows.push({ kind, asset, value: worth(asset, amount, prices) });
}

/** The protocol has so much more of the wallet's. */
export function noteHanded(actor: Actor, holder: Holder, amount: bigint, prices: MonthlyPrices): void {
  const account = actor.held[holder];
  account.amount += amount;
  noteFlow(actor, 'handed', { asset: account.asset, amount, prices });
}

/** So much of the loan is paid back, or the collateral's sale has paid it; what is beyond it is interest. */
export function notePaid(actor: Actor, amount: bigint): void {
  actor.principal = amount < actor.principal ? actor.principal - amount : 0n;
}

/** It gives so much back. What it never had is what it earned. */
export function noteReturned(actor: Actor, holder: Holder, amount: bigint, prices: MonthlyPrices): void {
  const account = actor.held[holder];
  account.amount -= amount < account.amount ? amount : account.amount;
  noteFlow(actor, 'returned', { asset: account.asset, amount, prices });
}

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);
const total = ({ flows }: Actor, kind: FlowKind): bigint =>
  sumOf(flows.filter((flow) => flow.kind === kind).map(({ value }) => value));

export interface Holdings {
  /** What the chain says that the wallet itself has. */
  readonly own: Readonly<Record<AssetName, bigint>>;
  readonly prices: MonthlyPrices;
}

/**
 * What the wallet has, has elsewhere, less what it owes, and what left it for good, less what came in from outside; each at
 * market value, then and now. Where deposits are sales, what protocols hold left, and what they return came in.
 */
export function earned(
  actor: Actor,
  { own, prices }: Holdings,
  { deposits }: { readonly deposits: 'carry' | 'realize' },
): bigint {
  const has = sumOf(assetNames.map((asset) => worth(asset, own[asset], prices)));
  const elsewhere = sumOf(Object.values(actor.held).map(({ asset, amount }) => worth(asset, amount, prices)));
  const owes = worth('USDC', actor.principal, prices);
  const profit = has - owes + total(actor, 'out') - total(actor, 'in');
  if (deposits === 'carry') return profit + elsewhere;
  return profit + total(actor, 'handed') - total(actor, 'returned');
}
