/** Secrets that are shown once: each that was made stays in its page until somebody says that it was kept. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { say } from '../app/said.tsx';
import { Copy } from './pieces.tsx';

interface Made<Item> {
  /** Those that are not put away yet, the newest first. */
  all: readonly Item[];
  add: (item: Item) => void;
  putAway: (item: Item) => void;
}

/** What was made in a page: another one does not take the place of one that nobody has kept yet. */
export function useMade<Item>(): Made<Item> {
  const [all, setAll] = useState<readonly Item[]>([]);
  return {
    all,
    add: (item) => setAll((before) => [item, ...before]),
    putAway: (item) => setAll((before) => before.filter((other) => other !== item)),
  };
}

interface Shown {
  title: string;
  /** The secret itself. It is in this page alone, and gone with it. */
  secret: string;
  about: ReactNode;
  children?: ReactNode;
}

/** Whoever is typing goes on: what they type next would be keys of the page. */
function isTyping(): boolean {
  const { activeElement: field } = document;
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isField && !field.readOnly && field.matches('textarea, [type=text], [type=url], :not([type])')
    ? field.value !== ''
    : false;
}

function Card({ title, secret, about, children, done }: Shown & { done: () => void }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    if (isTyping()) say(`${heading.current?.textContent} is shown.`);
    else heading.current?.focus();
  }, []);
  return (
    // No landmark: of two keys of one name it would be twice there.
    <article className="card shown-once" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{about}</p>
      <div className="secret">
        <input
          readOnly
          aria-label={title}
          className="private"
          value={secret}
          spellCheck={false}
          autoComplete="off"
          onFocus={({ target }) => target.select()}
        />
        <Copy text={secret} what="it" />
      </div>
      {children}
      <button type="button" className="primary" onClick={done}>
        I have kept it
      </button>
    </article>
  );
}

interface ShownOnceProps<Item> {
  made: Made<Item>;
  /** @param before How many newer ones are shown. */
  show: (item: Item, before: number) => Shown;
}

/** The secrets that nobody shows again. A new one takes the focus, and each stays until it was kept. */
export function ShownOnce<Item>({ made, show }: ShownOnceProps<Item>): ReactNode {
  const cards = useRef<HTMLDivElement>(null);
  const done = (item: Item): void => {
    flushSync(() => made.putAway(item));
    // The button that was pressed is gone: the next secret is gone on with.
    cards.current?.querySelector('h2')?.focus();
  };
  if (made.all.length === 0) return null;
  return (
    <div ref={cards} className="cards">
      {made.all.map((item, before) => {
        const shown = show(item, before);
        return <Card key={shown.secret} {...shown} done={() => done(item)} />;
      })}
    </div>
  );
}
