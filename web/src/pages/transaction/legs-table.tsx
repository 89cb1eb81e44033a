/** What moved, leg by leg: price and its source, value, how it is booked, and what you say against it. */
import { type ReactNode, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  legsTable_transaction$data,
  legsTable_transaction$key,
} from '../../__generated__/legsTable_transaction.graphql.ts';
import { bookingWords, type CorrectionChange } from '../../corrections/bookings.ts';
import { CorrectForm } from '../../corrections/correct-form.tsx';
import { Corrections } from '../../corrections/corrections.tsx';
import { multiply } from '../../money/decimals.ts';
import { Money } from '../../parts/figures.tsx';
import { Leg } from '../../parts/leg.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty } from '../../parts/states.tsx';
import { AddressText } from '../../parts/text.tsx';

const fragment = graphql`
  fragment legsTable_transaction on Transaction {
    transfers {
      id
      side
      amount
      price
      priceSource
      value
      bookedAs
      isSpam
      heldBy
      counterparty {
        id
        address
        name
      }
      corrections {
        id
        kind
        price
        currency
        applies
        ...corrections_correction
      }
      ...leg_transfer
    }
  }
`;

type LegData = legsTable_transaction$data['transfers'][number];

/** The price that a person has stated, where the ledger goes by it, else the known one; and what that makes of the amount. */
function statedPrice({ amount, price, value, priceSource, corrections }: LegData) {
  const said = corrections.find(({ kind, applies }) => kind === 'PRICE' && applies);
  if (!said?.price) {
    return {
      ...{ price: { value: price, currency: 'USD' }, value: { value, currency: 'USD' } },
      source: priceSource ?? '',
    };
  }
  const currency = said.currency ?? 'USD';
  return {
    ...{ price: { value: said.price, currency }, value: { value: multiply(said.price, amount), currency } },
    source: 'you say',
  };
}

interface RowProps {
  leg: LegData;
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
  onCorrected: (change: CorrectionChange) => void;
}

function Row({ leg, isOpen, toggle, close, onCorrected }: RowProps): ReactNode {
  const isIn = leg.side === 'INFLOW';
  const stated = statedPrice(leg);
  const party = (
    <>
      {isIn ? 'from ' : 'to '}
      <AddressText address={leg.counterparty.address} name={leg.counterparty.name} />
    </>
  );
  return (
    <tbody>
      <tr>
        <th scope="row" className="number">
          <Leg transfer={leg} />
          <span className="meta narrow">{party}</span>
        </th>
        <td className="wide">{party}</td>
        <td className="number wide">
          <Money {...stated.price} />
          <span className="meta">{stated.source}</span>
        </td>
        <td className="number">
          <Money {...stated.value} />
          <span className="meta narrow">
            <Money {...stated.price} /> each
          </span>
          <span className="meta narrow">{stated.source}</span>
        </td>
        <td className="booked">
          {leg.isSpam ? null : bookingWords(leg.bookedAs)}
          {leg.isSpam ? <span className="badge">spam</span> : null}
          <Corrections corrections={leg.corrections} onUndone={onCorrected} />
          {leg.isSpam ? null : (
            <button type="button" aria-expanded={isOpen} onClick={toggle}>
              Correct
            </button>
          )}
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={5}>
            <CorrectForm
              transferId={leg.id}
              isInflow={isIn}
              amount={leg.amount.replace(/^-/, '')}
              value={leg.value ?? null}
              bookedAs={leg.bookedAs ?? null}
              onDone={() => onCorrected('made')}
              close={close}
            />
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

const tableHead = (
  <tr>
    <th scope="col" className="number">
      Amount
    </th>
    <th scope="col" className="wide">
      From or to
    </th>
    <th scope="col" className="number wide">
      Price
    </th>
    <th scope="col" className="number">
      Value
    </th>
    <th scope="col">Booked as</th>
  </tr>
);

interface LegsTableProps {
  transaction: legsTable_transaction$key;
  onCorrected: (change: CorrectionChange) => void;
}

export function LegsTable({ transaction, onCorrected }: LegsTableProps): ReactNode {
  const { transfers } = useFragment(fragment, transaction);
  const [open, setOpen] = useState<string | null>(null);
  if (transfers.length === 0) return <Empty title="Nothing moved." />;
  return (
    <Scroll label="Table of transfers">
      <table>
        <caption className="for-readers">Transfers of this transaction</caption>
        <thead>{tableHead}</thead>
        {transfers.map((leg) => (
          <Row
            key={leg.id}
            leg={leg}
            isOpen={open === leg.id}
            toggle={() => setOpen(open === leg.id ? null : leg.id)}
            // Another one may be open by then.
            close={() => setOpen((now) => (now === leg.id ? null : now))}
            onCorrected={onCorrected}
          />
        ))}
      </table>
    </Scroll>
  );
}
