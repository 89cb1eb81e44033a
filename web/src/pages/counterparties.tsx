/** With whom the wallets dealt: what came from each, what went, and how you call them. */
import { type ReactNode, useState } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type { counterparties_query$key } from '../__generated__/counterparties_query.graphql.ts';
import type { counterpartiesQuery } from '../__generated__/counterpartiesQuery.graphql.ts';
import { type Lens, useLens } from '../app/lens.ts';
import { groupDigits } from '../money/format.ts';
import { Money } from '../parts/figures.tsx';
import { Page } from '../parts/page.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Empty, Part, Skeleton } from '../parts/states.tsx';
import { AddressText } from '../parts/text.tsx';
import { useLoaded } from '../relay/load.ts';
import { FirstRun } from './overview.tsx';
import { LabelForm } from './transaction.tsx';

function Table({ query, currency }: { query: counterparties_query$key; currency: string }): ReactNode {
  const [edited, setEdited] = useState<string | null>(null);
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment(
    graphql`
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
                name
                contractName
                customLabel {
                  id
                  name
                }
              }
            }
          }
        }
      }
    `,
    query,
  );
  const totals = data.counterpartyTotals;
  if (!totals || totals.edges.length === 0) return <Empty title="There is nobody yet." />;
  return (
    <>
      <Scroll label="Table of counterparties">
        <table>
          <caption className="for-readers">Counterparties, {totals.count} in all, the largest first</caption>
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col" className="number">
                Came
              </th>
              <th scope="col" className="number">
                Went
              </th>
              <th scope="col" className="number">
                Net
              </th>
              <th scope="col" className="number">
                Transfers
              </th>
              <th scope="col">
                <span className="for-readers">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.edges.map(({ node }) => (
              <tr key={node.counterparty.id}>
                <th scope="row">
                  <AddressText address={node.counterparty.address} name={node.counterparty.name} />
                  {node.counterparty.name || !node.counterparty.contractName ? null : (
                    <span className="meta">
                      calls itself <bdi>{node.counterparty.contractName.slice(0, 40)}</bdi>
                    </span>
                  )}
                  {edited === node.counterparty.id ? (
                    <LabelForm
                      address={node.counterparty.address}
                      name={node.counterparty.customLabel?.name}
                    />
                  ) : null}
                </th>
                <td className="number">
                  <Money value={node.inflow} currency={currency} />
                </td>
                <td className="number">
                  <Money value={node.outflow} currency={currency} />
                </td>
                <td className="number">
                  <Money value={node.net} currency={currency} change />
                </td>
                <td className="number">
                  {groupDigits(String(node.transferCount))}
                  {node.unpricedCount > 0 ? (
                    <span className="meta">{node.unpricedCount} without a price</span>
                  ) : null}
                </td>
                <td>
                  <button
                    type="button"
                    aria-expanded={edited === node.counterparty.id}
                    aria-label={`Name ${node.counterparty.name ?? node.counterparty.address}`}
                    onClick={() => setEdited(edited === node.counterparty.id ? null : node.counterparty.id)}
                  >
                    Name
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {hasNext ? (
        <p className="card-foot">
          <button type="button" onClick={() => loadNext(50)} disabled={isLoadingNext}>
            {isLoadingNext ? 'Loading…' : `Show more of ${totals.count}`}
          </button>
        </p>
      ) : null}
    </>
  );
}

function List({ lens: { wallets, currency } }: { lens: Lens }): ReactNode {
  const query = useLoaded<counterpartiesQuery>(
    graphql`
      query counterpartiesQuery($wallets: [Address!]!, $currency: Currency!) {
        ...counterparties_query
      }
    `,
    { wallets, currency },
    { fetchPolicy: 'store-and-network' },
  );
  return <Table query={query} currency={currency} />;
}

export function CounterpartiesPage(): ReactNode {
  const lens = useLens();
  if (lens.wallets.length === 0) return <FirstRun />;
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
