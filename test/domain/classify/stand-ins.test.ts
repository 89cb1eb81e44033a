/** Who may stand in a wallet's place in the events of protocols, and what it takes: a DSProxy of its own, a contract that it called. */
import { describe, expect, test } from 'vitest';
import { eventShape } from '../../../src/domain/classify/evidence/event-shape.ts';
import type { Address } from '../../../src/domain/model.ts';
import {
  account,
  addressTopic,
  erc20Transfer,
  erc721Transfer,
  ether,
  internalCall,
  type LogInput,
  numberTopic,
  otherToken,
  router,
  stranger,
  swapEvent,
  token,
  topic,
  wallet,
  words,
  zeroAddress,
} from '../support/chain-builders.ts';
import { classified } from '../support/classified.ts';

function verdict(change: Parameters<typeof classified>[1]): string {
  const { kind, movements } = classified(1, { input: '0x12345678', ...change });
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

  test('Dai that comes out of the savings pot was saved; what an auction takes or gives is bought', () => {
    const pot = note(account(0xf4), 'exit(uint256 amount)', proxy, numberTopic(5n));
    const called = executed(proxy, wallet);
    const saved = [called, erc20Transfer(zeroAddress, wallet, 5n), pot, exit(wallet)];
    expect(verdict({ to: proxy, logs: saved })).toBe('WITHDRAW HELD');
    const join = note(
      adapter,
      'join(address user, uint256 amount)',
      proxy,
      addressTopic(wallet),
      numberTopic(5n),
    );
    expect(verdict({ to: proxy, logs: [called, erc20Transfer(wallet, zeroAddress, 5n), join] })).toBe(
      'BURN DISPOSAL',
    );
    const bought = [called, erc20Transfer(adapter, wallet, 5n, otherToken), exit(wallet)];
    expect(verdict({ to: proxy, logs: bought })).toBe('RECEIVE ACQUISITION');
  });

  test('that exchanges on the way: what an event names no amount of is not explained', () => {
    const staked: LogInput = {
      address: pool,
      topics: [topic('UserDepositChanged(address,uint256)'), addressTopic(proxy)],
      data: words(70n),
    };
    const gave = [
      executed(proxy, wallet),
      erc20Transfer(wallet, proxy, 5n),
      erc20Transfer(proxy, pool, 4n, otherToken),
    ];
    expect(verdict({ to: proxy, logs: [...gave, staked] })).toBe('DEPOSIT HELD');
    expect(verdict({ to: proxy, logs: [...gave, swapEvent(account(0xf5)), staked] })).toBe('SEND DISPOSAL');
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

describe('shapes that others have, too', () => {
  const event = (
    address: Address,
    signature: string,
    topics: LogInput['topics'],
    ...data: bigint[]
  ): LogInput => ({
    address,
    topics: [topic(signature), ...topics],
    data: words(...data),
  });

  test('a vault of Yearn moves its share; a farm that logs the same does not', () => {
    const logged = (share: readonly LogInput[]) =>
      verdict({
        to: pool,
        logs: [
          ...share,
          erc20Transfer(pool, wallet, 5n),
          event(pool, 'Withdraw(address,uint256,uint256)', [addressTopic(wallet)], 4n, 5n),
        ],
      });
    expect(logged([erc20Transfer(wallet, zeroAddress, 4n, pool)])).toBe('WITHDRAW CARRY CARRY');
    expect(logged([])).toBe('RECEIVE ACQUISITION');
  });

  test('a wrapper of Superfluid takes what it wraps, in decimals of its own; what was exchanged before is sold', () => {
    const upgraded = event(pool, 'TokenUpgraded(address,uint256)', [addressTopic(wallet)], 5_000n);
    const made = [erc20Transfer(zeroAddress, wallet, 5_000n, pool), upgraded];
    // What is wrapped has three decimals less.
    const wrapped = [erc20Transfer(wallet, pool, 5n), ...made];
    expect(verdict({ to: pool, logs: wrapped })).toBe('DEPOSIT CARRY CARRY');
    const zapped = [erc20Transfer(wallet, router, 7n), swapEvent(account(0xf5)), ...made];
    expect(verdict({ to: router, logs: zapped })).toBe('SWAP DISPOSAL ACQUISITION');
  });

  test('what comes over Plasma was an NFT meanwhile, which is burned', () => {
    const left = event(
      router,
      'Withdraw(uint256,address,address,uint256)',
      [numberTopic(9n), addressTopic(wallet), addressTopic(token)],
      5n,
    );
    const paid = erc20Transfer(pool, wallet, 5n);
    expect(verdict({ to: router, logs: [paid, left] })).toBe('RECEIVE ACQUISITION');
    expect(verdict({ to: router, logs: [erc721Transfer(wallet, zeroAddress, 9n), paid, left] })).toContain(
      'BRIDGE_IN',
    );
  });

  test('a loan that somebody says to have given, unasked, is none', () => {
    const logs = [
      erc20Transfer(router, wallet, 5n),
      event(router, 'Borrow(address,uint256)', [addressTopic(wallet)], 5n),
    ];
    expect(verdict({ from: stranger, to: router, logs })).toBe('RECEIVE ACQUISITION');
    expect(verdict({ to: router, logs })).toBe('BORROW ACQUISITION');
  });

  test('less than a stake that a pod pays out late was earned', () => {
    const paid = (amount: bigint) =>
      verdict({
        to: pool,
        internalCalls: [internalCall(pool, wallet, amount)],
        logs: [
          {
            ...event(
              pool,
              'DelayedWithdrawalsClaimed(address,uint256,uint256)',
              [],
              BigInt(wallet),
              amount,
              1n,
            ),
          },
        ],
      });
    expect(paid(ether / 20n)).toBe('CLAIM INCOME');
    expect(paid(32n * ether)).toBe('WITHDRAW HELD');
  });
});
