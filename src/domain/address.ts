/** Addresses as people write them: any letter case, but a mixed case must carry a right EIP-55 checksum. */
import { getAddress } from 'viem/utils';
import type { Address } from './model.ts';

export type ParsedAddress = { ok: true; address: Address } | { ok: false; problem: string };

/** Reads an address. Lower and upper case are taken as they are; mixed case is checked (EIP-55). */
export function parseAddress(input: string): ParsedAddress {
  const text = input.trim();
  if (!/^0[xX][0-9a-fA-F]{40}$/.test(text)) {
    return { ok: false, problem: `'${clip(text)}' is not an address: 0x and 40 hex digits are expected` };
  }
  const digits = text.slice(2);
  const lower: Address = `0x${digits.toLowerCase()}`;
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && getAddress(lower).slice(2) !== digits) {
    return {
      ok: false,
      problem: `'${text}' has a wrong EIP-55 checksum: a letter may be mistyped (all lower case is accepted unchecked)`,
    };
  }
  return { ok: true, address: lower };
}

/** Lower-cases what a node or explorer already validated as an address. */
export function lowerAddress(address: string): Address {
  return `0x${address.slice(2).toLowerCase()}`;
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
