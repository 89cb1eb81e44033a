/** What the correction in a form would move in the wallet's figures: the service books its ledger with it, and stores nothing. */
import { type ReactNode, useEffect, useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import { fetchQuery } from 'relay-runtime';
import type { previewedQuery } from '../__generated__/previewedQuery.graphql.ts';
import { useLens } from '../app/lens/lens.ts';
import { FiguresTable, isSame } from './figures-table.tsx';

const query = graphql`
  query previewedQuery($input: CorrectTransferInput!, $currency: Currency!, $costMethod: CostMethod!) {
    previewCorrection(input: $input, currency: $currency, costMethod: $costMethod) {
      state
      otherWalletCount
      before {
        realizedPnl
        unrealizedPnl
        costBasis
        income
        expenses
        debtValue
        netWorth
      }
      after {
        realizedPnl
        unrealizedPnl
        costBasis
        income
        expenses
        debtValue
        netWorth
      }
    }
  }
`;

type Input = previewedQuery['variables']['input'];
type Told = NonNullable<previewedQuery['response']['previewCorrection']>;

/** What is typed in one go is asked for once. */
const pauseMs = 350;

/** What came back, and for which input: a later one makes it old. */
type Answer = { key: string; told: Told | null; problem: string | null };

const unknown: Readonly<Record<string, string>> = {
  TOO_LONG:
    'Too much happened since this transfer to be booked while you wait. Make the correction, see below what it moves, and undo it if it should not be.',
  NOT_BOOKED: 'The ledger of this wallet is not booked yet, so that there is nothing to compare with.',
};

function useAnswer(variables: previewedQuery['variables']): Answer | null {
  const environment = useRelayEnvironment();
  const key = JSON.stringify(variables);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let asked: { unsubscribe: () => void } | undefined;
    const timer = setTimeout(() => {
      asked = fetchQuery<previewedQuery>(environment, query, JSON.parse(key), {
        networkCacheConfig: { force: true },
      }).subscribe({
        next: ({ previewCorrection: told }) => setAnswer({ key, told: told ?? null, problem: null }),
        error: ({ message }: Error) => setAnswer({ key, told: null, problem: message }),
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      asked?.unsubscribe();
    };
  }, [environment, key]);
  return answer?.key === key ? answer : null;
}

export function Previewed({ input }: { input: Input }): ReactNode {
  const { currency, costMethod } = useLens();
  const answer = useAnswer({ input, currency, costMethod });
  if (answer === null) return <p className="meta">Booking it on trial…</p>;
  const { told, problem } = answer;
  if (told === null) return <p className="problem">{problem ?? 'What it would move could not be told.'}</p>;
  const { before, after, state, otherWalletCount } = told;
  if (!before || !after) return <p className="meta">{unknown[state] ?? ''}</p>;
  return (
    <>
      <p>
        {isSame(before, after) ? 'It would move none of the figures' : 'What it would move'}: of the whole
        wallet, all time, in {currency} by {costMethod}.
        {otherWalletCount === 0 ? '' : ` So it would ${otherWalletCount} more of your wallets.`}
      </p>
      {isSame(before, after) ? null : (
        <FiguresTable {...{ before, after, currency }} titles={['Now', 'Would be']} />
      )}
    </>
  );
}
