/** All transactions of the wallets, newest first; only what is in sight is in the page. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FormEvent, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type { activity_query$key } from '../../__generated__/activity_query.graphql.ts';
import type { activityQuery } from '../../__generated__/activityQuery.graphql.ts';
import { type Lens, useLens } from '../../app/lens/lens.ts';
import { useChains } from '../../filters/chains.ts';
import { PillBar } from '../../filters/pill-bar.tsx';
import { kinds, readPills, writePills } from '../../filters/pills.ts';
import { SaveCsv } from '../../filters/save-csv.tsx';
import { SavedViews } from '../../filters/saved-views.tsx';
import { counted } from '../../money/format.ts';
import { FirstRun } from '../../parts/first-run.tsx';
import { Page } from '../../parts/page.tsx';
import { Part, Skeleton } from '../../parts/states.tsx';
import { kindName, TransactionRow } from '../../parts/transaction-row.tsx';
import { Live, useSpoken } from '../../relay/live.ts';
import { useLoaded } from '../../relay/load.ts';
import { filterOf } from './activity-filter.ts';
import { type ActivitySearch, isAddress, isHash, readActivity } from './activity-search.ts';
import { Excluded } from './excluded.tsx';

type Change = { [Key in keyof ActivitySearch]?: ActivitySearch[Key] | undefined };

const pageSize = 50;
/** Far from the beginning; more take longer than reading them does. */
const largestPage = 200;
const rowHeight = 57;

const fragment = graphql`
  fragment activity_query on Query
  @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
  @refetchable(queryName: "activityMoreQuery") {
    transactions(wallets: $wallets, filter: $filter, first: $first, after: $after)
      @connection(key: "activity_transactions", filters: ["wallets", "filter"]) {
      count
      edges {
        node {
          id
          ...transactionRow_transaction
        }
      }
    }
  }
`;

interface RowsProps {
  query: activity_query$key;
  /** What the rows are of. */
  choice: string;
  /** Called before more is read than the beginning. */
  onMore: () => void;
  /** Shown where there are none. */
  empty: ReactNode;
}

function Rows({ query, choice, onMore, empty }: RowsProps): ReactNode {
  const spoken = useSpoken(choice);
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment(fragment, query);
  const edges = data.transactions?.edges ?? [];
  const list = useRef<HTMLUListElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: edges.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => edges[index]?.node.id ?? index,
  });
  const items = virtualizer.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= edges.length - 10;
  useEffect(() => {
    if (!isNearEnd || !hasNext || isLoadingNext) return;
    onMore();
    // Whoever reads on wants more and more of it.
    loadNext(Math.min(largestPage, Math.max(pageSize, edges.length)));
  }, [isNearEnd, hasNext, isLoadingNext, loadNext, onMore, edges.length]);
  if (edges.length === 0) return empty;
  return (
    <>
      <p className="meta list-count" role="status" aria-live={spoken}>
        {counted(data.transactions?.count ?? 0, 'transaction')}
      </p>
      <ul
        ref={list}
        aria-label="Transactions"
        className="rows"
        style={{ height: virtualizer.getTotalSize(), position: 'relative' }}
      >
        {items.map(({ key, index, start }) => {
          const node = edges[index]?.node;
          if (node === undefined) return null;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={data.transactions?.count}
              style={{
                position: 'absolute',
                insetInline: 0,
                transform: `translateY(${start - virtualizer.options.scrollMargin}px)`,
              }}
            >
              <TransactionRow transaction={node} />
            </li>
          );
        })}
      </ul>
      {isLoadingNext ? <Skeleton rows={2} height={rowHeight} /> : null}
    </>
  );
}

interface ListProps {
  lens: Lens;
  search: ActivitySearch;
  choose: (change: Change) => void;
}

/** What is read anew is the beginning of the list: whoever has read on keeps what there is, and is told. */
function useNewest(): { isLong: boolean; isBehind: boolean; onMore: () => void; show: () => void } {
  const live = useContext(Live);
  const [shown, setShown] = useState<number | null>(null);
  const onMore = useCallback(() => setShown((before) => before ?? live), [live]);
  const show = (): void => {
    setShown(null);
    scrollTo(0, 0);
  };
  return { isLong: shown !== null, isBehind: shown !== null && shown !== live, onMore, show };
}

function List({ lens, search, choose }: ListProps): ReactNode {
  const chains = useChains();
  const { isLong, isBehind, onMore, show } = useNewest();
  const query = useLoaded<activityQuery>(
    graphql`
      query activityQuery($wallets: [Address!]!, $filter: TransactionFilter) {
        ...activity_query
      }
    `,
    { wallets: lens.wallets, filter: filterOf(search, chains) },
    { fetchPolicy: 'store-and-network', isLive: !isLong },
  );
  return (
    <>
      {isBehind ? (
        <button type="button" className="primary newer" onClick={show}>
          Something is newer: show it
        </button>
      ) : null}
      <Rows
        query={query}
        choice={JSON.stringify([lens.wallets, search])}
        onMore={onMore}
        empty={<Excluded wallets={lens.wallets} search={search} chains={chains} choose={choose} />}
      />
    </>
  );
}

function Search({ given, find }: { given: string; find: (text: string) => void }): ReactNode {
  const [text, setText] = useState(given);
  const isWrong = text !== '' && !isAddress(text.trim()) && !isHash(text.trim());
  useEffect(() => setText(given), [given]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isWrong) find(text.trim().toLowerCase());
  };
  return (
    <form onSubmit={submit} className="search">
      <label>
        <span className="for-readers">Counterparty's address, or hash of a transaction</span>
        <input
          data-filter=""
          type="search"
          spellCheck={false}
          placeholder="Counterparty or hash"
          value={text}
          onChange={({ target }) => setText(target.value)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? 'search-problem' : undefined}
        />
      </label>
      <button type="submit">Find</button>
      {isWrong ? (
        <span id="search-problem" className="problem">
          0x and 40 digits of an address, or 64 of a hash, are expected.
        </span>
      ) : null}
    </form>
  );
}

function Filters({
  search,
  choose,
}: {
  search: ActivitySearch;
  choose: (change: Change) => void;
}): ReactNode {
  return (
    <>
      <label className="choice">
        <span className="for-readers">Kind</span>
        <select
          value={search.kind ?? ''}
          onChange={({ target }) => choose({ kind: kinds.find((kind) => kind === target.value) })}
        >
          <option value="">All kinds</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindName(kind)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={search.spam ?? false}
          onChange={({ target }) => choose({ spam: target.checked ? true : undefined })}
        />
        Spam
      </label>
    </>
  );
}

function Pills({ f, choose }: { f: string | undefined; choose: (f: string | undefined) => void }): ReactNode {
  const chains = useChains();
  return <PillBar pills={readPills(f)} chains={chains} choose={(pills) => choose(writePills(pills))} />;
}

/** A view replaces all that was chosen. */
const nothing = { kind: undefined, q: undefined, spam: undefined, f: undefined };

export function ActivityPage(): ReactNode {
  const lens = useLens();
  const search = useSearch({ from: '/activity' });
  const navigate = useNavigate({ from: '/activity' });
  if (lens.wallets.length === 0) return <FirstRun title="Activity" />;
  const choose = (change: Change): void => {
    void navigate({
      search: (previous) =>
        Object.fromEntries(
          Object.entries({ ...previous, ...change }).filter(([, value]) => value !== undefined),
        ),
      replace: true,
    });
  };
  return (
    <Page
      title="Activity"
      actions={
        <Part fallback={null}>
          <SaveCsv wallets={lens.wallets} filterOf={(chains) => filterOf(search, chains)} />
        </Part>
      }
    >
      <div className="filters">
        <Search given={search.q ?? ''} find={(text) => choose({ q: text === '' ? undefined : text })} />
        <Filters search={search} choose={choose} />
        <Part fallback={null}>
          <Pills f={search.f} choose={(f) => choose({ f })} />
        </Part>
        <SavedViews
          search={{ ...readActivity({ ...search }) }}
          show={(view) => choose({ ...nothing, ...readActivity(view) })}
        />
      </div>
      <section className="card">
        <Part fallback={<Skeleton rows={12} height={rowHeight} />} resetKey={JSON.stringify([lens, search])}>
          <List lens={lens} search={search} choose={choose} />
        </Part>
      </section>
    </Page>
  );
}
