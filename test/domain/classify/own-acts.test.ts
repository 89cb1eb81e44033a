/** What a wallet's own acts make of airdrops, and what an act that is undone leaves. */
import { expect, test } from 'vitest';
import {
  changesOfMarks,
  isOwnAct,
  type JudgedTransaction,
  judgeTransaction,
  judgeTransfer,
} from '../../../src/domain/classify/own-acts.ts';
import { type SpamReason, spamReasons } from '../../../src/domain/model.ts';

test.each([
  ['a token sent', { side: 'outflow', standard: 'erc20', spamReason: null }, true],
  ['an NFT sent', { side: 'outflow', standard: 'erc721', spamReason: null }, true],
  ['a token received', { side: 'inflow', standard: 'erc20', spamReason: null }, false],
  ['coin sent: it is never spam', { side: 'outflow', standard: 'native', spamReason: null }, false],
  ['a sending that somebody forged', { side: 'outflow', standard: 'erc20', spamReason: 'forged' }, false],
  ['a sending of nothing', { side: 'outflow', standard: 'erc20', spamReason: 'zero-value' }, false],
] as const)('an act of the wallet: %s', (_, transfer, expected) => {
  expect(isOwnAct(transfer)).toBe(expected);
});

type Mark = [spamReason: SpamReason | null, cleared: SpamReason | null];

/** Mark → what it becomes when the wallet acted on the token, and when it did not; null: stays. */
const table: readonly (readonly [Mark, SpamReason | 'counts' | null, SpamReason | 'counts' | null])[] = [
  [[null, null], null, null],
  [['airdrop', null], 'counts', null],
  [['forged', null], null, null],
  [['zero-value', null], null, null],
  [[null, 'airdrop'], null, 'airdrop'],
  [[null, 'forged'], null, 'forged'],
  [[null, 'zero-value'], null, 'zero-value'],
];

test.each(table)('a transfer with the mark %j: acted on %s, left alone %s', (mark, actedOn, leftAlone) => {
  const [spamReason, clearedSpamReason] = mark;
  const judged = (isActedOn: boolean) => judgeTransfer({ spamReason, clearedSpamReason }, isActedOn);
  const income = { spamReason: null, clearedSpamReason: spamReason, taxTreatment: 'INCOME' };
  expect(judged(true)).toEqual(actedOn === 'counts' ? income : null);
  // Spam again as it was: not booked.
  const spam = { spamReason: leftAlone, clearedSpamReason: null, taxTreatment: null };
  expect(judged(false)).toEqual(leftAlone === null ? null : spam);
});

test('the table for the store has each mark that changes, and no other', () => {
  expect(changesOfMarks(true)).toEqual([
    {
      from: { spamReason: 'airdrop', clearedSpamReason: null },
      to: { spamReason: null, clearedSpamReason: 'airdrop', taxTreatment: 'INCOME' },
    },
  ]);
  expect(changesOfMarks(false)).toEqual(
    spamReasons.map((reason) => ({
      from: { spamReason: null, clearedSpamReason: reason },
      to: { spamReason: reason, clearedSpamReason: null, taxTreatment: null },
    })),
  );
});

test('an act that is undone leaves every transfer as it was', () => {
  for (const { from, to } of changesOfMarks(true)) expect(judgeTransfer(to, false)).toMatchObject(from);
});

const call = { category: 'CONTRACT_EXECUTION', kind: 'CONTRACT_EXECUTION' } as const;
const spam: JudgedTransaction = { isSpam: true, ...call, cleared: null };
const received: JudgedTransaction = { isSpam: false, category: 'RECEIVE', kind: 'AIRDROP', cleared: call };
const mixed: JudgedTransaction = { isSpam: false, category: 'SWAP', kind: 'SWAP', cleared: null };

test.each([
  ['nothing but spam, of which something counts now', spam, true, received],
  ['nothing but spam, and still', spam, false, null],
  ['cleared, and nothing of it counts any more', received, false, spam],
  ['cleared, and another token of it still counts', received, true, null],
  ['mixed: its category stands', mixed, true, null],
  ['mixed, of which nothing else is left', mixed, false, null],
])('a transaction that was %s', (_, transaction, hasTransfers, expected) => {
  expect(judgeTransaction(transaction, hasTransfers)).toEqual(expected);
});
