/** Addresses, times and names as they stand on all pages. */
import type { ReactNode } from 'react';
import { shortAddress } from '../money/format.ts';

/** Shortened; whole on hovering, for copying, and for screen readers. `name`: what it is called instead. */
export function AddressText({
  address,
  name,
}: {
  address: string;
  name?: string | null | undefined;
}): ReactNode {
  if (name) {
    return (
      <bdi className="party" title={address}>
        {name}
      </bdi>
    );
  }
  return (
    <span className="address private" title={address} data-value={address}>
      {shortAddress(address)}
    </span>
  );
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** What a token is called: by the service, else by itself, else by its address. Its maker chose what it calls itself. */
export function tokenName(known: string | undefined, own: string, address: string): string {
  const name = known ?? own.trim();
  return name === '' ? shortAddress(address) : name.slice(0, 16);
}

/** In the person's zone; UTC on hovering. */
export function Time({ at, style = 'both' }: { at: string; style?: 'both' | 'time' }): ReactNode {
  const date = new Date(at);
  const format = style === 'time' ? timeFormat : dateTimeFormat;
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace('Z', '')} UTC`}>
      {format.format(date)}
    </time>
  );
}

/** `CONTRACT_EXECUTION` as `Contract execution`. */
export function wordsOf(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
