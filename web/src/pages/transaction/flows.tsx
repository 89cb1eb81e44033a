/** The transfers of a transaction as bands into the wallet and out of it. */
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  flows_transaction$data,
  flows_transaction$key,
} from '../../__generated__/flows_transaction.graphql.ts';
import { toDraw } from '../../money/decimals.ts';
import { type FlowEnd, FlowPicture } from '../../parts/flow-picture.tsx';
import { Leg } from '../../parts/leg.tsx';
import { AddressText } from '../../parts/text.tsx';

/** More would be no picture any more: the table below has all. */
const mostEnds = 8;

const fragment = graphql`
  fragment flows_transaction on Transaction {
    wallet {
      address
      ensName
    }
    transfers {
      id
      side
      value
      counterparty {
        id
        address
        name
      }
      ...leg_transfer
    }
  }
`;

function endsOf(transfers: flows_transaction$data['transfers'], side: 'INFLOW' | 'OUTFLOW'): FlowEnd[] {
  return transfers
    .filter((leg) => leg.side === side)
    .slice(0, mostEnds)
    .map((leg) => ({
      key: leg.id,
      name: <AddressText address={leg.counterparty.address} name={leg.counterparty.name} />,
      figure: <Leg transfer={leg} />,
      weight: Math.abs(toDraw(leg.value ?? '0')),
    }));
}

export function Flows({ transaction }: { transaction: flows_transaction$key }): ReactNode {
  const { wallet, transfers } = useFragment(fragment, transaction);
  if (transfers.length === 0) return null;
  return (
    <FlowPicture
      sources={endsOf(transfers, 'INFLOW')}
      sinks={endsOf(transfers, 'OUTFLOW')}
      centre={<AddressText address={wallet.address} name={wallet.ensName} />}
    />
  );
}
