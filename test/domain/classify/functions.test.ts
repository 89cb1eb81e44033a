/** What a called function alone makes of a transaction. */
import { describe, expect, test } from 'vitest';
import { classifyTransaction } from '../../../src/domain/classify/classify-transaction.ts';
import { createClassifyContext } from '../../../src/domain/classify/evidence/context.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  account,
  chainTransaction,
  erc20Transfer,
  router,
  stranger,
  token,
  wallet,
} from '../support/chain-builders.ts';

const pool = account(0x90);
const context = createClassifyContext({
  wrappedNative: null,
  nativeSymbol: 'ETH',
  trustedTokens: new Map([[token, { symbol: 'USDC' }]]),
  metadata: () => null,
});
const classify = (change: Parameters<typeof chainTransaction>[0]) =>
  classifyTransaction(normalizeTransaction(chainTransaction(change), wallet, chainRules(31337)), context);
function verdict(change: Parameters<typeof chainTransaction>[0]): string {
  const { category, kind, movements } = classify(change);
  return [category, kind, ...movements.map((item) => item.taxTreatment)].join(' ');
}

describe('called functions, where no event speaks', () => {
  const given = [erc20Transfer(wallet, router, 5_000n)];
  const got = [erc20Transfer(router, wallet, 5_000n)];
  /** `stake(uint256)`, `unstake(uint256)`, `exit()`, as 4byte.directory lists them. */
  const [stake, unstake, exit] = ['0xa694fc3a', '0x2e17de78', '0xe9fad8ee'] as const;

  test('stake gives into, unstake takes out of a protocol', () => {
    expect(verdict({ to: router, input: stake, logs: given })).toBe('SEND DEPOSIT HELD');
    expect(verdict({ to: router, input: unstake, logs: got })).toBe('RECEIVE WITHDRAW HELD');
    expect(classify({ to: router, input: stake, logs: given }).kindReason).toBe('the called function');
  });

  test('not what goes to somebody else, nor what others call, nor a function of several meanings', () => {
    expect(verdict({ to: pool, input: stake, logs: given })).toBe('SEND SEND DISPOSAL');
    expect(verdict({ from: stranger, to: router, input: unstake, logs: got })).toBe(
      'RECEIVE RECEIVE ACQUISITION',
    );
    expect(verdict({ to: router, input: exit, logs: got })).toBe('RECEIVE RECEIVE ACQUISITION');
  });

  test('inside a multicall', () => {
    const word = (value: number) => value.toString(16).padStart(64, '0');
    // multicall(bytes[]) of one call of four bytes: getReward(), then one whose offset lies outside.
    const inner = `${word(1)}${word(32)}${word(4)}3d18b912`.padEnd(64 * 4, '0');
    expect(verdict({ to: router, input: `0xac9650d8${word(32)}${inner}`, logs: got })).toBe(
      'RECEIVE CLAIM INCOME',
    );
    const broken = `${word(1)}${'f'.repeat(64)}${word(4)}3d18b912`;
    expect(verdict({ to: router, input: `0xac9650d8${word(32)}${broken}`, logs: got })).toBe(
      'RECEIVE RECEIVE ACQUISITION',
    );
  });
});
