/** What a bridge calls a crossing, as it is stored: the bridge, a colon, and its own name for it (`across:1:2812345`). */

/** The bridge of a name: two bridges may call two crossings the same. */
export const bridgeOf = (message: string): string => message.slice(0, message.indexOf(':'));
