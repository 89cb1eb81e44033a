/** Files that other programs read: all that the wallets did, and what the ledger makes of it. */
import type { ReactNode } from 'react';
import type { Lens } from '../../app/lens/lens.ts';
import type { Report } from './report.ts';
import { ReportRow } from './report-row.tsx';

const koinly: Report = {
  name: 'History for Koinly',
  says: 'the wallet in Koinly’s universal form: one line per trade, deposit and withdrawal, with labels, and net worth in the currency at the top',
  path: 'wallet/koinly.csv',
  forProgram: 'csv',
  parametersOf: ({ currency }) => ({ currency }),
};

const journal: Report = {
  name: 'Journal for hledger',
  says: 'a double-entry journal as plain text: one entry per transaction, with income, expenses, fees and gains of the ledger',
  path: 'wallet/journal.txt',
  forProgram: 'journal',
  parametersOf: ({ currency, costMethod }) => ({ currency, cost_method: costMethod }),
};

export function ProgramFiles({ lens }: { lens: Lens }): ReactNode {
  const [wallet = '', ...others] = lens.wallets;
  return (
    <>
      {others.length === 0 ? (
        <ReportRow lens={lens} report={{ ...koinly, file: `koinly-${wallet}` }} />
      ) : (
        <li className="report">
          <div>
            <strong>{koinly.name}</strong>
            <p className="meta">Koinly has a wallet for each file: choose one at the top of the page.</p>
          </div>
        </li>
      )}
      <ReportRow lens={lens} report={{ ...journal, file: 'wallets' }} />
    </>
  );
}
