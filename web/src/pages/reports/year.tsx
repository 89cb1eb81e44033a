/** A calendar year in the person's time zone: what was realised, earned and spent in it, and its files. */
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { yearQuery } from '../../__generated__/yearQuery.graphql.ts';
import type { yearSpanQuery } from '../../__generated__/yearSpanQuery.graphql.ts';
import type { Lens } from '../../app/lens/lens.ts';
import { PrintLine } from '../../app/lens/print-line.tsx';
import { signOf } from '../../money/decimals.ts';
import { counted } from '../../money/format.ts';
import { startOfDay } from '../../money/local-day.ts';
import { BookedMoney, Stat } from '../../parts/figures.tsx';
import { Empty, Part, Skeleton } from '../../parts/states.tsx';
import { useLoaded } from '../../relay/load.ts';
import { type Report, ReportRow } from './report-row.tsx';
import { StateForms } from './state-forms.tsx';
import { TaxForm } from './tax-form.tsx';

const spanQuery = graphql`
  query yearSpanQuery($wallets: [Address!]!) {
    transactions(wallets: $wallets, order: ASC, first: 1) {
      nodes {
        timestamp
      }
    }
  }
`;

const query = graphql`
  query yearQuery(
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

/** Midnight of its first day here, in the API's form. */
const startOf = (year: number): string => startOfDay(`${year}-01-01`);
/** Its last second here. */
const endOf = (year: number): string =>
  new Date(Date.parse(startOf(year + 1)) - 1_000).toISOString().replace('.000', '');
const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function Figures({ lens, year }: { lens: Lens; year: number }): ReactNode {
  const { wallets, currency, costMethod } = lens;
  const { results } = useLoaded<yearQuery>(query, {
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

function reportsOf(year: number): readonly Report[] {
  const bounds = { from: startOf(year), to: startOf(year + 1) };
  const at = endOf(year);
  const inLens = ({ currency, costMethod }: Lens): Record<string, string> => ({
    ...{ currency, cost_method: costMethod, ...bounds },
  });
  return [
    {
      name: `Results of ${year}`,
      says: 'one line: what was realised, earned and spent',
      path: 'wallet/result.csv',
      parametersOf: inLens,
    },
    ...(Date.parse(at) < Date.now()
      ? [
          {
            name: `Holdings at the end of ${year}`,
            says: 'one line per token or NFT that was held or owed then, with its worth at the time and its cost',
            path: 'wallet/holding.csv',
            parametersOf: ({ currency, costMethod }: Lens) => ({ currency, cost_method: costMethod, at }),
          },
        ]
      : []),
    {
      name: `Income and expenses of ${year}`,
      says: 'one line per token and transaction in which something was earned or spent, interest and lone network fees among them',
      path: 'wallet/income.csv',
      parametersOf: ({ currency }) => ({ currency, ...bounds }),
    },
    {
      name: `Disposals of ${year}`,
      says: 'one line per lot that went, with proceeds, cost and gain',
      path: 'wallet/disposal.csv',
      parametersOf: inLens,
    },
    {
      name: `Transfers of ${year}`,
      says: 'one line per movement, with its value in USD, and in the last column what it was booked as (network fees and interest are no movements)',
      path: 'wallet/transfer.csv',
      parametersOf: () => bounds,
    },
  ];
}

interface YearProps {
  lens: Lens;
  chosen: number | undefined;
  choose: (year: number) => void;
}

export function Year({ lens, chosen, choose }: YearProps): ReactNode {
  const { transactions } = useLoaded<yearSpanQuery>(spanQuery, { wallets: lens.wallets });
  const now = new Date().getFullYear();
  const [first] = transactions?.nodes ?? [];
  const begin = first ? new Date(first.timestamp).getFullYear() : now;
  const years = Array.from({ length: now - begin + 1 }, (_, index) => now - index);
  // Other wallets may begin later. The last whole year is what most come for.
  const year = years.find((one) => one === chosen) ?? years[1] ?? now;
  const isOther = chosen !== undefined && chosen !== year;
  const inLens = `in ${lens.currency} by ${lens.costMethod}`;
  return (
    <>
      <PrintLine lens={lens} says={`The year ${year}, from midnight to midnight in ${zone()}, ${inLens}`} />
      <p className="year">
        <label>
          Year{' '}
          <select value={year} onChange={({ target }) => choose(Number(target.value))}>
            {years.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>{' '}
        <span className="meta">
          {inLens}, from midnight to midnight in {zone()}
        </span>
      </p>
      {isOther ? (
        <p className="warn">
          Of {chosen} nothing is known: what these wallets did begins in {begin}. This is {year}.
        </p>
      ) : null}
      <Part fallback={<Skeleton rows={3} />} resetKey={`${year} ${lens.wallets.join()}`}>
        <Figures lens={lens} year={year} />
      </Part>
      <ul className="rows reports">
        {reportsOf(year).map((report) => (
          <ReportRow key={report.name} report={report} lens={lens} />
        ))}
        <TaxForm lens={lens} year={year} zone={zone()} />
        <StateForms lens={lens} year={year} />
      </ul>
    </>
  );
}
