/** Pills as the API's filter, by GraphQL and by REST. */
import type { TransactionFilter } from '../__generated__/activityQuery.graphql.ts';
import { type Chain, categories, type FieldName, isOne, kinds, type Pill } from './pills.ts';

/** A time at which nothing is: what no transaction can be is asked for by an empty range. */
const never = '1970-01-01T00:00:00.000Z';

/** The values that are left of a closed list; undefined: it is not filtered. */
function left<Value extends string>(
  pills: readonly Pill[],
  field: FieldName,
  all: readonly Value[],
): Value[] | undefined {
  const own = pills.filter((pill) => pill.field === field);
  if (own.length === 0) return undefined;
  const chosen = own.find(({ isNot }) => !isNot)?.values;
  const gone = own.find(({ isNot }) => isNot)?.values ?? [];
  return all.filter((value) => (chosen === undefined || chosen.includes(value)) && !gone.includes(value));
}

const valuesOf = (pills: readonly Pill[], field: FieldName, isNot: boolean): readonly string[] | undefined =>
  pills.find((pill) => isOne(pill, { field, isNot }))?.values;

/** The API's filter. Days are of UTC, so that a link shows the same everywhere. */
export function filterOfPills(pills: readonly Pill[], chains: readonly Chain[]): TransactionFilter {
  const kind = left(pills, 'kind', kinds);
  const category = left(pills, 'category', categories);
  const chain = left(
    pills,
    'chain',
    chains.map(({ chainId }) => String(chainId)),
  );
  const [since, before] = [valuesOf(pills, 'since', false)?.[0], valuesOf(pills, 'before', false)?.[0]];
  const [from, to] = [since && `${since}T00:00:00.000Z`, before && `${before}T00:00:00.000Z`];
  const isImpossible =
    [kind, category, chain].some((list) => list?.length === 0) || (from && to && from > to) || false;
  const [failed] = pills.filter(({ field }) => field === 'failed');
  const [spam] = pills.filter(({ field }) => field === 'spam');
  const [parties, notParties] = [valuesOf(pills, 'party', false), valuesOf(pills, 'party', true)];
  return {
    ...(kind === undefined ? {} : { kinds: kind }),
    ...(category === undefined ? {} : { categories: category }),
    ...(chain === undefined ? {} : { chainIds: chain.map(Number) }),
    ...(parties === undefined ? {} : { counterparties: parties }),
    ...(notParties === undefined ? {} : { notCounterparties: notParties }),
    ...(failed === undefined ? {} : { isError: !failed.isNot }),
    ...(spam === undefined ? {} : { spam: spam.isNot ? 'EXCLUDE' : 'ONLY' }),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(isImpossible ? { from: never, to: never } : {}),
  };
}

/** The same for a list of REST, as CSV. */
export function parametersOf(filter: TransactionFilter): Record<string, string> {
  const lists = {
    kind: filter.kinds?.map((kind) => kind.toLowerCase()),
    category: filter.categories?.map((category) => category.toLowerCase()),
    blockchain: filter.chainIds?.map(String),
    counterparty_address: filter.counterparties,
    not_counterparty_address: filter.notCounterparties,
  };
  const texts = {
    spam: filter.spam?.toLowerCase(),
    is_error: filter.isError == null ? undefined : String(filter.isError),
    from: filter.from,
    to: filter.to,
    hash: filter.hash,
  };
  return Object.fromEntries([
    ...Object.entries(lists).flatMap(([name, list]) =>
      list == null || list.length === 0 ? [] : [[name, list.join(',')]],
    ),
    ...Object.entries(texts).flatMap(([name, text]) => (text == null ? [] : [[name, text]])),
  ]);
}
