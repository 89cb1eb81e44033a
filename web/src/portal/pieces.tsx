/** Small parts of the portal's pages: text to copy, questions before what cannot be undone, and what is left of a time. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Copies a text, and says so. */
export function Copy({ text, what }: { text: string; what: string }): ReactNode {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // A page that is not served over https has no clipboard.
      setSaid('Select it and copy it by hand');
    }
  };
  return (
    <span className="copy">
      <button type="button" aria-label={`Copy ${what}`} onClick={() => void copy()}>
        Copy
      </button>{' '}
      <span role="status" className="meta">
        {said}
      </span>
    </span>
  );
}

/** A piece of code, which scrolls by itself. */
export function Snippet({ title, text }: { title: string; text: string }): ReactNode {
  const id = useId();
  return (
    <article className="snippet-part" aria-labelledby={id}>
      <div className="snippet-head">
        <h3 id={id}>{title}</h3>
        <Copy text={text} what={`the snippet for ${title}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse could not scroll it otherwise */}
      <pre className="snippet" tabIndex={0}>
        {text}
      </pre>
    </article>
  );
}

interface AskFirstProps {
  /** On the button that asks. */
  name: string;
  /** What is about to be done, and to what, by name. */
  question: ReactNode;
  /** On the button that does it: it names it again. */
  answer: string;
  isDanger?: boolean;
  act: () => void;
  children?: ReactNode;
}

/** A button, and the question behind it. Who has no mouse goes on at the answer that changes nothing, and back. */
export function AskFirst({
  name,
  question,
  answer,
  isDanger = false,
  act,
  children,
}: AskFirstProps): ReactNode {
  const [isAsking, setIsAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const ask = useRef<HTMLButtonElement>(null);
  const decide = (next: boolean): void => {
    flushSync(() => setIsAsking(next));
    (next ? keep : ask).current?.focus();
  };
  if (!isAsking) {
    return (
      <button type="button" ref={ask} onClick={() => decide(true)}>
        {name}
      </button>
    );
  }
  return (
    <fieldset
      className="ask-first"
      onKeyDown={({ key }) => {
        if (key === 'Escape') decide(false);
      }}
    >
      <legend>{question}</legend>
      {children}
      <button
        type="button"
        className={isDanger ? 'danger' : 'primary'}
        onClick={() => {
          decide(false);
          act();
        }}
      >
        {answer}
      </button>
      <button type="button" ref={keep} onClick={() => decide(false)}>
        Cancel
      </button>
    </fieldset>
  );
}

const [minute, hour, day] = [60, 3_600, 86_400];

/** `2 d 5 h`, `59 min 3 s`: two units, rounded down. */
export function lengthOf(seconds: number): string {
  if (seconds >= 2 * day) return `${Math.floor(seconds / day)} d ${Math.floor((seconds % day) / hour)} h`;
  if (seconds >= hour) return `${Math.floor(seconds / hour)} h ${Math.floor((seconds % hour) / minute)} min`;
  if (seconds >= minute) return `${Math.floor(seconds / minute)} min ${seconds % minute} s`;
  return `${Math.max(0, seconds)} s`;
}

/** What is left until then, counted down. */
export function Countdown({ until, over }: { until: string; over: string }): ReactNode {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.floor((Date.parse(until) - now) / 1_000);
  return <span role="timer">{left > 0 ? lengthOf(left) : over}</span>;
}

/** What went wrong with something that was asked for. */
export function Problem({ text }: { text: string | null }): ReactNode {
  return text === null ? null : (
    <p className="problem" role="alert">
      {text}
    </p>
  );
}

/** Words of a field, one a line or between commas. */
export const itemsIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((item) => item !== '')),
];
