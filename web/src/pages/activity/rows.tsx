/** The rows of the list of transactions. All that are loaded are in the page while they are not very many: the browser finds and prints them. */
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type { activity_query$key } from '../../__generated__/activity_query.graphql.ts';
import type { KeptList } from '../../app/kept-list.ts';
import { type Place, usePlace } from '../../app/kept-place.ts';
import { usePrinting } from '../../app/printing.ts';
import { counted } from '../../money/format.ts';
import { Skeleton } from '../../parts/states.tsx';
import { TransactionRow } from '../../parts/transaction-row.tsx';
import { useSpoken } from '../../relay/live.ts';

export const pageSize = 50;
/** Far from the beginning; more take longer than reading them does. */
const largestPage = 200;
export const rowHeight = 57;
/** Of more rows, what is in sight alone is in the page: each costs the browser time and memory. */
const mostDrawn = 1_000;

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

const all = ({ count }: Range): number[] => Array.from({ length: count }, (_, index) => index);

/** As it was drawn, as long as it is the same: the list is drawn again whenever it is scrolled. */
const Row = memo(TransactionRow);

interface RowsProps {
  query: activity_query$key;
  /** What the rows are of. */
  choice: string;
  /** Called before more is read than the beginning. */
  onMore: () => void;
  /** Where it was left; null: it is new. */
  kept: KeptList | null;
  /** Called when it is left. */
  keep: (place: Place) => void;
  /** Shown where there are none. */
  empty: ReactNode;
}

export function Rows({ query, choice, onMore, kept, keep, empty }: RowsProps): ReactNode {
  const spoken = useSpoken(choice);
  const isPrinting = usePrinting();
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment(fragment, query);
  const edges = data.transactions?.edges ?? [];
  const list = useRef<HTMLUListElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: edges.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    rangeExtractor: isPrinting || edges.length <= mostDrawn ? all : defaultRangeExtractor,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => edges[index]?.node.id ?? index,
    initialMeasurementsCache: kept?.sizes ?? [],
  });
  usePlace(list, kept, (at) => keep({ ...at, rows: edges.length, sizes: virtualizer.takeSnapshot() }));
  const items = virtualizer.getVirtualItems();
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= edges.length - 18;
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
        className="rows placed"
        style={isPrinting ? {} : { height: virtualizer.getTotalSize() }}
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
              style={
                isPrinting ? {} : { transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }
              }
            >
              <Row transaction={node} />
            </li>
          );
        })}
      </ul>
      {isLoadingNext ? <Skeleton rows={2} height={rowHeight} /> : null}
    </>
  );
}
