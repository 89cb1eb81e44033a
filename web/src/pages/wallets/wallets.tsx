/** The registered wallets: how far each is loaded, per chain and live, and adding and removing them. */
import { type ReactNode, useState } from 'react';
import { graphql, useMutation, useRelayEnvironment } from 'react-relay';
import { fetchQuery } from 'relay-runtime';
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

const query = graphql`
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
`;

/**
 * Reads the list anew into the store, from which the frame has its wallets, too: also when the page that changed it was left. The page goes
 * on showing what it has, and what was typed in it.
 */
export function useWalletsAnew(failed: (why: string) => void = () => undefined): () => void {
  const environment = useRelayEnvironment();
  return () => {
    fetchQuery<walletsQuery>(environment, query, {}, { networkCacheConfig: { force: true } }).subscribe({
      error: ({ message }: Error) => failed(message),
    });
  };
}

/** A choice of wallets without one; undefined: none is left, and so all are looked at. */
const without = (chosen: string | undefined, address: string): string | undefined =>
  chosen
    ?.split(',')
    .filter((other) => other !== address)
    .join(',') || undefined;

function List(): ReactNode {
  const change = useLensChange();
  const [problem, setProblem] = useState<string | null>(null);
  const anew = useWalletsAnew(setProblem);
  const data = useLoaded<walletsQuery>(query, {}, { fetchPolicy: 'store-and-network' });
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
        anew();
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
        // Of what is looked at now, which may be another page.
        change(({ w }) => ({ w: without(w, address) }), true);
        anew();
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <>
      <AddForm onAdded={anew} />
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
