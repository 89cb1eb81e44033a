/** What the wallets are worth together, where it is, and what came of it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { totalsQuery } from '../../__generated__/totalsQuery.graphql.ts';
import type { Lens } from '../../app/lens/lens.ts';
import { periodNames } from '../../app/lens/lens-search.ts';
import { keepLens } from '../../app/places.ts';
import { addDecimals, negate } from '../../money/decimals.ts';
import { counted, shortAddress } from '../../money/format.ts';
import { BookedMoney, Money, Stat } from '../../parts/figures.tsx';
import { Empty } from '../../parts/states.tsx';
import { useLoaded } from '../../relay/load.ts';
import { Allocation } from './allocation.tsx';
import { type Grouping, groupings } from './overview-search.ts';

const missing = (unpriced: number, stale: number): string =>
  [
    ...(unpriced > 0 ? [`${unpriced} without a price left out`] : []),
    ...(stale > 0 ? [`${stale} at an older price`] : []),
  ].join(', ') || 'All that has a price is in it';

const query = graphql`
  query totalsQuery($wallets: [Address!]!, $currency: Currency!, $costMethod: CostMethod!, $period: Period!) {
    totals(wallets: $wallets, currency: $currency, costMethod: $costMethod, period: $period) {
      netWorth
      ownValue
      heldValue
      debtValue
      costBasis
      unrealizedPnl
      realizedPnl
      income
      expenses
      fees
      basisStatus
      unbookedCount
      unpricedCount
      staleCount
    }
    tokenBalances(wallets: $wallets, currency: $currency, costMethod: $costMethod, period: $period, first: 100) {
      nodes {
        id
        value
        token {
          blockchain {
            name
          }
          asset {
            symbol
          }
        }
        wallet {
          address
          ensName
        }
      }
    }
  }
`;

type Data = totalsQuery['response'];
type Balance = NonNullable<Data['tokenBalances']>['nodes'][number];

const nameOf = ({ token, wallet }: Balance, by: Grouping): string => {
  if (by === 'wallet') return wallet.ensName ?? shortAddress(wallet.address);
  return (by === 'token' ? token?.asset.symbol : token?.blockchain.name) ?? 'Not recognised';
};

/** The values of the balances by what they share; what the page has no balances of is the last. */
function sharesOf(balances: readonly Balance[], whole: string, by: Grouping): [string, string][] {
  const sums = new Map<string, string>();
  for (const balance of balances) {
    const name = nameOf(balance, by);
    sums.set(name, addDecimals(sums.get(name) ?? '0', balance.value));
  }
  const others = addDecimals(whole, negate(addDecimals('0', ...balances.map(({ value }) => value))));
  return [...sums, ...(others === '0' ? [] : ([['Not listed', others]] satisfies [string, string][]))];
}

function Groups({ by }: { by: Grouping }): ReactNode {
  const navigate = useNavigate({ from: '/' });
  const choose = (next: Grouping): void => {
    void navigate({
      search: (previous) => ({ ...keepLens(previous), ...(next === 'token' ? {} : { by: next }) }),
    });
  };
  return (
    <fieldset className="segments">
      <legend className="for-readers">Allocation by</legend>
      {groupings.map((one) => (
        <button key={one} type="button" aria-pressed={one === by} onClick={() => choose(one)}>
          {one}
        </button>
      ))}
    </fieldset>
  );
}

const notBooked = 'not booked yet';

/** What the cost is of. */
function costNote({ basisStatus, unbookedCount }: NonNullable<Data['totals']>): string {
  if (unbookedCount > 0) return `without ${counted(unbookedCount, 'wallet')} ${notBooked}`;
  return basisStatus === 'COMPLETE' ? 'of all open lots' : 'partly unknown: see Issues';
}

function Stats({ totals, lens }: { totals: NonNullable<Data['totals']>; lens: Lens }): ReactNode {
  const { currency } = lens;
  const isBooked = totals.unbookedCount < lens.wallets.length;
  const span = periodNames[lens.period].toLowerCase();
  const noteOf = (note: string): string => (isBooked ? note : notBooked);
  /** What the ledger says: nothing, before it has booked one of the wallets. */
  const booked = (value: string, change = false): ReactNode => (
    <BookedMoney {...{ isBooked, value, currency, change }} />
  );
  return (
    <dl className="card stats">
      <Stat name="In the wallets" note="what they have themselves">
        <Money value={totals.ownValue} currency={currency} />
      </Stat>
      <Stat name="Held by protocols" note="deposits that no token stands for">
        <Money value={totals.heldValue} currency={currency} />
      </Stat>
      <Stat name="Owed" note="debts, taken off above">
        <Money value={totals.debtValue} currency={currency} />
      </Stat>
      <Stat name="Cost" note={noteOf(costNote(totals))}>
        {booked(totals.costBasis)}
      </Stat>
      <Stat name="Unrealised" note={noteOf('what selling now would gain')}>
        {booked(totals.unrealizedPnl, true)}
      </Stat>
      <Stat name="Realised" note={noteOf(span)}>
        {booked(totals.realizedPnl, true)}
      </Stat>
      <Stat name="Income" note={noteOf(span)}>
        {booked(totals.income)}
      </Stat>
      <Stat name="Expenses" note={noteOf(span)}>
        {booked(totals.expenses)}
      </Stat>
      <Stat name="Fees paid" note={noteOf(`${span}, in costs and proceeds already`)}>
        {booked(totals.fees)}
      </Stat>
    </dl>
  );
}

export function Totals({ lens }: { lens: Lens }): ReactNode {
  const { wallets, currency, costMethod, period } = lens;
  const { by = 'token' } = useSearch({ from: '/' });
  const { totals, tokenBalances } = useLoaded<totalsQuery>(
    query,
    { wallets, currency, costMethod, period },
    { fetchPolicy: 'store-and-network' },
  );
  if (!totals) return <Empty title="Nothing is known of these wallets yet." />;
  const own = addDecimals(totals.ownValue, totals.heldValue);
  return (
    <>
      <section className="card worth" aria-label="Net worth">
        <p className="worth-name">Net worth</p>
        <p className="worth-figure">
          <Money value={totals.netWorth} currency={currency} />
        </p>
        <p className="meta">{missing(totals.unpricedCount, totals.staleCount)}</p>
        <Groups by={by} />
        <Allocation shares={sharesOf(tokenBalances?.nodes ?? [], own, by)} currency={currency} />
      </section>
      <Stats totals={totals} lens={lens} />
    </>
  );
}
