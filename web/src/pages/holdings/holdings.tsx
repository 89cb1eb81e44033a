/** What the wallets hold: one row per wallet and token, with cost and gains. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type { holdings_query$data, holdings_query$key } from '../../__generated__/holdings_query.graphql.ts';
import type { holdingsQuery } from '../../__generated__/holdingsQuery.graphql.ts';
import { type Lens, useLens } from '../../app/lens/lens.ts';
import { type Period, periodNames } from '../../app/lens/lens-search.ts';
import { PrintLine } from '../../app/lens/print-line.tsx';
import { keepLens } from '../../app/places.ts';
import { cleanName, cutName, tokenName } from '../../money/names.ts';
import { Amount, BookedMoney, Money } from '../../parts/figures.tsx';
import { FirstRun } from '../../parts/first-run.tsx';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty, Part, Skeleton } from '../../parts/states.tsx';
import { AddressText } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';
import { type Change, Filters } from './holdings-filters.tsx';
import { type HoldingsSearch, readHoldings } from './holdings-search.ts';

const basisNotes: Readonly<Record<string, string>> = {
  MISSING: 'More went than is known to have come: a part has no known cost.',
  UNPRICED: 'A part was acquired at a time for which no price is known.',
};

const fragment = graphql`
  fragment holdings_query on Query
  @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
  @refetchable(queryName: "holdingsMoreQuery") {
    tokenBalances(
      wallets: $wallets
      currency: $currency
      costMethod: $costMethod
      period: $period
      filter: $filter
      orderBy: $orderBy
      first: $first
      after: $after
    ) @connection(key: "holdings_tokenBalances") {
      count
      edges {
        node {
          id
          balance
          value
          price
          priceSource
          averageCost
          unrealizedPnl
          totalRealizedPnl
          basisStatus
          isBooked
          isSpam
          rawToken {
            address
            symbol
            name
          }
          token {
            id
            blockchain {
              name
            }
            asset {
              symbol
              name
            }
          }
          wallet {
            address
            ensName
          }
        }
      }
    }
  }
`;

type Node = NonNullable<holdings_query$data['tokenBalances']>['edges'][number]['node'];

function Row({ node, currency }: { node: Node; currency: string }): ReactNode {
  const symbol = tokenName(node.token?.asset.symbol, node.rawToken.symbol, node.rawToken.address);
  const name = cutName(node.token?.asset.name ?? cleanName(node.rawToken.name), 40);
  const hasPrice = node.price !== null && node.price !== undefined;
  const { isBooked } = node;
  const ofLedger = { isBooked, currency };
  const price = (
    <>
      <Money value={node.price} currency={currency} />
      {node.priceSource?.endsWith(':stale') ? <span className="meta">older price</span> : null}
    </>
  );
  const cost = (
    <>
      <BookedMoney {...ofLedger} value={node.averageCost} />
      {node.basisStatus === 'COMPLETE' || isBooked === false ? null : (
        <span className="meta warn" title={basisNotes[node.basisStatus]}>
          cost partly unknown
        </span>
      )}
    </>
  );
  return (
    <tr>
      <th scope="row">
        <Link to="/holding/$id" params={{ id: node.id }} search={keepLens}>
          <bdi>{symbol}</bdi>
        </Link>
        <span className="meta">
          {name === symbol || name === '' ? null : (
            <>
              <bdi>{name}</bdi> ·{' '}
            </>
          )}
          {node.token ? node.token.blockchain.name : 'not recognised'}
          {node.isSpam ? ' · spam' : ''}
        </span>
        <span className="meta">
          <AddressText address={node.wallet.address} name={node.wallet.ensName} />
        </span>
      </th>
      <td className="number wide">
        <Amount value={node.balance} symbol={symbol} />
        <span className="meta narrower">at {price}</span>
      </td>
      <td className="number wider">{price}</td>
      <td className="number">
        <Money value={hasPrice ? node.value : null} currency={currency} />
        <span className="meta narrow">
          <Amount value={node.balance} symbol={symbol} />
        </span>
        <span className="meta narrow">at {price}</span>
        <span className="meta narrower">cost {cost} each</span>
        <span className="meta narrow">
          unrealised <BookedMoney {...ofLedger} value={node.unrealizedPnl} change />
        </span>
        <span className="meta narrow">
          realised <BookedMoney {...ofLedger} value={node.totalRealizedPnl} change />
        </span>
      </td>
      <td className="number wider">{cost}</td>
      <td className="number wide">
        <BookedMoney {...ofLedger} value={node.unrealizedPnl} change />
      </td>
      <td className="number wide">
        <BookedMoney {...ofLedger} value={node.totalRealizedPnl} change />
      </td>
    </tr>
  );
}

const tableHead = (
  <thead>
    <tr>
      <th scope="col">Token, and whose</th>
      <th scope="col" className="number wide">
        Balance
      </th>
      <th scope="col" className="number wider">
        Price
      </th>
      <th scope="col" className="number">
        Value
      </th>
      <th scope="col" className="number wider">
        Average cost
      </th>
      <th scope="col" className="number wide">
        Unrealised
      </th>
      <th scope="col" className="number wide">
        Realised
      </th>
    </tr>
  </thead>
);

/** The query's own figures, in a table that can be read line by line. */
function Table({
  query,
  lens,
  onMore,
}: {
  query: holdings_query$key;
  lens: Lens;
  /** Called before more is read than the beginning. */
  onMore: () => void;
}): ReactNode {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment(fragment, query);
  const balances = data.tokenBalances;
  if (!balances || balances.edges.length === 0) {
    return <Empty title="Nothing is held.">Balances of 0 and spam may be hidden: see above.</Empty>;
  }
  const { currency } = lens;
  const load = (): void => {
    onMore();
    loadNext(50);
  };
  return (
    <>
      <Scroll label="Table of holdings">
        <table className="holdings">
          <caption className="for-readers">Holdings, {balances.count} in all</caption>
          {tableHead}
          <tbody>
            {balances.edges.map(({ node }) => (
              <Row key={node.id} node={node} currency={currency} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <More {...{ hasNext, count: balances.count }} isLoading={isLoadingNext} load={load} />
    </>
  );
}

function List({ lens, search }: { lens: Lens; search: HoldingsSearch }): ReactNode {
  const { wallets, currency, costMethod, period } = lens;
  const { order = 'VALUE', zero = false, spam = false } = search;
  // What is read anew is the beginning of the list: whoever has read on keeps it.
  const [isLong, setIsLong] = useState(false);
  const query = useLoaded<holdingsQuery>(
    graphql`
      query holdingsQuery(
        $wallets: [Address!]!
        $currency: Currency!
        $costMethod: CostMethod!
        $period: Period!
        $filter: TokenBalanceFilter
        $orderBy: TokenBalanceOrder
      ) {
        ...holdings_query
      }
    `,
    {
      ...{ wallets, currency, costMethod, period, orderBy: order },
      filter: { hideZero: !zero, spam: spam ? 'INCLUDE' : 'EXCLUDE' },
    },
    { fetchPolicy: 'store-and-network', isLive: !isLong },
  );
  return <Table query={query} lens={lens} onMore={() => setIsLong(true)} />;
}

const inPeriod = (period: Period): string =>
  period === 'MAX' ? 'in all time' : `in the period: ${periodNames[period].toLowerCase()}`;

/** What else is in the list. */
const wordsFor = ({ zero, spam }: HoldingsSearch): string =>
  [zero ? ', balances of 0' : '', spam ? ', spam' : ''].join('');

export function HoldingsPage(): ReactNode {
  const lens = useLens();
  const given = useSearch({ from: '/holdings' });
  const search = readHoldings({ ...given });
  const navigate = useNavigate({ from: '/holdings' });
  if (lens.wallets.length === 0) return <FirstRun title="Holdings" />;
  const choose = (change: Change): void => {
    void navigate({
      search: (previous) => ({ ...keepLens(previous), ...readHoldings({ ...previous, ...change }) }),
    });
  };
  return (
    <Page title="Holdings">
      <PrintLine
        lens={lens}
        says={`As of now; realised ${inPeriod(lens.period)}, in ${lens.currency} by ${lens.costMethod}${wordsFor(search)}`}
      />
      <Filters search={search} choose={choose} />
      <section className="card">
        <Part fallback={<Skeleton rows={10} height={56} />} resetKey={JSON.stringify([lens, search])}>
          <List key={JSON.stringify([lens, search])} lens={lens} search={search} />
        </Part>
      </section>
    </Page>
  );
}
