/** Nothing is like what was chosen: which choice leaves out the most, and the way back from each. */
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { excludedQuery } from '../../__generated__/excludedQuery.graphql.ts';
import type { Chain } from '../../filters/pills.ts';
import { groupDigits } from '../../money/format.ts';
import { Empty } from '../../parts/states.tsx';
import { kindName } from '../../parts/transaction-row.tsx';
import { useLoaded } from '../../relay/load.ts';
import { filterOf } from './activity-filter.ts';
import type { ActivitySearch } from './activity-search.ts';

const query = graphql`
  query excludedQuery(
    $wallets: [Address!]!
    $anyKind: TransactionFilter
    $anybody: TransactionFilter
    $withSpam: TransactionFilter
    $noPills: TransactionFilter
  ) {
    anyKind: transactions(wallets: $wallets, filter: $anyKind, first: 1) {
      count
    }
    anybody: transactions(wallets: $wallets, filter: $anybody, first: 1) {
      count
    }
    withSpam: transactions(wallets: $wallets, filter: $withSpam, first: 1) {
      count
    }
    noPills: transactions(wallets: $wallets, filter: $noPills, first: 1) {
      count
    }
  }
`;

interface ExcludedProps {
  wallets: readonly string[];
  search: ActivitySearch;
  chains: readonly Chain[];
  choose: (search: { kind?: undefined; q?: undefined; spam?: true; f?: undefined }) => void;
}

export function Excluded({ wallets, search, chains, choose }: ExcludedProps): ReactNode {
  const { kind, q, spam, ...rest } = search;
  const { f, ...others } = search;
  const found = useLoaded<excludedQuery>(query, {
    wallets,
    anyKind: filterOf(
      { ...rest, ...(q === undefined ? {} : { q }), ...(spam === true ? { spam } : {}) },
      chains,
    ),
    anybody: filterOf(
      {
        ...rest,
        ...(kind === undefined ? {} : { kind }),
        ...(spam === true ? { spam } : {}),
      },
      chains,
    ),
    withSpam: filterOf({ ...search, spam: true }, chains),
    noPills: filterOf(others, chains),
  });
  const ways = [
    ...(kind === undefined
      ? []
      : [
          {
            name: `Any kind, not ${kindName(kind)}`,
            count: found.anyKind?.count,
            change: { kind: undefined },
          },
        ]),
    ...(q === undefined
      ? []
      : [{ name: 'Without the search', count: found.anybody?.count, change: { q: undefined } }]),
    ...(f === undefined
      ? []
      : [{ name: 'Without the filters', count: found.noPills?.count, change: { f: undefined } }]),
    ...(spam === true
      ? []
      : [{ name: 'With spam', count: found.withSpam?.count, change: { spam: true } as const }]),
  ]
    .map((way) => ({ ...way, count: way.count ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count);
  return (
    <Empty title="Nothing is like this.">
      {ways.length === 0 ? <p>Take away what you chose above, or look at other wallets.</p> : null}
      <ul className="ways">
        {ways.map(({ name, count, change }) => (
          <li key={name}>
            <button type="button" onClick={() => choose(change)}>
              {name}
            </button>{' '}
            <span className="meta">{groupDigits(String(count))} transactions</span>
          </li>
        ))}
      </ul>
    </Empty>
  );
}
