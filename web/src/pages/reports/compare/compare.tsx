/** Asks for a file that was saved, and says what of it has changed since. It is read in the browser, and sent nowhere. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fetchFile } from '../../../app/download.ts';
import type { Lens } from '../../../app/lens/lens.ts';
import { questionOf, type Report } from '../report.ts';
import { type Comparison, compareFiles } from './compare-files.ts';
import { ComparisonTold, sentenceOf } from './comparison-told.tsx';
import { parseCsv } from './csv.ts';

/** Both are held in memory, as texts and as cells. */
const mostBytes = 32_000_000;

type State =
  | { at: 'rest' | 'work' }
  | { at: 'done'; comparison: Comparison; isBooked: boolean }
  | { at: 'failed'; why: string };

async function compared(saved: File, report: Report, lens: Lens, signal: AbortSignal) {
  if (saved.size > mostBytes) throw new Error('The file is larger than 32 MB: too much to compare here.');
  const records = parseCsv(await saved.text());
  const { file, isBooked } = await fetchFile(report.path, questionOf(report, lens), { signal });
  if (file.size > mostBytes)
    throw new Error('The file has more than 32 MB by now: too much to compare here.');
  return { comparison: compareFiles(records, parseCsv(await file.text())), isBooked };
}

export function Compare({ report, lens }: { report: Report; lens: Lens }): ReactNode {
  const [state, setState] = useState<State>({ at: 'rest' });
  const controller = useRef<AbortController | null>(null);
  const asked = JSON.stringify([report.path, questionOf(report, lens)]);
  // What was compared was of another question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what the comparison is of
  useEffect(() => {
    setState({ at: 'rest' });
    return () => controller.current?.abort();
  }, [asked]);
  const compare = async (saved: File | undefined): Promise<void> => {
    if (saved === undefined) return;
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setState({ at: 'work' });
    try {
      const found = await compared(saved, report, lens, own.signal);
      if (!own.signal.aborted) setState({ at: 'done', ...found });
    } catch (error) {
      if (own.signal.aborted) return;
      setState({ at: 'failed', why: error instanceof Error ? error.message : 'It could not be compared.' });
    }
  };
  return (
    <details>
      <summary>
        Compare with a file saved before<span className="for-readers">: {report.name}</span>
      </summary>
      <div className="report-choices">
        <label>
          {report.name}, as saved{' '}
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={({ target }) => void compare(target.files?.[0])}
            // The same file can be chosen again.
            onClick={({ currentTarget }) => {
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
      <p role="status">
        {state.at === 'work' ? <span className="meta">Comparing …</span> : null}
        {state.at === 'done' ? <strong>{sentenceOf(state.comparison)}</strong> : null}
      </p>
      {state.at === 'done' ? (
        <ComparisonTold comparison={state.comparison} isBooked={state.isBooked} />
      ) : null}
      {state.at === 'failed' ? (
        <p className="problem" role="alert">
          {state.why}
        </p>
      ) : null}
    </details>
  );
}
