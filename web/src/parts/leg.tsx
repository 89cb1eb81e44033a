/** What moved in one transfer: how much of what, with its side. */
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { leg_transfer$key } from '../__generated__/leg_transfer.graphql.ts';
import { unitName } from '../money/names.ts';
import { Amount } from './figures.tsx';

export function Leg({ transfer }: { transfer: leg_transfer$key }): ReactNode {
  const leg = useFragment(
    graphql`
      fragment leg_transfer on Transfer {
        amount
        side
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
    <Amount
      value={leg.amount.replace(/^-/, '')}
      symbol={unitName(leg)}
      side={leg.side === 'INFLOW' ? 'INFLOW' : 'OUTFLOW'}
    />
  );
}
