/** What was realised, earned and spent in a calendar year, and what is doubtful in it. */
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { yearFiguresQuery } from '../../__generated__/yearFiguresQuery.graphql.ts';
import type { Lens } from '../../app/lens/lens.ts';
import { signOf } from '../../money/decimals.ts';
import { counted } from '../../money/format.ts';
import { BookedMoney, Stat } from '../../parts/figures.tsx';
import { Empty } from '../../parts/states.tsx';
import { useLoaded } from '../../relay/load.ts';
import { startOf } from './year-times.ts';

const query = graphql`
  query yearFiguresQuery(
    $wallets: [Address!]!
    $from: DateTime!
    $to: DateTime!
    $currency: Currency!
    $costMethod: CostMethod!
  ) {
    results(wallets: $wallets, from: $from, to: $to, currency: $currency, costMethod: $costMethod) {
      realizedPnl
      income
      expenses
      fees
      missingCount
      unpricedCount
      asOf
    }
  }
`;

export function YearFigures({ lens, year }: { lens: Lens; year: number }): ReactNode {
  const { wallets, currency, costMethod } = lens;
  const { results } = useLoaded<yearFiguresQuery>(query, {
    ...{ wallets, currency, costMethod },
    ...{ from: startOf(year), to: startOf(year + 1) },
  });
  if (!results) return <Empty title="The year could not be told." />;
  const { realizedPnl, income, expenses, fees, missingCount, unpricedCount, asOf } = results;
  // Of wallets of which none is booked all of it is 0.
  const isBooked = Boolean(asOf) || [realizedPnl, income, expenses, fees].some((sum) => signOf(sum) !== 0);
  const doubts = [
    ...(asOf ? [] : ['A wallet is not booked yet, and left out.']),
    ...(missingCount > 0
      ? [`The cost of ${counted(missingCount, 'sold lot')} is not known, and taken for 0.`]
      : []),
    ...(unpricedCount > 0
      ? [
          `${counted(unpricedCount, 'result')} without a price: what was bought counts as having cost 0, and what was sold, spent or earned is left out.`,
        ]
      : []),
  ];
  return (
    <>
      <dl className="stats">
        <Stat name="Realised gains">
          <BookedMoney {...{ isBooked, currency }} value={realizedPnl} change />
        </Stat>
        <Stat name="Income">
          <BookedMoney {...{ isBooked, currency }} value={income} />
        </Stat>
        <Stat name="Expenses">
          <BookedMoney {...{ isBooked, currency }} value={expenses} />
        </Stat>
        <Stat name="Network fees" note="in costs, gains and expenses already">
          <BookedMoney {...{ isBooked, currency }} value={fees} />
        </Stat>
      </dl>
      {doubts.length === 0 ? null : <p className="warn">{doubts.join(' ')}</p>}
    </>
  );
}
