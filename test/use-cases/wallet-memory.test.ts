/** What a process remembers of wallets: for five seconds, and not past a change. */
import { beforeEach, expect, test } from 'vitest';
import { createWalletMemory, type WalletMemory } from '../../src/use-cases/access/wallet-memory.ts';

let time: number;
/** Tells of a change as the database does. */
let notify: (walletId: number | null) => void;
let memory: WalletMemory<string>;

beforeEach(() => {
  time = 1_000_000;
  memory = createWalletMemory<string>({
    notifications: {
      onSync: (handler) => {
        notify = handler;
      },
    },
    now: () => time,
  });
});

const keep = (name: string, walletId: number, mark = memory.mark()): void =>
  memory.keep(mark, { name, walletId, value: `value of ${name}` });

test('for five seconds', () => {
  expect(memory.get('a')).toBeUndefined();
  keep('a', 1);
  time += 4_999;
  expect(memory.get('a')).toBe('value of a');
  time += 1;
  expect(memory.get('a')).toBeUndefined();
});

test('until the wallet changes; others stay', () => {
  keep('a of 1', 1);
  keep('b of 1', 1);
  keep('a of 2', 2);
  notify(1);
  expect(['a of 1', 'b of 1', 'a of 2'].map(memory.get)).toEqual([undefined, undefined, 'value of a of 2']);
  notify(null);
  expect(memory.get('a of 2')).toBeUndefined();
});

test('a change by this process is one, too', () => {
  keep('a', 1);
  memory.forget(1);
  expect(memory.get('a')).toBeUndefined();
});

test.each([
  ['its wallet', () => notify(1)],
  ['any wallet', () => notify(null)],
  ['its wallet, by this process,', () => memory.forget(1)],
])('what was read before %s changed is not kept', (_what, change) => {
  const mark = memory.mark();
  change();
  keep('a', 1, mark);
  expect(memory.get('a')).toBeUndefined();
  keep('a', 1);
  expect(memory.get('a')).toBe('value of a');
});

test('no more than 50,000', () => {
  for (let number = 0; number <= 50_000; number += 1) keep(`${number}`, number);
  expect(memory.get('50000')).toBe('value of 50000');
  expect(memory.get('0')).toBeUndefined();
});

test('what was read while other wallets changed is kept', () => {
  const mark = memory.mark();
  notify(2);
  memory.forget(3);
  keep('a', 1, mark);
  expect(memory.get('a')).toBe('value of a');
});

test('what took longer to read than changes are known is not kept', () => {
  const mark = memory.mark();
  notify(1);
  time += 120_000;
  keep('a', 1, mark);
  expect(memory.get('a')).toBeUndefined();
});
