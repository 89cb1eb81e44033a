/**
 * Ways over bridges (docs/accounting.md): what leaves waits at the bridge, and what arrives on another chain takes the oldest of
 * it that it can be; what is missing was the fee. What is exchanged on the way is sold for what arrives.
 */

import { accountOf, asDeparted, type Departure, type State } from './books.ts';
import { carriers } from './carriers.ts';
import { coin, type Group, holderOf, type Transfer } from './history.ts';
import type { Leg } from './legs.ts';
import { takeLots } from './lots.ts';
import { type Amount, type Ratio, ratioOf, round, zero } from './money.ts';
import { assetOf } from './moves.ts';

/** What bridges give for each other is one asset to them. */
const sameOverBridges: Readonly<Record<string, string>> = {
  ...{
    weth: 'ethereum',
    wbnb: 'binancecoin',
    wmatic: 'polygon-ecosystem-token',
    'matic-network': 'polygon-ecosystem-token',
    'wrapped-avax': 'avalanche-2',
  },
  ...{ 'bridged-usdc': 'usd-coin', xdai: 'dai', 'wrapped-xdai': 'dai' },
};
/** Twice the longest way out of a chain, in days. */
const daysToMeet: Readonly<Record<string, number>> = { '10': 28, '137': 60, '8453': 28, '42161': 28 };
const usualDaysToMeet = 14;
/** Of those that name their crossings: who gives something else. */
const givesOther = [
  ...[
    'across',
    'debridge',
    'mayan',
    'allbridge',
    'meson',
    'axelar',
    'relay',
    'relayorder',
    'socket',
    'bungee',
    'eco',
    'oif',
  ],
  ...['synapse', 'thorchain', 'symbiosis', 'butter'],
];

/** Over which asset a transfer crosses; '': none that is known elsewhere. */
export interface Crossing {
  name: string;
  chain: string;
  /** It comes over the bridge, and does not come back at once of what leaves. */
  arrives: boolean;
  /** Something else may be given for it. */
  exchanges: boolean;
  /** Who takes or gives it. */
  by: string;
  /** What the bridge calls it, after the bridge's own name; '': not known. */
  message: string;
}

/** The transfers that cross a bridge. A coin beside a token pays for it; what comes back at once did not leave. */
export function crossingsOf({ transactions, transfers }: Group): Map<Transfer, Crossing> {
  const found = new Map<Transfer, Crossing>();
  for (const { wallet, kind, bridgeMessage } of transactions) {
    if (kind !== 'BRIDGE_OUT' && kind !== 'BRIDGE_IN') continue;
    const leaves = kind === 'BRIDGE_OUT';
    const own = transfers.filter((one) => one.wallet === wallet);
    const marked = own.filter(({ treatment, out }) => treatment === 'CARRY' && out === leaves);
    const tokens = marked.filter(({ token }) => token !== coin);
    const assets = (tokens.length > 0 ? tokens : marked).map(assetOf);
    for (const one of own) {
      const isChange = leaves && !one.out && ['', 'ACQUISITION'].includes(one.treatment);
      if (!assets.includes(assetOf(one)) || !(one.treatment === 'CARRY' || isChange)) continue;
      const name = one.tokenId === null ? (sameOverBridges[one.slug] ?? one.slug) : '';
      const message = one.tokenId === null ? bridgeMessage : '';
      const exchanges = one.tokenId === null && !(carriers[one.chain] ?? []).includes(holderOf(one));
      found.set(one, { name, chain: one.chain, arrives: !leaves, exchanges, by: holderOf(one), message });
    }
  }
  return found;
}

const bridgeOf = (message: string): string => message.split(':')[0] ?? '';

/** Whether the bridge calls both the same; null: one of them has no name, or they are of two bridges. */
function isNamedAlike(left: string, right: string): boolean | null {
  if (left === '' || bridgeOf(left) !== bridgeOf(right)) return null;
  return left === right;
}

/** Takes the first departure of which something holds, that named by the bridge before all others; it waits no longer then. */
function takeDeparture(
  { departures }: State,
  { message }: Crossing,
  fits: (departure: Departure, isNamed: boolean) => boolean,
): Departure | null {
  const named = departures.findIndex((one) => isNamedAlike(one.message, message) === true && fits(one, true));
  const place =
    named >= 0
      ? named
      : departures.findIndex((one) => isNamedAlike(one.message, message) === null && fits(one, false));
  const [taken] = place < 0 ? [] : departures.splice(place, 1);
  return taken ?? null;
}

/**
 * The departure that something that arrives is the other end of: the one that the bridge calls the same, of whichever wallet, if 50 to 105
 * hundredths of it arrive; else the oldest that it can be.
 */
export function meet(state: State, leg: Leg, crossing: Crossing): Departure | null {
  const { name, chain } = crossing;
  return takeDeparture(state, crossing, (one, isNamed) => {
    const least = one.quantity.times(isNamed ? '0.5' : '0.95');
    const most = isNamed ? one.quantity.times('1.05') : one.quantity;
    if (leg.quantity.gt(most) || leg.quantity.lt(least)) return false;
    if (one.name !== name) return false;
    const isKept = !givesOther.includes(bridgeOf(crossing.message));
    if (isNamed) return name !== '' || (isKept && isWorth(one, leg, '0.5'));
    const isBack = one.contract === crossing.by;
    const isThere =
      one.account.wallet === leg.wallet && (one.chain !== chain || isBack) && one.due >= leg.time;
    return isThere && name !== '';
  });
}

/** What arrives beyond what left is bought, by itself; the rest of the leg met it. null: nothing is. */
export function bringMore(leg: Leg, { quantity }: Departure): Leg | null {
  const most = quantity.toDecimalPlaces(leg.decimals, 1);
  if (leg.quantity.lte(most) || most.isZero()) return null;
  const whole = leg.quantity;
  const part = (own: Amount): Pick<Leg, 'quantity' | 'exact' | 'values'> => {
    const exact = leg.exact.map((of): Ratio | null => of && [of[0].times(own), of[1].times(whole)]);
    return { quantity: own, exact, values: exact.map((of) => of && round(of[0].div(of[1]))) };
  };
  const more = {
    ...{ ...leg, ...part(whole.minus(most)), treatment: 'ACQUISITION', holder: null },
    ...{ crossing: null, meets: null, isExchanged: true },
    ...{ fees: leg.fees.map(() => zero), expenses: leg.expenses.map(() => zero) },
  };
  Object.assign(leg, part(most));
  return more;
}

/**
 * What arrives in place of another asset, and is worth no more than 105 hundredths of it: at least 50 if the bridge calls both the same, or
 * 90 of the wallet's own that left within the hour. That is sold for it, whatever else moves. null: nothing is.
 */
export function exchange(state: State, leg: Leg, crossing: Crossing): Leg | null {
  const { name, chain, exchanges } = crossing;
  const sold = takeDeparture(state, crossing, (one, isNamed) => {
    if (!exchanges || !one.exchanges || one.name === name) return false;
    if (isNamed) return isWorth(one, leg, '0.5');
    const isThere = one.account.wallet === leg.wallet && one.chain !== chain && one.time + 3_600 >= leg.time;
    return isThere && isWorth(one, leg, '0.9');
  });
  if (sold === null) return null;
  const { account, symbol, quantity, lots, tier } = sold;
  account.departures = account.departures.filter((one) => one !== sold);
  state.sequence += 1;
  const holder = `on the way ${state.sequence}`;
  account.held.set(holder, lots);
  leg.values = leg.values.map((arrived, currency) => {
    const left = sold.values[currency] ?? null;
    return left !== null && (arrived === null || tier < leg.tier) ? left : arrived;
  });
  leg.exact = leg.values.map((value) => value && ratioOf(value));
  leg.isExchanged = true;
  const { wallet, asset, isNft, decimals } = account;
  return {
    ...{ ...leg, wallet, asset, isNft, symbol, decimals, quantity, holder, tier },
    ...{ out: true, hasOutflow: true, treatment: 'DISPOSAL', isSettled: true, crossing: null },
    ...{ values: [...leg.values], exact: [...leg.exact] },
    ...{ fees: leg.fees.map(() => zero), expenses: leg.expenses.map(() => zero) },
  };
}

function isWorth({ values }: Departure, leg: Leg, least: string): boolean {
  const known = values.findIndex((value, currency) => value !== null && leg.values[currency] !== null);
  const [left, arrived] = [values[known], leg.values[known]];
  if (left == null || arrived == null || left.lte(0)) return false;
  return arrived.gte(left.times(least)) && arrived.lte(left.times('1.05'));
}

/** The lots of an outflow go on their way. They are still the wallet's. */
export function depart(state: State, leg: Leg, pieces: Parameters<typeof asDeparted>[1]): void {
  const { crossing, holder, quantity, symbol, time, values, tier } = leg;
  if (crossing === null || holder === null) throw new Error('a departure over no bridge');
  const account = accountOf(state, leg);
  const days = daysToMeet[crossing.chain] ?? usualDaysToMeet;
  const departure = {
    ...{ account, symbol, contract: holder, ...crossing, due: time + days * 86_400, quantity },
    ...{ lots: asDeparted(state, pieces), time, values: [...values], tier },
  };
  account.departures.push(departure);
  account.balance = account.balance.plus(quantity);
  state.departures.push(departure);
}

/** What arrives of a departure, oldest lots first, and what was lost of it on the way, worth what the rest is worth. */
export function land(state: State, leg: Leg, departure: Departure) {
  const { account, quantity, symbol, lots } = departure;
  account.departures = account.departures.filter((one) => one !== departure);
  account.balance = account.balance.minus(quantity);
  const arrived = leg.quantity.toDecimalPlaces(account.decimals, 1);
  const isTooSmall = arrived.isZero() || quantity.toDecimalPlaces(leg.decimals, 1).isZero();
  const lost = isTooSmall ? zero : quantity.minus(arrived);
  const { taken, left } = takeLots(lots, quantity.minus(lost), state.method === 'WAC' ? 'WAC' : 'FIFO');
  const values = leg.exact.map((exact) => {
    const whole = exact && round(exact[0].times(quantity).div(exact[1].times(leg.quantity)));
    return whole && round(whole.times(lost).div(quantity));
  });
  const { wallet, asset, isNft, decimals } = account;
  const loss: Leg = {
    ...{ ...leg, wallet, asset, isNft, symbol, decimals, quantity: lost, values },
    ...{
      treatment: 'BASIS_TRANSFER',
      fees: leg.fees.map(() => zero),
      expenses: leg.expenses.map(() => zero),
    },
  };
  return { taken, left, loss };
}
