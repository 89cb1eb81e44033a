/**
 * Takes what happened through the section 104 holdings, day by day: what a day bought and no disposal was identified with comes in,
 * then goes on what changes its form, then comes out what was sold. What goes on as another token (a wrap, a receipt) takes its share
 * of the holding's cost along, and is neither bought nor sold. NFTs are not pooled: each has its own cost, in the order of what
 * happens (HMRC's Cryptoassets Manual, CRYPTO22200 on pooling; TCGA 1992, section 104). Pure.
 */
import { addOrNull, at, commonWeights, powerOfTen, splitByWeights } from '../amounts/amounts.ts';
import type { CarriedFlow, CarriedPart, RestatedFlow } from '../amounts/asset-flow.ts';
import type { BasisStatus } from '../amounts/types.ts';
import { worstBasis } from '../period-figures.ts';
import { acquiredHolding, type Gathered, type OrderedFlow, type TokenDay } from './gathered.ts';
import { identify, openDay, type TradingDay } from './matching.ts';
import { type Holding, nothing, put, takeAll } from './pool.ts';
import { withoutReturns } from './returns.ts';

/** All that was disposed of one asset on one day; of an NFT, and of what is given away, one at a time. Money is in 10^-18, quantities in 10^-decimals. */
export interface MatchedDisposal {
  readonly asset: string;
  /** The token, or one of them. */
  readonly token: string;
  readonly decimals: number;
  /** Booked as no disposal: it takes its share of the cost along, without a gain. */
  readonly isGiven: boolean;
  /** Days since 1970. */
  readonly day: number;
  /** How many disposals it was. */
  readonly count: number;
  readonly quantity: bigint;
  /** Before fees; null: a price is not known. */
  readonly proceeds: bigint | null;
  /** Costs of the disposal itself (TCGA 1992, section 38 (1) (c)). */
  readonly fees: bigint;
  readonly sameDay: Holding;
  readonly within30Days: Holding;
  /** The days that the latter was acquired on. */
  readonly acquiredOn: readonly number[];
  /** What came out of the holding. */
  readonly pool: Holding;
  /** What the holding has then. */
  readonly poolAfter: Holding;
  /** Of the whole cost. */
  readonly basis: BasisStatus;
}

interface AssetDay {
  readonly asset: Asset;
  readonly trading: TradingDay;
  /** null: nothing was disposed of. */
  sold: Pick<MatchedDisposal, 'token' | 'count' | 'quantity' | 'proceeds' | 'fees'> | null;
}

interface Asset {
  readonly name: string;
  /** The most that one of its tokens has. */
  decimals: number;
  readonly pool: Holding;
  readonly days: Map<number, AssetDay>;
}

interface Walk {
  readonly currency: number;
  readonly assetOf: (token: string) => Asset;
  /** In the units of its asset. */
  readonly scaled: (part: CarriedPart) => bigint;
  readonly disposals: MatchedDisposal[];
}

/** @param nameOf the kind of a token: tokens with one name are one pool, on whatever chains */
export function throughPools(gathered: Gathered, nameOf: (token: string) => string): MatchedDisposal[] {
  const walk = beginWalk(gathered, nameOf);
  for (const tokenDay of gathered.days) addTokenDay(walk, tokenDay);
  const assets = new Set([...gathered.decimalsOf.keys()].map(walk.assetOf));
  const assetDays = [...assets].flatMap(({ days }) => {
    const inOrder = [...days.values()].sort((one, other) => one.trading.day - other.trading.day);
    identify(inOrder.map(({ trading }) => trading));
    return inOrder;
  });
  const byDay = Map.groupBy(assetDays, ({ trading }) => trading.day);
  const flows = Map.groupBy(gathered.ordered, ({ day }) => day);
  const days = new Set([...byDay.keys(), ...flows.keys()]);
  for (const day of [...days].sort((one, other) => one - other))
    walkDay(walk, byDay.get(day) ?? [], flows.get(day) ?? []);
  return walk.disposals;
}

function beginWalk({ decimalsOf, currency }: Gathered, nameOf: (token: string) => string): Walk {
  const byName = new Map<string, Asset>();
  const byToken = new Map<string, Asset>();
  for (const [token, decimals] of decimalsOf) {
    const name = nameOf(token);
    const asset = byName.get(name) ?? { name, decimals, pool: nothing(), days: new Map() };
    asset.decimals = Math.max(asset.decimals, decimals);
    byName.set(name, asset);
    byToken.set(token, asset);
  }
  const assetOf = (token: string): Asset => {
    const asset = byToken.get(token);
    if (asset === undefined) throw new Error(`'${token}' never flowed`);
    return asset;
  };
  const scaled = ({ account, quantity }: CarriedPart): bigint =>
    quantity * powerOfTen(assetOf(account.token).decimals - account.decimals);
  return { currency, assetOf, scaled, disposals: [] };
}

function addTokenDay({ assetOf, scaled }: Walk, tokenDay: TokenDay): void {
  const { account, day, acquired, disposed, count, proceeds, fees } = tokenDay;
  const asset = assetOf(account.token);
  const known = asset.days.get(day) ?? { asset, trading: openDay(day), sold: null };
  asset.days.set(day, known);
  put(known.trading.acquired, { ...acquired, quantity: scaled({ account, quantity: acquired.quantity }) });
  if (count === 0) return;
  const quantity = scaled({ account, quantity: disposed });
  known.trading.disposed += quantity;
  const { sold } = known;
  known.sold = {
    token: sold?.token ?? account.token,
    count: count + (sold?.count ?? 0),
    quantity: quantity + (sold?.quantity ?? 0n),
    proceeds: sold === null ? proceeds : addOrNull(sold.proceeds, proceeds),
    fees: fees + (sold?.fees ?? 0n),
  };
}

function walkDay(walk: Walk, days: readonly AssetDay[], ordered: readonly OrderedFlow[]): void {
  for (const { asset, trading } of days) put(asset.pool, trading.acquired);
  const inOrder = ordered.toSorted((one, other) => one.flow.timestamp - other.flow.timestamp);
  for (const flow of withoutReturns(inOrder)) takeFlow(walk, flow);
  for (const { asset, trading, sold } of days) {
    if (sold === null) continue;
    const { sameDay, within30Days, acquiredOn, day } = trading;
    const pool = takeAll(asset.pool, trading.disposed);
    tell(walk, asset, { ...sold, day, sameDay, within30Days, acquiredOn, pool });
  }
}

type Told = Omit<MatchedDisposal, 'asset' | 'decimals' | 'isGiven' | 'poolAfter' | 'basis'> & {
  isGiven?: boolean;
};

function tell({ disposals }: Walk, { name, decimals, pool: left }: Asset, told: Told): void {
  const { sameDay, within30Days, pool } = told;
  const basis = worstBasis([sameDay, within30Days, pool].map((part) => part.basis));
  disposals.push({ asset: name, decimals, isGiven: false, ...told, poolAfter: { ...left }, basis });
}

/** What happens in its order: what goes on as something else, what is given away, and all of NFTs. */
function takeFlow(walk: Walk, { flow, day }: OrderedFlow): void {
  if (flow.kind === 'carried') {
    carry(walk, flow);
    return;
  }
  if (flow.kind === 'restated') {
    restate(walk, flow);
    return;
  }
  const { token } = flow.account;
  const asset = walk.assetOf(token);
  const quantity = walk.scaled(flow);
  if (flow.kind === 'acquired') {
    put(asset.pool, { ...acquiredHolding(flow, walk.currency), quantity });
    return;
  }
  const pool = takeAll(asset.pool, quantity);
  const unmatched = { sameDay: nothing(), within30Days: nothing(), acquiredOn: [] };
  if (flow.kind === 'dropped') {
    const given = { isGiven: true, proceeds: null, fees: 0n };
    tell(walk, asset, { token, count: 1, quantity, ...given, day, ...unmatched, pool });
    return;
  }
  const [proceeds, fees] = [at(flow.proceeds, walk.currency), at(flow.fees, walk.currency)];
  tell(walk, asset, { token, count: 1, quantity, proceeds, fees, day, ...unmatched, pool });
}

/** Takes the cost of all that goes out of its holdings, and puts it where it goes on. */
function carry({ assetOf, scaled }: Walk, { from, to }: CarriedFlow): void {
  const names = new Set([...from, ...to].map(({ account }) => assetOf(account.token).name));
  if (names.size === 1 && sumOf(from.map(scaled)) === sumOf(to.map(scaled))) return;
  const taken = from.map((part) => takeAll(assetOf(part.account.token).pool, scaled(part)));
  const basis = worstBasis(taken.map((part) => part.basis));
  const costs = splitByWeights(sumOf(taken.map(({ cost }) => cost)), weightsOf(to));
  for (const [place, part] of to.entries())
    put(assetOf(part.account.token).pool, { quantity: scaled(part), cost: at(costs, place), basis });
}

/** What left takes its cost away; what arrives has that which is stated, and its day is the day of the pool. */
function restate({ assetOf, scaled, currency }: Walk, { from, to }: RestatedFlow): void {
  for (const part of from) takeAll(assetOf(part.account.token).pool, scaled(part));
  for (const part of to) {
    const { cost, basis } = part;
    put(assetOf(part.account.token).pool, {
      quantity: scaled(part),
      cost: at(cost, currency),
      basis: at(basis, currency),
    });
  }
}

function weightsOf(to: CarriedFlow['to']): bigint[] {
  const known = to.flatMap(({ weight }) => (weight === null ? [] : [weight]));
  return known.length === to.length ? commonWeights(known) : to.map(() => 1n);
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
