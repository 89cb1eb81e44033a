/** One transaction in a list: when, what it was, what moved, and with whom. */
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  transactionRow_transaction$data,
  transactionRow_transaction$key,
} from '../__generated__/transactionRow_transaction.graphql.ts';
import { useLens } from '../app/lens/lens.ts';
import { Leg } from './leg.tsx';
import { AddressText, kindName, Time } from './text.tsx';
import { TransactionLink } from './transaction-link.tsx';

/** More are told as a number: the transaction's page has all. */
const mostLegs = 3;

/** How the counterparty stands to what moved: with the kind before and the amounts behind, the row reads as a sentence. */
function wayOf(transfers: readonly { side: string }[]): string {
  const sides = new Set(transfers.map(({ side }) => side));
  if (sides.size !== 1) return 'with';
  return sides.has('INFLOW') ? 'from' : 'to';
}

/** On which chain, and of which wallet where the page looks at several. */
function Where({
  blockchain,
  wallet,
  isOfMany,
}: Pick<transactionRow_transaction$data, 'blockchain' | 'wallet'> & { isOfMany: boolean }): ReactNode {
  return (
    <>
      {blockchain.name}
      {isOfMany ? (
        <>
          {' · '}
          <span className="whose">
            of <AddressText address={wallet.address} name={wallet.ensName} />
          </span>
        </>
      ) : null}
    </>
  );
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
          ensName
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
  const isOfMany = useLens().wallets.length > 1;
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
          <span className="wide">
            {' '}
            · <Where {...{ blockchain, wallet, isOfMany }} />
          </span>
        </span>
      </span>
      <span className="row-with">
        <span className="meta">{wayOf(transfers)} </span>
        <AddressText address={counterparty.address} name={counterparty.name} />
        <span className="meta narrow">
          <Where {...{ blockchain, wallet, isOfMany }} />
        </span>
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
