/**
 * The palette: one field that finds pages, wallets, holdings, counterparties and what can be done, by keyboard alone. A combobox with a list, as
 * the ARIA Authoring Practices Guide describes it (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/): the focus stays in the field.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { counted } from '../money/format.ts';
import { Private } from '../parts/veiled.tsx';
import { type Entry, matching, type OwnWallet, useOwnEntries } from './entries.ts';
import { useFound } from './found.ts';
import type { SummonedProps } from './summoned.ts';

interface PaletteProps extends SummonedProps {
  own: readonly OwnWallet[];
  openSheet: () => void;
}

function groupsOf(entries: readonly Entry[]): [string, Entry[]][] {
  return [...Map.groupBy(entries, ({ group }) => group)];
}

function Option({
  entry,
  id,
  isActive,
  choose,
}: {
  entry: Entry;
  id: string;
  isActive: boolean;
  choose: () => void;
}): ReactNode {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, which names this as its active descendant
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      ref={option}
      role="option"
      id={id}
      aria-selected={isActive}
      className="palette-option"
      onClick={choose}
    >
      {entry.isAddress ? <Private>{entry.name}</Private> : <span>{entry.name}</span>}
      {entry.hint === undefined ? null : (
        <span className="meta">
          {entry.hint.includes('0x') ? <Private>{entry.hint}</Private> : entry.hint}
        </span>
      )}
    </div>
  );
}

const words = {
  none: '',
  loading: 'Looking in your wallets …',
  there: '',
  failed: 'Your wallets could not be looked through.',
};

/** Who is typing is not talked to. */
const pauseMs = 600;

/** How many there are, once they are the same for a moment; nothing while nothing is looked for. */
function useCount(text: string, count: number): string {
  const now = text.trim() === '' ? '' : count === 0 ? 'Nothing is called so.' : counted(count, 'result');
  const [told, setTold] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTold(now), pauseMs);
    return () => clearTimeout(timer);
  }, [now]);
  return told === now ? told : '';
}

export function Palette({ dialog, own, close, openSheet }: PaletteProps): ReactNode {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const base = useId();
  const found = useFound(text);
  // What was found by a pasted text matches by being that text.
  const direct = found.entries.filter(({ group }) => group === 'Find');
  const named = found.entries.filter(({ group }) => group !== 'Find');
  const shown = [...direct, ...matching([...useOwnEntries(own, openSheet), ...named], text)];
  const groups = groupsOf(shown);
  const ordered = groups.flatMap(([, entries]) => entries);
  const count = useCount(text, ordered.length);
  const at = Math.min(active, ordered.length - 1);
  const choose = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    close();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = ordered.length - 1;
    const next = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }[event.key];
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter') choose(ordered[at]);
    else return;
    event.preventDefault();
  };
  const idOf = (entry: Entry): string => `${base}-${ordered.indexOf(entry)}`;
  return (
    <dialog {...dialog} className="palette" aria-label="Find and do">
      <input
        role="combobox"
        type="text"
        aria-label="Page, wallet, holding, counterparty, address, hash or action"
        placeholder="Find a page, holding, counterparty, or do something"
        aria-autocomplete="list"
        aria-expanded={ordered.length > 0}
        aria-controls={`${base}-list`}
        aria-activedescendant={ordered[at] === undefined ? undefined : `${base}-${at}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${base}-list`} aria-label="What there is" className="palette-list">
        {groups.map(([group, entries]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
          <div key={group} role="group" aria-label={group}>
            <div className="palette-group" aria-hidden="true">
              {group}
            </div>
            {entries.map((entry) => (
              <Option
                key={entry.id}
                entry={entry}
                id={idOf(entry)}
                isActive={ordered[at] === entry}
                choose={() => choose(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="meta palette-foot" role="status">
        {count} {words[found.state]}
      </p>
    </dialog>
  );
}
