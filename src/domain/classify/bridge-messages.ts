/** What the bridge calls the crossing that a transaction is one end of, as its events say. */

import { lowerAddress } from '../address.ts';
import { bridgeOf, crossingSides } from '../crossing-end.ts';
import type { Address, ChainTransaction, Side } from '../model.ts';
import { relaySolvers } from '../normalize/wide-bridges.ts';
import type { Classified } from './classify-transaction.ts';
import { readEvent } from './evidence/event-shape.ts';
import { ownProxy } from './evidence/own-proxy.ts';
import { eventsOf } from './known-events.ts';

/** What is known of a transaction of a wallet. */
export type Crossed = Pick<Classified, 'kind' | 'claim' | 'normalized'>;

/** A name that stands in the logs. */
interface Told {
  id: string;
  family: string;
  event: string;
  contract: Address;
  /** The event names the wallet; or it names nobody; or somebody else. */
  names: 'wallet' | 'nobody' | 'other';
}

/**
 * The bridge and its own name of the crossing, `across:1:2345`: of what left the same as of what arrives. null: it is no end of a crossing,
 * its bridge says none, or one of several, so that nobody knows which is the wallet's.
 */
export function bridgeMessageOf(crossed: Crossed, chainId: number): string | null {
  const side = crossingSides.get(crossed.kind);
  if (side === undefined) return null;
  const { claim, normalized } = crossed;
  const { walletActed } = normalized;
  // What a router sends for the wallet that calls it is in the router's name.
  const all = toldIn(crossed, side, chainId).filter(({ names }) => names !== 'other' || walletActed);
  if (all.length === 0) return paidAs(normalized.transaction, normalized.wallet, side);
  // Anybody may log another's name beside: the log that explains what moved is believed first, and then its family.
  const own = all.filter(({ event, contract }) => event === claim?.event && contract === claim.contract);
  const ofFamily = all.filter(({ family }) => family === claim?.family);
  const told = [requestsOf(own, ofFamily), own, ofFamily, all].find(({ length }) => length > 0) ?? [];
  if (told !== own && !walletActed) return isOneWay(told) ? onlyOne(told) : null;
  const named = told.filter(({ names }) => names === 'wallet');
  return onlyOne(named.length > 0 ? named : told);
}

/** What Relay's router calls what its depository calls an order: elsewhere the router pays by that name. */
const requestsOf = (own: readonly Told[], ofFamily: readonly Told[]): Told[] =>
  own.length > 0 && own.every(({ id }) => bridgeOf(id) === 'relayorder')
    ? ofFamily.filter(({ id }) => bridgeOf(id) === 'relay')
    : [];

/** One name; or those that a rollup's own bridge has for one message, as both of its contracts tell it. */
const isOneWay = (told: readonly Told[]): boolean =>
  new Set(told.map(({ id }) => id)).size === 1 ||
  told.every(({ id }) => ['rollup', 'standard'].includes(bridgeOf(id)));

function toldIn({ normalized }: Crossed, side: Side, chainId: number): Told[] {
  const { transaction, wallet } = normalized;
  const own: readonly (Address | null | undefined)[] = [wallet, ownProxy(normalized)];
  return normalized.logs.flatMap((log, index) =>
    eventsOf(log).flatMap(({ family, shape, rule: { message, wallet: parties } }): Told[] => {
      if (message?.side !== side) return [];
      const values = readEvent(log, shape);
      const behind = normalized.logs[index + 1];
      const next = behind?.address === log.address ? behind : undefined;
      const id = values && message.id({ values, chainId, hash: transaction.hash, next });
      if (values === null || id === null) return [];
      const isOwn = parties.some((name) => own.includes(values.address(name)));
      const names = isOwn ? 'wallet' : parties.length === 0 ? 'nobody' : 'other';
      return [{ id, family, event: shape.name, contract: log.address, names }];
    }),
  );
}

/** `transfer` of a token. */
const transferSelector = '0xa9059cbb';

/**
 * What a plain payment to a solver of Relay, or of one, is called: nothing is logged, but its order stands in the call, alone or behind a
 * transfer of a token. Source: L2BEAT's reading of Relay, and orders of its depository that such payments filled.
 */
function paidAs({ from, to, input }: ChainTransaction, wallet: Address, side: Side): string | null {
  const isTransfer = input.startsWith(transferSelector) && input.length === 2 + 8 + 3 * 64;
  if (!isTransfer && input.length !== 2 + 64) return null;
  const receiver = isTransfer ? `0x${input.slice(34, 74)}`.toLowerCase() : to;
  const [own, solver] = side === 'outflow' ? [from, receiver] : [receiver, from];
  return own === wallet && solver !== null && solvers.has(solver) ? `relayorder:0x${input.slice(-64)}` : null;
}

const solvers: ReadonlySet<string> = new Set(relaySolvers.map(lowerAddress));

/** Of one crossing over two bridges, one upon the other, both ends take the same of the two names. */
function onlyOne(told: readonly Told[]): string | null {
  const ids = new Set(told.map(({ id }) => id));
  const byBridge = Map.groupBy(ids, bridgeOf);
  if ([...byBridge.values()].some(({ length }) => length > 1)) return null;
  return [...ids].sort()[0] ?? null;
}
