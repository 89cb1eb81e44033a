/** A registered wallet: how far each of its chains is loaded, and the way to remove it. */
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { graphql, useFragment } from 'react-relay';
import type {
  walletCard_wallet$data,
  walletCard_wallet$key,
} from '../../__generated__/walletCard_wallet.graphql.ts';
import { usePrivacy } from '../../app/preferences.ts';
import { groupDigits } from '../../money/format.ts';
import { AddressText, Time } from '../../parts/text.tsx';
import { Private } from '../../parts/veiled.tsx';

const phases: Readonly<Record<string, string>> = {
  QUEUED: 'Waiting for its turn',
  BACKFILL: 'Loading the history',
  ENRICH: 'Reading tokens and names',
  FOLLOWING: 'Following the chain',
  STALE: 'Behind the chain',
  FAILED: 'Failed',
};

const fragment = graphql`
  fragment walletCard_wallet on Wallet {
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
`;

type Chain = walletCard_wallet$data['sync'][number];

function ChainLine({ chain }: { chain: Chain }): ReactNode {
  return (
    <li>
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
          <Private>{warning}</Private>
        </p>
      ))}
    </li>
  );
}

function WholeAddress({ address }: { address: string }): ReactNode {
  return (
    <code>
      <Private>{address}</Private>
    </code>
  );
}

interface Doing {
  /** On the button, and on the one that confirms it. */
  name: string;
  what: string;
  run: () => void;
}

/** What may be done with the wallet; what cannot be taken back is asked for once more. */
function Doings({ address, doings }: { address: string; doings: readonly Doing[] }): ReactNode {
  const called = usePrivacy() ? 'this wallet' : address;
  const [asked, setAsked] = useState<string | null>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const all = useRef<HTMLSpanElement>(null);
  const asking = doings.find(({ name }) => name === asked);
  // The button that was pressed is gone: who has no mouse goes on at the answer, and back.
  const decide = (next: string | null): void => {
    const back = doings.findIndex(({ name }) => name === asked);
    flushSync(() => setAsked(next));
    if (next !== null) keep.current?.focus();
    else all.current?.querySelectorAll('button')[back]?.focus();
  };
  if (asking === undefined) {
    return (
      <span className="confirm" ref={all}>
        {doings.map(({ name }) => (
          <button key={name} type="button" aria-label={`${name} ${called}`} onClick={() => decide(name)}>
            {name}
          </button>
        ))}
      </span>
    );
  }
  return (
    <span className="confirm">
      <span>{asking.what}</span>
      <button
        type="button"
        className="danger"
        onClick={() => {
          decide(null);
          asking.run();
        }}
      >
        {asking.name}
      </button>
      <button type="button" ref={keep} onClick={() => decide(null)}>
        Keep
      </button>
    </span>
  );
}

export function WalletCard({
  wallet,
  remove,
  reload,
}: {
  wallet: walletCard_wallet$key;
  /** `isStillMine`: it goes on to count as the person's own. */
  remove: (address: string, isStillMine: boolean) => void;
  /** null: the person may not. */
  reload: ((address: string) => void) | null;
}): ReactNode {
  const { address, ensName, sync } = useFragment(fragment, wallet);
  const removal: Doing = {
    name: 'Remove',
    what: 'Nothing of it is shown any more. It goes on to be loaded and booked as your own, so that moves between it and your other wallets are no sales.',
    run: () => remove(address, true),
  };
  const forgetting: Doing = {
    name: 'Forget',
    what: 'It is not yours, or no longer: its corrections are dropped, what moved between it and your other wallets is booked as sales and purchases, and after 30 days its data is deleted if nobody else has it.',
    run: () => remove(address, false),
  };
  const reloading = (run: (address: string) => void): Doing => ({
    name: 'Reload',
    what: 'Its history is dropped and loaded anew, for everybody who has it. Corrections and labels stay.',
    run: () => run(address),
  });
  return (
    <li className="card wallet-card">
      <div className="wallet-head">
        <h2>
          {ensName ? <AddressText address={address} name={ensName} /> : <WholeAddress address={address} />}
        </h2>
        {ensName ? <WholeAddress address={address} /> : null}
        <Doings
          address={address}
          doings={[...(reload === null ? [] : [reloading(reload)]), removal, forgetting]}
        />
      </div>
      <ul className="sync">
        {sync.map((chain) => (
          <ChainLine key={chain.blockchain.id} chain={chain} />
        ))}
      </ul>
    </li>
  );
}
