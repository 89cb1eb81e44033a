/** The open lots of a holding: blocks as wide as what is left of each and as high as what a unit cost, and the same as a table. */
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { lots_balance$data, lots_balance$key } from '../../__generated__/lots_balance.graphql.ts';
import { usePrivacy } from '../../app/preferences.ts';
import { addDecimals, compareDecimals, shareOf } from '../../money/decimals.ts';
import { Amount, Money } from '../../parts/figures.tsx';
import { Cut } from '../../parts/more.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty, NotBooked } from '../../parts/states.tsx';
import { Moment } from '../../parts/transaction-link.tsx';

const fragment = graphql`
  fragment lots_balance on TokenBalance {
    currency
    costMethod
    isBooked
    lots(first: 100) {
      count
      nodes {
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
        remaining
        unitCost
        cost
        basisStatus
      }
    }
  }
`;

type Lot = lots_balance$data['lots']['nodes'][number];

/** Held for longer than a year, as many tax laws ask; a pool has no time. */
function termOf({ acquiredAt }: Lot, costMethod: string): 'long' | 'short' | 'pool' {
  if (costMethod === 'WAC') return 'pool';
  const until = new Date(acquiredAt);
  until.setUTCFullYear(until.getUTCFullYear() + 1);
  return until.getTime() < Date.now() ? 'long' : 'short';
}

const termNames = { long: 'held for over a year', short: 'for up to a year', pool: 'one pool' } as const;

interface LotsProps {
  balance: lots_balance$key;
  symbol: string;
  /** When the lots were acquired that are lit up. */
  lit: string | null;
}

interface BlocksProps {
  data: lots_balance$data;
  symbol: string;
  lit: string | null;
}

function Blocks({ data, symbol, lit }: BlocksProps): ReactNode {
  const isPrivate = usePrivacy();
  const { nodes, count } = data.lots;
  const most = nodes.reduce(
    (highest, { unitCost }) => (compareDecimals(unitCost, highest) > 0 ? unitCost : highest),
    '0',
  );
  const whole = addDecimals('0', ...nodes.map(({ remaining }) => remaining));
  const terms = new Set(nodes.map((lot) => termOf(lot, data.costMethod)));
  return (
    <>
      <div
        className="lots private-drawing"
        role="img"
        aria-label={
          isPrivate ? 'Open lots, hidden.' : `${count} open lots of ${symbol}; the table below has them.`
        }
      >
        {nodes.map((lot, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a lot has no id of its own, and the list is drawn whole
            key={index}
            className={`${termOf(lot, data.costMethod)}${lit === lot.acquiredAt ? ' lit' : ''}`}
            title={isPrivate ? undefined : `${lot.remaining} ${symbol} at ${lot.unitCost} ${data.currency}`}
            style={{
              flexGrow: Math.max(shareOf(lot.remaining, whole), 0.001),
              height: `${Math.max(3, shareOf(lot.unitCost, most) * 100)}%`,
            }}
          />
        ))}
      </div>
      <p className="legend meta">
        {[...terms].map((term) => (
          <span key={term}>
            <i className={term} aria-hidden="true" /> {termNames[term]}
          </span>
        ))}
        <span>Width: how much is left. Height: what one cost.</span>
      </p>
    </>
  );
}

function Row({ lot, symbol, data }: { lot: Lot; symbol: string; data: lots_balance$data }): ReactNode {
  const { acquiredAt, acquiredBy } = lot;
  return (
    <tr>
      <th scope="row">
        <Moment at={acquiredAt} by={acquiredBy} />
        <span className="meta">{termNames[termOf(lot, data.costMethod)]}</span>
        <span className="meta narrow">
          <Amount value={lot.remaining} symbol={symbol} /> left
        </span>
      </th>
      <td className="number wide">
        <Amount value={lot.remaining} symbol={symbol} />
      </td>
      <td className="number wide">
        <Money value={lot.unitCost} currency={data.currency} />
      </td>
      <td className="number">
        <Money value={lot.cost} currency={data.currency} />
        <span className="meta narrow">
          <Money value={lot.unitCost} currency={data.currency} /> each
        </span>
        {lot.basisStatus === 'COMPLETE' ? null : <span className="meta warn">partly unknown</span>}
      </td>
    </tr>
  );
}

export function Lots({ balance, symbol, lit }: LotsProps): ReactNode {
  const data = useFragment(fragment, balance);
  const { nodes, count } = data.lots;
  if (!data.isBooked) return <NotBooked />;
  if (nodes.length === 0)
    return <Empty title="There is none: nothing is held, or all that is held came without a known cost." />;
  return (
    <>
      <Blocks {...{ data, symbol, lit }} />
      <Scroll tall label="Table of open lots">
        <table>
          <caption className="for-readers">Open lots, {count} in all, oldest first</caption>
          <thead>
            <tr>
              <th scope="col">Acquired</th>
              <th scope="col" className="number wide">
                Left
              </th>
              <th scope="col" className="number wide">
                Cost of one
              </th>
              <th scope="col" className="number">
                Cost
              </th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((lot, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a lot has no id of its own, and the list is drawn whole
              <Row key={index} {...{ lot, symbol, data }} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <Cut shown={nodes.length} count={count} which="The first" />
    </>
  );
}
