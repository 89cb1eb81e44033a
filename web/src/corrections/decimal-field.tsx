/** A field for an amount or a price: it says how to write what it cannot take. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { decimalProblem } from '../money/typed-decimals.ts';

interface FieldProps {
  label: string;
  text: string;
  change: (text: string) => void;
  required?: boolean;
  placeholder?: string;
}

/** Who is still typing is not corrected: "1." is on its way to "1.5". */
const pauseMs = 700;

/** What is wrong with what stands there for a moment already, or was left so; null: nothing. */
function useProblem(text: string): { problem: string | null; settle: () => void } {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return { problem: settled === text ? decimalProblem(text) : null, settle: () => setSettled(text) };
}

export function DecimalField({ label, text, change, required, placeholder }: FieldProps): ReactNode {
  const id = useId();
  const { problem, settle } = useProblem(text);
  const input = useRef<HTMLInputElement>(null);
  // The browser sends no form with it, and leads there.
  useEffect(() => input.current?.setCustomValidity(decimalProblem(text) ?? ''), [text]);
  return (
    <label>
      {label}
      <input
        ref={input}
        inputMode="decimal"
        {...{ required, placeholder }}
        value={text}
        onChange={({ target }) => change(target.value)}
        onBlur={settle}
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
