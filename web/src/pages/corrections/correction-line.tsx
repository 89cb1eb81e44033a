/** One correction in the list: what it says, what that does, why, since when and by whom, where it belongs, and its undoing. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  correctionLine_correction$data,
  correctionLine_correction$key,
} from '../../__generated__/correctionLine_correction.graphql.ts';
import { keepLens } from '../../app/places.ts';
import { bookingWords, type CorrectionChange, effectOf } from '../../corrections/bookings.ts';
import { UndoButton } from '../../corrections/undo-button.tsx';
import { dayOf } from '../../money/local-day.ts';
import { tokenName } from '../../money/names.ts';
import { Amount, Money } from '../../parts/figures.tsx';
import { Leg } from '../../parts/leg.tsx';
import { AddressText, Time } from '../../parts/text.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { Private } from '../../parts/veiled.tsx';

const fragment = graphql`
  fragment correctionLine_correction on Correction {
    id
    kind
    treatment
    price
    cost
    currency
    quantity
    acquiredAt
    note
    createdAt
    createdBy {
      keyId
      name
    }
    undoneAt
    undoneBy {
      keyId
      name
    }
    replacedById
    applies
    wallet {
      address
      ensName
    }
    token {
      address
      asset {
        symbol
      }
    }
    transfer {
      hash
      side
      price
      priceSource
      blockchain {
        chainId
      }
      wallet {
        address
      }
      ...leg_transfer
    }
  }
`;

type Data = correctionLine_correction$data;

const kinds: Readonly<Record<string, string>> = {
  TREATMENT: 'Booking',
  PRICE: 'Price',
  BASIS: 'Cost',
  OPENING_LOT: 'Opening lot',
};

const symbolOf = ({ token }: Data): string =>
  token ? tokenName(token.asset.symbol, '', token.address) : 'a token that is not recognised';

const Day = ({ at }: { at: string }): ReactNode => <time dateTime={at}>{dayOf(at)}</time>;

/** What it does, in words. */
function Effect({ data }: { data: Data }): ReactNode {
  const { kind, treatment, price, cost, currency, quantity, acquiredAt, transfer } = data;
  const unit = currency ?? 'USD';
  if (kind === 'TREATMENT') {
    return (
      <>
        {bookingWords(treatment)}. {effectOf(treatment ?? '')}
      </>
    );
  }
  if (kind === 'PRICE') {
    return (
      <>
        One is worth <Money value={price} currency={unit} />
        {transfer?.price ? (
          <>
            , in place of <Money value={transfer.price} currency="USD" /> ({transfer.priceSource})
          </>
        ) : (
          ', where no price was known'
        )}
        . It decides what its trade was worth, too.
      </>
    );
  }
  if (kind === 'BASIS') {
    return (
      <>
        It cost <Money value={cost} currency={unit} /> in all
        {acquiredAt ? (
          <>
            , and was acquired on <Day at={acquiredAt} />
          </>
        ) : null}
        .
      </>
    );
  }
  return (
    <>
      <Amount value={quantity ?? '0'} symbol={symbolOf(data)} />, acquired on{' '}
      {acquiredAt ? <Day at={acquiredAt} /> : 'an unknown day'}, was there before the known history.{' '}
      {cost ? (
        <>
          It cost <Money value={cost} currency={unit} /> in all.
        </>
      ) : (
        'What it cost is not known.'
      )}
    </>
  );
}

/** Keys of the command line may have no name. */
const calledBy = ({ keyId, name }: Data['createdBy']): string => name || keyId;

interface LineProps {
  correction: correctionLine_correction$key;
  /** The id of the holding of an opening lot; null: not known. */
  holding: string | null;
  onUndone: (change: CorrectionChange) => void;
}

export function CorrectionLine({ correction, holding, onUndone }: LineProps): ReactNode {
  const data = useFragment(fragment, correction);
  const { id, kind, note, createdAt, createdBy, undoneAt, undoneBy, applies, wallet, transfer } = data;
  const isReplaced = Boolean(data.replacedById);
  return (
    <>
      <h3>
        {kinds[kind] ?? kind} of {transfer ? <Leg transfer={transfer} /> : <bdi>{symbolOf(data)}</bdi>}
      </h3>
      <p>
        <Effect data={data} />
      </p>
      {note ? (
        <p>
          Why: <Private>{note}</Private>
        </p>
      ) : null}
      <p className="meta">
        <AddressText address={wallet.address} name={wallet.ensName} /> · since <Time at={createdAt} /> by{' '}
        {calledBy(createdBy)}
        {undoneAt ? (
          <>
            {' '}
            · {isReplaced ? 'replaced by a later one' : 'undone'} <Time at={undoneAt} />
            {undoneBy ? ` by ${calledBy(undoneBy)}` : ''}
          </>
        ) : null}
      </p>
      {undoneAt || applies ? null : (
        <p className="meta warn">
          Not booked: its transfer is gone, or set aside as spam. It holds again when that is back.
        </p>
      )}
      <p className="issue-ways">
        {undoneAt ? (
          <span className="badge">{isReplaced ? 'Replaced' : 'Undone'}</span>
        ) : (
          <UndoButton
            id={id}
            label={`Undo: ${(kinds[kind] ?? kind).toLowerCase()} of ${symbolOf(data)}`}
            onUndone={onUndone}
          />
        )}
        {transfer ? <TransactionLink to={transfer}>The transaction</TransactionLink> : null}
        {kind === 'OPENING_LOT' && holding !== null ? (
          <Link to="/holding/$id" params={{ id: holding }} search={keepLens}>
            The holding
          </Link>
        ) : null}
      </p>
    </>
  );
}
