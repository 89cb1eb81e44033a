/** What is shown of the list of transactions, as the API's filter. */
import type { TransactionFilter } from '../../__generated__/activityQuery.graphql.ts';
import { filterOfPills } from '../../filters/pill-filter.ts';
import { type Chain, readPills, withValue } from '../../filters/pills.ts';
import { type ActivitySearch, isAddress, isHash } from './activity-search.ts';

/** The API's filter for it: what a control chooses is one more value of its pill. `parties`: whom the name means that is searched for. */
export function filterOf(
  { kind, q = '', spam, f }: ActivitySearch,
  chains: readonly Chain[],
  parties: readonly string[] | null,
): TransactionFilter {
  let pills = readPills(f);
  if (kind !== undefined) pills = withValue(pills, 'kind', false, kind);
  for (const party of isAddress(q) ? [q] : (parties ?? [])) pills = withValue(pills, 'party', false, party);
  return {
    spam: spam ? 'INCLUDE' : 'EXCLUDE',
    ...(isHash(q) ? { hash: q } : {}),
    ...filterOfPills(pills, chains),
  };
}
