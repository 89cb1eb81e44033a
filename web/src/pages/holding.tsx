/** One token of one wallet: its open lots, drawn and told, and what was disposed of. */
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { holdingQuery } from '../__generated__/holdingQuery.graphql.ts';
import { useLens } from '../app/lens.ts';
import { periodNames } from '../app/lens-search.ts';
import { keepLens } from '../app/places.ts';
import { usePrivacy } from '../app/preferences.ts';
import { shareOf } from '../money/decimals.ts';
import { tokenName } from '../money/names.ts';
import { Amount, Money } from '../parts/figures.tsx';
import { Page } from '../parts/page.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { Empty, Part, Skeleton } from '../parts/states.tsx';
import { AddressText, Time } from '../parts/text.tsx';
import { useLoaded } from '../relay/load.ts';

interface Lot {
  acquiredAt: string;
  remaining: string;
  unitCost: string;
  cost: string;
  basisStatus: string;
}

/** Lots as blocks: as wide as what is left of them, as high as what a unit cost. */
function LotBlocks({
  lots,
  symbol,
  currency,
}: {
  lots: readonly Lot[];
  symbol: string;
  currency: string;
}): ReactNode {
  const isPrivate = usePrivacy();
  const most = lots.reduce(
    (highest, { unitCost }) => (shareOf(unitCost, '1') > shareOf(highest, '1') ? unitCost : highest),
    '0',
  );
  return (
    <div
      className="lots private-drawing"
      role="img"
      aria-label={`${lots.length} open lots of ${symbol}; the table below has them.`}
    >
      {lots.map(({ acquiredAt, remaining, unitCost }) => (
        <span
          key={acquiredAt + remaining + unitCost}
          title={isPrivate ? undefined : `${remaining} ${symbol} at ${unitCost} ${currency}`}
          style={{
            flexGrow: Math.max(shareOf(remaining, '1'), 0.000001),
            height: `${Math.max(3, shareOf(unitCost, most) * 100)}%`,
          }}
        />
      ))}
    </div>
  );
}

const spanOf = (period: string): string =>
  Object.entries(periodNames)
    .find(([code]) => code === period)?.[1]
    .toLowerCase() ?? '';

function Holding({ id }: { id: string }): ReactNode {
  const lens = useLens();
  const { node } = useLoaded<holdingQuery>(
    graphql`
      query holdingQuery($id: ID!) {
        node(id: $id) {
          __typename
          ... on TokenBalance {
            balance
            value
            price
            pricedAt
            priceSource
            costBasis
            averageCost
            unrealizedPnl
            totalRealizedPnl
            income
            currency
            costMethod
            period
            basisStatus
            wallet {
              address
              ensName
            }
            rawToken {
              address
              symbol
            }
            token {
              blockchain {
                name
              }
              asset {
                symbol
                name
              }
            }
            reconciliation {
              checkedAt
              difference
              onChainBalance
              blockNumber
            }
            lots(first: 100) {
              count
              nodes {
                acquiredAt
                remaining
                unitCost
                cost
                basisStatus
              }
            }
            disposals(first: 100) {
              count
              nodes {
                disposedAt
                acquiredAt
                quantity
                proceeds
                cost
                gain
                taxTreatment
              }
            }
          }
        }
      }
    `,
    { id },
    { fetchPolicy: 'store-and-network' },
  );
  if (node?.__typename !== 'TokenBalance') {
    return (
      <Page title="Holding">
        <Empty title="There is no such holding in your wallets." />
      </Page>
    );
  }
  const { currency, rawToken, token, lots, disposals, reconciliation } = node;
  const symbol = tokenName(token?.asset.symbol, rawToken.symbol, rawToken.address);
  const isOfLens =
    lens.currency === currency && lens.costMethod === node.costMethod && lens.period === node.period;
  return (
    <Page title={token?.asset.name ?? symbol}>
      {isOfLens ? null : (
        <p className="banner">
          This page is in {currency} by {node.costMethod}, {spanOf(node.period)}, as it was opened. Open it
          from{' '}
          <Link to="/holdings" search={keepLens}>
            Holdings
          </Link>{' '}
          to see it as it is chosen above.
        </p>
      )}
      <p className="meta">
        {symbol} · {token?.blockchain.name ?? 'not recognised'} ·{' '}
        <AddressText address={node.wallet.address} name={node.wallet.ensName} /> · {node.costMethod}
      </p>
      <dl className="card stats">
        <div className="stat">
          <dt>Balance</dt>
          <dd>
            <Amount value={node.balance} symbol={symbol} />
          </dd>
          <dd className="meta">
            {reconciliation
              ? reconciliation.difference === '0'
                ? `equal to the chain at block ${reconciliation.blockNumber}`
                : `differs from the chain: see Issues`
              : 'not compared with the chain yet'}
          </dd>
        </div>
        <div className="stat">
          <dt>Price</dt>
          <dd>
            <Money value={node.price} currency={currency} />
          </dd>
          <dd className="meta">{node.priceSource ?? 'none is known'}</dd>
        </div>
        <div className="stat">
          <dt>Value</dt>
          <dd>
            <Money value={node.price ? node.value : null} currency={currency} />
          </dd>
        </div>
        <div className="stat">
          <dt>Cost</dt>
          <dd>
            <Money value={node.costBasis} currency={currency} />
          </dd>
          <dd className="meta">
            <Money value={node.averageCost} currency={currency} /> each
          </dd>
        </div>
        <div className="stat">
          <dt>Unrealised</dt>
          <dd>
            <Money value={node.unrealizedPnl} currency={currency} change />
          </dd>
        </div>
        <div className="stat">
          <dt>Realised</dt>
          <dd>
            <Money value={node.totalRealizedPnl} currency={currency} change />
          </dd>
          <dd className="meta">{spanOf(node.period)}</dd>
        </div>
      </dl>
      <section className="card" aria-labelledby="lots-title">
        <h2 id="lots-title">Open lots</h2>
        {lots.nodes.length === 0 ? (
          <Empty title="There is none: nothing is held, or all that is held came without a known cost." />
        ) : (
          <>
            <LotBlocks lots={lots.nodes} symbol={symbol} currency={currency} />
            <Scroll label="Table of open lots">
              <table>
                <caption className="for-readers">Open lots, {lots.count} in all, oldest first</caption>
                <thead>
                  <tr>
                    <th scope="col">Acquired</th>
                    <th scope="col" className="number">
                      Left
                    </th>
                    <th scope="col" className="number">
                      Cost of one
                    </th>
                    <th scope="col" className="number">
                      Cost
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {lots.nodes.map((lot) => (
                    <tr key={lot.acquiredAt + lot.remaining + lot.unitCost}>
                      <th scope="row">
                        <Time at={lot.acquiredAt} />
                      </th>
                      <td className="number">
                        <Amount value={lot.remaining} symbol={symbol} />
                      </td>
                      <td className="number">
                        <Money value={lot.unitCost} currency={currency} />
                      </td>
                      <td className="number">
                        <Money value={lot.cost} currency={currency} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
            {lots.count > lots.nodes.length ? (
              <p className="card-foot meta">
                The first {lots.nodes.length} of {lots.count}.
              </p>
            ) : null}
          </>
        )}
      </section>
      <section className="card" aria-labelledby="disposals-title">
        <h2 id="disposals-title">Disposals</h2>
        {disposals.nodes.length === 0 ? (
          <Empty title="Nothing was disposed of." />
        ) : (
          <>
            <Scroll label="Table of disposals">
              <table>
                <caption className="for-readers">Disposals, {disposals.count} in all, newest first</caption>
                <thead>
                  <tr>
                    <th scope="col">Disposed of</th>
                    <th scope="col">Acquired</th>
                    <th scope="col" className="number">
                      Quantity
                    </th>
                    <th scope="col" className="number">
                      Proceeds
                    </th>
                    <th scope="col" className="number">
                      Cost
                    </th>
                    <th scope="col" className="number">
                      Gain
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {disposals.nodes.map((one, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a disposal has no id of its own, and the list is drawn whole
                    <tr key={index}>
                      <th scope="row">
                        <Time at={one.disposedAt} />
                      </th>
                      <td>
                        {one.acquiredAt ? (
                          <Time at={one.acquiredAt} />
                        ) : (
                          <span className="meta">unknown</span>
                        )}
                      </td>
                      <td className="number">
                        <Amount value={one.quantity} symbol={symbol} />
                      </td>
                      <td className="number">
                        <Money value={one.proceeds} currency={currency} />
                      </td>
                      <td className="number">
                        <Money value={one.cost} currency={currency} />
                      </td>
                      <td className="number">
                        <Money value={one.gain} currency={currency} change />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
            {disposals.count > disposals.nodes.length ? (
              <p className="card-foot meta">
                The newest {disposals.nodes.length} of {disposals.count}.
              </p>
            ) : null}
          </>
        )}
      </section>
    </Page>
  );
}

export function HoldingPage(): ReactNode {
  const { id } = useParams({ from: '/holding/$id' });
  return (
    <Part fallback={<Skeleton rows={8} />} resetKey={id}>
      <Holding id={id} />
    </Part>
  );
}
