/** Money that the ledger tells: unknown before it has booked the wallet. */
import type { ComponentProps, ReactNode } from 'react';
import { Money } from './figures.tsx';

type BookedMoneyProps = Omit<ComponentProps<typeof Money>, 'reason'> & {
  /** Not known: it may have. */
  isBooked: boolean | null | undefined;
};

export function BookedMoney({ isBooked, value, ...rest }: BookedMoneyProps): ReactNode {
  return isBooked === false ? (
    <Money value={null} reason="The ledger has not booked this yet." {...rest} />
  ) : (
    <Money value={value} {...rest} />
  );
}
