/** Figures of a wallet as they are, as they are or would be then, and by how much they move. */
import type { ReactNode } from 'react';
import { addDecimals, negate } from '../money/decimals.ts';
import { Money } from '../parts/figures.tsx';

const rows = [
  ['realizedPnl', 'Realised gains'],
  ['unrealizedPnl', 'Unrealised gains'],
  ['costBasis', 'Cost of what is there'],
  ['income', 'Income'],
  ['expenses', 'Expenses'],
  ['debtValue', 'What is owed'],
  ['netWorth', 'Net worth'],
] as const;

/** Exact, in the currency and by the method of the lens. */
export type MovedFigures = Readonly<Record<(typeof rows)[number][0], string>>;

export const isSame = (one: MovedFigures, other: MovedFigures): boolean =>
  rows.every(([name]) => one[name] === other[name]);

interface FiguresTableProps {
  before: MovedFigures;
  after: MovedFigures;
  currency: string;
  /** What the two columns are called. */
  titles: readonly [string, string];
}

export function FiguresTable({ before, after, currency, titles }: FiguresTableProps): ReactNode {
  return (
    <table className="effect">
      <thead>
        <tr>
          <th scope="col">Of the wallet</th>
          {[...titles, 'Moved by'].map((title) => (
            <th key={title} scope="col" className="number">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, title]) => (
          <tr key={name} data-figure={name}>
            <th scope="row">{title}</th>
            <td className="number">
              <Money value={before[name]} currency={currency} />
            </td>
            <td className="number">
              <Money value={after[name]} currency={currency} />
            </td>
            <td className="number">
              <Money
                value={addDecimals(after[name], negate(before[name]))}
                currency={currency}
                change="plain"
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
