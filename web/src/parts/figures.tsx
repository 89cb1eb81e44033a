/** Figures: exact strings of the API, shown rounded. `data-value` has the exact one, hovering shows it, and copying takes it. */
import type { ClipboardEvent, ReactNode } from 'react';
import { usePrivacy } from '../app/preferences.ts';
import { signOf } from '../money/decimals.ts';
import { formatAmount, formatExact, formatMoney } from '../money/format.ts';
import { Veiled } from './veiled.tsx';

/** One of several figures that stand beside each other: what it is called, and what is to be known of it. */
export function Stat({
  name,
  note,
  children,
}: {
  name: string;
  note?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="stat">
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note === undefined ? null : <dd className="meta">{note}</dd>}
    </div>
  );
}

/** What is not known, and why: never 0. */
export function Unknown({ reason }: { reason: string }): ReactNode {
  return (
    <span className="figure unknown" title={reason} data-value="">
      <span aria-hidden="true">—</span>
      <span className="for-readers">{reason}</span>
    </span>
  );
}

const copyExact = (event: ClipboardEvent<HTMLElement>): void => {
  const chosen = document.getSelection()?.toString().trim() ?? '';
  const shown = event.currentTarget.textContent;
  // Only when the figure alone is selected: a selection of a whole table stays what is seen.
  if (chosen !== shown) return;
  event.clipboardData.setData('text/plain', event.currentTarget.dataset.value ?? shown);
  event.preventDefault();
};

interface MoneyProps {
  /** null: unknown. */
  value: string | null | undefined;
  currency: string;
  /** Says gain or loss by a sign and a colour; `plain`: a difference that is neither, by the sign alone. */
  change?: boolean | 'plain';
  /** Why it is unknown. */
  reason?: string;
  /** Shown instead, where figures that stand below each other have to add up as they are shown. */
  rounded?: string;
}

/** An amount of money. */
export function Money({
  value,
  currency,
  change = false,
  reason = currency === 'USD' ? 'No price is known.' : `No price in ${currency} is known.`,
  rounded,
}: MoneyProps): ReactNode {
  const isPrivate = usePrivacy();
  if (value === null || value === undefined) return <Unknown reason={reason} />;
  const sign = signOf(rounded ?? value);
  const kind = change === true && sign !== 0 ? (sign > 0 ? ' gain' : ' loss') : '';
  return (
    <span
      className={`figure private${kind}`}
      data-value={value}
      title={isPrivate ? undefined : formatExact(value, currency)}
      onCopy={copyExact}
    >
      <Veiled>
        {change !== false && sign > 0 ? '+' : ''}
        {formatMoney(rounded ?? value, currency)}
      </Veiled>
    </span>
  );
}

interface AmountProps {
  /** Without a sign where `side` says it. */
  value: string | null | undefined;
  /** What stands behind it: a token's symbol. It was chosen by the token's maker. */
  symbol: string;
  /** In or out: the sign before it. */
  side?: 'INFLOW' | 'OUTFLOW';
}

/** A quantity of a token. */
export function Amount({ value, symbol, side }: AmountProps): ReactNode {
  const isPrivate = usePrivacy();
  if (value === null || value === undefined)
    return <Unknown reason="It is not known how many digits this token has." />;
  const sign = side === undefined ? '' : side === 'INFLOW' ? '+' : '−';
  const kind = side === undefined ? '' : side === 'INFLOW' ? ' gain' : ' loss';
  const exact = side === 'OUTFLOW' ? `-${value}` : value;
  return (
    <span
      className={`figure private${kind}`}
      data-value={exact}
      title={isPrivate ? undefined : formatExact(exact, symbol)}
      onCopy={copyExact}
    >
      <Veiled>
        {sign}
        {formatAmount(value)} <bdi className="symbol">{symbol}</bdi>
      </Veiled>
    </span>
  );
}

type BookedMoneyProps = Omit<MoneyProps, 'reason'> & {
  /** Not known: it may have. */
  isBooked: boolean | null | undefined;
};

/** Money that the ledger tells: unknown before it has booked the wallet. */
export function BookedMoney({ isBooked, ...money }: BookedMoneyProps): ReactNode {
  if (isBooked === false) return <Unknown reason="The ledger has not booked this yet." />;
  return <Money {...money} />;
}
