/** Asks for a file that was saved, and says what of it has changed since. It is read in the browser, and sent nowhere. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fetchFile } from '../../../app/download.ts';
import type { Lens } from '../../../app/lens/lens.ts';
import { questionOf, type Report } from '../report.ts';
import { type Comparison, compareFiles, type LineNames, requireFile } from './compare-files.ts';
import { sentenceOf } from './comparison-text.ts';
import { ComparisonTold } from './comparison-told.tsx';
import { parseCsv } from './csv.ts';

/** Both are held in memory, as texts and as cells. */
const mostBytes = 32_000_000;

type State =
  | { at: 'rest' | 'work' }
  | { at: 'done'; comparison: Comparison; isBooked: boolean }
  | { at: 'failed'; why: string };

interface CompareProps {
  report: Report;
  names: LineNames;
  lens: Lens;
}

async function compared(saved: File, { report, names, lens }: CompareProps, signal: AbortSignal) {
  if (saved.size > mostBytes) throw new Error('The file is larger than 32 MB: too much to compare here.');
  const records = parseCsv(await saved.text());
  // Before the service is asked for the whole file.
  requireFile(records[0] ?? [], names);
  const options = { signal, mostBytes };
  const { file, isBooked } = await fetchFile(report.path, questionOf(report, lens), options);
  return { comparison: compareFiles(records, parseCsv(await file.text()), names), isBooked };
}

export function Compare({ report, names, lens }: CompareProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ at: 'rest' });
  const controller = useRef<AbortController | null>(null);
  const asked = JSON.stringify([report.path, questionOf(report, lens)]);
  const begin = (): void => {
    controller.current?.abort();
    setState({ at: 'rest' });
    if (input.current) input.current.value = '';
  };
  // What was compared was of another question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what the comparison is of
  useEffect(() => {
    begin();
    return () => controller.current?.abort();
  }, [asked]);
  const compare = async (saved: File | undefined): Promise<void> => {
    if (saved === undefined) return;
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setState({ at: 'work' });
    try {
      // It is seen before the work begins, which leaves the page no time.
      await new Promise((seen) => setTimeout(seen, 50));
      const found = await compared(saved, { report, names, lens }, own.signal);
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
            ref={input}
            type="file"
            accept=".csv,text/csv"
            onChange={({ target }) => void compare(target.files?.[0])}
            // The same file can be chosen again.
            onClick={begin}
          />
        </label>
      </div>
      <p role="status">
        {state.at === 'work' ? <span className="meta">Comparing …</span> : null}
        {state.at === 'done' ? <strong>{sentenceOf(state.comparison)}</strong> : null}
      </p>
      {state.at === 'done' ? (
        <ComparisonTold comparison={state.comparison} names={names} isBooked={state.isBooked} />
      ) : null}
      {state.at === 'failed' ? (
        <p className="problem" role="alert">
          {state.why}
        </p>
      ) : null}
    </details>
  );
}
