/** Nothing is like what was chosen: which choice leaves out the most, and the way back from each. */
import { type ReactNode, useEffect, useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import { fetchQuery } from 'relay-runtime';
import type { excludedQuery } from '../../__generated__/excludedQuery.graphql.ts';
import { pillText } from '../../filters/pill-bar.tsx';
import { type Chain, readPills, without, writePills } from '../../filters/pills.ts';
import { counted } from '../../money/format.ts';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { kindName } from '../../parts/text.tsx';
import { filterOf } from './activity-filter.ts';
import type { ActivitySearch } from './activity-search.ts';

const query = graphql`
  query excludedQuery($wallets: [Address!]!, $filter: TransactionFilter) {
    transactions(wallets: $wallets, filter: $filter, first: 1) {
      count
    }
  }
`;

type Change = { [Key in keyof ActivitySearch]?: ActivitySearch[Key] | undefined };

interface ExcludedProps {
  wallets: readonly string[];
  search: ActivitySearch;
  chains: readonly Chain[];
  /** Of the search, as `filterOf` takes them. */
  parties: readonly string[] | null;
  choose: (change: Change) => void;
}

interface Way {
  name: string;
  change: Change;
}

/** What was chosen, one by one, and how each is taken back. */
function waysOf({ kind, q, spam, f }: ActivitySearch, chains: readonly Chain[]): Way[] {
  const pills = readPills(f);
  return [
    ...(kind === undefined ? [] : [{ name: `Any kind, not ${kindName(kind)}`, change: { kind: undefined } }]),
    ...(q === undefined ? [] : [{ name: 'Without the search', change: { q: undefined } }]),
    ...pills.map((pill) => ({
      // An address is nothing that a button says aloud.
      name: pill.field === 'party' ? 'Without the counterparty' : `Without “${pillText(pill, chains)}”`,
      change: { f: writePills(without(pills, pill)) },
    })),
    ...(pills.length < 2 ? [] : [{ name: 'Without all filters', change: { f: undefined } }]),
    ...(spam === true ? [] : [{ name: 'With spam', change: { spam: true } }]),
  ];
}

/** How many there are on each way; null while it is asked. What cannot be told is left out. */
function useCounts(
  { wallets, search, chains, parties }: Omit<ExcludedProps, 'choose'>,
  ways: readonly Way[],
): readonly number[] | null {
  const environment = useRelayEnvironment();
  const [counts, setCounts] = useState<readonly number[] | null>(null);
  const filters = JSON.stringify(
    ways.map(({ change }) => filterOf(chosen(search, change), chains, 'q' in change ? null : parties)),
  );
  const names = wallets.join(',');
  useEffect(() => {
    let isOver = false;
    const asked = JSON.parse(filters).map((filter: excludedQuery['variables']['filter']) =>
      fetchQuery<excludedQuery>(environment, query, { wallets: names.split(','), filter })
        .toPromise()
        .then((answer) => answer?.transactions?.count ?? 0)
        .catch(() => 0),
    );
    void Promise.all(asked).then((all) => {
      if (!isOver) setCounts(all);
    });
    return () => {
      isOver = true;
    };
  }, [environment, filters, names]);
  return counts;
}

const chosen = (search: ActivitySearch, change: Change): ActivitySearch =>
  Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined));

export function Excluded({ choose, ...of }: ExcludedProps): ReactNode {
  const all = waysOf(of.search, of.chains);
  const counts = useCounts(of, all);
  const ways = all
    .map((way, index) => ({ ...way, count: counts?.[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count);
  return (
    <Empty title="Nothing is like this.">
      {counts === null ? <Skeleton rows={2} /> : null}
      {counts !== null && ways.length === 0 ? (
        <p>Take away what you chose above, or look at other wallets.</p>
      ) : null}
      <ul className="ways">
        {ways.map(({ name, count, change }) => (
          <li key={name}>
            <button type="button" onClick={() => choose(change)}>
              {name}
            </button>{' '}
            <span className="meta">{counted(count, 'transaction')}</span>
          </li>
        ))}
      </ul>
    </Empty>
  );
}
