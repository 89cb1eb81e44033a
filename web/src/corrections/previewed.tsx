/** What a correction in a form, or the undoing of one, would move in the wallet's figures: the service books its ledger so, and stores nothing. */
import { type ReactNode, useEffect, useState } from 'react';
import { graphql, readInlineData, useRelayEnvironment } from 'react-relay';
import { fetchQuery, type GraphQLTaggedNode } from 'relay-runtime';
import type { previewed_told$data, previewed_told$key } from '../__generated__/previewed_told.graphql.ts';
import type { previewedQuery } from '../__generated__/previewedQuery.graphql.ts';
import type { previewedUndoQuery } from '../__generated__/previewedUndoQuery.graphql.ts';
import { useLens } from '../app/lens/lens.ts';
import { FiguresTable, isSame } from './figures-table.tsx';

const told = graphql`
  fragment previewed_told on CorrectionPreview @inline {
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
`;

const query = graphql`
  query previewedQuery($input: CorrectTransferInput!, $currency: Currency!, $costMethod: CostMethod!) {
    preview: previewCorrection(input: $input, currency: $currency, costMethod: $costMethod) {
      ...previewed_told
    }
  }
`;

const undoQuery = graphql`
  query previewedUndoQuery($id: ID!, $currency: Currency!, $costMethod: CostMethod!) {
    preview: previewUndo(id: $id, currency: $currency, costMethod: $costMethod) {
      ...previewed_told
    }
  }
`;

type Input = previewedQuery['variables']['input'];
type Told = previewed_told$data;

/** What is typed in one go is asked for once. */
const pauseMs = 350;

/** What came back, and for which question: a later one makes it old. */
type Answer = { key: string; told: Told | null; problem: string | null };

const notBooked =
  'The ledger of this wallet is not booked yet, or not in this currency, so that there is nothing to compare with.';

/** Why there is nothing to show, by the state that the service tells. */
const unknown: Readonly<Record<string, string>> = {
  TOO_LONG:
    'Too much happened since this transfer to be booked while you wait. Make the correction, see below what it moves, and undo it if it should not be.',
  NOT_BOOKED: notBooked,
};
const unknownOfUndo: Readonly<Record<string, string>> = {
  TOO_LONG:
    'Too much happened since then to be booked while you wait. Undo it and see what that moves; the correction can be made again.',
  NOT_BOOKED: notBooked,
};

function useAnswer<Query extends previewedQuery | previewedUndoQuery>(
  asked: GraphQLTaggedNode,
  variables: Query['variables'],
): Answer | null {
  const environment = useRelayEnvironment();
  const key = JSON.stringify(variables);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let reading: { unsubscribe: () => void } | undefined;
    const timer = setTimeout(() => {
      reading = fetchQuery<Query>(environment, asked, JSON.parse(key), {
        networkCacheConfig: { force: true },
      }).subscribe({
        next: ({ preview }) =>
          setAnswer({ key, told: readInlineData<previewed_told$key>(told, preview) ?? null, problem: null }),
        error: ({ message }: Error) => setAnswer({ key, told: null, problem: message }),
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      reading?.unsubscribe();
    };
  }, [environment, asked, key]);
  return answer?.key === key ? answer : null;
}

interface MovedProps {
  answer: Answer | null;
  why: Readonly<Record<string, string>>;
}

function Moved({ answer, why }: MovedProps): ReactNode {
  const { currency, costMethod } = useLens();
  if (answer === null) return <p className="meta">Booking it on trial…</p>;
  const { told, problem } = answer;
  if (told === null) return <p className="problem">{problem ?? 'What it would move could not be told.'}</p>;
  const { before, after, state, otherWalletCount } = told;
  if (!before || !after) return <p className="meta">{why[state] ?? ''}</p>;
  return (
    <>
      <p>
        {isSame(before, after) ? 'It would move none of the figures' : 'What it would move'}: of the whole
        wallet, all time, in {currency} by {costMethod}.
        {otherWalletCount === 0 ? '' : ` It would move ${otherWalletCount} more of your wallets, too.`}
      </p>
      {isSame(before, after) ? null : (
        <FiguresTable {...{ before, after, currency }} titles={['Now', 'Would be']} />
      )}
    </>
  );
}

export function Previewed({ input }: { input: Input }): ReactNode {
  const { currency, costMethod } = useLens();
  return <Moved answer={useAnswer<previewedQuery>(query, { input, currency, costMethod })} why={unknown} />;
}

/** The same of the undoing of a correction. */
export function PreviewedUndo({ id }: { id: string }): ReactNode {
  const { currency, costMethod } = useLens();
  const answer = useAnswer<previewedUndoQuery>(undoQuery, { id, currency, costMethod });
  return <Moved answer={answer} why={unknownOfUndo} />;
}
