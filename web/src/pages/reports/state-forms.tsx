/** What a state asks for of a year, for people whose books are in its money. */
import type { ReactNode } from 'react';
import { type Lens, useReporting } from '../../app/lens/lens.ts';
import type { Currency } from '../../app/lens/lens-search.ts';
import type { Report } from './report.ts';
import { ReportRow } from './report-row.tsx';

function ukReport(year: number): Report {
  const name = `${year}/${String((year + 1) % 100).padStart(2, '0')}`;
  return {
    name: `UK capital gains of ${name}`,
    says: `for the pages SA108: one line per kind of token and day on which some went, in pounds, from 6 April ${year} to 5 April ${year + 1}. The same day, 30 days and one pool over all wallets: choose all wallets of one person.`,
    path: 'wallet/uk-capital-gains.csv',
    file: `uk-capital-gains-${year}`,
    parametersOf: () => ({ year: String(year) }),
    names: {
      knownBy: ['Tax year', 'Date', 'Asset', 'Asset id'],
      calledBy: ['Tax year', 'Date', 'Asset'],
    },
  };
}

const germanReport = (year: number): Report => ({
  name: `German private sales of ${year}`,
  says: 'for the form SO (§ 23 EStG): one line per lot that went, first in, first out, in euros; what was held for more than a year apart. Days are those of Berlin.',
  path: 'wallet/de-private-sales.csv',
  file: `de-private-sales-${year}`,
  parametersOf: () => ({ year: String(year) }),
  names: {
    knownBy: [
      ...['Tax year', 'Wallet', 'Description', 'Symbol', 'Date disposed (Veräußerung)', 'Treatment'],
      ...['Chain id', 'Token address', 'Token id', 'Transaction'],
    ],
    calledBy: ['Tax year', 'Description', 'Quantity', 'Symbol', 'Date disposed (Veräußerung)'],
  },
});

const reportsOf: Partial<Record<Currency, (year: number) => readonly Report[]>> = {
  EUR: (year) => [germanReport(year)],
  // Two tax years have days in a calendar year.
  GBP: (year) => [ukReport(year - 1), ukReport(year)],
};

/** Those of a year, in the money that the client's books are told in. */
export const stateForms = (reporting: Currency | null, year: number): readonly Report[] =>
  reporting === null ? [] : (reportsOf[reporting]?.(year) ?? []);

export function StateForms({ lens, year }: { lens: Lens; year: number }): ReactNode {
  const reporting = useReporting();
  return stateForms(reporting, year).map((report) => (
    <ReportRow key={report.name} lens={lens} report={report} />
  ));
}
