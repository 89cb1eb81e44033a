/** The sheet of keys, and the switch for those that are single letters. */
import type { ReactNode } from 'react';
import { places } from '../app/places.ts';
import { chooseSingleKeys, useSingleKeys } from '../app/preferences.ts';
import type { SummonedProps } from './summoned.ts';

/** What else there is, for the sheet of keys. */
const singleKeys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'To the filter'],
  [['j'], 'Next row'],
  [['k'], 'Row before'],
  [['n'], 'Next issue, on the page of issues'],
  [['['], 'Shorter period'],
  [[']'], 'Longer period'],
  [['p'], 'Hide or show figures'],
  [['d'], 'Dark or light'],
  [['?'], 'This sheet'],
];

export function KeySheet({ dialog }: Pick<SummonedProps, 'dialog'>): ReactNode {
  const isOn = useSingleKeys();
  const rows: (readonly [readonly string[], string])[] = [
    [['Ctrl', 'K'], 'Find and do: the palette (⌘ K on a Mac)'],
    ...places.map(({ name, key }) => [['g', key], name] as const),
    ...singleKeys,
  ];
  return (
    <dialog {...dialog} className="sheet" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl>
        {rows.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="sheet-switch">
        <label>
          <input type="checkbox" checked={isOn} onChange={({ target }) => chooseSingleKeys(target.checked)} />
          Single keys, such as <kbd>p</kbd>
        </label>
      </p>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
