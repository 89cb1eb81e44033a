/** Names of functions as explorers write them. Selectors: the first four bytes of keccak-256 of the signature (ABI specification). */
import { expect, test } from 'vitest';
import { shownFunctionName } from '../../../src/chains/explorer/lists/function-names.ts';

const transfer = '0xa9059cbb0000';

test.each([
  ['with names of parameters', 'transfer(address _to, uint256 _value)', transfer, 'transfer'],
  ['with a type that is a short form', 'transfer(address to, uint value)', transfer, 'transfer'],
  ['without parameters', 'deposit()', '0xd0e30db0', 'deposit'],
  ['a bare name', 'transfer', transfer, 'transfer'],
  ['a tuple whose parts are left out', 'exactInputSingle(tuple params)', '0x414bf389', 'exactInputSingle'],
])('%s', (_form, given, input, name) => {
  expect(shownFunctionName(given, input as `0x${string}`)).toBe(name);
});

test.each([
  ['another function', 'approve(address spender, uint256 amount)', transfer],
  ['nothing', '', transfer],
  ['no call at all', 'transfer', '0x'],
  ['text that is no name', 'Claim at https://evil.example', transfer],
  ['a name without an end', 'a'.repeat(101), transfer],
])('is dropped: %s', (_what, given, input) => {
  expect(shownFunctionName(given, input as `0x${string}`)).toBeNull();
});
