/** What the texts in the database are to the code; the writer only ever stored such values. */
import type { Hex } from '../../domain/model.ts';

/** 0x text: an address, a hash, a selector. */
export function hexOf(text: string): Hex {
  if (isHex(text)) return text;
  throw new TypeError(`'${text}' in the database is not 0x text`);
}

const isHex = (text: string): text is Hex => text.startsWith('0x');

export const hexOrNull = (text: string | null): Hex | null => (text === null ? null : hexOf(text));

/** Reads an enum's text as one of its members. */
export function memberOf<Member extends string>(members: readonly Member[]): (text: string) => Member {
  const known = new Map<string, Member>(members.map((member) => [member, member]));
  return (text) => {
    const member = known.get(text);
    if (member === undefined)
      throw new TypeError(`'${text}' in the database is not one of ${members.join(', ')}`);
    return member;
  };
}

/**
 * A text as PostgreSQL can hold it. Names on chain may have the character 0, which is left out, or half of a surrogate pair,
 * which becomes U+FFFD.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
