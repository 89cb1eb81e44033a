/** What of the holdings is shown, and in which order, as controls. */
import type { ReactNode } from 'react';
import { type HoldingsSearch, orders } from './holdings-search.ts';

export type Change = { [Key in keyof HoldingsSearch]?: HoldingsSearch[Key] | undefined };

export function Filters({
  search,
  choose,
}: {
  search: HoldingsSearch;
  choose: (change: Change) => void;
}): ReactNode {
  return (
    <form className="filters" onSubmit={(event) => event.preventDefault()} aria-label="What is shown">
      <label className="choice">
        <span className="for-readers">Order</span>
        <select
          data-filter=""
          value={search.order ?? 'VALUE'}
          onChange={({ target }) =>
            choose({ order: orders.find(({ value }) => value === target.value)?.value })
          }
        >
          {orders.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={search.zero ?? false}
          onChange={({ target }) => choose({ zero: target.checked ? true : undefined })}
        />
        Balances of 0
      </label>
      <label>
        <input
          type="checkbox"
          checked={search.spam ?? false}
          onChange={({ target }) => choose({ spam: target.checked ? true : undefined })}
        />
        Spam
      </label>
    </form>
  );
}
