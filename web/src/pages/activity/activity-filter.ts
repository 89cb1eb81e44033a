/** What is shown of the list of transactions, as the API's filter. */
import type { TransactionFilter } from '../../__generated__/activityQuery.graphql.ts';
import { filterOfPills } from '../../filters/pill-filter.ts';
import { type Chain, readPills, withValue } from '../../filters/pills.ts';
import { type ActivitySearch, isAddress, isHash } from './activity-search.ts';

/** The API's filter for it: what a control chooses is one more value of its pill. */
export function filterOf(
  { kind, q = '', spam, f }: ActivitySearch,
  chains: readonly Chain[],
): TransactionFilter {
  let pills = readPills(f);
  if (kind !== undefined) pills = withValue(pills, 'kind', false, kind);
  if (isAddress(q)) pills = withValue(pills, 'party', false, q);
  return {
    spam: spam ? 'INCLUDE' : 'EXCLUDE',
    ...(isHash(q) ? { hash: q } : {}),
    ...filterOfPills(pills, chains),
  };
}
