import { type GraphQLScalarType, isScalarType, parseValue } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';

function scalar(name: string): GraphQLScalarType {
  const type = schema.getType(name);
  if (!isScalarType(type)) throw new Error(`${name} is no scalar`);
  return type;
}

const checksummed = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

test.each<[string, unknown, unknown]>([
  ['Address', checksummed, checksummed.toLowerCase()],
  ['Address', checksummed.toLowerCase(), checksummed.toLowerCase()],
  ['Hash', `0x${'AB'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
  ['DateTime', '2024-01-01T00:00:00Z', 1_704_067_200],
  ['DateTime', '2024-01-01', 1_704_067_200],
  ['DateTime', '2024-01-01T01:00:00+01:00', 1_704_067_200],
  ['Decimal', '-12.50', '-12.50'],
  ['Decimal', 12, '12'],
  [
    'BigInt',
    '115792089237316195423570985008687907853269984665640564039457584007913129639936',
    '115792089237316195423570985008687907853269984665640564039457584007913129639936',
  ],
  ['BigInt', 7, '7'],
  ['URL', 'https://example.com/a?b=c', 'https://example.com/a?b=c'],
])('%s takes the variable %j', (name, input, expected) => {
  expect(scalar(name).parseValue(input)).toBe(expected);
});

test.each<[string, unknown]>([
  ['Address', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046'],
  ['Address', '0x1234'],
  ['Address', 1234],
  ['Hash', '0x12'],
  ['Hash', 'ab'.repeat(32)],
  ['DateTime', '2024-02-30'],
  ['DateTime', 'now'],
  ['DateTime', 1_704_067_200],
  ['Decimal', 12.5],
  ['Decimal', '1e5'],
  ['Decimal', ''],
  ['Decimal', null],
  ['BigInt', '1.0'],
  ['BigInt', 2 ** 60],
  ['URL', '/wallet/transfer/'],
])('%s refuses the variable %j', (name, input) => {
  expect(() => scalar(name).parseValue(input)).toThrow(/expected|is not|checksum/);
});

test.each<[string, string, unknown]>([
  ['Decimal', '12.50', '12.50'],
  ['Decimal', '"12.50"', '12.50'],
  ['BigInt', '36893488147419103232', '36893488147419103232'],
  ['DateTime', '"2024-01-01T00:00:00Z"', 1_704_067_200],
])('%s takes the literal %s, digit by digit', (name, literal, expected) => {
  expect(scalar(name).parseLiteral(parseValue(literal))).toBe(expected);
});

test.each<[string, string]>([
  ['Decimal', '1e5'],
  ['Decimal', 'true'],
  ['BigInt', '1.5'],
  ['DateTime', '1704067200'],
  ['Address', '12'],
])('%s refuses the literal %s', (name, literal) => {
  expect(() => scalar(name).parseLiteral(parseValue(literal))).toThrow(/expected|is not/);
});

test('times go out in whole seconds of UTC', () => {
  expect(scalar('DateTime').serialize(1_704_067_200)).toBe('2024-01-01T00:00:00Z');
});
