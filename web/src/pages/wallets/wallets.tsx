/** The registered wallets: how far each is loaded, per chain and live, and adding and removing them. */
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { walletsQuery } from '../../__generated__/walletsQuery.graphql.ts';
import type { walletsReloadMutation } from '../../__generated__/walletsReloadMutation.graphql.ts';
import type { walletsRemoveMutation } from '../../__generated__/walletsRemoveMutation.graphql.ts';
import { useLensChange } from '../../app/lens/lens.ts';
import { say } from '../../app/said.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Part, Skeleton } from '../../parts/states.tsx';
import { useLoaded } from '../../relay/load.ts';
import { AddForm } from './add-form.tsx';
import { useLiveSync } from './live-sync.ts';
import { mostAtOnce } from './most-at-once.ts';
import { WalletCard } from './wallet-card.tsx';

function List(): ReactNode {
  const [round, setRound] = useState(0);
  const search = useSearch({ strict: false });
  const change = useLensChange();
  const [problem, setProblem] = useState<string | null>(null);
  const data = useLoaded<walletsQuery>(
    graphql`
      query walletsQuery {
        me {
          scopes
        }
        wallets(first: 100) {
          count
          nodes {
            id
            address
            ...walletCard_wallet
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network', again: round },
  );
  const [commit] = useMutation<walletsRemoveMutation>(graphql`
    mutation walletsRemoveMutation($input: UnregisterWalletsInput!) {
      unregisterWallets(input: $input) {
        unregisteredWalletIds
      }
    }
  `);
  const [commitReload] = useMutation<walletsReloadMutation>(graphql`
    mutation walletsReloadMutation($input: ReloadWalletsInput!) {
      reloadWallets(input: $input) {
        wallets {
          id
          ...walletCard_wallet
        }
      }
    }
  `);
  const reload = (address: string): void => {
    setProblem(null);
    commitReload({
      variables: { input: { addresses: [address] } },
      onCompleted: () => {
        say('The wallet is loaded anew.');
        setRound((before) => before + 1);
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  const nodes = data.wallets?.nodes ?? [];
  useLiveSync(nodes.slice(0, mostAtOnce).map(({ address }) => address));
  const remove = (address: string, stillMine: boolean): void => {
    setProblem(null);
    commit({
      variables: { input: { addresses: [address], stillMine } },
      onCompleted: () => {
        say(stillMine ? 'The wallet is removed.' : 'The wallet is forgotten.');
        const rest = search.w?.split(',').filter((other) => other !== address) ?? [];
        if (search.w !== undefined) change({ w: rest.length === 0 ? undefined : rest.join(',') }, true);
        setRound((before) => before + 1);
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <>
      <AddForm onAdded={() => setRound((before) => before + 1)} />
      {problem === null ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {nodes.length === 0 ? <Empty title="No wallet is registered yet." /> : null}
      <ul className="wallet-list">
        {nodes.map((node) => (
          <WalletCard
            key={node.id}
            wallet={node}
            remove={remove}
            reload={data.me.scopes.includes('admin') ? reload : null}
          />
        ))}
      </ul>
      {data.wallets && data.wallets.count > nodes.length ? (
        <p className="meta">
          The first {nodes.length} of {data.wallets.count}.
        </p>
      ) : null}
    </>
  );
}

export function WalletsPage(): ReactNode {
  return (
    <Page title="Wallets">
      <Part fallback={<Skeleton rows={4} height={120} />}>
        <List />
      </Part>
    </Page>
  );
}
