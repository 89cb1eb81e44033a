/** What the bridge calls the crossing that a transaction is one end of, as its events say. */

import { bridgeOf, crossingSides } from '../crossing-end.ts';
import type { Address, Side } from '../model.ts';
import type { Classified } from './classify-transaction.ts';
import { readEvent } from './evidence/event-shape.ts';
import { ownProxy } from './evidence/own-proxy.ts';
import { eventsOf } from './known-events.ts';

/** What is known of a transaction of a wallet. */
export type Crossed = Pick<Classified, 'kind' | 'family' | 'normalized'>;

/** A name that stands in the logs. */
interface Told {
  id: string;
  family: string;
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
  const all = toldIn(crossed, side, chainId);
  // The bridge whose event explains what moved: anybody may log another's beside it.
  const own = all.filter(({ family }) => family === crossed.family);
  const told = own.length > 0 ? own : all;
  const named = told.filter(({ names }) => names === 'wallet');
  // What a router sends for the wallet that calls it is in the router's name.
  const open = told.filter(({ names }) => names === 'nobody' || crossed.normalized.walletActed);
  return onlyOne(named.length > 0 ? named : open);
}

function toldIn({ normalized }: Crossed, side: Side, chainId: number): Told[] {
  const { transaction, wallet } = normalized;
  const own: readonly (Address | null | undefined)[] = [wallet, ownProxy(normalized)];
  return transaction.logs.flatMap((log) =>
    eventsOf(log).flatMap(({ family, shape, rule: { message, wallet: parties } }): Told[] => {
      if (message?.side !== side) return [];
      const values = readEvent(log, shape);
      const id = values && message.id({ values, chainId, hash: transaction.hash });
      if (values === null || id === null) return [];
      const isOwn = parties.some((name) => own.includes(values.address(name)));
      return [{ id, family, names: isOwn ? 'wallet' : parties.length === 0 ? 'nobody' : 'other' }];
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
