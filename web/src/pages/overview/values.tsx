/** What the wallets had over time. */
import { type ReactNode, useMemo } from 'react';
import { graphql } from 'react-relay';
import type { valuesQuery } from '../../__generated__/valuesQuery.graphql.ts';
import type { Lens } from '../../app/lens/lens.ts';
import { periodNames } from '../../app/lens/lens-search.ts';
import { addDecimals, signOf } from '../../money/decimals.ts';
import { chartRange } from '../../money/period-range.ts';
import { Empty } from '../../parts/states.tsx';
import { ValueChart, type ValuePoint } from '../../parts/value-chart.tsx';
import { useLoaded } from '../../relay/load.ts';

const query = graphql`
  query valuesQuery($ids: [ID!]!, $currency: Currency!, $from: DateTime!, $to: DateTime!, $interval: ValueInterval!) {
    nodes(ids: $ids) {
      ... on Wallet {
        id
        valueHistory(currency: $currency, from: $from, to: $to, interval: $interval) {
          timestamp
          value
          unpricedCount
          staleCount
        }
      }
    }
  }
`;

export function Values({ lens: { wallets, walletIds, currency, period } }: { lens: Lens }): ReactNode {
  const range = useMemo(() => chartRange(period), [period]);
  const data = useLoaded<valuesQuery>(query, { ids: walletIds, currency, ...range });
  const points = useMemo(() => {
    const sums = new Map<string, ValuePoint>();
    for (const one of data.nodes) {
      for (const { timestamp, value, unpricedCount, staleCount } of one?.valueHistory ?? []) {
        const sum = sums.get(timestamp) ?? { at: timestamp, value: '0', unpriced: 0, stale: 0 };
        sums.set(timestamp, {
          at: timestamp,
          value: addDecimals(sum.value, value),
          unpriced: sum.unpriced + unpricedCount,
          stale: sum.stale + staleCount,
        });
      }
    }
    const all = [...sums.values()].toSorted((left, right) => (left.at < right.at ? -1 : 1));
    const first = all.findIndex(({ value }) => signOf(value) !== 0);
    return first <= 0 ? all : all.slice(first - 1);
  }, [data]);
  const missed = wallets.length - walletIds.length;
  if (points.length < 2) return <Empty title="There is no history of the value in this time." />;
  return (
    <>
      {missed > 0 ? <p className="meta warn">Without {missed} of the wallets, not known here.</p> : null}
      <p className="meta">
        Without what protocols hold and what is owed, and at the price of each hour: the last point is not the
        net worth, which has both, at the price of now.
      </p>
      <ValueChart
        points={points}
        currency={currency}
        label={`Value in the wallets, ${period === 'MAX' ? 'at most five years' : periodNames[period].toLowerCase()}`}
      />
    </>
  );
}
