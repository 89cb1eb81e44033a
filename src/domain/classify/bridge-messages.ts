/** What the bridge calls the crossing that a transaction is one end of, as its events say. */

import type { Address, Side, TransactionKind } from '../model.ts';
import type { NormalizedTransaction } from '../normalize/normalized.ts';
import type { BridgeMessage } from './evidence/bridge-message.ts';
import { type EventShape, eventShape, readEvent } from './evidence/event-shape.ts';
import { ownProxy } from './evidence/own-proxy.ts';
import { families } from './families/index.ts';

interface TellingEvent {
  shape: EventShape;
  message: BridgeMessage;
  /** Parameters that name whose it is. */
  wallet: readonly string[];
}

const eventsByTopic: ReadonlyMap<string, readonly TellingEvent[]> = Map.groupBy(
  families.flatMap(({ events }) =>
    events.flatMap(({ event, message, wallet }) =>
      message === undefined ? [] : [{ shape: eventShape(event), message, wallet }],
    ),
  ),
  ({ shape }) => shape.topic,
);

const sides: ReadonlyMap<TransactionKind, Side> = new Map([
  ['BRIDGE_OUT', 'outflow'],
  ['BRIDGE_IN', 'inflow'],
]);

/**
 * The bridge and its own name of the crossing, `across:1:2345`: of what left the same as of what arrives. null: it is no end of a crossing,
 * its bridge says none, or one of several, so that nobody knows which is the wallet's.
 */
export function bridgeMessageOf(
  { kind, normalized }: { kind: TransactionKind; normalized: NormalizedTransaction },
  chainId: number,
): string | null {
  const side = sides.get(kind);
  if (side === undefined) return null;
  const { transaction, wallet } = normalized;
  const own: readonly (Address | null | undefined)[] = [wallet, ownProxy(normalized)];
  const [named, nameless] = [new Set<string>(), new Set<string>()];
  for (const log of transaction.logs) {
    for (const { shape, message, wallet: names } of eventsByTopic.get(log.topics[0] ?? '') ?? []) {
      if (message.side !== side) continue;
      const values = readEvent(log, shape);
      const id = values && message.id({ values, chainId, hash: transaction.hash });
      if (values === null || id === null) continue;
      if (names.some((name) => own.includes(values.address(name)))) named.add(id);
      // What a router sends is in the router's name.
      else if (names.length === 0 || normalized.walletActed) nameless.add(id);
    }
  }
  return onlyOne(named) ?? (named.size === 0 ? onlyOne(nameless) : null);
}

/** Of one crossing over two bridges, one upon the other, both ends take the same of the two names. */
function onlyOne(ids: ReadonlySet<string>): string | null {
  const byBridge = Map.groupBy(ids, bridgeOf);
  if ([...byBridge.values()].some(({ length }) => length > 1)) return null;
  return [...ids].sort()[0] ?? null;
}

const bridgeOf = (id: string): string => id.slice(0, id.indexOf(':'));
