/** How the worth of the wallets came to be in the period: parts that add up to it, each of which the API has told. */
import { type ReactNode, useMemo } from 'react';
import { graphql } from 'react-relay';
import type { waterfallQuery } from '../../__generated__/waterfallQuery.graphql.ts';
import type { Lens } from '../../app/lens/lens.ts';
import { periodNames } from '../../app/lens/lens-search.ts';
import { type BridgeStep, bridgeOf } from '../../money/bridge.ts';
import { addDecimals, compareDecimals, negate, shareOf, signOf } from '../../money/decimals.ts';
import { moneyDigits } from '../../money/format.ts';
import { periodStart } from '../../money/period-range.ts';
import { Money } from '../../parts/figures.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty } from '../../parts/states.tsx';
import { useLoaded } from '../../relay/load.ts';

const query = graphql`
  query waterfallQuery(
    $wallets: [Address!]!
    $ids: [ID!]!
    $currency: Currency!
    $costMethod: CostMethod!
    $period: Period!
    $from: DateTime!
    $hasStart: Boolean!
    $came: TransferFilter!
    $went: TransferFilter!
  ) {
    totals(wallets: $wallets, currency: $currency, costMethod: $costMethod, period: $period) {
      netWorth
      heldValue
      debtValue
      realizedPnl
      unrealizedPnl
      income
      expenses
      fees
    }
    came: transfers(wallets: $wallets, first: 1, filter: $came) {
      totals(currency: $currency) {
        inflow
        unpricedCount
      }
    }
    went: transfers(wallets: $wallets, first: 1, filter: $went) {
      totals(currency: $currency) {
        outflow
        unpricedCount
      }
    }
    nodes(ids: $ids) @include(if: $hasStart) {
      ... on Wallet {
        id
        valueHistory(currency: $currency, from: $from, to: $from, interval: DAY) {
          value
          unpricedCount
        }
      }
    }
  }
`;

type Data = waterfallQuery['response'];

interface Start {
  /** null: not known. */
  value: string | null;
  unpriced: number;
}

/** What the wallets had at the beginning. What has no price is left out, as it is of the end; where nothing has one, nothing is known. */
function startOf({ nodes }: Data, wallets: number): Start {
  if (nodes === undefined) return { value: '0', unpriced: 0 };
  const points = nodes.flatMap((one) => one?.valueHistory?.slice(0, 1) ?? []);
  const unpriced = points.reduce((sum, { unpricedCount }) => sum + unpricedCount, 0);
  const isKnown = points.every(({ value, unpricedCount }) => unpricedCount === 0 || signOf(value) !== 0);
  if (points.length < wallets || !isKnown) return { value: null, unpriced };
  return { value: addDecimals('0', ...points.map(({ value }) => value)), unpriced };
}

const names: Readonly<Record<BridgeStep['part'], string>> = {
  start: 'At the beginning',
  deposits: 'Came from others',
  withdrawals: 'Went to others',
  realised: 'Realised gains',
  unrealisedChange: 'Change of unrealised gains',
  income: 'Income',
  expenses: 'Expenses and fees of their own',
  rest: 'The rest',
  end: 'Net worth now',
};

/** Income comes from others, too, but not always as a receipt: when it is more than came, nobody can tell what of it was a deposit. */
function depositsOf(inflow: string, income: string): string | null {
  const deposits = addDecimals(inflow, negate(income));
  return signOf(deposits) < 0 ? null : deposits;
}

const leftOut = (count: number): string => (count > 0 ? `, ${count} without a price left out` : '');

/** What each part is, and why one is unknown. */
function notesOf(
  data: Data,
  start: Start,
  isWhole: boolean,
): Readonly<Partial<Record<BridgeStep['part'], string>>> {
  return {
    start: isWhole ? 'before all that is known' : `in the wallets themselves${leftOut(start.unpriced)}`,
    deposits: `at the prices of then, income taken off${leftOut(data.came?.totals.unpricedCount ?? 0)}`,
    withdrawals: `at the prices of then${leftOut(data.went?.totals.unpricedCount ?? 0)}`,
    unrealisedChange: isWhole ? 'from nothing' : 'not known: it is in the rest',
    expenses: 'other fees are in costs and proceeds',
    rest: `what no part above tells: ${isWhole ? '' : 'unrealised gains, '}what was handed to protocols, debts, what has no price`,
  };
}

/** Where the bar of a step begins and how long it is, in percent of the widest. */
function barOf({ from, to }: BridgeStep, least: string, span: string): { left: number; width: number } {
  const low = compareDecimals(from, to) < 0 ? from : to;
  const high = low === from ? to : from;
  const left = shareOf(addDecimals(low, negate(least)), span) * 100;
  return { left, width: Math.max(0.4, shareOf(addDecimals(high, negate(low)), span) * 100) };
}

/** The sentence above says to the eye what stands here for readers. */
const head = (
  <thead>
    <tr>
      <th scope="col">
        <span className="for-readers">Part</span>
      </th>
      <td className="bridge-bar" aria-hidden="true" />
      <th scope="col">
        <span className="for-readers">Amount</span>
      </th>
    </tr>
  </thead>
);

function Steps({
  steps,
  currency,
  notes,
}: {
  steps: readonly BridgeStep[];
  currency: string;
  notes: ReturnType<typeof notesOf>;
}): ReactNode {
  const levels = ['0', ...steps.map(({ to }) => to)].toSorted(compareDecimals);
  const least = levels[0] ?? '0';
  const span = addDecimals(levels.at(-1) ?? '0', negate(least));
  return (
    <Scroll label="How the net worth came to be">
      <table className="bridge">
        <caption className="for-readers">The parts add up to the net worth</caption>
        {head}
        <tbody>
          {steps.map((step) => {
            const isSum = step.part === 'start' || step.part === 'end';
            const side = isSum ? 'sum' : signOf(step.value ?? '0') < 0 ? 'less' : 'more';
            const { left, width } = barOf(step, least, span);
            return (
              <tr key={step.part} data-part={step.part}>
                <th scope="row">
                  {names[step.part]}
                  <span className="meta">{notes[step.part]}</span>
                </th>
                <td className="bridge-bar private-drawing" aria-hidden="true">
                  {step.value === null ? null : (
                    <span className={side} style={{ left: `${left}%`, width: `${width}%` }} />
                  )}
                </td>
                <td className="number">
                  <Money
                    value={step.value}
                    currency={currency}
                    change={
                      isSum
                        ? false
                        : step.part === 'rest'
                          ? 'plain'
                          : step.part !== 'deposits' && step.part !== 'withdrawals'
                            ? true
                            : 'plain'
                    }
                    reason="Not known: it is in the rest."
                    {...(step.rounded === null ? {} : { rounded: step.rounded })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}

export function Waterfall({ lens }: { lens: Lens }): ReactNode {
  const { wallets, walletIds, currency, costMethod, period } = lens;
  const from = useMemo(() => {
    const start = periodStart(period, Math.floor(Date.now() / 60_000) * 60_000);
    return start === null ? null : new Date(start).toISOString();
  }, [period]);
  const within = { spam: 'EXCLUDE', ...(from === null ? {} : { from }) } as const;
  const data = useLoaded<waterfallQuery>(
    query,
    {
      ...{ wallets, ids: walletIds, currency, costMethod, period },
      ...{ from: from ?? '1970-01-01T00:00:00Z', hasStart: from !== null },
      came: { ...within, categories: ['RECEIVE'], side: 'INFLOW' },
      went: { ...within, categories: ['SEND'], side: 'OUTFLOW' },
    },
    { fetchPolicy: 'store-and-network' },
  );
  const { totals, came, went } = data;
  if (!totals || !came || !went) return <Empty title="Nothing is known of these wallets yet." />;
  const isWhole = from === null;
  const start = startOf(data, wallets.length);
  const steps = bridgeOf(
    {
      start: start.value,
      deposits: depositsOf(came.totals.inflow, totals.income),
      withdrawals: went.totals.outflow,
      realised: totals.realizedPnl,
      unrealisedChange: isWhole ? totals.unrealizedPnl : null,
      income: totals.income,
      expenses: totals.expenses,
      end: totals.netWorth,
    },
    moneyDigits(currency),
  );
  return (
    <>
      <p className="meta">
        {periodNames[period]}, in {currency} by {costMethod}. Moves between your own wallets and what is
        handed to protocols are in what came and went. The parts add up, also as they are rounded.
      </p>
      <Steps steps={steps} currency={currency} notes={notesOf(data, start, isWhole)} />
    </>
  );
}
