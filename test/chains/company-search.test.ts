/** Whom a search takes along, by a node that the test plays. */
import { expect, test } from 'vitest';
import { TooLargeError } from '../../src/chains/rpc/client/rpc-errors.ts';
import {
  type Ask,
  createCompanySearch,
  searchTogether,
} from '../../src/chains/rpc/sharing/company-search.ts';
import { type Finds, nothingFound } from '../../src/chains/rpc/sharing/finds.ts';
import type { Address } from '../../src/domain/model.ts';
import { PermanentError } from '../../src/errors.ts';
import { address, hash } from '../support/records.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const everybody = numbers(80).map(address);

const findsOf = (count: number, blockNumber: number): Finds => ({
  ...nothingFound,
  transactions: numbers(count).map((number) => ({
    hash: hash(number),
    blockNumber,
    blockHash: null,
    logIndex: 0,
  })),
});

/** Asks for piece after piece of ten blocks for wallet 1, and notes how many each request named. */
function play(answer: (wallets: readonly Address[], fromBlock: number) => ReadonlyMap<Address, Finds>) {
  let elapsed = 0;
  let next = 0;
  let asked: number[] = [];
  const search = createCompanySearch({
    maximumBytes: 100_000_000,
    clock: { elapsed: () => elapsed },
    note: () => {},
  });
  const ask: Ask = async ({ fromBlock }, wallets) => {
    asked.push(wallets.length);
    return answer(wallets, fromBlock);
  };
  return {
    pass(ms: number) {
      elapsed += ms;
    },
    async step(wallet = address(1)): Promise<number[]> {
      asked = [];
      const range = { fromBlock: next, toBlock: next + 9 };
      next += 10;
      await searchTogether(search, range, {
        ...{ wallet, ask, isConfirmed: () => true, signal: undefined },
        company: everybody.map((one) => ({ address: one, fromBlock: 0 })),
        frame: { number: 10_000, hash: hash(10_000) },
      });
      // What is sorted out goes on beside the wallet's own answer.
      await expect.poll(() => search.isSortingOut).toBe(false);
      return asked;
    },
  };
}

const nothing = (wallets: readonly Address[]) => new Map(wallets.map((one) => [one, nothingFound]));

test('fifty are asked for at once, and the others with the next who asks', async () => {
  const { step } = play(nothing);
  expect(await step()).toEqual([50]);
});

test('one with more than 1,000 finds in a piece is taken along no more, and takes nobody along', async () => {
  const busy = address(7);
  const { step } = play(
    (wallets, block) =>
      new Map(wallets.map((one) => [one, one === busy ? findsOf(1_001, block) : nothingFound])),
  );
  expect(await step()).toEqual([50]);
  // There are 79 others: its place is taken.
  expect(await step()).toEqual([50]);
  expect(await step(busy)).toEqual([1]);
});

test('a company with more than 1,000 finds together is made smaller', async () => {
  const { step } = play((wallets, block) => new Map(wallets.map((one) => [one, findsOf(30, block)])));
  // 49 of 30 each are 1,470; 24 are 720, and then it grows by one.
  expect(await step()).toEqual([50]);
  expect(await step()).toEqual([25]);
  expect(await step()).toEqual([26]);
});

test('where lists are refused, wallets are asked for alone for a minute', async () => {
  const { step, pass } = play((wallets) => {
    if (wallets.length > 1) throw new PermanentError('one address only');
    return nothing(wallets);
  });
  expect(await step()).toEqual([50, 1]);
  expect(await step()).toEqual([1]);
  pass(59_999);
  expect(await step()).toEqual([1]);
  pass(1);
  expect(await step()).toEqual([50, 1]);
});

test('what is refused alone, too, is refused: nobody else is blamed', async () => {
  let isRefused = true;
  const { step } = play((wallets) => {
    if (isRefused) throw new TooLargeError('limited to 5 blocks', 5);
    return nothing(wallets);
  });
  await expect(step()).rejects.toThrow('limited to 5 blocks');
  isRefused = false;
  expect(await step()).toEqual([50]);
});
