/** One thing that is missing or doubtful: what it is, what it is about, what hangs on it, and the form that mends it. */
import { type ReactNode, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  IssueCode,
  issue_issue$data,
  issue_issue$key,
} from '../../__generated__/issue_issue.graphql.ts';
import { CorrectForm } from '../../corrections/correct-form.tsx';
import { Corrections } from '../../corrections/corrections.tsx';
import { OpeningLot } from '../../corrections/opening-lot.tsx';
import { tokenName } from '../../money/names.ts';
import { Money } from '../../parts/figures.tsx';
import { AddressText, Time, wordsOf } from '../../parts/text.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { Private } from '../../parts/veiled.tsx';
import { stakeUnknown, Ways } from './ways.tsx';

const fragment = graphql`
  fragment issue_issue on Issue {
    code
    summary
    needsAction
    atStake
    timestamp
    token {
      address
      blockchain {
        chainId
      }
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

type Found = issue_issue$data;

/** Of which token the books have too little. */
function lackingOf(
  transfer: Found['transfer'],
  token: Found['token'],
): { token: string; chainId: number } | null {
  if (transfer) return { token: transfer.rawToken.address, chainId: transfer.blockchain.chainId };
  return token ? { token: token.address, chainId: token.blockchain.chainId } : null;
}

interface IssueProps {
  issue: issue_issue$key;
  wallet: { address: string; ensName: string | null | undefined };
  onMended: () => void;
}

/** What hangs on it; where nobody knows, in words, since a blank would pass for nothing. */
function Stake({ value, code }: { value: string | null | undefined; code: IssueCode }): ReactNode {
  return (
    <span>
      At stake:{' '}
      {value == null ? (
        <span className="figure unknown" data-value="">
          {stakeUnknown(code)}
        </span>
      ) : (
        <Money value={value} currency="USD" />
      )}
    </span>
  );
}

export function Issue({ issue, wallet, onMended }: IssueProps): ReactNode {
  const { code, summary, needsAction, atStake, timestamp, token, transfer } = useFragment(fragment, issue);
  const [isOpen, setIsOpen] = useState(false);
  // Of a network fee there is no transfer.
  const lacking = code === 'MISSING_BASIS' ? lackingOf(transfer, token) : null;
  const isIn = transfer?.side === 'INFLOW';
  const symbol = transfer
    ? tokenName(token?.asset.symbol, transfer.rawToken.symbol, transfer.rawToken.address)
    : token?.asset.symbol;
  return (
    <>
      <p>
        <span className="badge">{needsAction ? wordsOf(code) : 'Nothing to do'}</span>{' '}
        {symbol ? <bdi>{symbol}</bdi> : null}{' '}
        <span className="meta">
          {timestamp ? <Time at={timestamp} /> : null} ·{' '}
          <AddressText address={wallet.address} name={wallet.ensName} />
        </span>
      </p>
      <p>
        <Private>{summary}</Private>
      </p>
      <Ways code={code} needsAction={needsAction} />
      <p className="issue-ways">
        <Stake value={atStake} code={code} />
        {transfer || lacking ? (
          <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Mend it
          </button>
        ) : null}
        {transfer ? (
          <>
            <TransactionLink to={{ ...transfer, wallet }}>The transaction</TransactionLink>
            <Corrections corrections={transfer.corrections} onUndone={onMended} />
          </>
        ) : null}
      </p>
      {isOpen && lacking ? (
        <OpeningLot wallet={wallet.address} {...lacking} symbol={symbol ?? ''} onAdded={onMended} />
      ) : null}
      {isOpen && transfer && code !== 'MISSING_BASIS' ? (
        <CorrectForm
          transferId={transfer.id}
          isInflow={isIn}
          amount={transfer.amount.replace(/^-/, '')}
          value={transfer.value ?? null}
          bookedAs={transfer.bookedAs ?? null}
          onDone={onMended}
          close={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
