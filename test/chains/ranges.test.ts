/** Scanning in pieces that the node bears. */
import { describe, expect, test } from 'vitest';
import { createDensity, createRangeSizer, scanRange } from '../../src/chains/rpc/activity/ranges.ts';
import { TooLargeError } from '../../src/chains/rpc/client/rpc-errors.ts';
import { RetryableError } from '../../src/errors.ts';

describe('sizes', () => {
  test('double while answers come quickly, up to the most; stay while they are slow', () => {
    const sizer = createRangeSizer(100, 500);
    sizer.succeeded(100, 10);
    expect(sizer.size()).toBe(200);
    sizer.succeeded(200, 5_000);
    expect(sizer.size()).toBe(200);
    sizer.succeeded(200, 10);
    sizer.succeeded(400, 10);
    expect(sizer.size()).toBe(500);
  });

  test('halve when refused, and approach the refused size by halves of what is left', () => {
    const sizer = createRangeSizer(1_000, 10_000);
    sizer.failed(1_000, undefined);
    expect(sizer.size()).toBe(500);
    sizer.succeeded(500, 10);
    expect(sizer.size()).toBe(750);
    sizer.succeeded(750, 10);
    expect(sizer.size()).toBe(875);
  });

  test('a limit that the node names is kept', () => {
    const sizer = createRangeSizer(1_000, 10_000);
    sizer.failed(1_000, 300);
    expect(sizer.size()).toBe(300);
    for (let answer = 0; answer < 100; answer += 1) sizer.succeeded(300, 10);
    expect(sizer.size()).toBe(300);
  });
});

test('the blocks that hold so many transactions, by the last window', () => {
  const density = createDensity();
  expect(density.blocksFor(10)).toBe(Number.POSITIVE_INFINITY);
  density.saw(1_000, 250);
  expect(density.blocksFor(10)).toBe(40);
  density.saw(100, 250);
  expect(density.blocksFor(1)).toBe(1);
  density.saw(1_000, 0);
  expect(density.blocksFor(10)).toBe(Number.POSITIVE_INFINITY);
});

describe('scans', () => {
  test('every block once, in order, whatever the node refuses', async () => {
    const asked: number[] = [];
    const pieces = await scanRange(
      { fromBlock: 10, toBlock: 509 },
      createRangeSizer(200, 1_000),
      3,
      async (piece) => {
        const span = piece.toBlock - piece.fromBlock + 1;
        if (span > 37) throw new TooLargeError('too many results');
        asked.push(span);
        return Array.from({ length: span }, (_, index) => piece.fromBlock + index);
      },
    );
    expect(pieces.flat()).toEqual(Array.from({ length: 500 }, (_, index) => 10 + index));
    expect(Math.max(...asked)).toBeLessThanOrEqual(37);
  });

  test('a single block that is refused is an error', async () => {
    const refuse = () => Promise.reject(new TooLargeError('too many results'));
    const scan = scanRange({ fromBlock: 1, toBlock: 8 }, createRangeSizer(8, 8), 2, refuse);
    await expect(scan).rejects.toBeInstanceOf(RetryableError);
  });

  test('any other fault ends the scan', async () => {
    const scan = scanRange({ fromBlock: 1, toBlock: 100 }, createRangeSizer(10, 10), 2, async (piece) => {
      if (piece.fromBlock > 40) throw new Error('broken');
      return piece;
    });
    await expect(scan).rejects.toThrow('broken');
  });
});
