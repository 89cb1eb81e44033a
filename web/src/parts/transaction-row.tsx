/** One transaction in a list: when, what it was, what moved, and with whom. */
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { transactionRow_transaction$key } from '../__generated__/transactionRow_transaction.graphql.ts';
import { Leg } from './leg.tsx';
import { AddressText, Time, wordsOf } from './text.tsx';
import { TransactionLink } from './transaction-link.tsx';

/** More are told as a number: the transaction's page has all. */
const mostLegs = 3;

const kindNames: Readonly<Record<string, string>> = { NFT_BUY: 'Bought NFT', NFT_SELL: 'Sold NFT' };

export const kindName = (kind: string): string => kindNames[kind] ?? wordsOf(kind);

/** How the counterparty stands to what moved: with the kind before and the amounts behind, the row reads as a sentence. */
function wayOf(transfers: readonly { side: string }[]): string {
  const sides = new Set(transfers.map(({ side }) => side));
  if (sides.size !== 1) return 'with';
  return sides.has('INFLOW') ? 'from' : 'to';
}

interface RowProps {
  transaction: transactionRow_transaction$key;
  as?: 'li' | 'div';
}

export function TransactionRow({ transaction, as: Element = 'div' }: RowProps): ReactNode {
  const { hash, timestamp, kind, isError, isSpam, blockchain, wallet, counterparty, transfers } = useFragment(
    graphql`
      fragment transactionRow_transaction on Transaction {
        hash
        timestamp
        kind
        isError
        isSpam
        blockchain {
          name
          chainId
        }
        wallet {
          address
        }
        counterparty {
          address
          name
        }
        transfers {
          id
          side
          ...leg_transfer
        }
      }
    `,
    transaction,
  );
  const more = transfers.length - mostLegs;
  return (
    <Element className="row">
      <span className="row-what">
        <TransactionLink to={{ hash, blockchain, wallet }} className="row-kind">
          {kindName(kind)}
        </TransactionLink>
        {isError ? <span className="badge loss">failed</span> : null}
        {isSpam ? <span className="badge">spam</span> : null}
        <span className="meta">
          <Time at={timestamp} />
          <span className="wide"> · {blockchain.name}</span>
        </span>
      </span>
      <span className="row-with">
        <span className="meta">{wayOf(transfers)} </span>
        <AddressText address={counterparty.address} name={counterparty.name} />
        <span className="meta narrow"> · {blockchain.name}</span>
      </span>
      <span className="row-legs">
        {transfers.slice(0, mostLegs).map((leg) => (
          <span key={leg.id}>
            <Leg transfer={leg} hasValue />
          </span>
        ))}
        {more > 0 ? <span className="meta">and {more} more</span> : null}
        {transfers.length === 0 ? <span className="meta">nothing moved</span> : null}
      </span>
    </Element>
  );
}
