/** Takes a correction back, and says so. */
import { type ReactNode, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { undoButtonMutation } from '../__generated__/undoButtonMutation.graphql.ts';
import { say } from '../app/said.tsx';

const undo = graphql`
  mutation undoButtonMutation($input: UndoCorrectionInput!) {
    undoCorrection(input: $input) {
      correction {
        id
        applies
        undoneAt
        undoneBy {
          keyId
          name
        }
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

interface UndoButtonProps {
  id: string;
  /** For who does not see what it stands beside. */
  label: string;
  onUndone: () => void;
}

export function UndoButton({ id, label, onUndone }: UndoButtonProps): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const [commit, isUnderWay] = useMutation<undoButtonMutation>(undo);
  return (
    <>
      <button
        type="button"
        aria-disabled={isUnderWay}
        aria-label={label}
        onClick={() => {
          if (isUnderWay) return;
          setProblem(null);
          say('Undoing…');
          commit({
            variables: { input: { id } },
            onCompleted: () => {
              say('Undone: the ledger is booked again without your correction.');
              onUndone();
            },
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
    </>
  );
}
