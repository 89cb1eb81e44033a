/** On paper alone: what a page stands for, of which wallets, and when it was printed. The controls that say so on the screen are not printed. */
import { Fragment, type ReactNode } from 'react';
import { Private } from '../../parts/veiled.tsx';
import { usePrintedAt } from '../printing.ts';
import type { Lens } from './lens.ts';

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

/** @param says Period, currency and method, as far as they count on the page */
export function PrintLine({ lens, says }: { lens: Lens; says: ReactNode }): ReactNode {
  const at = usePrintedAt();
  return (
    <p className="on-paper">
      {says} · printed on {format.format(at)}
      <br />
      {lens.wallets.length === 1 ? 'Wallet' : 'Wallets'}{' '}
      {lens.wallets.map((wallet, index) => (
        <Fragment key={wallet}>
          {index === 0 ? '' : ', '}
          <Private>{wallet}</Private>
        </Fragment>
      ))}
    </p>
  );
}
