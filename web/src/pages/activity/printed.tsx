/** What paper says that it is of: the transactions of a filter. */
import type { ReactNode } from 'react';
import type { Lens } from '../../app/lens/lens.ts';
import { PrintLine } from '../../app/lens/print-line.tsx';
import { useChains } from '../../filters/chains.ts';
import { pillText } from '../../filters/pill-bar.tsx';
import { readPills } from '../../filters/pills.ts';
import { kindName } from '../../parts/text.tsx';
import { Private } from '../../parts/veiled.tsx';
import type { ActivitySearch } from './activity-search.ts';

/** The filters that the screen has above the list. */
export function Printed({ lens, search }: { lens: Lens; search: ActivitySearch }): ReactNode {
  const chains = useChains();
  const { kind, q, f, spam } = search;
  const told = [
    ...(kind === undefined ? [] : [`Kind is ${kindName(kind)}`]),
    ...readPills(f).map((pill) => pillText(pill, chains)),
  ];
  const which = (
    <>
      {told.length === 0 && q === undefined ? 'Transactions of all time' : 'Transactions'}
      {told.length === 0 ? '' : ': '}
      {told.length === 0 ? null : <Private>{told.join('; ')}</Private>}
      {q === undefined ? null : (
        <>
          {' '}
          with <Private>{q}</Private>
        </>
      )}
      {spam === true ? ', with spam' : ''}, as far as they were loaded, newest first; values in USD
    </>
  );
  return <PrintLine lens={lens} says={which} />;
}
