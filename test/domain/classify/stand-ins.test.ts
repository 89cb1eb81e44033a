/** Who may stand in a wallet's place in the events of protocols, and what it takes: a DSProxy of its own, a contract that it called. */
import { describe, expect, test } from 'vitest';
import { classifyTransaction } from '../../../src/domain/classify/classify-transaction.ts';
import { createClassifyContext } from '../../../src/domain/classify/evidence/context.ts';
import { eventShape } from '../../../src/domain/classify/evidence/event-shape.ts';
import type { Address } from '../../../src/domain/model.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  account,
  addressTopic,
  chainTransaction,
  erc20Transfer,
  internalCall,
  type LogInput,
  numberTopic,
  otherToken,
  router,
  stranger,
  token,
  topic,
  wallet,
  words,
  zeroAddress,
} from '../support/chain-builders.ts';

const context = createClassifyContext({
  wrappedNative: null,
  nativeSymbol: 'ETH',
  trustedTokens: new Map([[token, { symbol: 'DAI' }]]),
  metadata: () => null,
});

function verdict(change: Parameters<typeof chainTransaction>[0]): string {
  const transaction = chainTransaction({ input: '0x12345678', ...change });
  const normalized = normalizeTransaction(transaction, wallet, chainRules(1));
  const { kind, movements } = classifyTransaction(normalized, context);
  return [kind, ...movements.map((item) => item.taxTreatment)].join(' ');
}

const proxy = router;
const adapter = account(0xf1);
const pool = account(0xf2);

/** A call that a contract notes of itself: what was called, who called, two arguments. Its data say nothing more. */
const note = (address: Address, call: string, caller: Address, ...words: LogInput['topics']): LogInput => {
  const [first = numberTopic(0n), second = numberTopic(0n)] = words;
  const topics = [eventShape(`note ${call}`).topic, addressTopic(caller), first, second];
  return { address, topics, data: '0x' };
};
const executed = (address: Address, caller: Address) =>
  note(address, 'execute(address target, bytes data)', caller);
const exit = (user: Address, caller: Address = proxy) =>
  note(adapter, 'exit(address user, uint256 amount)', caller, addressTopic(user), numberTopic(5n));
const frob = note(account(0xf3), 'frob(uint256 position, int256 collateral, int256 debt)', proxy);

test('a noted call has the selector of the function for a topic', () => {
  // The first four bytes of keccak256("execute(address,bytes)"), as every DSProxy logs them.
  expect(eventShape('note execute(address target, bytes data)').topic).toBe(`0x1cff79cd${'0'.repeat(56)}`);
});

describe('a DSProxy', () => {
  const lent = [erc20Transfer(zeroAddress, wallet, 5n), exit(wallet), frob];

  test('that the wallet calls is the wallet: Dai that is made is a loan, and collateral comes back', () => {
    expect(verdict({ to: proxy, logs: [executed(proxy, wallet), ...lent] })).toBe('BORROW ACQUISITION');
    const collateral = [erc20Transfer(adapter, wallet, 5n, otherToken), exit(wallet), frob];
    expect(verdict({ to: proxy, logs: [executed(proxy, wallet), ...collateral] })).toBe('WITHDRAW HELD');
  });

  test('Dai that is made where no position changes was saved', () => {
    const saved = [erc20Transfer(zeroAddress, wallet, 5n), exit(wallet)];
    expect(verdict({ to: proxy, logs: [executed(proxy, wallet), ...saved] })).toBe('WITHDRAW HELD');
  });

  test('of a stranger, or of which another contract speaks, is nobody', () => {
    const unread = 'MINT ACQUISITION';
    expect(verdict({ to: proxy, logs: [executed(proxy, stranger), ...lent] })).toBe(unread);
    expect(verdict({ to: proxy, logs: [executed(pool, wallet), ...lent] })).toBe(unread);
    expect(verdict({ to: proxy, logs: lent })).toBe(unread);
  });

  test('what a stranger draws for the wallet is no loan of the wallet', () => {
    const logs = [erc20Transfer(zeroAddress, wallet, 5n), exit(wallet, stranger), frob];
    expect(verdict({ from: stranger, to: stranger, logs })).not.toContain('BORROW');
  });
});

describe('a contract that the wallet called', () => {
  const joined = (provider: Address): LogInput => ({
    address: pool,
    topics: [topic('AddLiquidity(address,uint256[2],uint256[2],uint256,uint256)'), addressTopic(provider)],
    data: words(5n, 0n, 0n, 0n, 100n, 1000n),
  });
  const gave = [erc20Transfer(wallet, router, 5n), erc20Transfer(router, pool, 5n)];

  test('adds liquidity for it where a share was made', () => {
    const logs = [
      ...gave,
      erc20Transfer(zeroAddress, router, 4n, otherToken),
      joined(router),
      erc20Transfer(router, wallet, 4n, otherToken),
    ];
    expect(verdict({ to: router, logs })).toBe('DEPOSIT DISPOSAL ACQUISITION');
  });

  test('exchanges where it adds liquidity of its own on the way', () => {
    const share = account(0xe9);
    const logs = [
      ...gave,
      erc20Transfer(zeroAddress, router, 4n, share),
      joined(router),
      erc20Transfer(router, wallet, 3n, otherToken),
    ];
    expect(verdict({ to: router, logs })).toBe('SWAP DISPOSAL ACQUISITION');
  });

  test('is no other contract', () => {
    const logs = [...gave, joined(stranger), erc20Transfer(router, wallet, 3n, otherToken)];
    expect(verdict({ to: router, logs })).toBe('SWAP DISPOSAL ACQUISITION');
  });
});

test('a message that was relayed brought what the messenger gave, and nothing else', () => {
  const messenger = pool;
  const relayed: LogInput = {
    address: messenger,
    topics: [topic('RelayedMessage(bytes32)'), numberTopic(7n)],
    data: '0x',
  };
  const given = (payer: Address) =>
    verdict({
      from: stranger,
      to: messenger,
      logs: [relayed],
      internalCalls: [internalCall(payer, wallet, 9n)],
    });
  expect(given(messenger)).toBe('BRIDGE_IN CARRY');
  expect(given(stranger)).toBe('RECEIVE ACQUISITION');
});
