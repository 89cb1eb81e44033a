/** Origins of pages: compared as whole texts, so that each has to be as browsers send it (RFC 6454). */

/** What is wrong with an origin; null: nothing. */
export function originProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === null || !isWeb || url.hostname.includes('*')) {
    return `'${text.slice(0, 100)}' is no origin: https://host or https://host:port is expected, without wildcards`;
  }
  if (url.origin === text) return null;
  return `'${text.slice(0, 100)}' is not as browsers send it: that is ${url.origin}`;
}
