/** A list of the API that is saved as a CSV file, written as it comes. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { downloadFile } from '../../app/download.ts';
import type { Lens } from '../../app/lens/lens.ts';
import { groupDigits } from '../../money/format.ts';
import { Compare } from './compare/compare.tsx';
import { questionOf, type Report } from './report.ts';

type State =
  | { at: 'rest' }
  | { at: 'work'; bytes: number }
  | { at: 'done'; bytes: number; isBooked: boolean }
  | { at: 'stopped' }
  | { at: 'failed'; why: string };

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000
    ? `${groupDigits(String(Math.ceil(bytes / 1_000)))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;

interface ReportRowProps {
  report: Report;
  lens: Lens;
  /** What can be chosen for the file. */
  children?: ReactNode;
}

export function ReportRow({ report, lens, children }: ReportRowProps): ReactNode {
  const [state, setState] = useState<State>({ at: 'rest' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const save = async (): Promise<void> => {
    if (state.at === 'work') return;
    const own = new AbortController();
    controller.current = own;
    let bytes = 0;
    setState({ at: 'work', bytes });
    const parameters = questionOf(report, lens);
    const name = (report.file ?? report.name.toLowerCase()).replaceAll(/[^\w.+-]/g, '-');
    const fileName = `${name}.${report.forProgram ?? 'csv'}`;
    const isForPeople = report.forProgram === undefined;
    try {
      const onBytes = (now: number): void => {
        bytes = now;
        setState({ at: 'work', bytes });
      };
      const file = await downloadFile(report.path, parameters, fileName, {
        ...{ onBytes, signal: own.signal, isForPeople },
      });
      setState({ at: 'done', bytes, ...file });
    } catch (error) {
      if (own.signal.aborted) setState({ at: 'stopped' });
      else setState({ at: 'failed', why: error instanceof Error ? error.message : 'It could not be saved.' });
    }
  };
  const label = report.forProgram === 'journal' ? 'Save' : 'Save as CSV';
  return (
    <li className="report">
      <div>
        <strong>{report.name}</strong>
        <p className="meta">{report.says}</p>
        {children}
        {state.at === 'failed' ? (
          <p className="problem" role="alert">
            {state.why}
          </p>
        ) : null}
      </div>
      <span className="meta" role="status">
        {/* Each piece of it would be told. */}
        {state.at === 'work' ? <span aria-hidden="true">{sizeOf(state.bytes)} so far</span> : null}
        {state.at === 'stopped' ? 'stopped, nothing is saved' : ''}
        {state.at === 'done' ? `saved, ${sizeOf(state.bytes)}` : ''}
        {state.at === 'done' && !state.isBooked
          ? '. The ledger was being booked: the latest movements and corrections may be missing. Save it again in a moment.'
          : ''}
      </span>
      {/* It stays: who presses it twice does not stop what was begun. */}
      <button
        type="button"
        onClick={() => void save()}
        aria-disabled={state.at === 'work'}
        aria-label={`${label}: ${report.name}`}
      >
        {label}
      </button>
      {state.at === 'work' ? (
        <button type="button" onClick={() => controller.current?.abort()}>
          Stop
        </button>
      ) : null}
      {report.names ? <Compare report={report} names={report.names} lens={lens} /> : null}
    </li>
  );
}
