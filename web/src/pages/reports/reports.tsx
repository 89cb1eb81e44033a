/** The exports that there are: each list of the API as a CSV file of what the lens looks at, written as it comes. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { downloadCsv } from '../../app/download.ts';
import { type Lens, useLens } from '../../app/lens/lens.ts';
import { periodNames } from '../../app/lens/lens-search.ts';
import { groupDigits } from '../../money/format.ts';
import { FirstRun } from '../../parts/first-run.tsx';
import { Page } from '../../parts/page.tsx';

interface Report {
  name: string;
  /** What a line of it is. */
  says: string;
  path: string;
  parametersOf: (lens: Lens) => Record<string, string>;
}

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
    says: 'the audit trail, with price, source and treatment of each',
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

type State =
  | { at: 'rest' }
  | { at: 'work'; bytes: number }
  | { at: 'done'; bytes: number }
  | { at: 'failed'; why: string };

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000
    ? `${groupDigits(String(Math.ceil(bytes / 1_000)))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;

function Row({ report, lens }: { report: Report; lens: Lens }): ReactNode {
  const [state, setState] = useState<State>({ at: 'rest' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const save = async (): Promise<void> => {
    const own = new AbortController();
    controller.current = own;
    let bytes = 0;
    setState({ at: 'work', bytes });
    const parameters = { wallet: lens.wallets.join(','), ...report.parametersOf(lens) };
    const fileName = `${report.name.toLowerCase().replace(' ', '-')}.csv`;
    try {
      const onBytes = (now: number): void => {
        bytes = now;
        setState({ at: 'work', bytes });
      };
      await downloadCsv(report.path, parameters, fileName, { onBytes, signal: own.signal });
      setState({ at: 'done', bytes });
    } catch (error) {
      if (own.signal.aborted) setState({ at: 'rest' });
      else setState({ at: 'failed', why: error instanceof Error ? error.message : 'It could not be saved.' });
    }
  };
  return (
    <li className="report">
      <div>
        <strong>{report.name}</strong>
        <p className="meta">{report.says}</p>
        {state.at === 'failed' ? (
          <p className="problem" role="alert">
            {state.why}
          </p>
        ) : null}
      </div>
      <span className="meta" role="status">
        {/* Each piece of it would be told. */}
        {state.at === 'work' ? <span aria-hidden="true">{sizeOf(state.bytes)} so far</span> : null}
        {state.at === 'done' ? `saved, ${sizeOf(state.bytes)}` : ''}
      </span>
      {state.at === 'work' ? (
        <button type="button" onClick={() => controller.current?.abort()}>
          Stop
        </button>
      ) : (
        <button type="button" onClick={() => void save()} aria-label={`Save as CSV: ${report.name}`}>
          Save as CSV
        </button>
      )}
    </li>
  );
}

export function ReportsPage(): ReactNode {
  const lens = useLens();
  if (lens.wallets.length === 0) return <FirstRun title="Reports" />;
  return (
    <Page title="Reports">
      <p className="meta">
        Of {lens.wallets.length === 1 ? 'one wallet' : `${lens.wallets.length} wallets`}; what has a period:{' '}
        {periodNames[lens.period].toLowerCase()}, in {lens.currency} by {lens.costMethod}. Figures have all
        their digits.
      </p>
      <ul className="card rows reports">
        {reports.map((report) => (
          <Row key={report.path} report={report} lens={lens} />
        ))}
      </ul>
    </Page>
  );
}
