/** What counts as an answer: hexadecimal fields as JSON-RPC writes them, in either case; nothing else. */
import { expect, test } from 'vitest';
import {
  address,
  bytes,
  hash,
  headerSchema,
  logSchema,
  quantity,
  smallQuantity,
  transactionSchema,
} from '../../src/chains/rpc/client/schemas.ts';

const digits = (count: number, digit = 'a') => `0x${digit.repeat(count)}`;

test.each([
  [address, digits(40, 'A'), digits(40)],
  [address, digits(40), digits(40)],
  [hash, `0x${'aB'.repeat(32)}`, `0x${'ab'.repeat(32)}`],
  [bytes, '0x', '0x'],
  [bytes, '0xABcd', '0xabcd'],
  [quantity, '0x0', 0n],
  [quantity, '0xFF', 255n],
  // Some nodes put zeros in front.
  [quantity, '0x00ff', 255n],
  [quantity, digits(64, 'f'), 2n ** 256n - 1n],
  [smallQuantity, '0x1FffFFffFFffFF', Number.MAX_SAFE_INTEGER],
])('%#: read', (schema, raw, value) => {
  expect(schema.parse(raw)).toBe(value);
});

test.each([
  [
    'address',
    address,
    [digits(39), digits(41), 'a'.repeat(42), digits(40, 'g'), ` ${digits(40)}`, `${digits(40)}\n`],
  ],
  ['hash', hash, [digits(63), digits(65), '', null, undefined, 5]],
  ['bytes', bytes, ['', '0', '0xa', '0xzz', {}, ['0x']]],
  ['quantity', quantity, ['', '0x', '5', 'ff', '-0x1', '0x-1', '0x1.5', '0xg', 5, 5n, null, undefined]],
  ['small quantity', smallQuantity, ['0x20000000000000', '0x', '1', 1, true, null]],
])('%s: refused', (_, schema, values) => {
  for (const value of values) expect(schema.safeParse(value).success, String(value)).toBe(false);
});

const log = {
  ...{ address: digits(40), topics: [digits(64)], data: '0x', logIndex: '0x1', blockNumber: '0x2' },
  ...{ blockHash: digits(64), transactionHash: digits(64) },
};
const transaction = {
  ...{ hash: digits(64), blockHash: digits(64), blockNumber: '0x2', transactionIndex: '0x0' },
  ...{ from: digits(40), value: '0x1', input: '0x', gas: '0x5208' },
};

test('every field that is not optional has to be there; what is optional may be null or left out', () => {
  for (const [schema, whole] of [
    [logSchema, log],
    [transactionSchema, transaction],
  ] as const) {
    expect(schema.safeParse(whole).success).toBe(true);
    for (const name of Object.keys(whole)) {
      const rest = Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name));
      expect(schema.safeParse(rest).success, `without ${name}`).toBe(false);
    }
  }
  for (const optional of [{}, { to: null, gasPrice: null, type: null }]) {
    expect(transactionSchema.parse({ ...transaction, ...optional }).to).toBeNull();
  }
});

test('a filter that is none is no reason to refuse a block', () => {
  const header = { number: '0x2', hash: digits(64), parentHash: digits(64), timestamp: '0x5' };
  expect(headerSchema.parse({ ...header, logsBloom: '0x00' }).logsBloom).toBeNull();
  expect(headerSchema.parse({ ...header, logsBloom: digits(512, 'A') }).logsBloom).toBe(digits(512));
  expect(headerSchema.parse(header).logsBloom).toBeUndefined();
});

test('what is wrong is said with its place', () => {
  const { error } = logSchema.safeParse({ ...log, topics: [digits(64), '0x12'] });
  expect(error?.issues[0]).toMatchObject({ path: ['topics', 1], message: 'expected a hash' });
});
