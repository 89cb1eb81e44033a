/** The header Retry-After (RFC 9110, 10.2.3): seconds, or a date. */

/** @param now Milliseconds since 1970. @returns Milliseconds from now; undefined for a header that is missing or says nothing. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  // Some send fractions, which the standard does not know.
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // Date.parse takes '-5' and '1e3' for years.
  const date = /[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
