/** Events of bridges beside what speaks against them: a swap in the same transaction, or somebody else's operation in one bundle. */
import { describe, expect, test } from 'vitest';
import type { EventRule } from '../../../src/domain/classify/evidence/family.ts';
import { families } from '../../../src/domain/classify/families/index.ts';
import { entryPoints } from '../../../src/domain/normalize/evidence.ts';
import {
  account,
  addressTopic,
  erc20Transfer,
  internalCall,
  type LogInput,
  numberTopic,
  otherToken,
  router,
  stranger,
  swapEvent,
  topic,
  wallet,
} from '../support/chain-builders.ts';
import { classified } from '../support/classified.ts';
import { amount, logOf } from '../support/event-logs.ts';
import { logged } from '../support/told.ts';

const bridges = families
  .filter(({ name }) => /bridge|CCTP|Gateway|Across|Hop|LayerZero|Wormhole/.test(name))
  .flatMap(({ events }) => events.map((rule) => [rule.event, rule] as const));
const word = (rule: EventRule, values: Readonly<Record<string, unknown>> = {}): LogInput =>
  logOf(rule, { emitter: router, named: wallet, sender: router, values });
const calls = { to: router, input: '0x12345678' } as const;

/** The same amounts as the events tell: 1,000 of one token for 1,000 of another. */
const traded = [
  erc20Transfer(wallet, router, amount),
  erc20Transfer(router, wallet, amount, otherToken),
  swapEvent(account(0x99)),
];

describe('a swap in one transaction is one, whatever event of a bridge stands beside it', () => {
  test.each(bridges)('%s', (_event, rule) => {
    const logs = [...traded, word(rule)];
    const kinds = [wallet, stranger].map((from) => classified(31_337, { ...calls, from, logs }).kind);
    expect(kinds).toEqual(['SWAP', 'SWAP']);
    const paid = { ...calls, internalCalls: [internalCall(router, wallet, amount)] };
    const sold = [erc20Transfer(wallet, router, amount), swapEvent(account(0x99)), word(rule)];
    expect(classified(31_337, { ...paid, from: wallet, logs: sold }).kind).toBe('SWAP');
  });
});

test('a rest of what crosses comes back: it was exchanged first, and is no price of it', () => {
  const started = logged(
    'LiFiTransferStarted((bytes32,string,string,address,address,address,uint256,uint256,bool,bool))',
    [],
    [32n, 1n, 2n, 3n, 0n, BigInt(otherToken), BigInt(wallet), 5n, 10n, 0n, 0n],
    router,
  );
  const exchanged = [erc20Transfer(wallet, router, amount), swapEvent(account(0x99))];
  const rest = (of = otherToken, from = router) => erc20Transfer(from, wallet, 5n, of);
  const kindOf = (logs: readonly LogInput[]) => classified(31_337, { ...calls, from: wallet, logs }).kind;
  expect(kindOf([...exchanged, rest(), started])).toBe('BRIDGE_OUT');
  expect(kindOf([...exchanged, rest(account(0xe7)), started])).toBe('SWAP');
  expect(kindOf([...exchanged, rest(otherToken, account(0x99)), started])).toBe('SWAP');
});

describe('what WOOFi exchanges behind a crossing, and its router has not', () => {
  const [pool, lender] = [account(0x98), account(0x97)];
  const arrived = bridges.find(([event]) => event.startsWith('WOOFiCrossSwapOnDstChain('))?.[1];
  if (arrived === undefined) throw new Error('no rule');
  // 1,000 of what crossed are given for 1,000 of another token, which the pool pays.
  const told = (values: Readonly<Record<string, unknown>> = {}) =>
    word(arrived, { realToToken: otherToken, composer: account(0x96), ...values });
  const paid = erc20Transfer(pool, wallet, amount, otherToken);
  const exchange = swapEvent(pool);
  const kindOf = (logs: readonly LogInput[]) =>
    classified(31_337, { from: stranger, to: lender, input: '0x12345678', logs }).kind;
  const given = (of: bigint, by = router) => erc20Transfer(by, pool, of);

  test('arrives, if the router gave for it what has crossed', () => {
    expect(kindOf([given(amount), exchange, paid, told()])).toBe('BRIDGE_IN');
    expect(kindOf([erc20Transfer(router, wallet, amount, otherToken), told()])).toBe('BRIDGE_IN');
  });

  test('is no crossing where it gave nothing, less, or something else, or another token came', () => {
    const lies = [
      [paid, told()],
      [given(amount, lender), paid, told()],
      [given(amount - 1n), paid, told()],
      [erc20Transfer(router, pool, amount, account(0xe7)), paid, told()],
      [given(amount), paid, told({ realToToken: account(0xe7) })],
      [given(amount), paid, word(arrived, { realToToken: otherToken, to: stranger })],
    ].map((logs) => [exchange, ...logs]);
    // Somebody pays the wallet meanwhile, who exchanges nothing.
    const dust = erc20Transfer(router, wallet, 1n, account(0xe7));
    lies.push([given(amount), paid, told()], [dust, paid, told()]);
    expect(lies.map((logs) => kindOf(logs))).toEqual(lies.map(() => 'RECEIVE'));
  });
});

describe('in a bundle of user operations', () => {
  const [entryPoint] = entryPoints;
  if (entryPoint === undefined) throw new Error('no entry point');
  const ended = (sender: typeof wallet): LogInput => ({
    address: entryPoint,
    topics: [
      topic('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'),
      ...[numberTopic(1n), addressTopic(sender), numberTopic(0n)],
    ],
    data: `0x${'0'.repeat(256)}`,
  });
  const added = bridges.find(([event]) => event.startsWith('IntentAdded('))?.[1];
  if (added === undefined) throw new Error('no rule');
  const paid = erc20Transfer(wallet, stranger, amount);
  const kindOf = (logs: readonly LogInput[]) =>
    classified(31_337, { from: account(0x44), to: entryPoint, input: '0x12345678', logs }).kind;

  test('an account’s own operation says what it was', () => {
    expect(kindOf([ended(stranger), paid, word(added), ended(wallet)])).toBe('BRIDGE_OUT');
    expect(kindOf([paid, word(added), ended(wallet), ended(stranger)])).toBe('BRIDGE_OUT');
  });

  test('others’ do not', () => {
    expect(kindOf([word(added), ended(stranger), paid, ended(wallet)])).toBe('SEND');
    expect(kindOf([paid, ended(wallet), word(added), ended(stranger)])).toBe('SEND');
  });
});
