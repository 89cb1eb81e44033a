/** The files of a year, and what a line of each is. They are saved on Reports. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Lens, useReporting } from '../../app/lens/lens.ts';
import { keepYear } from '../reports/reports-search.ts';
import { stateForms } from '../reports/state-forms.tsx';
import { formProblem, formSays } from '../reports/tax-form.tsx';
import { yearFiles } from '../reports/year-files.ts';

export function SummaryFiles({ lens, year }: { lens: Lens; year: number }): ReactNode {
  const reporting = useReporting();
  const files = [
    ...yearFiles(year),
    ...(formProblem(lens) === null ? [{ name: `Form 8949 of ${year}`, says: formSays(lens) }] : []),
    ...stateForms(reporting, year),
  ];
  return (
    <section className="card" aria-labelledby="files-title">
      <h2 id="files-title">The files that go with it</h2>
      <p>
        CSV with a line of names, saved under{' '}
        <Link to="/reports" search={keepYear(year)}>
          Reports
        </Link>
        . Figures have all their digits, so that the lines add up to the figures above.
      </p>
      <dl>
        {files.map(({ name, says }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="meta">{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
