/** The same holding by each cost method, side by side. */
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { methods_balance$key } from '../../__generated__/methods_balance.graphql.ts';
import type { methodsQuery } from '../../__generated__/methodsQuery.graphql.ts';
import { useLens } from '../../app/lens/lens.ts';
import { type CostMethod, methods } from '../../app/lens/lens-search.ts';
import { BookedMoney } from '../../parts/figures.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { useLoaded } from '../../relay/load.ts';

const query = graphql`
  query methodsQuery($wallets: [Address!]!, $currency: Currency!, $period: Period!, $filter: TokenBalanceFilter!) {
    FIFO: tokenBalances(
      wallets: $wallets
      currency: $currency
      period: $period
      filter: $filter
      costMethod: FIFO
      first: 1
    ) {
      nodes {
        ...methods_balance
      }
    }
    LIFO: tokenBalances(
      wallets: $wallets
      currency: $currency
      period: $period
      filter: $filter
      costMethod: LIFO
      first: 1
    ) {
      nodes {
        ...methods_balance
      }
    }
    HIFO: tokenBalances(
      wallets: $wallets
      currency: $currency
      period: $period
      filter: $filter
      costMethod: HIFO
      first: 1
    ) {
      nodes {
        ...methods_balance
      }
    }
    WAC: tokenBalances(
      wallets: $wallets
      currency: $currency
      period: $period
      filter: $filter
      costMethod: WAC
      first: 1
    ) {
      nodes {
        ...methods_balance
      }
    }
  }
`;

const fragment = graphql`
  fragment methods_balance on TokenBalance {
    price
    costBasis
    averageCost
    unrealizedPnl
    totalRealizedPnl
    isBooked
  }
`;

const names = {
  FIFO: 'First in, first out',
  LIFO: 'Last in, first out',
  HIFO: 'Highest cost first',
  WAC: 'Average cost',
} as const;

function Row({ method, balance }: { method: CostMethod; balance: methods_balance$key | null }): ReactNode {
  const { currency, costMethod } = useLens();
  const figures = useFragment(fragment, balance);
  const ofLedger = { isBooked: figures?.isBooked, currency };
  const unrealised = figures?.price ? figures.unrealizedPnl : null;
  const isChosen = method === costMethod;
  return (
    <tr aria-current={isChosen}>
      <th scope="row">
        {names[method]}
        <span className="meta">
          {method}
          {isChosen ? ', as chosen' : ''}
        </span>
        <span className="meta narrow">
          cost <BookedMoney {...ofLedger} value={figures?.costBasis} />
        </span>
        <span className="meta narrow">
          <BookedMoney {...ofLedger} value={figures?.averageCost} /> each
        </span>
      </th>
      <td className="number">
        <BookedMoney {...ofLedger} value={figures?.totalRealizedPnl} change />
        <span className="meta narrow">
          unrealised <BookedMoney {...ofLedger} value={unrealised} change />
        </span>
      </td>
      <td className="number wide">
        <BookedMoney {...ofLedger} value={unrealised} change />
      </td>
      <td className="number wide">
        <BookedMoney {...ofLedger} value={figures?.costBasis} />
      </td>
      <td className="number wide">
        <BookedMoney {...ofLedger} value={figures?.averageCost} />
      </td>
    </tr>
  );
}

interface MethodsProps {
  wallet: string;
  token: string;
  chainId: number;
}

export function Methods({ wallet, token, chainId }: MethodsProps): ReactNode {
  const { currency, period } = useLens();
  const data = useLoaded<methodsQuery>(
    query,
    {
      ...{ wallets: [wallet], currency, period },
      filter: { tokens: [token], chainIds: [chainId], spam: 'INCLUDE' },
    },
    { fetchPolicy: 'store-and-network' },
  );
  return (
    <Scroll label="Figures by each method">
      <table className="methods">
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col" className="number">
              Realised
            </th>
            <th scope="col" className="number wide">
              Unrealised
            </th>
            <th scope="col" className="number wide">
              Cost
            </th>
            <th scope="col" className="number wide">
              Average
            </th>
          </tr>
        </thead>
        <tbody>
          {methods.map((method) => (
            <Row key={method} method={method} balance={data[method]?.nodes[0] ?? null} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
