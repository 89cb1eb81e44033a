/** What requests weigh against a key's limits. */
import { maximumPageSize } from '../read/model.ts';
import { restPaths } from '../read/page-links.ts';

const itemsPerUnit = 100;

/** Registering has whole histories loaded, and is not done often. */
const registrationUnits = 10;

/** What a REST request weighs before its page is counted. `route`: the path as it is declared. */
export function requestUnits(request: { method: string; route: string | undefined; query: unknown }): number {
  const isRegistration = request.method === 'POST' && request.route === restPaths.wallets;
  return isRegistration ? registrationUnits : restUnits(request.query);
}

/** One unit for each 100 items, begun or whole, that a REST request's page may hold; one when it has no page. */
function restUnits(query: unknown): number {
  if (typeof query !== 'object' || query === null || !('page_size' in query)) return 1;
  const size = typeof query.page_size === 'string' ? Number(query.page_size) : Number.NaN;
  // What is out of range is refused later, and weighs as little as any refusal.
  return size >= 1 && size <= maximumPageSize ? Math.ceil(size / itemsPerUnit) : 1;
}
