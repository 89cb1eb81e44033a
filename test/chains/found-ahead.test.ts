/** What searches found of wallets until their turn: stretches that join, are used up, and have bounds. */
import { expect, test } from 'vitest';
import { type Finds, nothingFound } from '../../src/chains/rpc/sharing/finds.ts';
import {
  createFoundAhead,
  forgetBefore,
  framesOf,
  hasRoom,
  isUnknown,
  keepFinds,
  nextKnown,
  stretchAt,
} from '../../src/chains/rpc/sharing/found-ahead.ts';
import { address, hash } from '../support/records.ts';

const wallet = address(1);
const frame = { number: 1_000, hash: hash(1_000) };
let elapsed = 0;
const open = (maximumBytes = 1_000_000) =>
  createFoundAhead({ maximumBytes, lifetimeMs: 60_000, clock: { elapsed: () => elapsed } });

/** One transaction in each of these blocks. */
const findsIn = (...blocks: number[]): Finds => ({
  ...nothingFound,
  transactions: blocks.map((blockNumber) => ({
    hash: hash(blockNumber),
    blockNumber,
    blockHash: null,
    logIndex: 0,
  })),
});
const blocksOf = (finds: Finds | undefined) => finds?.transactions.map(({ blockNumber }) => blockNumber);

test('pieces that follow each other become one, in whatever order they are answered; others stay apart', async () => {
  const found = open();
  const second = Promise.withResolvers<Finds>();
  keepFinds(found, wallet, { fromBlock: 0, toBlock: 9, frame, finds: Promise.resolve(findsIn(3)) });
  keepFinds(found, wallet, { fromBlock: 10, toBlock: 19, frame, finds: second.promise });
  keepFinds(found, wallet, { fromBlock: 20, toBlock: 29, frame, finds: Promise.resolve(findsIn(25)) });
  keepFinds(found, wallet, { fromBlock: 40, toBlock: 49, frame, finds: Promise.resolve(findsIn(44)) });
  const later = { number: 2_000, hash: hash(2_000) };
  keepFinds(found, wallet, { fromBlock: 50, toBlock: 59, frame: later, finds: Promise.resolve(findsIn(51)) });
  second.resolve(findsIn(12, 13));
  await second.promise;

  const stretch = stretchAt(found, wallet, 15);
  expect([stretch?.fromBlock, stretch?.toBlock]).toEqual([0, 29]);
  expect(blocksOf(await stretch?.finds)).toEqual([3, 12, 13, 25]);
  expect(stretchAt(found, wallet, 30)).toBeUndefined();
  expect(nextKnown(found, wallet, 30)).toBe(40);
  expect(stretchAt(found, wallet, 55)?.fromBlock).toBe(50);
  expect(nextKnown(found, wallet, 60)).toBe(Number.POSITIVE_INFINITY);
  expect(framesOf(found, wallet, 0)).toEqual([frame, later]);
  expect(isUnknown(found, wallet, { fromBlock: 30, toBlock: 39 })).toBe(true);
  expect(isUnknown(found, wallet, { fromBlock: 35, toBlock: 40 })).toBe(false);
  expect(stretchAt(found, address(2), 15)).toBeUndefined();
});

test('what overlaps is not kept, and a search that fails leaves nothing behind', async () => {
  const found = open();
  const failing = Promise.withResolvers<Finds>();
  keepFinds(found, wallet, { fromBlock: 0, toBlock: 9, frame, finds: failing.promise });
  keepFinds(found, wallet, { fromBlock: 5, toBlock: 14, frame, finds: Promise.resolve(findsIn(7)) });
  // Nor does it count as unhandled when it fails.
  keepFinds(found, wallet, { fromBlock: 5, toBlock: 14, frame, finds: Promise.reject(new Error('away')) });
  expect(stretchAt(found, wallet, 12)).toBeUndefined();
  failing.reject(new Error('away'));
  await failing.promise.catch(() => {});
  expect(stretchAt(found, wallet, 5)).toBeUndefined();
  expect(found.bytes).toBe(0);
});

test('what is stored is forgotten, and gives its room back; who has begun to use it has it whole', async () => {
  const found = open();
  keepFinds(found, wallet, { fromBlock: 0, toBlock: 99, frame, finds: Promise.resolve(findsIn(1, 50, 99)) });
  await Promise.resolve();
  const [before, used] = [found.bytes, stretchAt(found, wallet, 0)?.finds];
  forgetBefore(found, wallet, 51);
  expect(blocksOf(await used)).toEqual([1, 50, 99]);
  expect(stretchAt(found, wallet, 50)).toBeUndefined();
  expect(blocksOf(await stretchAt(found, wallet, 51)?.finds)).toEqual([99]);
  expect(found.bytes).toBeLessThan(before);
  forgetBefore(found, wallet, 100);
  expect(found.bytes).toBe(0);
  expect(found.shelves.size).toBe(0);
});

test('more than there is room for is not kept; what was left alone for long makes room', async () => {
  const found = open(100_000);
  for (let number = 1; number <= 500; number += 1) {
    keepFinds(found, address(number), {
      fromBlock: 0,
      toBlock: 9,
      frame,
      finds: Promise.resolve(findsIn(1, 2, 3)),
    });
    await Promise.resolve();
    expect(found.bytes).toBeLessThanOrEqual(100_000);
  }
  expect(found.shelves.size).toBeGreaterThan(10);
  expect(found.shelves.size).toBeLessThan(250);
  elapsed += 60_001;
  expect(stretchAt(found, address(1), 0)).toBeDefined();
  // There is a little room, so that nothing has to go yet.
  expect(hasRoom(found)).toBe(true);
  found.bytes += 100_000;
  hasRoom(found);
  expect([...found.shelves.keys()]).toEqual([address(1)]);
});
