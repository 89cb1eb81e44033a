/** A calendar year in the person's time zone: what was realised, earned and spent in it, and its files. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { yearSpanQuery } from '../../__generated__/yearSpanQuery.graphql.ts';
import type { Lens } from '../../app/lens/lens.ts';
import { PrintLine } from '../../app/lens/print-line.tsx';
import { Part, Skeleton } from '../../parts/states.tsx';
import { useLoaded } from '../../relay/load.ts';
import { ReportRow } from './report-row.tsx';
import { keepYear } from './reports-search.ts';
import { StateForms } from './state-forms.tsx';
import { TaxForm } from './tax-form.tsx';
import { YearFigures } from './year-figures.tsx';
import { yearFiles } from './year-files.ts';
import { zone } from './year-times.ts';

const spanQuery = graphql`
  query yearSpanQuery($wallets: [Address!]!) {
    transactions(wallets: $wallets, order: ASC, first: 1) {
      nodes {
        timestamp
      }
    }
  }
`;

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
        </span>{' '}
        <Link to="/summary" search={keepYear(year)}>
          Summary of {year} for an accountant
        </Link>
      </p>
      {isOther ? (
        <p className="warn">
          Of {chosen} nothing is known: what these wallets did begins in {begin}. This is {year}.
        </p>
      ) : null}
      <Part fallback={<Skeleton rows={3} />} resetKey={`${year} ${lens.wallets.join()}`}>
        <YearFigures lens={lens} year={year} />
      </Part>
      <ul className="rows reports">
        {yearFiles(year).map((report) => (
          <ReportRow key={report.name} report={report} lens={lens} />
        ))}
        <TaxForm lens={lens} year={year} zone={zone()} />
        <StateForms lens={lens} year={year} />
      </ul>
    </>
  );
}
