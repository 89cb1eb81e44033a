/** One transaction as a wallet lived it: what it was and why, what moved, at which prices, and what the ledger makes of it. */
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { graphql } from 'react-relay';
import type { transactionQuery } from '../../__generated__/transactionQuery.graphql.ts';
import { useLens } from '../../app/lens/lens.ts';
import { keepLens } from '../../app/places.ts';
import { Effect, type EffectProps } from '../../corrections/effect.tsx';
import { groupDigits } from '../../money/format.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, Part, Skeleton } from '../../parts/states.tsx';
import { kindName, Time, wordsOf } from '../../parts/text.tsx';
import { Private } from '../../parts/veiled.tsx';
import { useLoaded } from '../../relay/load.ts';
import { isHash } from '../activity/activity-search.ts';
import { Facts } from './facts.tsx';
import { Flows } from './flows.tsx';
import { LegsTable } from './legs-table.tsx';
import { LotsUsed } from './lots-used.tsx';

const query = graphql`
  query transactionQuery($hash: Hash!, $chainId: Int, $wallet: Address) {
    transaction(hash: $hash, chainId: $chainId, wallet: $wallet) {
      id
      hash
      blockNumber
      timestamp
      kind
      isError
      isSpam
      spamReason
      blockchain {
        name
        chainId
      }
      wallet {
        address
      }
      transfers {
        side
        rawToken {
          address
        }
        nft {
          id
        }
      }
      ...facts_transaction
      ...flows_transaction
      ...legsTable_transaction
    }
  }
`;

/** The API has prices and values of the past in USD alone. */
function PastMoney(): ReactNode {
  const { currency } = useLens();
  if (currency === 'USD') return null;
  return (
    <p className="meta">
      Prices and values of what moved are in USD, as of the transaction&apos;s time: not in {currency}.
    </p>
  );
}

type Found = NonNullable<transactionQuery['response']['transaction']>;

function Head({ transaction }: { transaction: Found }): ReactNode {
  const { timestamp, blockchain, blockNumber, hash, isError, isSpam, spamReason } = transaction;
  return (
    <>
      <p className="meta">
        <Time at={timestamp} /> · {blockchain.name}, block {groupDigits(String(blockNumber))} ·{' '}
        <Private className="hash">{hash}</Private>
      </p>
      {isError ? <p className="banner">It failed: nothing moved, and only the fee was paid.</p> : null}
      {isSpam ? (
        <p className="banner">
          Set aside as spam{spamReason ? `: ${wordsOf(spamReason).toLowerCase()}` : ''}.
        </p>
      ) : null}
      <PastMoney />
    </>
  );
}

/** What went out of the wallet and has lots: tokens, by their contracts. */
const soldOf = ({ transfers }: Found): string[] => [
  ...new Set(
    transfers.flatMap(({ side, rawToken, nft }) => (side === 'OUTFLOW' && !nft ? [rawToken.address] : [])),
  ),
];

interface Asked {
  hash: string;
  chainId: number;
  wallet: string | null;
}

function Transaction({ hash, chainId, wallet }: Asked): ReactNode {
  const [corrections, setCorrections] = useState<EffectProps['corrections']>({ count: 0, last: null });
  const [round, setRound] = useState(0);
  const { transaction } = useLoaded<transactionQuery>(
    query,
    { hash, chainId, wallet },
    { fetchPolicy: 'store-and-network', again: round },
  );
  if (!transaction) {
    return (
      <Page title="Transaction">
        <Empty title="None of your wallets has this transaction.">
          A chain may have taken it back, or its wallet is not registered.
        </Empty>
      </Page>
    );
  }
  const sold = soldOf(transaction);
  const { address } = transaction.wallet;
  return (
    <Page title={kindName(transaction.kind)}>
      <Head transaction={transaction} />
      <Facts transaction={transaction} />
      <section className="card" aria-labelledby="flows-title">
        <h2 id="flows-title">What moved</h2>
        <Flows transaction={transaction} />
        <LegsTable
          transaction={transaction}
          onCorrected={(last) => {
            setCorrections(({ count }) => ({ count: count + 1, last }));
            // What one leg is booked as says something of the others.
            setRound((round) => round + 1);
          }}
        />
      </section>
      <Part fallback={null} resetKey={address}>
        <Effect
          wallets={[address]}
          corrections={corrections}
          onChanged={() => setRound((last) => last + 1)}
        />
      </Part>
      {sold.length === 0 ? null : (
        <section className="card" aria-labelledby="used-title">
          <h2 id="used-title">Lots that went</h2>
          <Part fallback={<Skeleton rows={3} />} resetKey={hash}>
            <LotsUsed
              {...{ wallet: address, hash, tokens: sold, round }}
              chainId={transaction.blockchain.chainId}
            />
          </Part>
        </section>
      )}
    </Page>
  );
}

/** Before it is known what it was, and where it cannot be. */
const whole = (inner: ReactNode): ReactNode => <Page title="Transaction">{inner}</Page>;

/** What is wrong in the address of the page; null: nothing. */
function wrongIn(chainId: string, hash: string): string | null {
  if (!isHash(hash)) return 'It does not name a transaction: the hash of one is 0x and 64 hex digits.';
  return /^\d{1,9}$/.test(chainId) ? null : 'It does not name a chain: the id of one is a number.';
}

export function TransactionPage(): ReactNode {
  const { hash, chainId } = useParams({ from: '/transaction/$chainId/$hash' });
  const { wallet } = useSearch({ from: '/transaction/$chainId/$hash' });
  const wrong = wrongIn(chainId, hash);
  if (wrong !== null) {
    return whole(
      <Empty title="This address is not one of a page.">
        <p>{wrong} Was the link copied whole?</p>
        <Link to="/activity" search={keepLens}>
          All activity
        </Link>
      </Empty>,
    );
  }
  return (
    <Part fallback={whole(<Skeleton rows={8} />)} around={whole} resetKey={hash}>
      <Transaction key={hash} hash={hash} chainId={Number(chainId)} wallet={wallet ?? null} />
    </Part>
  );
}
