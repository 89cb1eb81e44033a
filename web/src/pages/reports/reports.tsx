/** A calendar year in figures, and the exports that there are: each list of the API as a CSV file of what the lens looks at. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Lens, useLens } from '../../app/lens/lens.ts';
import { periodNames } from '../../app/lens/lens-search.ts';
import { FirstRun } from '../../parts/first-run.tsx';
import { Page } from '../../parts/page.tsx';
import { Part, Skeleton } from '../../parts/states.tsx';
import { ProgramFiles } from './program-files.tsx';
import type { Report } from './report.ts';
import { ReportRow } from './report-row.tsx';
import { readReports } from './reports-search.ts';
import { Year } from './year.tsx';

const periodCodes = {
  DAY: 'D',
  WEEK: 'W',
  MONTH: 'M',
  THREE_MONTHS: '3M',
  YTD: 'YTD',
  YEAR: '1YR',
  MAX: 'Max',
};
const inLens = ({ currency, costMethod }: Lens): Record<string, string> => ({
  ...{ currency, cost_method: costMethod },
});
const inPeriod = (lens: Lens): Record<string, string> => ({
  ...inLens(lens),
  period: periodCodes[lens.period],
});

const reports: readonly Report[] = [
  {
    name: 'Holdings',
    says: 'one line per token and wallet, with cost, gains and income of the period',
    path: 'wallet/balance.csv',
    parametersOf: inPeriod,
  },
  {
    name: 'Disposals',
    says: 'one line per lot that went in the period, with proceeds, cost and gain',
    path: 'wallet/disposal.csv',
    parametersOf: inPeriod,
  },
  {
    name: 'Open lots',
    says: 'one line per lot that is still there, with its cost',
    path: 'wallet/lot.csv',
    parametersOf: inLens,
  },
  {
    name: 'Totals',
    says: 'one line per wallet, of the period',
    path: 'wallet/total.csv',
    parametersOf: inPeriod,
  },
  {
    name: 'Transactions',
    says: 'the whole history, newest first, spam with its mark',
    path: 'wallet/transaction.csv',
    parametersOf: () => ({}),
  },
  {
    name: 'Transfers',
    says: 'the audit trail, with price in USD, source and treatment of each',
    path: 'wallet/transfer.csv',
    parametersOf: () => ({}),
  },
  {
    name: 'Counterparties',
    says: 'what came from each and went to each',
    path: 'wallet/counterparty.csv',
    parametersOf: ({ currency }) => ({ currency }),
  },
  {
    name: 'Corrections',
    says: 'what you say against chain and prices, also what was undone',
    path: 'wallet/correction.csv',
    parametersOf: () => ({ include_undone: 'true' }),
  },
  {
    name: 'Issues',
    says: 'what is missing or doubtful in these figures',
    path: 'wallet/issue.csv',
    parametersOf: () => ({}),
  },
];

export function ReportsPage(): ReactNode {
  const lens = useLens();
  const { year } = readReports({ ...useSearch({ from: '/reports' }) });
  const navigate = useNavigate({ from: '/reports' });
  const choose = (next: number): void => {
    void navigate({ search: (previous) => ({ ...previous, year: next }) });
  };
  if (lens.wallets.length === 0) return <FirstRun title="Reports" />;
  return (
    <Page title="Reports">
      <section className="card" aria-labelledby="year-title">
        <h2 id="year-title">A calendar year</h2>
        <Part fallback={<Skeleton rows={5} />} resetKey={lens.wallets.join()}>
          <Year lens={lens} chosen={year} choose={choose} />
        </Part>
      </section>
      <p className="meta of-files">
        Of {lens.wallets.length === 1 ? 'one wallet' : `${lens.wallets.length} wallets`}; what has a period:{' '}
        {periodNames[lens.period].toLowerCase()}, in {lens.currency} by {lens.costMethod}. Figures have all
        their digits.
      </p>
      <ul className="card rows reports">
        {reports.map((report) => (
          <ReportRow key={report.path} report={report} lens={lens} />
        ))}
        <ProgramFiles lens={lens} />
      </ul>
    </Page>
  );
}
