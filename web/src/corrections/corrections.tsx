/** What you say against a transfer, in force, each with its undoing. */
import { type ReactNode, useState } from 'react';
import { graphql, useFragment, useMutation } from 'react-relay';
import type {
  corrections_correction$data,
  corrections_correction$key,
} from '../__generated__/corrections_correction.graphql.ts';
import type { correctionsUndoMutation } from '../__generated__/correctionsUndoMutation.graphql.ts';
import { Money } from '../parts/figures.tsx';
import { bookingWords } from './bookings.ts';

const undo = graphql`
  mutation correctionsUndoMutation($input: UndoCorrectionInput!) {
    undoCorrection(input: $input) {
      correction {
        id
        undoneAt
        transfer {
          id
          bookedAs
          corrections {
            id
            ...corrections_correction
          }
        }
      }
    }
  }
`;

function Said({ correction }: { correction: corrections_correction$data }): ReactNode {
  const { kind, treatment, price, cost, currency, note, applies } = correction;
  return (
    <span className="badge" title={note ?? undefined}>
      you say:{' '}
      {kind === 'TREATMENT' ? (
        bookingWords(treatment).toLowerCase()
      ) : (
        <>
          {kind === 'PRICE' ? 'price ' : 'cost '}
          <Money value={kind === 'PRICE' ? price : cost} currency={currency ?? 'USD'} />
        </>
      )}
      {applies ? '' : ' (not booked)'}
    </span>
  );
}

function One({
  correction,
  onUndone,
}: {
  correction: corrections_correction$key;
  onUndone: () => void;
}): ReactNode {
  const data = useFragment(
    graphql`
      fragment corrections_correction on Correction {
        id
        kind
        treatment
        price
        cost
        currency
        note
        applies
      }
    `,
    correction,
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [commit, isUnderWay] = useMutation<correctionsUndoMutation>(undo);
  return (
    <span className="correction">
      <Said correction={data} />
      <button
        type="button"
        disabled={isUnderWay}
        aria-label={`Undo your correction of the ${data.kind.toLowerCase()}`}
        onClick={() => {
          setProblem(null);
          commit({
            variables: { input: { id: data.id } },
            onCompleted: onUndone,
            onError: ({ message }) => setProblem(message),
          });
        }}
      >
        {isUnderWay ? 'Undoing…' : 'Undo'}
      </button>
      {problem === null ? null : (
        <span className="problem" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

interface CorrectionsProps {
  corrections: readonly (corrections_correction$key & { id: string })[];
  onUndone: () => void;
}

export function Corrections({ corrections, onUndone }: CorrectionsProps): ReactNode {
  return corrections.map((correction) => (
    <One key={correction.id} correction={correction} onUndone={onUndone} />
  ));
}
