/** The registered wallets: how far each is loaded, per chain and live, and adding and removing them. */
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { graphql, useFragment, useMutation, useRelayEnvironment } from 'react-relay';
import { requestSubscription } from 'relay-runtime';
import type { wallets_wallet$key } from '../__generated__/wallets_wallet.graphql.ts';
import type { walletsAddMutation } from '../__generated__/walletsAddMutation.graphql.ts';
import type { walletsQuery } from '../__generated__/walletsQuery.graphql.ts';
import type { walletsRemoveMutation } from '../__generated__/walletsRemoveMutation.graphql.ts';
import { useLensChange } from '../app/lens.ts';
import { groupDigits } from '../money/format.ts';
import { Page } from '../parts/page.tsx';
import { Empty, Part, Skeleton } from '../parts/states.tsx';
import { AddressText, Time } from '../parts/text.tsx';
import { useLoaded } from '../relay/load.ts';

const phases: Readonly<Record<string, string>> = {
  QUEUED: 'Waiting for its turn',
  BACKFILL: 'Loading the history',
  ENRICH: 'Reading tokens and names',
  FOLLOWING: 'Following the chain',
  STALE: 'Behind the chain',
  FAILED: 'Failed',
};

function WalletCard({
  wallet,
  remove,
}: {
  wallet: wallets_wallet$key;
  remove: (address: string) => void;
}): ReactNode {
  const { address, ensName, sync } = useFragment(
    graphql`
      fragment wallets_wallet on Wallet {
        address
        ensName
        sync {
          phase
          percent
          error
          warnings
          syncedBlock
          headBlock
          staleSince
          seenWithinSeconds
          blockchain {
            id
            name
          }
        }
      }
    `,
    wallet,
  );
  const [isAsking, setIsAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const ask = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone: who has no mouse goes on at the answer, and back.
  const decide = (next: boolean): void => {
    flushSync(() => setIsAsking(next));
    (next ? keep : ask).current?.focus();
  };
  return (
    <li className="card wallet-card">
      <div className="wallet-head">
        <h2>
          <AddressText address={address} name={ensName} />
        </h2>
        <code className="private">{address}</code>
        {isAsking ? (
          <span className="confirm">
            <span>Its figures are no longer yours to see.</span>
            <button type="button" className="danger" onClick={() => remove(address)}>
              Remove
            </button>
            <button type="button" ref={keep} onClick={() => decide(false)}>
              Keep
            </button>
          </span>
        ) : (
          <button type="button" aria-label={`Remove ${address}`} ref={ask} onClick={() => decide(true)}>
            Remove
          </button>
        )}
      </div>
      <ul className="sync">
        {sync.map((chain) => (
          <li key={chain.blockchain.id}>
            <span>{chain.blockchain.name}</span>
            {chain.phase === 'FOLLOWING' ? null : (
              <progress
                max={100}
                value={chain.percent}
                aria-label={`${chain.blockchain.name}: ${chain.percent} %`}
              />
            )}
            <span className={chain.phase === 'FAILED' ? 'badge loss' : 'badge'}>
              {phases[chain.phase] ?? chain.phase}
            </span>
            <span className="meta">
              {chain.syncedBlock === null || chain.syncedBlock === undefined
                ? 'no block yet'
                : `up to block ${groupDigits(String(chain.syncedBlock))}`}
              {chain.staleSince ? (
                <>
                  , behind since <Time at={chain.staleSince} />
                </>
              ) : null}
            </span>
            {chain.error ? <p className="problem">{chain.error}</p> : null}
            {chain.warnings.map((warning) => (
              <p key={warning} className="meta warn">
                {warning}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** What stands in the field: addresses and ENS names between blanks or commas. */
const namesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ''))];
const mostAtOnce = 10;

function AddForm({ onAdded }: { onAdded: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [commit, isUnderWay] = useMutation<walletsAddMutation>(graphql`
    mutation walletsAddMutation($input: RegisterWalletsInput!) {
      registerWallets(input: $input) {
        wallets {
          id
          ...wallets_wallet
        }
      }
    }
  `);
  const names = namesIn(text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(null);
    if (names.length > mostAtOnce) {
      setProblem(`At most ${mostAtOnce} at once, please: these are ${names.length}.`);
      return;
    }
    commit({
      variables: { input: { addresses: names } },
      onCompleted: () => {
        setText('');
        onAdded();
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <form className="card add" onSubmit={submit}>
      <label htmlFor="addresses">Add wallets</label>
      <textarea
        id="addresses"
        data-filter=""
        rows={2}
        required
        spellCheck={false}
        placeholder="0x… or name.eth, one or several"
        value={text}
        onChange={({ target }) => setText(target.value)}
        aria-describedby="add-note"
      />
      <button type="submit" className="primary" disabled={isUnderWay || names.length === 0}>
        {isUnderWay ? 'Adding…' : names.length > 1 ? `Add ${names.length} wallets` : 'Add'}
      </button>
      <p id="add-note" className="meta">
        Addresses are public: no key of a wallet is ever asked for. Loading begins at once.
      </p>
      {problem === null ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

const syncSubscription = graphql`
  subscription walletsSyncSubscription($addresses: [Address!]!) {
    walletSync(addresses: $addresses) {
      id
      ...wallets_wallet
    }
  }
`;

/** How long after a broken stream another is opened. */
const reopenMs = 5_000;

function useLiveSync(addresses: readonly string[]): void {
  const environment = useRelayEnvironment();
  const key = addresses.join(',');
  useEffect(() => {
    if (key === '') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: { dispose: () => void } | undefined;
    const open = (): void => {
      const again = (): void => {
        timer = setTimeout(open, reopenMs);
      };
      current = requestSubscription(environment, {
        subscription: syncSubscription,
        variables: { addresses: key.split(',') },
        onError: again,
        onCompleted: again,
      });
    };
    open();
    return () => {
      clearTimeout(timer);
      current?.dispose();
    };
  }, [environment, key]);
}

function List(): ReactNode {
  const [round, setRound] = useState(0);
  const search = useSearch({ strict: false });
  const change = useLensChange();
  const [problem, setProblem] = useState<string | null>(null);
  const data = useLoaded<walletsQuery>(
    graphql`
      query walletsQuery {
        wallets(first: 100) {
          count
          nodes {
            id
            address
            ...wallets_wallet
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
  const nodes = data.wallets?.nodes ?? [];
  useLiveSync(nodes.slice(0, mostAtOnce).map(({ address }) => address));
  const remove = (address: string): void => {
    setProblem(null);
    commit({
      variables: { input: { addresses: [address] } },
      onCompleted: () => {
        const rest = search.w?.split(',').filter((other) => other !== address) ?? [];
        if (search.w !== undefined) change({ w: rest.length === 0 ? undefined : rest.join(',') });
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
          <WalletCard key={node.id} wallet={node} remove={remove} />
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
