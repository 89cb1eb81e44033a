/** Whom an address stands for: an IPv4 address by itself, an IPv6 one with its /64, which one subscriber has whole. */
import { isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * The address, or for IPv6 its first 64 bits, such as '2001:db8:0:1::/64'. An IPv4 address within IPv6 counts as IPv4. Whatever the
 * framework's types say, a request whose client has left already has no address.
 */
export function addressGroup(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const [plain = ''] = address.split('%', 1);
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIPv4(plain)) return plain;
  // What a proxy passed on as an address, and is none: as long as its sender likes.
  if (!isIPv6(plain)) return 'unknown';
  const [head = '', tail] = plain.toLowerCase().split('::', 2);
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const network = [...first, ...zeros, ...last].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

/** The address as the log of what was done has it; empty for what a proxy passed on and is none, which may be as long as a header. */
export function notedAddress(address: string | undefined): string {
  const [plain = ''] = (address ?? '').split('%', 1);
  return isIP(plain) === 0 ? '' : plain;
}

/** Groups of 16 bits; a dotted end, which takes two of them, lies beyond the first four. */
const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? [group, ''] : [group]));
