/** The price of a token at each time that the wallet moved it, with what came and what went. The API has no other prices of the past. */
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { priceLineQuery } from '../../__generated__/priceLineQuery.graphql.ts';
import { usePrivacy } from '../../app/preferences.ts';
import { toDraw } from '../../money/decimals.ts';
import { Amount, Money } from '../../parts/figures.tsx';
import { Cut } from '../../parts/more.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';

const mostMoves = 200;

const query = graphql`
  query priceLineQuery($wallets: [Address!]!, $filter: TransferFilter!, $first: Int!) {
    transfers(wallets: $wallets, filter: $filter, first: $first) {
      count
      nodes {
        id
        timestamp
        side
        amount
        price
      }
    }
  }
`;

type Move = NonNullable<priceLineQuery['response']['transfers']>['nodes'][number];
const [width, height, edge] = [1000, 200, 14];

interface Point {
  move: Move;
  x: number;
  y: number;
}

/** Oldest first; those with a price. */
function pointsOf(moves: readonly Move[]): Point[] {
  const priced = moves.filter(({ price }) => price !== null && price !== undefined).toReversed();
  const times = priced.map(({ timestamp }) => Date.parse(timestamp));
  const prices = priced.map(({ price }) => toDraw(price ?? '0'));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const most = Math.max(...prices) || 1;
  return priced.map((move, index) => ({
    move,
    x: edge + (((times[index] ?? first) - first) / (last - first || 1)) * (width - 2 * edge),
    y: height - edge - ((prices[index] ?? 0) / most) * (height - 2 * edge),
  }));
}

function Line({ points, symbol }: { points: readonly Point[]; symbol: string }): ReactNode {
  const isPrivate = usePrivacy();
  const path = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' L');
  const label = `Price of ${symbol} at ${points.length} transfers, in USD; the table below has them.`;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className="price-line private-drawing"
      role="img"
      aria-label={isPrivate ? 'Price, hidden.' : label}
    >
      {[0.25, 0.5, 0.75].map((part) => (
        <line key={part} x1="0" x2={width} y1={height * part} y2={height * part} className="grid" />
      ))}
      <path d={`M${path}`} className="line" />
      {points.map(({ move, x, y }) => {
        const isIn = move.side === 'INFLOW';
        const tip = isIn ? -6 : 6;
        return (
          <path
            key={move.id}
            className={isIn ? 'came' : 'went'}
            d={`M${x},${y + tip} l5,${-1.6 * tip} h-10 Z`}
          />
        );
      })}
    </svg>
  );
}

function Moves({ moves, symbol }: { moves: readonly Move[]; symbol: string }): ReactNode {
  return (
    <details>
      <summary>Show as table</summary>
      <Scroll label="Table of transfers and prices">
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col" className="number">
                Moved
              </th>
              <th scope="col" className="number">
                Price, USD
              </th>
            </tr>
          </thead>
          <tbody>
            {moves.map(({ id, timestamp, side, amount, price }) => (
              <tr key={id}>
                <th scope="row">
                  <Time at={timestamp} />
                </th>
                <td className="number">
                  <Amount
                    value={amount.replace(/^-/, '')}
                    symbol={symbol}
                    side={side === 'INFLOW' ? 'INFLOW' : 'OUTFLOW'}
                  />
                </td>
                <td className="number">
                  <Money value={price} currency="USD" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}

interface PriceLineProps {
  wallet: string;
  token: string;
  /** null: on whatever chain. */
  chainId: number | null;
  symbol: string;
}

export function PriceLine({ wallet, token, chainId, symbol }: PriceLineProps): ReactNode {
  const { transfers } = useLoaded<priceLineQuery>(
    query,
    {
      ...{ wallets: [wallet], first: mostMoves },
      filter: { tokens: [token], ...(chainId === null ? {} : { chainIds: [chainId] }) },
    },
    { fetchPolicy: 'store-and-network' },
  );
  const moves = transfers?.nodes ?? [];
  const points = pointsOf(moves);
  if (points.length === 0) return <Empty title="No price is known of any time at which it moved." />;
  return (
    <div className="chart">
      <p className="legend meta">
        <span>
          <i className="came" aria-hidden="true">
            ▲
          </i>{' '}
          came
        </span>
        <span>
          <i className="went" aria-hidden="true">
            ▼
          </i>{' '}
          went
        </span>
        <span>In USD, from 0 up; between transfers the line only joins them.</span>
        {points.length < moves.length ? (
          <span>{moves.length - points.length} without a price left out.</span>
        ) : null}
      </p>
      <Line points={points} symbol={symbol} />
      <Moves moves={moves} symbol={symbol} />
      <Cut shown={moves.length} count={transfers?.count ?? 0} which="The newest" />
    </div>
  );
}
