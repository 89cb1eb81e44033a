/** What a comparison of a saved file with the same file now has found. */
import type { ReactNode } from 'react';
import { counted } from '../../../money/format.ts';
import { cleanName, cutName } from '../../../money/names.ts';
import { Scroll } from '../../../parts/scroll.tsx';
import { Private } from '../../../parts/veiled.tsx';
import { type Comparison, describeLine } from './compare-files.ts';

/** So many lines are shown; how many there are is said. */
const mostLines = 20;

interface Row {
  number: number;
  name: string;
  what: string;
  was: string;
  is: string;
}

/** A note can be a sentence. */
const told = (cell: string): string => (cell === '' ? 'nothing' : cutName(cleanName(cell), 120));

/** A row for each cell that changed, and for each line that is gone or new. */
function rowsOf(comparison: Comparison): Row[] {
  const { changed, gone, added } = comparison;
  return [
    ...changed.slice(0, mostLines).flatMap(({ line, cells }) =>
      cells.map(({ column, was, is }) => ({
        ...{ number: line.number, name: describeLine(comparison, line), what: column, was, is },
      })),
    ),
    ...gone.slice(0, mostLines).map((line) => ({
      ...{
        number: line.number,
        name: describeLine(comparison, line),
        what: 'the line',
        was: 'there',
        is: 'gone',
      },
    })),
    ...added.slice(0, mostLines).map((line) => ({
      ...{
        number: line.number,
        name: describeLine(comparison, line),
        what: 'the line',
        was: 'not there',
        is: 'new',
      },
    })),
  ];
}

/** All of it in a sentence. */
export function sentenceOf({ same, changed, gone, added }: Comparison): string {
  if (changed.length + gone.length + added.length === 0)
    return `Nothing has changed: ${counted(same, 'line')}, each as in the file.`;
  const found = [
    ...(changed.length > 0 ? [`${counted(changed.length, 'line')} changed`] : []),
    ...(gone.length > 0 ? [`${counted(gone.length, 'line')} gone`] : []),
    ...(added.length > 0 ? [`${counted(added.length, 'line')} new`] : []),
    `${counted(same, 'line')} as in the file`,
  ];
  const none = same === 0 ? ' Are wallets, year, currency and method those that it was saved with?' : '';
  return `It has changed: ${found.join(', ')}.${none}`;
}

/** The rest of it, which is not read out by itself. */
export function ComparisonTold({
  comparison,
  isBooked,
}: {
  comparison: Comparison;
  isBooked: boolean;
}): ReactNode {
  const { changed, gone, added, newColumns } = comparison;
  const rows = rowsOf(comparison);
  const isCut = [changed, gone, added].some(({ length }) => length > mostLines);
  return (
    <>
      {isBooked ? null : (
        <p className="warn">
          The ledger was being booked: the latest movements and corrections may be missing. Compare again in a
          moment.
        </p>
      )}
      {newColumns.length > 0 ? (
        <p className="meta">
          Columns that it has by now, and that were not compared: {newColumns.join(', ')}.
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
              {rows.map(({ number, name, what, was, is }) => (
                <tr key={`${number} ${what} ${is}`}>
                  <th scope="row">
                    {number} <Private className="meta">{name}</Private>
                  </th>
                  <td>{what}</td>
                  <td>
                    <Private>{told(was)}</Private>
                  </td>
                  <td>
                    <Private>{told(is)}</Private>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {isCut ? <p className="meta">Of each kind the first {mostLines} lines are shown.</p> : null}
    </>
  );
}
