/** What of the list of transactions is shown, as it stands in the URL beside the lens. */
import { kinds, readPills, writePills } from '../../filters/pills.ts';

/** What of the list is shown; in the URL beside the lens. */
export interface ActivitySearch {
  kind?: (typeof kinds)[number];
  /** Pills, as `writePills` has them. */
  f?: string;
  /** An address or the hash of a transaction. */
  q?: string;
  spam?: boolean;
}

export const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text);
export const isHash = (text: string): boolean => /^0x[0-9a-f]{64}$/i.test(text);

/** What is wrong in a URL is left out. */
export function readActivity(search: Record<string, unknown>): ActivitySearch {
  const kind = kinds.find((one) => one === search.kind);
  const f = writePills(readPills(search.f));
  const q =
    typeof search.q === 'string' && (isAddress(search.q) || isHash(search.q))
      ? search.q.toLowerCase()
      : undefined;
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(f === undefined ? {} : { f }),
    ...(q === undefined ? {} : { q }),
    ...(search.spam === true ? { spam: true } : {}),
  };
}
