/** What you say against a transfer, in force, each with its undoing. */
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  corrections_correction$data,
  corrections_correction$key,
} from '../__generated__/corrections_correction.graphql.ts';
import { Money } from '../parts/figures.tsx';
import { bookingWords, type CorrectionChange } from './bookings.ts';
import { UndoButton } from './undo-button.tsx';

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
  onUndone: (change: CorrectionChange) => void;
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
  return (
    <span className="correction">
      <Said correction={data} />
      <UndoButton
        id={data.id}
        label={`Undo your correction of the ${data.kind.toLowerCase()}`}
        onUndone={onUndone}
      />
    </span>
  );
}

interface CorrectionsProps {
  corrections: readonly (corrections_correction$key & { id: string })[];
  onUndone: (change: CorrectionChange) => void;
}

export function Corrections({ corrections, onUndone }: CorrectionsProps): ReactNode {
  return corrections.map((correction) => (
    <One key={correction.id} correction={correction} onUndone={onUndone} />
  ));
}
