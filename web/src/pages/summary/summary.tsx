/** One page for an accountant: a year's figures, what they rest on, what is open, what was held at its end, and how to read each file. It is made to be printed. */
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Lens, useLens } from '../../app/lens/lens.ts';
import { PrintLine } from '../../app/lens/print-line.tsx';
import { FirstRun } from '../../parts/first-run.tsx';
import { Page } from '../../parts/page.tsx';
import { Part, Skeleton } from '../../parts/states.tsx';
import { keepYear, readReports } from '../reports/reports-search.ts';
import { YearFigures } from '../reports/year-figures.tsx';
import { zone } from '../reports/year-times.ts';
import { SummaryFiles } from './summary-files.tsx';
import { SummaryHoldings } from './summary-holdings.tsx';
import { SummaryState } from './summary-state.tsx';

const methods: Readonly<Record<Lens['costMethod'], string>> = {
  FIFO: 'what came first is sold first (FIFO)',
  LIFO: 'what came last is sold first (LIFO)',
  HIFO: 'what cost most is sold first (HIFO)',
  WAC: 'what is sold cost the average of what is there (WAC)',
};

function Summary({ lens, year }: { lens: Lens; year: number }): ReactNode {
  // A moment before: the service's clock may be a little behind.
  const [now] = useState(() => new Date(Date.now() - 5_000).toISOString());
  const { currency, costMethod } = lens;
  const resetKey = `${year} ${JSON.stringify(lens)}`;
  return (
    <>
      <PrintLine lens={lens} says={`The year ${year}, in ${currency}`} />
      <p className="meta">
        From midnight to midnight in {zone()}. Money is in {currency}. Wallet by wallet, {methods[costMethod]}
        .
      </p>
      <section className="card" aria-labelledby="figures-title">
        <h2 id="figures-title">The year in figures</h2>
        <Part fallback={<Skeleton rows={3} />} resetKey={resetKey}>
          <YearFigures lens={lens} year={year} />
        </Part>
      </section>
      <Part fallback={<Skeleton rows={4} />} resetKey={resetKey}>
        <SummaryState lens={lens} />
      </Part>
      <Part fallback={<Skeleton rows={8} />} resetKey={resetKey}>
        <SummaryHoldings lens={lens} year={year} now={now} />
      </Part>
      <SummaryFiles lens={lens} year={year} />
    </>
  );
}

export function SummaryPage(): ReactNode {
  const lens = useLens();
  const search = readReports({ ...useSearch({ from: '/summary' }) });
  const now = new Date().getFullYear();
  // Of a year that has not begun there is nothing to sum up.
  const year = search.year !== undefined && search.year <= now ? search.year : now - 1;
  const title = `Summary of ${year}`;
  if (lens.wallets.length === 0) return <FirstRun title={title} />;
  return (
    <Page
      title={title}
      actions={
        <>
          <Link to="/reports" search={keepYear(year)}>
            Another year, and the files
          </Link>
          <button type="button" onClick={() => print()}>
            Print, or save as PDF
          </button>
        </>
      }
    >
      <Summary lens={lens} year={year} />
    </Page>
  );
}
