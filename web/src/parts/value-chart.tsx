/** A line of values over time, drawn in SVG, with the same as a table for those who do not see it. */
import { type PointerEvent, type ReactNode, useState } from 'react';
import { usePrivacy } from '../app/preferences.ts';
import { addDecimals, negate, toDraw } from '../money/decimals.ts';
import { formatMoney } from '../money/format.ts';
import { Money } from './figures.tsx';
import { Scroll } from './scroll.tsx';
import { Time } from './text.tsx';

export interface ValuePoint {
  at: string;
  /** An exact decimal. */
  value: string;
  unpriced: number;
  stale: number;
}

interface ChartProps {
  /** At least two, oldest first. */
  points: readonly ValuePoint[];
  currency: string;
  label: string;
}

const [width, height, bottom] = [1000, 220, 8];

function pathOf(values: readonly number[]): { line: string; area: string; yOf: (value: number) => number } {
  const [least, most] = [Math.min(0, ...values), Math.max(...values)];
  const span = most - least || 1;
  const yOf = (value: number): number => height - bottom - ((value - least) / span) * (height - 2 * bottom);
  const step = width / (values.length - 1);
  const line = values
    .map((value, index) => `${(index * step).toFixed(1)},${yOf(value).toFixed(1)}`)
    .join(' L');
  return { line: `M${line}`, area: `M0,${height} L${line} L${width},${height} Z`, yOf };
}

function PointTable({ points, currency, label }: ChartProps): ReactNode {
  return (
    <details>
      <summary>Show as table</summary>
      <Scroll label={`${label}, as a table`}>
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col" className="number">
                Value
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.at}>
                <td>
                  <Time at={point.at} />
                </td>
                <td className="number">
                  <Money value={point.value} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}

export function ValueChart({ points, currency, label }: ChartProps): ReactNode {
  const isPrivate = usePrivacy();
  const [at, setAt] = useState<number | null>(null);
  const values = points.map(({ value }) => toDraw(value));
  const { line, area, yOf } = pathOf(values);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const shown = points[at ?? points.length - 1] ?? last;
  const move = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): void => {
    const { left, width: wide } = currentTarget.getBoundingClientRect();
    const place = Math.round(((clientX - left) / wide) * (points.length - 1));
    setAt(Math.max(0, Math.min(points.length - 1, place)));
  };
  const change = addDecimals(last.value, negate(first.value));
  const summary = isPrivate
    ? `${label}: hidden.`
    : `${label}: from ${formatMoney(first.value, currency)} to ${formatMoney(last.value, currency)}.`;
  const x = ((at ?? points.length - 1) / (points.length - 1)) * width;
  return (
    <figure className="chart">
      <figcaption>
        <span>
          <Money value={shown.value} currency={currency} />{' '}
          <span className="meta">
            <Time at={shown.at} />
          </span>
        </span>
        <span className="meta">
          Change, with what came and went <Money value={change} currency={currency} change="plain" />
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
        className="private-drawing"
        onPointerMove={move}
        onPointerLeave={() => setAt(null)}
      >
        {[0.25, 0.5, 0.75].map((part) => (
          <line key={part} x1="0" x2={width} y1={height * part} y2={height * part} className="grid" />
        ))}
        <path d={area} className="area" />
        <path d={line} className="line" />
        {at === null ? null : <line x1={x} x2={x} y1="0" y2={height} className="cursor" />}
        {at === null ? null : (
          <line x1={x - 4} x2={x + 4} y1={yOf(values[at] ?? 0)} y2={yOf(values[at] ?? 0)} className="mark" />
        )}
      </svg>
      {shown.unpriced + shown.stale > 0 ? (
        <p className="meta">
          {[
            ...(shown.unpriced > 0 ? [`${shown.unpriced} without a price left out`] : []),
            ...(shown.stale > 0 ? [`${shown.stale} at an older price`] : []),
          ].join(', ')}
          .
        </p>
      ) : null}
      <PointTable points={points} currency={currency} label={label} />
    </figure>
  );
}
