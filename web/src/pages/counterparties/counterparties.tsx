/** With whom the wallets dealt: what came from each, what went, and how you call them. */
import { type ReactNode, useState } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type {
  counterparties_query$data,
  counterparties_query$key,
} from '../../__generated__/counterparties_query.graphql.ts';
import type { counterpartiesQuery } from '../../__generated__/counterpartiesQuery.graphql.ts';
import { type Lens, useLens, useOwnWallets } from '../../app/lens/lens.ts';
import { usePrivacy } from '../../app/preferences.ts';
import { counted, groupDigits } from '../../money/format.ts';
import { Money } from '../../parts/figures.tsx';
import { FirstRun } from '../../parts/first-run.tsx';
import { LabelForm } from '../../parts/label-form.tsx';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Party } from '../../parts/party.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty, Part, Skeleton } from '../../parts/states.tsx';
import { AddressText } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';
import { type Flow, MoneyFlow } from './money-flow.tsx';

const fragment = graphql`
  fragment counterparties_query on Query
  @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
  @refetchable(queryName: "counterpartiesMoreQuery") {
    counterpartyTotals(wallets: $wallets, currency: $currency, first: $first, after: $after)
      @connection(key: "counterparties_counterpartyTotals") {
      count
      edges {
        node {
          inflow
          outflow
          net
          transferCount
          unpricedCount
          counterparty {
            id
            address
            ...party_counterparty
            name
            customLabel {
              id
              name
            }
          }
        }
      }
    }
  }
`;

type Total = NonNullable<counterparties_query$data['counterpartyTotals']>['edges'][number]['node'];

function Row({ total, currency }: { total: Total; currency: string }): ReactNode {
  const [isEdited, setIsEdited] = useState(false);
  const isPrivate = usePrivacy();
  const { counterparty } = total;
  const isOwn = useOwnWallets().some(({ address }) => address === counterparty.address);
  return (
    <tr>
      <th scope="row">
        <Party party={counterparty} />
        {isOwn ? <span className="meta"> your own wallet</span> : null}
        {isEdited ? <LabelForm address={counterparty.address} name={counterparty.customLabel?.name} /> : null}
      </th>
      <td className="number wide">
        <Money value={total.inflow} currency={currency} />
      </td>
      <td className="number wide">
        <Money value={total.outflow} currency={currency} />
      </td>
      <td className="number">
        <Money value={total.net} currency={currency} change />
        <span className="meta narrow">
          came <Money value={total.inflow} currency={currency} />
        </span>
        <span className="meta narrow">
          went <Money value={total.outflow} currency={currency} />
        </span>
        <span className="meta narrow">
          {counted(total.transferCount, 'transfer')}
          {total.unpricedCount > 0 ? `, ${total.unpricedCount} without a price` : ''}
        </span>
      </td>
      <td className="number wide">
        {groupDigits(String(total.transferCount))}
        {total.unpricedCount > 0 ? <span className="meta">{total.unpricedCount} without a price</span> : null}
      </td>
      <td>
        <button
          type="button"
          aria-expanded={isEdited}
          aria-label={`Name ${counterparty.name ?? (isPrivate ? 'this address' : counterparty.address)}`}
          onClick={() => setIsEdited(!isEdited)}
        >
          Name
        </button>
      </td>
    </tr>
  );
}

/** The largest of the list, as far as it is loaded: it begins with them. */
function flowsOf(edges: readonly { node: Total }[]): Flow[] {
  return edges.map(({ node: { counterparty, inflow, outflow } }) => ({
    key: counterparty.id,
    name: <AddressText address={counterparty.address} name={counterparty.name} />,
    ...{ inflow, outflow },
  }));
}

interface TableProps {
  query: counterparties_query$key;
  currency: string;
  /** Called before more is read than the beginning. */
  onMore: () => void;
}

function Table({ query, currency, onMore }: TableProps): ReactNode {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment(fragment, query);
  const { wallets } = useLens();
  const totals = data.counterpartyTotals;
  if (!totals || totals.edges.length === 0) return <Empty title="There is nobody yet." />;
  const load = (): void => {
    onMore();
    loadNext(50);
  };
  const others = totals.edges.filter(({ node }) => !wallets.includes(node.counterparty.address));
  return (
    <>
      <MoneyFlow flows={flowsOf(others)} currency={currency} centre="Your wallets" />
      {others.length < totals.edges.length ? (
        <p className="meta">What went from one of these wallets to another is in the table alone.</p>
      ) : null}
      <Scroll label="Table of counterparties">
        <table>
          <caption className="for-readers">Counterparties, {totals.count} in all, the largest first</caption>
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col" className="number wide">
                Came
              </th>
              <th scope="col" className="number wide">
                Went
              </th>
              <th scope="col" className="number">
                Net
              </th>
              <th scope="col" className="number wide">
                Transfers
              </th>
              <th scope="col">
                <span className="for-readers">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.edges.map(({ node }) => (
              <Row key={node.counterparty.id} total={node} currency={currency} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <More {...{ hasNext, count: totals.count }} isLoading={isLoadingNext} load={load} />
    </>
  );
}

function List({ lens: { wallets, currency } }: { lens: Lens }): ReactNode {
  // What is read anew is the beginning of the list: whoever has read on keeps it.
  const [isLong, setIsLong] = useState(false);
  const query = useLoaded<counterpartiesQuery>(
    graphql`
      query counterpartiesQuery($wallets: [Address!]!, $currency: Currency!) {
        ...counterparties_query
      }
    `,
    { wallets, currency },
    { fetchPolicy: 'store-and-network', isLive: !isLong },
  );
  return <Table query={query} currency={currency} onMore={() => setIsLong(true)} />;
}

export function CounterpartiesPage(): ReactNode {
  const lens = useLens();
  if (lens.wallets.length === 0) return <FirstRun title="Counterparties" />;
  return (
    <Page title="Counterparties">
      <section className="card">
        <Part fallback={<Skeleton rows={10} height={48} />} resetKey={JSON.stringify(lens)}>
          <List lens={lens} />
        </Part>
      </section>
    </Page>
  );
}
