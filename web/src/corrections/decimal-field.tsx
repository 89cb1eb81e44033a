/** A field for an amount or a price: it says how to write what it cannot take. */
import { type ReactNode, useId } from 'react';
import { decimalProblem } from '../money/decimals.ts';

interface FieldProps {
  label: string;
  text: string;
  change: (text: string) => void;
  required?: boolean;
  placeholder?: string;
}

export function DecimalField({ label, text, change, required, placeholder }: FieldProps): ReactNode {
  const id = useId();
  const problem = decimalProblem(text);
  return (
    <label>
      {label}
      <input
        inputMode="decimal"
        {...{ required, placeholder }}
        value={text}
        onChange={({ target }) => change(target.value)}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : id}
      />
      {/* It is there before it says something, so that it is heard. */}
      <span id={id} className="problem" role="status">
        {problem}
      </span>
    </label>
  );
}
