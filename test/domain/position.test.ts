import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ItemKey, Side } from '../../src/domain/model.ts';
import { Decimal, formatUnits, toFixed4 } from '../../src/domain/money/money.ts';
import {
  isTransactionPosition,
  isTransferPosition,
  itemOfPosition,
  itemPosition,
  timePosition,
  transactionPosition,
} from '../../src/domain/position.ts';
import { formatTime, parseTime } from '../../src/domain/time/time.ts';

const item = (kind: ItemKey['kind'], index = 0, batch = 0): ItemKey => ({ kind, index, batch });

describe('positions', () => {
  test('have the documented digits', () => {
    // 1700000000 = 0x6553f100, chain 10 = 0xa, block 255 = 0xff, transaction 16 = 0x10
    const transaction = transactionPosition({
      timestamp: 1700000000,
      chainId: 10,
      blockNumber: 255,
      transactionIndex: 16,
    });
    expect(transaction).toBe('6553f100' + '0000000a' + '000000ff' + '000010');
    // log 7, batch position 2, inflow
    expect(itemPosition(item('log', 7, 2), 'inflow')).toBe('2' + '00000007' + '0002' + '1');
    expect(isTransactionPosition(transaction)).toBe(true);
    const transfer = transaction + itemPosition(item('native'), 'outflow');
    expect(isTransferPosition(transfer)).toBe(true);
    expect(itemOfPosition(transfer)).toBe('00000000000000');
  });

  test('sort as (timestamp, chain, block, transaction, item, side) do', () => {
    const whole = (maximum: number) => fc.integer({ min: 0, max: maximum });
    const place = fc.tuple(
      whole(0xffffffff),
      whole(0xffffffff),
      whole(0xffffffff),
      whole(0xffffff),
      whole(5),
      whole(0xffffffff),
      whole(0xffff),
      whole(1),
    );
    const kinds = ['native', 'internal', 'log', 'withdrawal', 'mint', 'yield'] as const;
    const text = ([
      timestamp,
      chainId,
      blockNumber,
      transactionIndex,
      kind,
      index,
      batch,
      side,
    ]: number[]): string =>
      transactionPosition({
        timestamp: timestamp ?? 0,
        chainId: chainId ?? 0,
        blockNumber: blockNumber ?? 0,
        transactionIndex: transactionIndex ?? 0,
      }) +
      itemPosition(
        { kind: kinds[kind ?? 0] ?? 'native', index: index ?? 0, batch: batch ?? 0 },
        (['outflow', 'inflow'] as Side[])[side ?? 0] ?? 'inflow',
      );
    fc.assert(
      fc.property(place, place, (left, right) => {
        const firstDifference = left.findIndex((value, index) => value !== right[index]);
        const expected =
          firstDifference < 0 ? 0 : Math.sign((left[firstDifference] ?? 0) - (right[firstDifference] ?? 0));
        const [a, b] = [text(left), text(right)];
        expect(a < b ? -1 : a > b ? 1 : 0).toBe(expected);
      }),
      { seed: 7 },
    );
  });

  test('refuse what does not fit instead of sorting wrongly', () => {
    const at = { timestamp: 1, chainId: 1, blockNumber: 1, transactionIndex: 0x1000000 };
    expect(() => transactionPosition(at)).toThrow(RangeError);
    expect(() => transactionPosition({ ...at, transactionIndex: -1 })).toThrow(RangeError);
    expect(() => transactionPosition({ ...at, transactionIndex: 0.5 })).toThrow(RangeError);
  });

  test('a moment between two seconds stands before the later one', () => {
    expect(timePosition(16)).toBe('00000010');
    expect(timePosition(16.2)).toBe('00000011');
  });
});

describe('money', () => {
  test('base units read exactly, whatever the size', () => {
    expect(formatUnits(1500000n, 6)).toBe('1.5');
    expect(formatUnits(-1n, 18)).toBe('-0.000000000000000001');
    expect(formatUnits(0n, 18)).toBe('0');
    expect(formatUnits(7n, 0)).toBe('7');
    expect(formatUnits(2n ** 256n - 1n, 18)).toBe(
      '115792089237316195423570985008687907853269984665640564039457.584007913129639935',
    );
  });

  test('four fractional digits, half to even, and no negative zero', () => {
    expect(toFixed4('0.00005')).toBe('0.0000');
    expect(toFixed4('0.00015')).toBe('0.0002');
    expect(toFixed4('0.00025')).toBe('0.0002');
    expect(toFixed4('-0.00004')).toBe('0.0000');
    expect(toFixed4('-1')).toBe('-1.0000');
    expect(toFixed4('115792089237316195423570985008687907853269984665640564039457.584007913129639935')).toBe(
      '115792089237316195423570985008687907853269984665640564039457.5840',
    );
    expect(toFixed4('-9.99995')).toBe('-10.0000');
    expect(toFixed4('0.00005000')).toBe('0.0000');
    expect(toFixed4('0.000050000000000000001')).toBe('0.0001');
    expect(toFixed4('12')).toBe('12.0000');
  });

  test('four fractional digits are those of decimal.js', () => {
    const digits = (maximum: number) => fc.stringMatching(new RegExp(`^\\d{1,${maximum}}$`));
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.bigInt({ min: 0n, max: 2n ** 256n }),
        digits(20),
        (negative, whole, fraction) => {
          const text = `${negative ? '-' : ''}${whole}.${fraction}`;
          const expected = new Decimal(text).toFixed(4, Decimal.ROUND_HALF_EVEN);
          expect(toFixed4(text)).toBe(expected === '-0.0000' ? '0.0000' : expected);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('time', () => {
  test('reads ISO 8601 and writes UTC seconds', () => {
    expect(parseTime('2023-11-14T22:13:20Z')).toBe(1700000000);
    expect(parseTime('2023-11-14T23:13:20+01:00')).toBe(1700000000);
    expect(parseTime('2023-11-14T18:13:20-04:00')).toBe(1700000000);
    // 1 March in India is still February in UTC.
    expect(parseTime('2024-03-01T00:00:00+05:30')).toBe(1709231400);
    expect(parseTime('2023-11-14')).toBe(1699920000);
    expect(formatTime(1700000000)).toBe('2023-11-14T22:13:20Z');
    // The last second before 1970, and the first and last of a leap day; a fraction of a second is cut off.
    expect(formatTime(-1)).toBe('1969-12-31T23:59:59Z');
    expect(formatTime(1709164800)).toBe('2024-02-29T00:00:00Z');
    expect(formatTime(1709251199.9)).toBe('2024-02-29T23:59:59Z');
  });

  test.each([
    '',
    'yesterday',
    '2023-02-30',
    '2023-13-01',
    '1700000000',
    '2023-11-14 22:13',
    '2023-11-14T25:00:00Z',
    '2025-02-30T00:00:00+00:00',
    '2025-04-31T12:00:00+01:00',
    // Their moments are of years that ISO 8601 does not write with four digits.
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00:00+23:59',
  ])('refuses %j', (text) => {
    expect(parseTime(text)).toBeNull();
  });
});
