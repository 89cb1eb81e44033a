/** What moved, leg by leg: price and its source, value, how it is booked, and what you say against it. */
import { type ReactNode, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  legsTable_transaction$data,
  legsTable_transaction$key,
} from '../../__generated__/legsTable_transaction.graphql.ts';
import { CorrectForm } from '../../corrections/correct-form.tsx';
import { Corrections } from '../../corrections/corrections.tsx';
import { Money } from '../../parts/figures.tsx';
import { Leg } from '../../parts/leg.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty } from '../../parts/states.tsx';
import { AddressText, wordsOf } from '../../parts/text.tsx';

const fragment = graphql`
  fragment legsTable_transaction on Transaction {
    transfers {
      id
      side
      amount
      price
      priceSource
      value
      taxTreatment
      isSpam
      heldBy
      counterparty {
        id
        address
        name
      }
      corrections {
        id
        ...corrections_correction
      }
      ...leg_transfer
    }
  }
`;

type LegData = legsTable_transaction$data['transfers'][number];

interface RowProps {
  leg: LegData;
  isOpen: boolean;
  toggle: () => void;
  onCorrected: () => void;
}

function Row({ leg, isOpen, toggle, onCorrected }: RowProps): ReactNode {
  const isIn = leg.side === 'INFLOW';
  const bookedAs = leg.taxTreatment ?? (isIn ? 'ACQUISITION' : 'DISPOSAL');
  const party = (
    <>
      {isIn ? 'from ' : 'to '}
      <AddressText address={leg.counterparty.address} name={leg.counterparty.name} />
    </>
  );
  return (
    <>
      <tr>
        <th scope="row" className="number">
          <Leg transfer={leg} />
          <span className="meta narrow">{party}</span>
        </th>
        <td className="wide">{party}</td>
        <td className="number wide">
          <Money value={leg.price} currency="USD" />
          <span className="meta">{leg.priceSource ?? ''}</span>
        </td>
        <td className="number">
          <Money value={leg.value} currency="USD" />
          <span className="meta narrow">
            <Money value={leg.price} currency="USD" /> each
          </span>
          <span className="meta narrow">{leg.priceSource ?? ''}</span>
        </td>
        <td className="booked">
          {wordsOf(bookedAs)}
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
              bookedAs={bookedAs}
              onDone={() => {
                onCorrected();
                toggle();
              }}
            />
          </td>
        </tr>
      ) : null}
    </>
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
  /** Something was corrected, or a correction undone. */
  onCorrected: () => void;
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
        <tbody>
          {transfers.map((leg) => (
            <Row
              key={leg.id}
              leg={leg}
              isOpen={open === leg.id}
              toggle={() => setOpen(open === leg.id ? null : leg.id)}
              onCorrected={onCorrected}
            />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
