/** From whom the most came, and to whom the most went. */
import type { ReactNode } from 'react';
import { addDecimals, compareDecimals, signOf, toDraw } from '../../money/decimals.ts';
import { Money } from '../../parts/figures.tsx';
import { type FlowEnd, FlowPicture } from '../../parts/flow-picture.tsx';

export interface Flow {
  key: string;
  name: ReactNode;
  /** Positive, in the currency. */
  inflow: string;
  outflow: string;
}

interface MoneyFlowProps {
  flows: readonly Flow[];
  currency: string;
  centre: string;
}

/** Beside them, all others are one. */
const mostEnds = 12;

function endsOf({ flows, currency }: MoneyFlowProps, side: 'inflow' | 'outflow'): FlowEnd[] {
  const sorted = flows
    .filter((flow) => signOf(flow[side]) > 0)
    .toSorted((left, right) => compareDecimals(right[side], left[side]));
  const end = (key: string, name: ReactNode, value: string): FlowEnd => ({
    ...{ key, name, weight: toDraw(value) },
    figure: <Money value={value} currency={currency} />,
  });
  const others = sorted.slice(mostEnds);
  return [
    ...sorted.slice(0, mostEnds).map((flow) => end(flow.key, flow.name, flow[side])),
    ...(others.length === 0
      ? []
      : [end('others', `${others.length} others`, addDecimals(...others.map((flow) => flow[side])))]),
  ];
}

export function MoneyFlow(props: MoneyFlowProps): ReactNode {
  const [sources, sinks] = [endsOf(props, 'inflow'), endsOf(props, 'outflow')];
  if (sources.length + sinks.length === 0) return null;
  return <FlowPicture sources={sources} sinks={sinks} centre={props.centre} />;
}
