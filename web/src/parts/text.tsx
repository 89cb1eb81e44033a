/** Addresses, times and names as they stand on all pages. */
import type { ReactNode } from 'react';
import { usePrivacy } from '../app/preferences.ts';
import { shortAddress } from '../money/format.ts';
import { Veiled } from './veiled.tsx';

/** Shortened; whole on hovering, for copying, and for screen readers. `name`: what it is called instead. */
export function AddressText({
  address,
  name,
}: {
  address: string;
  name?: string | null | undefined;
}): ReactNode {
  const isPrivate = usePrivacy();
  const title = isPrivate ? undefined : address;
  if (name) {
    return (
      <bdi className="party" title={title}>
        {name}
      </bdi>
    );
  }
  return (
    <span className="address private" title={title} data-value={address}>
      <Veiled>{shortAddress(address)}</Veiled>
    </span>
  );
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

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

const kindNames: Readonly<Record<string, string>> = { NFT_BUY: 'Bought NFT', NFT_SELL: 'Sold NFT' };

/** What a transaction was, for people. */
export const kindName = (kind: string): string => kindNames[kind] ?? wordsOf(kind);
