/** A whole in its parts: a bar, and their names with their shares. */
import type { ReactNode } from 'react';
import { addDecimals, compareDecimals, shareOf, signOf } from '../../money/decimals.ts';
import { cutName } from '../../money/names.ts';
import { Money } from '../../parts/figures.tsx';

/** More parts than these are one: nobody tells nine colours apart. */
const mostParts = 7;

export function Allocation({
  shares,
  currency,
}: {
  shares: readonly (readonly [string, string])[];
  currency: string;
}): ReactNode {
  const sorted = shares
    .filter(([, value]) => signOf(value) > 0)
    .toSorted((left, right) => compareDecimals(right[1], left[1]));
  if (sorted.length === 0) return null;
  const rest = sorted.slice(mostParts).map(([, value]) => value);
  const parts = [
    ...sorted.slice(0, mostParts),
    ...(rest.length === 0 ? [] : [['All others', addDecimals(...rest)] as const]),
  ];
  const whole = addDecimals(...parts.map(([, value]) => value));
  const percent = (value: string): string => `${(shareOf(value, whole) * 100).toFixed(1)} %`;
  return (
    <>
      <div className="allocation" aria-hidden="true">
        {parts.map(([symbol, value], index) => (
          <span
            key={symbol}
            style={{ flexGrow: shareOf(value, whole), background: `var(--c${index + 1})` }}
          />
        ))}
      </div>
      <ul className="allocation-names">
        {parts.map(([symbol, value], index) => (
          <li key={symbol}>
            <i style={{ background: `var(--c${index + 1})` }} aria-hidden="true" />
            <bdi>{cutName(symbol, 16)}</bdi>
            <Money value={value} currency={currency} />
            <span className="meta allocation-share">{percent(value)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
