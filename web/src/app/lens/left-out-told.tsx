/** Says what was left out of a link, and what is expected in its place. */
import type { ReactNode } from 'react';
import { orders } from '../../pages/holdings/holdings-search.ts';
import { groupings } from '../../pages/overview/overview-search.ts';
import { Private } from '../../parts/veiled.tsx';
import { auditActions, spans } from '../../portal/search.ts';
import { useCurrencies, useReporting } from './lens.ts';
import { methods, mostWallets, periods } from './lens-search.ts';

const address = '0x and 40 hex digits';
const trueAlone = 'true, or nothing';
const listOf = (values: readonly (string | number)[]): string => values.join(', ');

/** By the names in a URL: what is expected there. */
const expected: Readonly<Record<string, string>> = {
  w: `up to ${mostWallets} registered wallets, each ${address}`,
  method: listOf(methods),
  period: listOf(periods),
  by: listOf(groupings),
  order: listOf(orders.map(({ value }) => value)),
  zero: trueAlone,
  spam: trueAlone,
  kind: 'a kind of the list below',
  f: 'filters as the page writes them, such as kind.not.SWAP or since.is.2026-01-31',
  q: 'a name, an address or a hash',
  wallet: address,
  year: 'a year, such as 2025',
  undone: trueAlone,
  days: listOf(spans),
  request: 'the id of a request',
  code: 'the code of an error, such as BAD_INPUT',
  action: `${listOf(auditActions.slice(0, 2))} and others of the list below`,
};

/** What the books of whoever looks are told in, and how others come to be. */
function useCurrenciesTold(): string {
  const told = listOf(useCurrencies());
  return useReporting() === null
    ? `${told}. Another takes the setting reportingCurrency`
    : `${told}, as the setting reportingCurrency has it`;
}

/** Longer ones are cut. */
const longestValue = 80;

export function LeftOutTold({ wrong }: { wrong: readonly { name: string; value: string }[] }): ReactNode {
  const currencies = useCurrenciesTold();
  return (
    <div className="banner left-out" role="status">
      <p>Left out of this link:</p>
      <ul>
        {wrong.map(({ name, value }) => (
          <li key={`${name} ${value}`}>
            <code>
              {name}=<Private>{value.slice(0, longestValue)}</Private>
            </code>
            . Expected: {name === 'cur' ? currencies : expected[name]}.
          </li>
        ))}
      </ul>
    </div>
  );
}
