/** What was held and owed at the end of a year, or is now where the year is not over: its worth then, and what it had cost. */
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { summaryHoldingsQuery } from '../../__generated__/summaryHoldingsQuery.graphql.ts';
import type { Lens } from '../../app/lens/lens.ts';
import { addDecimals, compareDecimals, signOf } from '../../money/decimals.ts';
import { counted } from '../../money/format.ts';
import { cleanName, cutName, tokenName } from '../../money/names.ts';
import { Amount, Money, Stat } from '../../parts/figures.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty, NotBooked } from '../../parts/states.tsx';
import { AddressText, Time } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';
import { endOf } from '../reports/year-times.ts';
import { useAreBooked } from './summary-state.tsx';

const query = graphql`
  query summaryHoldingsQuery($wallets: [Address!]!, $at: DateTime!, $currency: Currency!, $costMethod: CostMethod!) {
    holdings(wallets: $wallets, at: $at, currency: $currency, costMethod: $costMethod, first: 500) {
      count
      nodes {
        balance
        debt
        price
        value
        debtValue
        costBasis
        unrealizedPnl
        basisStatus
        blockchain {
          name
        }
        rawToken {
          address
          symbol
        }
        token {
          asset {
            symbol
          }
        }
        nft {
          tokenId
        }
        wallet {
          address
          ensName
        }
      }
    }
  }
`;

type Holding = NonNullable<summaryHoldingsQuery['response']['holdings']>['nodes'][number];

/** So many rows are told one by one: what is worth most. The file has the others. */
const mostRows = 25;

const worthOf = ({ value, debtValue }: Holding): string => addDecimals(value, debtValue);

const sizeOf = (held: Holding): string => worthOf(held).replace(/^-/, '');

/** What most of the sum hangs on first, had or owed. */
const bySize = (left: Holding, right: Holding): number => compareDecimals(sizeOf(right), sizeOf(left));
const sum = (rows: readonly Holding[], of: (held: Holding) => string): string =>
  addDecimals('0', ...rows.map(of));

function nameOf({ token, rawToken, nft }: Holding): string {
  const symbol = tokenName(token?.asset.symbol, rawToken.symbol, rawToken.address);
  return nft ? `${symbol} number ${cutName(cleanName(nft.tokenId), 20)}` : symbol;
}

function Row({ held, currency }: { held: Holding; currency: string }): ReactNode {
  const { balance, debt, price, costBasis, unrealizedPnl, basisStatus, blockchain, wallet } = held;
  const name = nameOf(held);
  const amount = <Amount value={addDecimals(balance, debt)} symbol={held.nft ? '' : name} />;
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        <span className="meta">
          {blockchain.name} · <AddressText address={wallet.address} name={wallet.ensName} />
        </span>
        {signOf(balance) === 0 || signOf(debt) === 0 ? null : (
          <span className="meta">
            had <Amount value={balance} symbol={name} />, owed{' '}
            <Amount value={debt.replace(/^-/, '')} symbol={name} />: what it cost, and its gain, are of what
            was had
          </span>
        )}
      </th>
      <td className="number wide">{amount}</td>
      <td className="number wide">
        <Money value={price ?? null} currency={currency} />
      </td>
      <td className="number">
        <Money value={price == null ? null : worthOf(held)} currency={currency} />
        <span className="meta narrow">{amount}</span>
        <span className="meta narrow">
          cost <Money value={costBasis} currency={currency} />
        </span>
      </td>
      <td className="number wide">
        <Money value={costBasis} currency={currency} />
        {basisStatus === 'COMPLETE' ? null : <span className="meta warn">partly unknown</span>}
      </td>
      <td className="number wide">
        <Money value={price == null ? null : unrealizedPnl} currency={currency} change />
      </td>
    </tr>
  );
}

/** All that are not told one by one, as one. */
function Rest({ rows, currency }: { rows: readonly Holding[]; currency: string }): ReactNode {
  const cost = <Money value={sum(rows, ({ costBasis }) => costBasis)} currency={currency} />;
  return (
    <tr className="sum">
      <th scope="row">{counted(rows.length, 'other')}</th>
      <td className="wide" />
      <td className="wide" />
      <td className="number">
        <Money value={sum(rows, worthOf)} currency={currency} />
        <span className="meta narrow">cost {cost}</span>
      </td>
      <td className="number wide">{cost}</td>
      <td className="number wide">
        <Money value={sum(rows, ({ unrealizedPnl }) => unrealizedPnl)} currency={currency} change />
      </td>
    </tr>
  );
}

const columns = ['Amount', 'Price', 'Worth', 'Cost', 'Unrealised'] as const;

function Table({ rows, currency }: { rows: readonly Holding[]; currency: string }): ReactNode {
  return (
    <Scroll label="Table: what was held">
      <table>
        <thead>
          <tr>
            <th scope="col">Token</th>
            {columns.map((name) => (
              <th key={name} scope="col" className={name === 'Worth' ? 'number' : 'number wide'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map((held, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids, and stand as they are read
              key={index}
              held={held}
              currency={currency}
            />
          ))}
          {rows.length > mostRows ? <Rest rows={rows.slice(mostRows)} currency={currency} /> : null}
        </tbody>
      </table>
    </Scroll>
  );
}

function Held({ lens, at }: { lens: Lens; at: string }): ReactNode {
  const { wallets, currency, costMethod } = lens;
  const { holdings } = useLoaded<summaryHoldingsQuery>(query, { wallets, currency, costMethod, at });
  const rows = (holdings?.nodes ?? []).toSorted(bySize);
  const count = holdings?.count ?? 0;
  const unpriced = rows.filter(({ price }) => price == null).length;
  if (rows.length === 0) return <Empty title="Nothing was held then." />;
  return (
    <>
      <p className="meta">
        {counted(count, 'holding')} at <Time at={at} />, what protocols held and what was owed among them.
        {unpriced > 0 ? ` ${unpriced} of them had no price, which is not worth 0.` : ''}
        {count > rows.length ? ` The sums are of the first ${rows.length}.` : ''}
      </p>
      <dl className="stats sum">
        <Stat name="Worth, less what was owed">
          <Money value={sum(rows, worthOf)} currency={currency} />
        </Stat>
        <Stat name="Cost of the open lots">
          <Money value={sum(rows, ({ costBasis }) => costBasis)} currency={currency} />
        </Stat>
        <Stat name="Unrealised, of what had a price">
          <Money value={sum(rows, ({ unrealizedPnl }) => unrealizedPnl)} currency={currency} change />
        </Stat>
      </dl>
      <Table rows={rows} currency={currency} />
    </>
  );
}

interface SummaryHoldingsProps {
  lens: Lens;
  year: number;
  /** When the page was opened. It must not change while this loads, or another answer would be waited for each time. */
  now: string;
}

export function SummaryHoldings({ lens, year, now }: SummaryHoldingsProps): ReactNode {
  const areBooked = useAreBooked(lens);
  const isOver = Date.parse(endOf(year)) < Date.parse(now);
  const title = isOver ? `Held at the end of ${year}` : `Held now, before ${year} is over`;
  return (
    <section className="card" aria-labelledby="held-title">
      <h2 id="held-title">{title}</h2>
      {areBooked ? <Held lens={lens} at={isOver ? endOf(year) : now} /> : <NotBooked />}
    </section>
  );
}
