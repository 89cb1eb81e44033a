/** What of the list of transactions is shown, as it stands in the URL beside the lens. */
import { kinds, readPills, writePills } from '../../filters/pills.ts';

/** What of the list is shown; in the URL beside the lens. */
export interface ActivitySearch {
  kind?: (typeof kinds)[number];
  /** Pills, as `writePills` has them. */
  f?: string;
  /** An address, the hash of a transaction, or a part of a counterparty's name. */
  q?: string;
  spam?: boolean;
}

/** Names of counterparties have 100 characters at most. */
export const longestQuery = 100;

export const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text);
export const isHash = (text: string): boolean => /^0x[0-9a-f]{64}$/i.test(text);

/** Whether it can be a name: what begins as an address or a hash does is one that is mistyped. */
export const isName = (text: string): boolean => text !== '' && !/^0x[0-9a-f]*$/i.test(text);

/** As it stands in the URL; undefined: nothing is searched for. A name that is a number is one to the router. */
export function readQuery(given: unknown): string | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined;
  const text = String(given).trim().slice(0, longestQuery);
  if (text === '') return undefined;
  return isName(text) ? text : text.toLowerCase();
}

/** What is wrong in a URL is left out. */
export function readActivity(search: Record<string, unknown>): ActivitySearch {
  const kind = kinds.find((one) => one === search.kind);
  const f = writePills(readPills(search.f));
  const q = readQuery(search.q);
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(f === undefined ? {} : { f }),
    ...(q === undefined ? {} : { q }),
    ...(search.spam === true ? { spam: true } : {}),
  };
}
