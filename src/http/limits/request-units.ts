/** What requests weigh against a key's limits. A unit is a page of 100 items, or work that costs a few times as much. */
import { maximumPageSize } from '../../use-cases/model/view-model.ts';
import { restPaths } from '../../use-cases/pages/page-links.ts';

export const itemsPerUnit = 100;
/** Rows that a total, a count or a search goes through, as the counters tell before it runs. */
export const rowsPerUnit = 10_000;
/**
 * Time that statements take, begun or whole; what goes beyond the units that a request has weighed is owed afterwards. Some five
 * pages of 100 transfers take as much of the processor: `npm run bench -- attacks` holds a unit to ten.
 */
export const statementMsPerUnit = 25;

/** Registering, as reloading, has whole histories loaded, and is not done often. */
const registrationUnits = 10;

/** What a REST request weighs before its page is counted. `route`: the path as it is declared; `isFile`: it asks for CSV, or another file. */
export function requestUnits(request: {
  method: string;
  route: string | undefined;
  query: unknown;
  isFile: boolean;
}): number {
  const isLoading =
    request.method === 'POST' && (request.route === restPaths.wallets || request.route === restPaths.reload);
  return isLoading ? registrationUnits : pageUnits(request.query, request.isFile);
}

/** How lists name the size of a page; those of events differ. */
const sizeNames = ['page_size', 'limit'] as const;

/**
 * One unit for each 100 items, begun or whole, that a REST request's page may hold; one when it has no page. A file has the
 * largest pages; those after the first weigh when they are read.
 */
function pageUnits(query: unknown, isFile: boolean): number {
  if (isFile) return Math.ceil(maximumPageSize / itemsPerUnit);
  if (typeof query !== 'object' || query === null) return 1;
  const given = new Map<string, unknown>(Object.entries(query));
  const text = sizeNames.map((name) => given.get(name)).find((value) => value !== undefined);
  const size = typeof text === 'string' ? Number(text) : Number.NaN;
  // What is out of range is refused later, and weighs as little as any refusal.
  return size >= 1 && size <= maximumPageSize ? Math.ceil(size / itemsPerUnit) : 1;
}
