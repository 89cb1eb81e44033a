/** A registered wallet: how far each of its chains is loaded, and the way to remove it. */
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { graphql, useFragment } from 'react-relay';
import type {
  walletCard_wallet$data,
  walletCard_wallet$key,
} from '../../__generated__/walletCard_wallet.graphql.ts';
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
          {warning}
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

export function WalletCard({
  wallet,
  remove,
}: {
  wallet: walletCard_wallet$key;
  remove: (address: string) => void;
}): ReactNode {
  const { address, ensName, sync } = useFragment(fragment, wallet);
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
          {ensName ? <AddressText address={address} name={ensName} /> : <WholeAddress address={address} />}
        </h2>
        {ensName ? <WholeAddress address={address} /> : null}
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
          <ChainLine key={chain.blockchain.id} chain={chain} />
        ))}
      </ul>
    </li>
  );
}
