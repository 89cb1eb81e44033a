/** What a holding is worth, what it cost, and what came of it. */
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { holdingFigures_balance$key } from '../../__generated__/holdingFigures_balance.graphql.ts';
import { periodNames } from '../../app/lens/lens-search.ts';
import { Amount, BookedMoney, Money, Stat } from '../../parts/figures.tsx';
import { checkedNote } from './checked-note.ts';

const fragment = graphql`
  fragment holdingFigures_balance on TokenBalance {
    balance
    value
    price
    priceSource
    costBasis
    averageCost
    unrealizedPnl
    totalRealizedPnl
    income
    currency
    period
    isBooked
    reconciliation {
      difference
      onChainBalance
      blockNumber
    }
  }
`;

export function HoldingFigures({
  balance,
  symbol,
}: {
  balance: holdingFigures_balance$key;
  symbol: string;
}): ReactNode {
  const data = useFragment(fragment, balance);
  const { currency } = data;
  const ofLedger = { isBooked: data.isBooked, currency };
  const span = periodNames[data.period as keyof typeof periodNames].toLowerCase();
  const hasPrice = data.price !== null && data.price !== undefined;
  return (
    <dl className="card stats of-holding">
      <Stat name="Balance" note={checkedNote(data)}>
        <Amount value={data.balance} symbol={symbol} />
      </Stat>
      <Stat name="Price" note={data.priceSource ?? 'none is known'}>
        <Money value={data.price} currency={currency} />
      </Stat>
      <Stat name="Value">
        <Money value={hasPrice ? data.value : null} currency={currency} />
      </Stat>
      <Stat
        name="Cost"
        note={
          <>
            <BookedMoney {...ofLedger} value={data.averageCost} /> each
          </>
        }
      >
        <BookedMoney {...ofLedger} value={data.costBasis} />
      </Stat>
      <Stat name="Unrealised">
        <BookedMoney {...ofLedger} value={hasPrice ? data.unrealizedPnl : null} change />
      </Stat>
      <Stat name="Realised" note={span}>
        <BookedMoney {...ofLedger} value={data.totalRealizedPnl} change />
      </Stat>
      <Stat name="Income" note={span}>
        <BookedMoney {...ofLedger} value={data.income} />
      </Stat>
    </dl>
  );
}
