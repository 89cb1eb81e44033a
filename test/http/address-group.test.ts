import { expect, test } from 'vitest';
import { addressGroup, notedAddress } from '../../src/http/limits/address-group.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0001::', '2001:db8:0:1::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.33', '1:2:3:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'unknown'],
  [undefined, 'unknown'],
])('%s counts with %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8::1'],
  [`fe80::1%${'a'.repeat(10_000)}`, 'fe80::1'],
  ['x'.repeat(10_000), ''],
  [undefined, ''],
])('%s is noted as %s', (address, noted) => {
  expect(notedAddress(address)).toBe(noted);
});
