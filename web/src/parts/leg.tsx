/** What moved in one transfer: how much of what, with its side; and what it was worth then. */
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { leg_transfer$key } from '../__generated__/leg_transfer.graphql.ts';
import { unitName } from '../money/names.ts';
import { Amount, Money } from './figures.tsx';

interface LegProps {
  transfer: leg_transfer$key;
  /** Says what it was worth as well. */
  hasValue?: boolean;
}

export function Leg({ transfer, hasValue = false }: LegProps): ReactNode {
  const leg = useFragment(
    graphql`
      fragment leg_transfer on Transfer {
        amount
        side
        value
        rawToken {
          address
          symbol
        }
        token {
          asset {
            symbol
          }
        }
        nft {
          name
        }
      }
    `,
    transfer,
  );
  return (
    <>
      <span className="leg-amount">
        <Amount
          value={leg.amount.replace(/^-/, '')}
          symbol={unitName(leg)}
          side={leg.side === 'INFLOW' ? 'INFLOW' : 'OUTFLOW'}
        />
      </span>
      {hasValue ? (
        <span className="row-value">
          <Money value={leg.value} currency="USD" />
        </span>
      ) : null}
    </>
  );
}
