/** What a stored transaction says of the end of a crossing over a bridge that it is: which end, and what the bridge calls it. */
import type { Side, TransactionKind } from './model.ts';

/** Which way what crosses moves, by the kind of the transaction. */
export const crossingSides: ReadonlyMap<TransactionKind, Side> = new Map([
  ['BRIDGE_OUT', 'outflow'],
  ['BRIDGE_IN', 'inflow'],
]);

/** What a message looks like: `bridgeMessageOf` writes no other. */
export const messageForm = /^[a-z][a-z\d-]{0,31}(:[\da-zA-Z]{1,100}){1,5}$/;
export const messageFormHint = 'is not what a bridge calls a crossing, such as across:1:2345';

/** The bridge of a message, which is the bridge, a colon, and its own name for the crossing: `across:1:2812345`. */
export const bridgeOf = (message: string): string => message.slice(0, message.indexOf(':'));

/** Of the bridges that name their crossings, those that give something else for what they take. */
const exchangers: ReadonlySet<string> = new Set([
  ...['across', 'debridge', 'mayan', 'allbridge', 'meson', 'axelar', 'relay', 'relayorder'],
  ...['socket', 'bungee', 'eco', 'oif', 'synapse', 'thorchain', 'symbiosis', 'butter'],
]);

/** Whether the bridge of a message gives what it takes; who routes over it may still change that before or after. */
export const givesWhatItTakes = (message: string): boolean => !exchangers.has(bridgeOf(message));
