/** Takes a correction back: says before what that would move, and then that it is done. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { graphql, useMutation } from 'react-relay';
import type { undoButtonMutation } from '../__generated__/undoButtonMutation.graphql.ts';
import { say } from '../app/said.tsx';
import { type SummonedProps, useSummoned } from '../keyboard/summoned.ts';
import { type CorrectionChange, doneBefore } from './bookings.ts';
import { PreviewedUndo } from './previewed.tsx';

const undo = graphql`
  mutation undoButtonMutation($input: UndoCorrectionInput!) {
    undoCorrection(input: $input) {
      isChanged
      correction {
        id
        applies
        undoneAt
        undoneBy {
          keyId
          name
        }
        replacedById
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
  onUndone: (change: CorrectionChange) => void;
}

export function UndoButton({ id, label, onUndone }: UndoButtonProps): ReactNode {
  const { time, props, summon } = useSummoned();
  return (
    <>
      <button type="button" aria-haspopup="dialog" aria-label={label} onClick={summon}>
        Undo
      </button>
      {time === null
        ? null
        : createPortal(<UndoDialog key={time} {...{ id, label, onUndone }} {...props} />, document.body)}
    </>
  );
}

function UndoDialog({ id, label, onUndone, dialog, close }: UndoButtonProps & SummonedProps): ReactNode {
  const keep = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [commit, isUnderWay] = useMutation<undoButtonMutation>(undo);
  useEffect(() => {
    // Enter once more changes nothing.
    keep.current?.focus();
  }, []);
  const doIt = (): void => {
    if (isUnderWay) return;
    setProblem(null);
    say('Undoing…');
    commit({
      variables: { input: { id } },
      onCompleted: ({ undoCorrection: { isChanged, correction } }) => {
        const change = isChanged ? 'undone' : correction.replacedById ? 'replaced before' : 'undone before';
        // Gives the focus back, before what it stands in goes.
        close();
        say(doneBefore(change) ?? 'Undone: the ledger is booked again without your correction.');
        onUndone(change);
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <dialog {...dialog} className="sheet" aria-labelledby={titleId}>
      <h2 id={titleId}>{label}</h2>
      <PreviewedUndo id={id} />
      {problem === null ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <p className="sheet-answers">
        <button type="button" className="danger" aria-disabled={isUnderWay} onClick={doIt}>
          {isUnderWay ? 'Undoing…' : 'Undo it'}
        </button>
        <button type="button" ref={keep} onClick={close}>
          Keep it
        </button>
      </p>
    </dialog>
  );
}
