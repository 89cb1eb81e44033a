/** What happened last. */
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { latestQuery } from '../../__generated__/latestQuery.graphql.ts';
import type { Lens } from '../../app/lens/lens.ts';
import { Empty } from '../../parts/states.tsx';
import { TransactionRow } from '../../parts/transaction-row.tsx';
import { useLoaded } from '../../relay/load.ts';

export function Latest({ lens: { wallets } }: { lens: Lens }): ReactNode {
  const { transactions } = useLoaded<latestQuery>(
    graphql`
      query latestQuery($wallets: [Address!]!) {
        transactions(wallets: $wallets, first: 8, filter: { spam: EXCLUDE }) {
          nodes {
            id
            ...transactionRow_transaction
          }
        }
      }
    `,
    { wallets },
    { fetchPolicy: 'store-and-network' },
  );
  const nodes = transactions?.nodes ?? [];
  if (nodes.length === 0) return <Empty title="Nothing has happened yet, or it is still being loaded." />;
  return (
    <ul className="rows">
      {nodes.map((node) => (
        <TransactionRow key={node.id} transaction={node} as="li" />
      ))}
    </ul>
  );
}
