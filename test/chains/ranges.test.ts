/** Scanning in pieces that the node bears. */
import { describe, expect, test } from 'vitest';
import {
  createDensity,
  createRangeSizer,
  createWalletSizers,
  scanRange,
} from '../../src/chains/rpc/activity/ranges.ts';
import { TooLargeError } from '../../src/chains/rpc/client/rpc-errors.ts';
import { RetryableError } from '../../src/errors.ts';
import { address } from '../support/records.ts';

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

describe('sizes of wallets', () => {
  const initial = 1_000;

  test('what one is refused makes its own pieces small, what two are refused those of all', () => {
    const sizers = createWalletSizers(initial, initial);
    const [first, second, third] = [1, 2, 3].map((number) => sizers.of(address(number)));
    first?.failed(1_000, undefined);
    first?.failed(500, undefined);
    expect([first, second].map((sizer) => sizer?.size())).toEqual([250, 1_000]);
    second?.failed(1_000, undefined);
    expect([first, second, third].map((sizer) => sizer?.size())).toEqual([250, 500, 500]);
    // What it is refused below that is its own again.
    first?.failed(250, undefined);
    expect([first, second, third].map((sizer) => sizer?.size())).toEqual([125, 500, 500]);
  });

  test('a limit that the node states is for all', () => {
    const sizers = createWalletSizers(initial, initial);
    sizers.of(address(1)).failed(1_000, 300);
    expect(sizers.of(address(2)).size()).toBe(300);
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

  test('the parts of a piece that is refused are asked for side by side', async () => {
    let [underWay, most, asked] = [0, 0, 0];
    const gate = Promise.withResolvers<void>();
    const scan = scanRange(
      { fromBlock: 0, toBlock: 1_999 },
      createRangeSizer(2_000, 4_000),
      4,
      async (piece) => {
        if (piece.toBlock - piece.fromBlock + 1 > 500) throw new TooLargeError('limited to 500', 500);
        asked += 1;
        underWay += 1;
        most = Math.max(most, underWay);
        if (asked === 4) gate.resolve();
        // Nobody is answered before all four have asked.
        await gate.promise;
        underWay -= 1;
        return piece;
      },
    );
    expect((await scan).map(({ fromBlock }) => fromBlock)).toEqual([0, 500, 1_000, 1_500]);
    expect(most).toBe(4);
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
