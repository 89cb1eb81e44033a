/** Figures of a wallet as they are, as they are or would be then, and by how much they move. */
import type { ReactNode } from 'react';
import { addDecimals, negate } from '../money/decimals.ts';
import { Money } from '../parts/figures.tsx';
import { Scroll } from '../parts/scroll.tsx';

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
  const [beforeTitle, afterTitle] = titles;
  return (
    <Scroll label="Table of the wallet's figures">
      <table className="effect">
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" className="number wide">
              {beforeTitle}
            </th>
            <th scope="col" className="number">
              {afterTitle}
            </th>
            <th scope="col" className="number wide">
              Moved by
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, title]) => {
            const was = <Money value={before[name]} currency={currency} />;
            const by = (
              <Money
                value={addDecimals(after[name], negate(before[name]))}
                currency={currency}
                change="plain"
              />
            );
            return (
              <tr key={name} data-figure={name}>
                <th scope="row">
                  {title}
                  <span className="meta narrow">
                    {beforeTitle} {was}
                  </span>
                </th>
                <td className="number wide">{was}</td>
                <td className="number">
                  <Money value={after[name]} currency={currency} />
                  <span className="meta narrow">{by}</span>
                </td>
                <td className="number wide">{by}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}
