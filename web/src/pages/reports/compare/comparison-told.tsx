/** What a comparison of a saved file with the same file now has found. */
import type { ReactNode } from 'react';
import { cutMiddle } from '../../../money/names.ts';
import { Scroll } from '../../../parts/scroll.tsx';
import { Private } from '../../../parts/veiled.tsx';
import type { Comparison, Line, LineNames } from './compare-files.ts';
import { cellText, describeLine, firstDifference } from './comparison-text.ts';

/** So many lines of each kind are shown; how many there are is said. */
const mostLines = 20;

interface Row {
  number: string;
  name: string;
  what: string;
  was: ReactNode;
  is: ReactNode;
}

/** A row for each cell that changed, and for each line that is gone or new. */
function rowsOf(comparison: Comparison, names: LineNames): Row[] {
  const { changed, gone, added } = comparison;
  const rowOf = (line: Line, number = String(line.number)) => ({
    ...{ number, name: describeLine(comparison, names, line), what: 'the line' },
  });
  return [
    ...changed.slice(0, mostLines).flatMap(({ line, cells }) =>
      cells.map(({ column, was, is }): Row => {
        const from = firstDifference(was, is);
        const told = (text: string): ReactNode => <Private>{cellText(text, from)}</Private>;
        return { ...rowOf(line), what: column, was: told(was), is: told(is) };
      }),
    ),
    ...gone.slice(0, mostLines).map((line): Row => ({ ...rowOf(line), was: 'there', is: 'gone' })),
    // It is not the file that was saved which has this number.
    ...added
      .slice(0, mostLines)
      .map((line): Row => ({ ...rowOf(line, `now ${line.number}`), was: 'not there', is: 'new' })),
  ];
}

interface ComparisonToldProps {
  comparison: Comparison;
  names: LineNames;
  isBooked: boolean;
}

/** The rest of it, which is not read out by itself. */
export function ComparisonTold({ comparison, names, isBooked }: ComparisonToldProps): ReactNode {
  const { changed, gone, added, onlySaved, onlyNow } = comparison;
  const rows = rowsOf(comparison, names);
  const isCut = [changed, gone, added].some(({ length }) => length > mostLines);
  return (
    <>
      {isBooked ? null : (
        <p className="warn">
          The ledger was being booked: the latest movements and corrections may be missing. Compare again in a
          moment.
        </p>
      )}
      {onlyNow.length > 0 ? (
        <p className="meta">Columns that the file does not have: {onlyNow.join(', ')}.</p>
      ) : null}
      {onlySaved.length > 0 ? (
        <p className="meta">
          Columns of the file that there are no more: {cutMiddle(onlySaved.join(', '), 300)}.
        </p>
      ) : null}
      {rows.length === 0 ? null : (
        <Scroll label="Table: what has changed since it was saved">
          <table>
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">What</th>
                <th scope="col">In the file</th>
                <th scope="col">Now</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ number, name, what, was, is }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they have no state, and names may repeat
                <tr key={index}>
                  <th scope="row">
                    {number} <Private className="meta">{name}</Private>
                  </th>
                  <td>{what}</td>
                  <td>{was}</td>
                  <td>{is}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {isCut ? (
        <p className="meta">Of each kind the first {mostLines} lines are shown, totals before others.</p>
      ) : null}
    </>
  );
}
