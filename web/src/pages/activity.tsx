/** All transactions of the wallets, newest first; only what is in sight is in the page. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type { activity_query$key } from '../__generated__/activity_query.graphql.ts';
import type { activityQuery, TransactionKind } from '../__generated__/activityQuery.graphql.ts';
import { downloadCsv } from '../app/download.ts';
import { type Lens, useLens } from '../app/lens.ts';
import { groupDigits } from '../money/format.ts';
import { Page } from '../parts/page.tsx';
import { Empty, Part, Skeleton } from '../parts/states.tsx';
import { useLoaded } from '../relay/load.ts';
import { FirstRun } from './overview.tsx';
import { kindName, TransactionRow } from './transaction-row.tsx';

const kinds = [
  'AIRDROP',
  'APPROVE',
  'BORROW',
  'BRIDGE_IN',
  'BRIDGE_OUT',
  'BURN',
  'CLAIM',
  'CONTRACT_EXECUTION',
  'DEPLOY',
  'DEPOSIT',
  'FAILED',
  'LIQUIDATION',
  'MIGRATE',
  'MINT',
  'NFT_BUY',
  'NFT_SELL',
  'RECEIVE',
  'REPAY',
  'REVOKE',
  'SELF_TRANSFER',
  'SEND',
  'SWAP',
  'UNWRAP',
  'WITHDRAW',
  'WRAP',
  'YIELD',
] as const satisfies readonly TransactionKind[];

/** What of the list is shown; in the URL beside the lens. */
export interface ActivitySearch {
  kind?: (typeof kinds)[number];
  /** An address or the hash of a transaction. */
  q?: string;
  spam?: boolean;
}

const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text);
const isHash = (text: string): boolean => /^0x[0-9a-f]{64}$/i.test(text);

/** What is wrong in a URL is left out. */
export function readActivity(search: Record<string, unknown>): ActivitySearch {
  const kind = kinds.find((one) => one === search.kind);
  const q =
    typeof search.q === 'string' && (isAddress(search.q) || isHash(search.q))
      ? search.q.toLowerCase()
      : undefined;
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(q === undefined ? {} : { q }),
    ...(search.spam === true ? { spam: true } : {}),
  };
}

const pageSize = 50;
const rowHeight = 57;

function Rows({ query }: { query: activity_query$key }): ReactNode {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment(
    graphql`
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
    `,
    query,
  );
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
    if (isNearEnd && hasNext && !isLoadingNext) loadNext(pageSize);
  }, [isNearEnd, hasNext, isLoadingNext, loadNext]);
  if (edges.length === 0)
    return (
      <Empty title="Nothing is like this.">Take away what you chose above, or look at other wallets.</Empty>
    );
  return (
    <>
      <p className="meta list-count" role="status">
        {groupDigits(String(data.transactions?.count ?? 0))} transactions
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

function filterOf({ kind, q = '', spam }: ActivitySearch) {
  return {
    spam: spam ? ('INCLUDE' as const) : ('EXCLUDE' as const),
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(isAddress(q) ? { counterparties: [q] } : {}),
    ...(isHash(q) ? { hash: q } : {}),
  };
}

function List({ lens, search }: { lens: Lens; search: ActivitySearch }): ReactNode {
  const query = useLoaded<activityQuery>(
    graphql`
      query activityQuery($wallets: [Address!]!, $filter: TransactionFilter) {
        ...activity_query
      }
    `,
    { wallets: lens.wallets, filter: filterOf(search) },
    { fetchPolicy: 'store-and-network' },
  );
  return <Rows query={query} />;
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

export function ActivityPage(): ReactNode {
  const lens = useLens();
  const search = useSearch({ from: '/activity' });
  const navigate = useNavigate({ from: '/activity' });
  const [problem, setProblem] = useState<string | null>(null);
  if (lens.wallets.length === 0) return <FirstRun />;
  const choose = (change: { [Key in keyof ActivitySearch]?: ActivitySearch[Key] | undefined }): void => {
    void navigate({
      search: (previous) =>
        Object.fromEntries(
          Object.entries({ ...previous, ...change }).filter(([, value]) => value !== undefined),
        ),
      replace: true,
    });
  };
  const save = async (): Promise<void> => {
    const { kind, q = '', spam } = search;
    setProblem(null);
    const parameters = {
      wallet: lens.wallets.join(','),
      ...(spam ? { spam: 'include' } : {}),
      ...(kind === undefined ? {} : { kind: kind.toLowerCase() }),
      ...(isAddress(q) ? { counterparty: q } : {}),
      ...(isHash(q) ? { hash: q } : {}),
    };
    await downloadCsv('wallet/transaction.csv', parameters, 'activity.csv').catch((error: unknown) =>
      setProblem(error instanceof Error ? error.message : 'It could not be saved.'),
    );
  };
  return (
    <Page
      title="Activity"
      actions={
        <button type="button" onClick={() => void save()}>
          Save as CSV
        </button>
      }
    >
      {problem === null ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="filters">
        <Search given={search.q ?? ''} find={(text) => choose({ q: text === '' ? undefined : text })} />
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
      </div>
      <section className="card">
        <Part fallback={<Skeleton rows={12} height={rowHeight} />} resetKey={JSON.stringify([lens, search])}>
          <List lens={lens} search={search} />
        </Part>
      </section>
    </Page>
  );
}
