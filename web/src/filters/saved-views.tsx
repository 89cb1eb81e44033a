/** Saved views of a list: chosen by name, saved under one, and removed. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { changeViews, longestName, useViews, type View } from './views.ts';

interface SavedViewsProps {
  /** What is shown now. */
  search: View['search'];
  show: (search: View['search']) => void;
}

export function SavedViews({ search, show }: SavedViewsProps): ReactNode {
  const views = useViews();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const given = name.trim();
    const failed = changeViews((stored) => [
      ...stored.filter((view) => view.name !== given),
      { name: given, search },
    ]);
    setProblem(failed);
    if (failed === null) setName('');
  };
  const remove = (gone: View): void =>
    setProblem(changeViews((stored) => stored.filter((view) => view.name !== gone.name)));
  return (
    <details className="pill-add">
      <summary>Views{views.length === 0 ? '' : ` (${views.length})`}</summary>
      <div className="views">
        <ul aria-label="Saved views">
          {views.map((view) => (
            <li key={view.name}>
              <button type="button" onClick={() => show(view.search)}>
                {view.name}
              </button>{' '}
              <button type="button" aria-label={`Remove the view ${view.name}`} onClick={() => remove(view)}>
                ×
              </button>
            </li>
          ))}
        </ul>
        <form className="pill-form" onSubmit={save}>
          <input
            required
            maxLength={longestName}
            pattern=".*\S.*"
            aria-label="Name of the view"
            placeholder="Name of this view"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <button type="submit">Save what is shown</button>
        </form>
        <p className="meta">Kept in this browser, without wallets.</p>
        {problem === null ? null : (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </details>
  );
}
