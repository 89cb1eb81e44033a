/** What flows from whom, through the wallets, to whom: drawn as bands. What it says stands beside it as text, or in a table below. */
import type { ReactNode } from 'react';

export interface FlowEnd {
  key: string;
  name: ReactNode;
  figure: ReactNode;
  /** How wide its band is beside the others; 0: it is drawn as a line. */
  weight: number;
}

interface FlowPictureProps {
  sources: readonly FlowEnd[];
  sinks: readonly FlowEnd[];
  centre: ReactNode;
}

/** As in the style sheet: the height of a name, and of the whole picture's. */
const rowHeight = 48;
const widest = 22;

/** Bands between the middle of each row and the centre. */
function Bands({ ends, rows, isIn }: { ends: readonly FlowEnd[]; rows: number; isIn: boolean }): ReactNode {
  const height = Math.max(1, rows) * rowHeight;
  const most = Math.max(...ends.map(({ weight }) => weight), 0) || 1;
  const above = ((rows - ends.length) * rowHeight) / 2;
  return (
    <svg
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      className={isIn ? 'bands came private-drawing' : 'bands went private-drawing'}
      style={{ height }}
      aria-hidden="true"
    >
      {ends.map(({ key, weight }, index) => {
        const at = above + (index + 0.5) * rowHeight;
        const path = isIn
          ? `M0,${at} C55,${at} 45,${height / 2} 100,${height / 2}`
          : `M0,${height / 2} C55,${height / 2} 45,${at} 100,${at}`;
        return <path key={key} d={path} strokeWidth={Math.max(1.5, (weight / most) * widest)} />;
      })}
    </svg>
  );
}

function Ends({ ends, label }: { ends: readonly FlowEnd[]; label: string }): ReactNode {
  return (
    <ul className="flow-ends" aria-label={label}>
      {ends.map(({ key, name, figure }) => (
        <li key={key}>
          <span>{name}</span>
          <span>{figure}</span>
        </li>
      ))}
      {ends.length === 0 ? <li className="meta">nothing</li> : null}
    </ul>
  );
}

export function FlowPicture({ sources, sinks, centre }: FlowPictureProps): ReactNode {
  const rows = Math.max(sources.length, sinks.length, 1);
  return (
    <div className="flows">
      <Ends ends={sources} label="Came from" />
      <Bands ends={sources} rows={rows} isIn />
      <div className="flow-centre">{centre}</div>
      <Bands ends={sinks} rows={rows} isIn={false} />
      <Ends ends={sinks} label="Went to" />
    </div>
  );
}
