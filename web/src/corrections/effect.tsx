/** What a correction moves: the wallets' figures before it, beside those of now, until the ledger has booked it. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import { fetchQuery } from 'relay-runtime';
import type { effectQuery } from '../__generated__/effectQuery.graphql.ts';
import { useLens } from '../app/lens/lens.ts';
import { useLoaded } from '../relay/load.ts';
import { type CorrectionChange, doneBefore } from './bookings.ts';
import { FiguresTable, isSame } from './figures-table.tsx';

const query = graphql`
  query effectQuery($wallets: [Address!]!, $currency: Currency!, $costMethod: CostMethod!) {
    totals(wallets: $wallets, currency: $currency, costMethod: $costMethod) {
      realizedPnl
      unrealizedPnl
      costBasis
      income
      expenses
      debtValue
      netWorth
    }
  }
`;

/** Exact, in the currency and by the method of the lens. */
type Figures = NonNullable<effectQuery['response']['totals']>;

/** How often the figures are asked for after a correction, and for how long: the ledger is booked when its turn comes. */
const pauseMs = 1_500;
const mostAsked = 40;

export interface EffectProps {
  wallets: readonly string[];
  /** How many corrections were made or undone on this page, and which of it was last; null: none. */
  corrections: { count: number; last: CorrectionChange | null };
  /** The ledger was booked anew. */
  onChanged: () => void;
}

/** Asks for a minute, and tells of each change: another booking, or another price, may come before the one that is waited for. */
function useBooked(
  variables: effectQuery['variables'],
  before: Figures | null,
  onChanged: () => void,
): boolean {
  const environment = useRelayEnvironment();
  /** What was waited for a minute long. */
  const [waitedFor, setWaitedFor] = useState<Figures | null>(null);
  const latest = useRef({ variables, onChanged });
  latest.current = { variables, onChanged };
  useEffect(() => {
    if (before === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = 0;
    let last = before;
    const ask = async (): Promise<void> => {
      asked += 1;
      const found = await fetchQuery<effectQuery>(environment, query, latest.current.variables)
        .toPromise()
        .catch(() => null);
      if (timer === undefined) return;
      if (found?.totals && !isSame(found.totals, last)) {
        last = found.totals;
        latest.current.onChanged();
      }
      if (asked < mostAsked) timer = setTimeout(ask, pauseMs);
      else setWaitedFor(before);
    };
    timer = setTimeout(ask, pauseMs / 3);
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, [environment, before]);
  return before !== null && before !== waitedFor;
}

export function Effect({ wallets, corrections, onChanged }: EffectProps): ReactNode {
  const { currency, costMethod } = useLens();
  const variables = { wallets, currency, costMethod };
  const { totals } = useLoaded<effectQuery>(query, variables);
  // Figures of another currency or method are not compared.
  const of = `${wallets.join()} ${currency} ${costMethod}`;
  const [found, setFound] = useState<{ of: string; figures: Figures } | null>(null);
  const before = found?.of === of ? found.figures : null;
  const now = useRef({ of, totals });
  now.current = { of, totals };
  useEffect(() => {
    // A copy: that each correction starts anew from what it found.
    const { totals: figures } = now.current;
    if (corrections.count > 0 && figures) setFound({ of: now.current.of, figures: { ...figures } });
  }, [corrections.count]);
  const isWaiting = useBooked(variables, before, onChanged);
  const already = doneBefore(corrections.last);
  if (already !== null) return <p className="banner">{already}</p>;
  if (before === null || !totals) return null;
  const isUndone = corrections.last === 'undone';
  return (
    <section className="card" aria-labelledby="effect-title">
      <h2 id="effect-title">{isUndone ? 'Since you undid your correction' : 'Since your correction'}</h2>
      <p className="meta" role="status">
        {isWaiting
          ? `The ledger is being booked ${isUndone ? 'without' : 'with'} it, and the figures follow. `
          : 'As of a minute after it. '}
        {isSame(before, totals) ? 'Nothing has moved so far. ' : ''}
        Of {wallets.length === 1 ? 'the whole wallet' : `these ${wallets.length} wallets`}, all time, in{' '}
        {currency} by {costMethod}: new transactions and prices move it, too.
      </p>
      <FiguresTable
        before={before}
        after={totals}
        currency={currency}
        titles={[isUndone ? 'With it' : 'Before', 'Now']}
      />
    </section>
  );
}
