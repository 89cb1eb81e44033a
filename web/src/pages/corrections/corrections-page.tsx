/** Everything that you say against the chain and the prices, newest first: what it does, since when, by whom, and its undoing. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { graphql, usePaginationFragment, useRelayEnvironment } from 'react-relay';
import { fetchQuery } from 'relay-runtime';
import type { correctionsPage_query$key } from '../../__generated__/correctionsPage_query.graphql.ts';
import type { correctionsPageQuery } from '../../__generated__/correctionsPageQuery.graphql.ts';
import type { KeptList } from '../../app/kept-list.ts';
import { type Place, useKept, usePlace } from '../../app/kept-place.ts';
import { type Lens, useLens } from '../../app/lens/lens.ts';
import { keepLens } from '../../app/places.ts';
import { Effect, type EffectProps } from '../../corrections/effect.tsx';
import { counted } from '../../money/format.ts';
import { FirstRun } from '../../parts/first-run.tsx';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Part, Skeleton } from '../../parts/states.tsx';
import { useLoaded } from '../../relay/load.ts';
import { CorrectionLine } from './correction-line.tsx';
import { useHoldingsOf } from './holdings-of.ts';

const pageSize = 50;

const fragment = graphql`
  fragment correctionsPage_query on Query
  @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
  @refetchable(queryName: "correctionsPageMoreQuery") {
    corrections(wallets: $wallets, includeUndone: $includeUndone, first: $first, after: $after)
      @connection(key: "correctionsPage_corrections", filters: ["wallets", "includeUndone"]) {
      count
      edges {
        node {
          id
          kind
          undoneAt
          wallet {
            address
          }
          token {
            address
            blockchain {
              chainId
            }
          }
          ...correctionLine_correction
        }
      }
    }
  }
`;

interface ListProps {
  lens: Lens;
  includeUndone: boolean;
}

const nothingYet = (
  <Empty title="There are no corrections.">
    <p>
      On a transaction or an issue, “Correct” and “Mend it” take how a transfer is booked, its price, or what
      it had cost; a holding takes what was there before the known history. What you have said stands here,
      and can be undone.
    </p>
    <Link to="/issues" search={keepLens}>
      What is missing or doubtful
    </Link>
  </Empty>
);

interface RowsProps {
  query: correctionsPage_query$key;
  wallets: readonly string[];
  includeUndone: boolean;
  /** Where it was left; null: it is new. */
  kept: KeptList | null;
  /** Called when it is left. */
  keep: (place: Place) => void;
}

function Rows({ query, wallets, includeUndone, kept, keep }: RowsProps): ReactNode {
  const [done, setDone] = useState<EffectProps['corrections']>({ count: 0, last: null });
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment(fragment, query);
  const all = (data.corrections?.edges ?? []).map(({ node }) => node);
  // What was undone here is known before the list is read anew.
  const shown = includeUndone ? all : all.filter(({ undoneAt }) => !undoneAt);
  const count = (data.corrections?.count ?? 0) - (all.length - shown.length);
  const holdingOf = useHoldingsOf(wallets, shown);
  const list = useRef<HTMLUListElement>(null);
  usePlace(list, kept, (at) => keep({ ...at, rows: all.length, sizes: [] }));
  return (
    <>
      <Part fallback={null} resetKey={wallets.join()}>
        <Effect wallets={wallets} corrections={done} onChanged={() => undefined} />
      </Part>
      {count === 0 ? (
        nothingYet
      ) : (
        <section className="card" aria-labelledby="corrections-title">
          <h2 id="corrections-title">
            {counted(count, 'correction')}
            {includeUndone ? ', undone and replaced ones with them' : ' in force'}
          </h2>
          <ul className="rows" ref={list}>
            {shown.map((node, index) => (
              <li key={node.id} className="issue" data-index={index}>
                <CorrectionLine
                  correction={node}
                  holding={holdingOf(node)}
                  onUndone={(last) => setDone(({ count }) => ({ count: count + 1, last }))}
                />
              </li>
            ))}
          </ul>
          <More hasNext={hasNext} isLoading={isLoadingNext} count={count} load={() => loadNext(pageSize)} />
        </section>
      )}
    </>
  );
}

const listQuery = graphql`
  query correctionsPageQuery($wallets: [Address!]!, $includeUndone: Boolean!, $first: Int!) {
    ...correctionsPage_query @arguments(first: $first)
  }
`;

/** What one question takes; a longer list is shown as it was. */
const mostAnew = 500;

/** Reads anew as many rows as were loaded: what is read by the list itself is its beginning. */
function useAsManyAnew(variables: correctionsPageQuery['variables'], rows: number | null): void {
  const environment = useRelayEnvironment();
  const { current } = useRef({ variables, rows });
  useEffect(() => {
    if (current.rows === null || current.rows > mostAnew) return undefined;
    const first = Math.max(pageSize, current.rows);
    const asked = fetchQuery<correctionsPageQuery>(
      environment,
      listQuery,
      { ...current.variables, first },
      { networkCacheConfig: { force: true } },
      // The page goes on showing what it has.
    ).subscribe({ error: () => undefined });
    return () => asked.unsubscribe();
  }, [environment, current]);
}

function List({ lens: { wallets }, includeUndone }: ListProps): ReactNode {
  const variables = { wallets, includeUndone, first: pageSize };
  const choice = JSON.stringify([wallets, includeUndone]);
  const { kept, keep } = useKept({ page: '/corrections', query: listQuery, variables, choice });
  useAsManyAnew(variables, kept?.rows ?? null);
  const query = useLoaded<correctionsPageQuery>(listQuery, variables, {
    fetchPolicy: kept === null ? 'store-and-network' : 'store-only',
    isLive: false,
  });
  return <Rows {...{ query, wallets, includeUndone, kept }} keep={(place) => keep(place, 0)} />;
}

export function CorrectionsPage(): ReactNode {
  const lens = useLens();
  const { undone = false } = useSearch({ from: '/corrections' });
  const navigate = useNavigate({ from: '/corrections' });
  if (lens.wallets.length === 0) return <FirstRun title="Corrections" />;
  return (
    <Page title="Corrections">
      <form className="filters" onSubmit={(event) => event.preventDefault()} aria-label="What is shown">
        <label>
          <input
            type="checkbox"
            data-filter=""
            checked={undone}
            onChange={({ target }) => {
              const isChosen = target.checked;
              void navigate({
                search: ({ undone: _former, ...before }) => (isChosen ? { ...before, undone: true } : before),
              });
            }}
          />
          Undone and replaced ones, too
        </label>
      </form>
      <Part fallback={<Skeleton rows={6} height={96} />} resetKey={JSON.stringify([lens.wallets, undone])}>
        <List lens={lens} includeUndone={undone} />
      </Part>
    </Page>
  );
}
