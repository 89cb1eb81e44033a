/** What went of a holding, each with the lot that it came from. Who points at one sees what is left of its lot light up above. */
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  disposals_balance$data,
  disposals_balance$key,
} from '../../__generated__/disposals_balance.graphql.ts';
import { Amount, Money } from '../../parts/figures.tsx';
import { Cut } from '../../parts/more.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty, NotBooked } from '../../parts/states.tsx';
import { wordsOf } from '../../parts/text.tsx';
import { Moment } from '../../parts/transaction-link.tsx';

const fragment = graphql`
  fragment disposals_balance on TokenBalance {
    currency
    isBooked
    disposals(first: 100) {
      count
      nodes {
        disposedAt
        disposedBy {
          hash
          blockchain {
            chainId
          }
          wallet {
            address
          }
        }
        acquiredAt
        acquiredBy {
          hash
          blockchain {
            chainId
          }
          wallet {
            address
          }
        }
        quantity
        proceeds
        cost
        gain
        taxTreatment
      }
    }
  }
`;

type Disposal = disposals_balance$data['disposals']['nodes'][number];

interface RowProps {
  disposal: Disposal;
  symbol: string;
  currency: string;
  light: (acquiredAt: string | null) => void;
}

function Row({ disposal, symbol, currency, light }: RowProps): ReactNode {
  const { acquiredAt } = disposal;
  const on = (): void => light(acquiredAt ?? null);
  const off = (): void => light(null);
  return (
    <tr onPointerEnter={on} onPointerLeave={off} onFocus={on} onBlur={off}>
      <th scope="row">
        <Moment at={disposal.disposedAt} by={disposal.disposedBy} />
        <span className="meta">{wordsOf(disposal.taxTreatment)}</span>
        <span className="meta narrow">
          <Amount value={disposal.quantity} symbol={symbol} />
        </span>
        <span className="meta narrow">
          of {acquiredAt ? <Moment at={acquiredAt} by={disposal.acquiredBy} /> : 'an unknown time'}
        </span>
        <span className="meta narrow">
          brought <Money value={disposal.proceeds} currency={currency} />, cost{' '}
          <Money value={disposal.cost} currency={currency} />
        </span>
      </th>
      <td className="wide">
        {acquiredAt ? (
          <Moment at={acquiredAt} by={disposal.acquiredBy} />
        ) : (
          <span className="meta">unknown</span>
        )}
      </td>
      <td className="number wide">
        <Amount value={disposal.quantity} symbol={symbol} />
      </td>
      <td className="number wide">
        <Money value={disposal.proceeds} currency={currency} />
      </td>
      <td className="number wide">
        <Money value={disposal.cost} currency={currency} />
      </td>
      <td className="number">
        <Money value={disposal.gain} currency={currency} change />
      </td>
    </tr>
  );
}

const tableHead = (
  <tr>
    <th scope="col">Disposed of</th>
    <th scope="col" className="wide">
      Acquired
    </th>
    <th scope="col" className="number wide">
      Quantity
    </th>
    <th scope="col" className="number wide">
      Proceeds
    </th>
    <th scope="col" className="number wide">
      Cost
    </th>
    <th scope="col" className="number">
      Gain
    </th>
  </tr>
);

interface DisposalsProps {
  balance: disposals_balance$key;
  symbol: string;
  /** Lights up the lots that were acquired then; null: none. */
  light: (acquiredAt: string | null) => void;
}

export function Disposals({ balance, symbol, light }: DisposalsProps): ReactNode {
  const { currency, isBooked, disposals } = useFragment(fragment, balance);
  const { nodes, count } = disposals;
  if (!isBooked) return <NotBooked />;
  if (nodes.length === 0) return <Empty title="Nothing was disposed of in this time." />;
  return (
    <>
      <Scroll tall label="Table of disposals">
        <table>
          <caption className="for-readers">Disposals, {count} in all, newest first</caption>
          <thead>{tableHead}</thead>
          <tbody>
            {nodes.map((disposal, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a disposal has no id of its own, and the list is drawn whole
              <Row key={index} {...{ disposal, symbol, currency, light }} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <Cut shown={nodes.length} count={count} which="The newest" />
    </>
  );
}
