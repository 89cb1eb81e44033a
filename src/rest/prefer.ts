/** What a client prefers, by the header Prefer of RFC 7240. */

/** A wait beyond this is cut short: proxies end requests that take longer. */
export const longestWaitSeconds = 30;

/** The seconds of `Prefer: wait=N`, at most 30; null without one. A preference that is no number is ignored. */
export function preferredWait(header: string | string[] | undefined): number | null {
  const match = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?(?=$|[,;\s])/i.exec(String(header ?? ''));
  return match?.[1] === undefined ? null : Math.min(Number(match[1]), longestWaitSeconds);
}
