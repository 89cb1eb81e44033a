/** What the wallets are worth, how it came to be, and what needs attention. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { graphql } from 'react-relay';
import type { overviewLatestQuery } from '../__generated__/overviewLatestQuery.graphql.ts';
import type { overviewQuery } from '../__generated__/overviewQuery.graphql.ts';
import type { overviewValuesQuery } from '../__generated__/overviewValuesQuery.graphql.ts';
import { type Lens, useLens } from '../app/lens.ts';
import { type Period, periodNames } from '../app/lens-search.ts';
import { keepLens } from '../app/places.ts';
import { addDecimals, compareDecimals, shareOf, signOf } from '../money/decimals.ts';
import { Money } from '../parts/figures.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Part, Skeleton } from '../parts/states.tsx';
import { ValueChart, type ValuePoint } from '../parts/value-chart.tsx';
import { useLoaded } from '../relay/load.ts';
import { TransactionRow } from './transaction-row.tsx';

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }): ReactNode {
  return (
    <div className="stat">
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd className="meta">{note}</dd>
    </div>
  );
}

const missing = (unpriced: number, stale: number): string =>
  [
    ...(unpriced > 0 ? [`${unpriced} without a price left out`] : []),
    ...(stale > 0 ? [`${stale} at an older price`] : []),
  ].join(', ') || 'All that has a price is in it';

function Totals({ lens }: { lens: Lens }): ReactNode {
  const { wallets, currency, costMethod, period } = lens;
  const { totals, tokenBalances } = useLoaded<overviewQuery>(
    graphql`
      query overviewQuery($wallets: [Address!]!, $currency: Currency!, $costMethod: CostMethod!, $period: Period!) {
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
          unpricedCount
          staleCount
        }
        tokenBalances(wallets: $wallets, currency: $currency, costMethod: $costMethod, period: $period, first: 50) {
          nodes {
            id
            value
            token {
              asset {
                symbol
              }
            }
          }
        }
      }
    `,
    { wallets, currency, costMethod, period },
    { fetchPolicy: 'store-and-network' },
  );
  if (!totals) return <Empty title="Nothing is known of these wallets yet." />;
  const span = periodNames[period].toLowerCase();
  const bySymbol = new Map<string, string>();
  for (const { value, token } of tokenBalances?.nodes ?? []) {
    const symbol = token?.asset.symbol ?? 'Not recognised';
    bySymbol.set(symbol, addDecimals(bySymbol.get(symbol) ?? '0', value));
  }
  return (
    <>
      <section className="card worth" aria-label="Net worth">
        <p className="worth-name">Net worth</p>
        <p className="worth-figure">
          <Money value={totals.netWorth} currency={currency} />
        </p>
        <p className="meta">{missing(totals.unpricedCount, totals.staleCount)}</p>
        <Allocation shares={[...bySymbol]} currency={currency} />
      </section>
      <dl className="card stats">
        <Figure name="In the wallets" note="what they have themselves">
          <Money value={totals.ownValue} currency={currency} />
        </Figure>
        <Figure name="Held by protocols" note="deposits that no token stands for">
          <Money value={totals.heldValue} currency={currency} />
        </Figure>
        <Figure name="Owed" note="debts, taken off above">
          <Money value={totals.debtValue} currency={currency} />
        </Figure>
        <Figure
          name="Cost"
          note={totals.basisStatus === 'COMPLETE' ? 'of all open lots' : 'partly unknown: see Issues'}
        >
          <Money value={totals.costBasis} currency={currency} />
        </Figure>
        <Figure name="Unrealised" note="what selling now would gain">
          <Money value={totals.unrealizedPnl} currency={currency} change />
        </Figure>
        <Figure name="Realised" note={span}>
          <Money value={totals.realizedPnl} currency={currency} change />
        </Figure>
        <Figure name="Income" note={span}>
          <Money value={totals.income} currency={currency} />
        </Figure>
        <Figure name="Expenses" note={span}>
          <Money value={totals.expenses} currency={currency} />
        </Figure>
        <Figure name="Fees paid" note={`${span}, in costs and proceeds already`}>
          <Money value={totals.fees} currency={currency} />
        </Figure>
      </dl>
    </>
  );
}

/** More parts than these are one: nobody tells nine colours apart. */
const mostParts = 7;

function Allocation({
  shares,
  currency,
}: {
  shares: readonly (readonly [string, string])[];
  currency: string;
}): ReactNode {
  const sorted = shares
    .filter(([, value]) => signOf(value) > 0)
    .toSorted((left, right) => compareDecimals(right[1], left[1]));
  if (sorted.length === 0) return null;
  const rest = sorted.slice(mostParts).map(([, value]) => value);
  const parts = [
    ...sorted.slice(0, mostParts),
    ...(rest.length === 0 ? [] : [['All others', addDecimals(...rest)] as const]),
  ];
  const whole = addDecimals(...parts.map(([, value]) => value));
  const percent = (value: string): string => `${(shareOf(value, whole) * 100).toFixed(1)} %`;
  return (
    <>
      <div className="allocation" aria-hidden="true">
        {parts.map(([symbol, value], index) => (
          <span
            key={symbol}
            style={{ flexGrow: shareOf(value, whole), background: `var(--c${index + 1})` }}
          />
        ))}
      </div>
      <ul className="allocation-names">
        {parts.map(([symbol, value], index) => (
          <li key={symbol}>
            <i style={{ background: `var(--c${index + 1})` }} aria-hidden="true" />
            <bdi>{symbol.slice(0, 16)}</bdi> <Money value={value} currency={currency} />{' '}
            <span className="meta">{percent(value)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const day = 86_400_000;
/** How far back, and in which steps. All time is shown as five years. */
const spans: Readonly<Record<Period, { ms: number; interval: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' }>> = {
  DAY: { ms: day, interval: 'HOUR' },
  WEEK: { ms: 7 * day, interval: 'HOUR' },
  MONTH: { ms: 30 * day, interval: 'DAY' },
  THREE_MONTHS: { ms: 91 * day, interval: 'DAY' },
  YTD: { ms: 0, interval: 'WEEK' },
  YEAR: { ms: 365 * day, interval: 'WEEK' },
  MAX: { ms: 5 * 365 * day, interval: 'MONTH' },
};

function rangeOf(period: Period): { from: string; to: string; interval: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' } {
  // By the minute, so that the same page a moment later asks the same.
  const to = Math.floor(Date.now() / 60_000) * 60_000;
  const { ms, interval } = spans[period];
  const from = period === 'YTD' ? Date.UTC(new Date(to).getUTCFullYear(), 0, 1) : to - ms;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), interval };
}

function Values({ lens: { wallets, walletIds, currency, period } }: { lens: Lens }): ReactNode {
  const range = useMemo(() => rangeOf(period), [period]);
  const data = useLoaded<overviewValuesQuery>(
    graphql`
      query overviewValuesQuery($ids: [ID!]!, $currency: Currency!, $from: DateTime!, $to: DateTime!, $interval: ValueInterval!) {
        nodes(ids: $ids) {
          ... on Wallet {
            id
            valueHistory(currency: $currency, from: $from, to: $to, interval: $interval) {
              timestamp
              value
              unpricedCount
              staleCount
            }
          }
        }
      }
    `,
    { ids: walletIds, currency, ...range },
  );
  const points = useMemo(() => {
    const sums = new Map<string, ValuePoint>();
    for (const one of data.nodes) {
      for (const { timestamp, value, unpricedCount, staleCount } of one?.valueHistory ?? []) {
        const sum = sums.get(timestamp) ?? { at: timestamp, value: '0', unpriced: 0, stale: 0 };
        sums.set(timestamp, {
          at: timestamp,
          value: addDecimals(sum.value, value),
          unpriced: sum.unpriced + unpricedCount,
          stale: sum.stale + staleCount,
        });
      }
    }
    const all = [...sums.values()].toSorted((left, right) => (left.at < right.at ? -1 : 1));
    const first = all.findIndex(({ value }) => signOf(value) !== 0);
    return first <= 0 ? all : all.slice(first - 1);
  }, [data]);
  const missed = wallets.length - walletIds.length;
  if (points.length < 2) return <Empty title="There is no history of the value in this time." />;
  return (
    <>
      {missed > 0 ? <p className="meta warn">Without {missed} of the wallets, not known here.</p> : null}
      <ValueChart
        points={points}
        currency={currency}
        label={`Value in the wallets, ${period === 'MAX' ? 'at most five years' : periodNames[period].toLowerCase()}`}
      />
    </>
  );
}

function Latest({ lens: { wallets } }: { lens: Lens }): ReactNode {
  const { transactions } = useLoaded<overviewLatestQuery>(
    graphql`
      query overviewLatestQuery($wallets: [Address!]!) {
        transactions(wallets: $wallets, first: 8, filter: { spam: EXCLUDE }) {
          nodes {
            id
            ...transactionRow_transaction
          }
        }
      }
    `,
    { wallets },
    { fetchPolicy: 'store-and-network' },
  );
  const nodes = transactions?.nodes ?? [];
  if (nodes.length === 0) return <Empty title="Nothing has happened yet, or it is still being loaded." />;
  return (
    <ul className="rows">
      {nodes.map((node) => (
        <TransactionRow key={node.id} transaction={node} as="li" />
      ))}
    </ul>
  );
}

export function OverviewPage(): ReactNode {
  const lens = useLens();
  const resetKey = JSON.stringify(lens);
  if (lens.wallets.length === 0) return <FirstRun />;
  return (
    <Page title="Overview">
      <Part fallback={<Skeleton rows={6} height={60} />} resetKey={resetKey}>
        <Totals lens={lens} />
      </Part>
      <section className="card" aria-labelledby="value-title">
        <h2 id="value-title">Value in the wallets</h2>
        <Part fallback={<Skeleton rows={1} height={240} />} resetKey={resetKey}>
          <Values lens={lens} />
        </Part>
      </section>
      <section className="card" aria-labelledby="latest-title">
        <h2 id="latest-title">Latest</h2>
        <Part fallback={<Skeleton rows={8} height={56} />} resetKey={resetKey}>
          <Latest lens={lens} />
        </Part>
        <p className="card-foot">
          <Link to="/activity" search={keepLens}>
            All activity
          </Link>
        </p>
      </section>
    </Page>
  );
}

export function FirstRun(): ReactNode {
  return (
    <Page title="Overview">
      <Empty title="No wallet is registered yet.">
        <p>
          <Link to="/wallets">Add the first one</Link>: an address is enough, no key of it is ever asked for.
        </p>
      </Empty>
    </Page>
  );
}
