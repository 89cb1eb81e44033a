/** What the bridge calls the crossing that a transaction is one end of, as its events say. */

import { bridgeOf, crossingSides } from '../crossing-end.ts';
import type { Address, Side } from '../model.ts';
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
  // Anybody may log another's name beside: the log that explains what moved is believed first, and then its family.
  const own = all.filter(({ event, contract }) => event === claim?.event && contract === claim.contract);
  const ofFamily = all.filter(({ family }) => family === claim?.family);
  const told = [own, ofFamily, all].find(({ length }) => length > 0) ?? [];
  if (told !== own && !walletActed)
    return new Set(told.map(({ id }) => id)).size === 1 ? (told[0]?.id ?? null) : null;
  const named = told.filter(({ names }) => names === 'wallet');
  return onlyOne(named.length > 0 ? named : told);
}

function toldIn({ normalized }: Crossed, side: Side, chainId: number): Told[] {
  const { transaction, wallet } = normalized;
  const own: readonly (Address | null | undefined)[] = [wallet, ownProxy(normalized)];
  return normalized.logs.flatMap((log) =>
    eventsOf(log).flatMap(({ family, shape, rule: { message, wallet: parties } }): Told[] => {
      if (message?.side !== side) return [];
      const values = readEvent(log, shape);
      const id = values && message.id({ values, chainId, hash: transaction.hash });
      if (values === null || id === null) return [];
      const isOwn = parties.some((name) => own.includes(values.address(name)));
      const names = isOwn ? 'wallet' : parties.length === 0 ? 'nobody' : 'other';
      return [{ id, family, event: shape.name, contract: log.address, names }];
    }),
  );
}

/** Of one crossing over two bridges, one upon the other, both ends take the same of the two names. */
function onlyOne(told: readonly Told[]): string | null {
  const ids = new Set(told.map(({ id }) => id));
  const byBridge = Map.groupBy(ids, bridgeOf);
  if ([...byBridge.values()].some(({ length }) => length > 1)) return null;
  return [...ids].sort()[0] ?? null;
}
