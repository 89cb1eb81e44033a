/** IRS Form 8949 of a year as a file, with what the form asks besides the figures. */
import { type ReactNode, useState } from 'react';
import type { Lens } from '../../app/lens/lens.ts';
import { ReportRow } from './report-row.tsx';

const reportedNames = {
  nothing: 'Nothing',
  proceeds: 'What was paid',
  basis: 'What was paid, and the cost',
} as const;
const gasNames = {
  month: 'A line per month',
  year: 'A line per year',
  each: 'A line each',
} as const;

/** A list of choices by their names. */
function Choice<Value extends string>({
  label,
  names,
  value,
  choose,
}: {
  label: string;
  names: Readonly<Record<Value, string>>;
  value: Value;
  choose: (value: Value) => void;
}): ReactNode {
  const isValue = (text: string): text is Value => Object.hasOwn(names, text);
  return (
    <label>
      {label}{' '}
      <select
        value={value}
        onChange={({ target }) => {
          if (isValue(target.value)) choose(target.value);
        }}
      >
        {Object.entries<string>(names).map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Why there is no form of what the lens looks at, and what to do; null: there is. */
export function formProblem({ currency, costMethod }: Lens): string | null {
  if (currency !== 'USD')
    return `The form is in US dollars, not in ${currency}: choose USD at the top of the page.`;
  if (costMethod !== 'WAC') return null;
  return 'US law has no average cost for digital assets: choose FIFO, LIFO or HIFO at the top of the page.';
}

/** What a line of it is, and what differs from the figures above. */
export function formSays({ costMethod }: Lens): string {
  const line =
    'for a US tax return: one line per lot that went, in US dollars and cents, short-term and long-term apart. What has no known cost has no gain in it (above, such a cost is 0).';
  if (costMethod === 'FIFO') return line;
  return `${line} US law takes ${costMethod} only where the lots were named before each sale.`;
}

const formNames = {
  knownBy: [
    ...['Tax year', 'Wallet', 'Description of property', 'Date sold or disposed of', 'Treatment'],
    ...['Chain id', 'Token address', 'Token id', 'Transaction'],
  ],
  calledBy: ['Tax year', 'Description of property', 'Date acquired', 'Date sold or disposed of'],
};

export function TaxForm({ lens, year, zone }: { lens: Lens; year: number; zone: string }): ReactNode {
  const [reported, setReported] = useState<keyof typeof reportedNames>('nothing');
  const [gas, setGas] = useState<keyof typeof gasNames>('month');
  const name = `Form 8949 of ${year}`;
  const problem = formProblem(lens);
  if (problem !== null) {
    return (
      <li className="report">
        <div>
          <strong>{name}</strong>
          <p className="meta">{problem}</p>
        </div>
      </li>
    );
  }
  return (
    <ReportRow
      key={year}
      lens={lens}
      report={{
        name,
        says: formSays(lens),
        path: 'wallet/form-8949.csv',
        file: ['form-8949', year, lens.costMethod, zone].join('-'),
        names: formNames,
        parametersOf: ({ costMethod }) => ({
          ...{ year: String(year), timezone: zone, cost_method: costMethod, reported, gas },
        }),
      }}
    >
      <details>
        <summary>
          Broker reports: {reportedNames[reported].toLowerCase()} · network fees:{' '}
          {gasNames[gas].toLowerCase()}
        </summary>
        <div className="report-choices">
          <Choice
            label="Brokers reported (Form 1099-DA)"
            names={reportedNames}
            value={reported}
            choose={setReported}
          />
          <Choice label="Network fees" names={gasNames} value={gas} choose={setGas} />
        </div>
      </details>
    </ReportRow>
  );
}
