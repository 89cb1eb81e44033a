/** One thing that is missing or doubtful: what it is, what it is about, what hangs on it, and the form that mends it. */
import { type ReactNode, useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { issue_issue$key } from '../../__generated__/issue_issue.graphql.ts';
import { CorrectForm } from '../../corrections/correct-form.tsx';
import { Corrections } from '../../corrections/corrections.tsx';
import { OpeningLot } from '../../corrections/opening-lot.tsx';
import { tokenName } from '../../money/names.ts';
import { Money } from '../../parts/figures.tsx';
import { AddressText, Time, wordsOf } from '../../parts/text.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { Private } from '../../parts/veiled.tsx';

const fragment = graphql`
  fragment issue_issue on Issue {
    code
    message
    timestamp
    token {
      asset {
        symbol
      }
    }
    transfer {
      id
      hash
      side
      amount
      value
      bookedAs
      blockchain {
        chainId
      }
      rawToken {
        address
        symbol
      }
      corrections {
        id
        ...corrections_correction
      }
    }
  }
`;

interface IssueProps {
  issue: issue_issue$key;
  wallet: { address: string; ensName: string | null | undefined };
  /** In USD; null: not known. */
  stake: string | null;
  onMended: () => void;
}

/** The service's sentences speak of its API; what they advise stands below as a form. */
export function Issue({ issue, wallet, stake, onMended }: IssueProps): ReactNode {
  const { code, message, timestamp, token, transfer } = useFragment(fragment, issue);
  const [isOpen, setIsOpen] = useState(false);
  const ways = useRef<HTMLParagraphElement>(null);
  const mended = (): void => {
    setIsOpen(false);
    // The form is gone: who has no mouse goes on from this issue.
    ways.current?.closest('li')?.focus();
    onMended();
  };
  const isIn = transfer?.side === 'INFLOW';
  const symbol = transfer
    ? tokenName(token?.asset.symbol, transfer.rawToken.symbol, transfer.rawToken.address)
    : token?.asset.symbol;
  return (
    <>
      <p>
        <span className="badge">{wordsOf(code)}</span> {symbol ? <bdi>{symbol}</bdi> : null}{' '}
        <span className="meta">
          {timestamp ? <Time at={timestamp} /> : null} ·{' '}
          <AddressText address={wallet.address} name={wallet.ensName} />
        </span>
      </p>
      <p>
        <Private>{message}</Private>
      </p>
      <p className="issue-ways" ref={ways}>
        <span>
          At stake: <Money value={stake} currency="USD" reason="not known" />
        </span>
        {transfer ? (
          <>
            <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              Mend it
            </button>
            <TransactionLink to={{ ...transfer, wallet }}>The transaction</TransactionLink>
            <Corrections corrections={transfer.corrections} onUndone={onMended} />
          </>
        ) : null}
      </p>
      {isOpen && transfer && code === 'MISSING_BASIS' ? (
        <OpeningLot
          wallet={wallet.address}
          token={transfer.rawToken.address}
          chainId={transfer.blockchain.chainId}
          symbol={symbol ?? ''}
          onAdded={onMended}
        />
      ) : null}
      {isOpen && transfer && code !== 'MISSING_BASIS' ? (
        <CorrectForm
          transferId={transfer.id}
          isInflow={isIn}
          amount={transfer.amount.replace(/^-/, '')}
          value={transfer.value ?? null}
          bookedAs={transfer.bookedAs ?? null}
          onDone={mended}
        />
      ) : null}
    </>
  );
}
