/** What bridges call crossings: the same at both ends, by events as their contracts log them, and by real transactions of both chains. */
import type { AbiParameter } from 'viem';
import { concat, encodeAbiParameters, keccak256, slice, toFunctionSelector } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import { lowerAddress } from '../../../src/domain/address.ts';
import { bridgeMessageOf } from '../../../src/domain/classify/bridge-messages.ts';
import type { EventRule } from '../../../src/domain/classify/evidence/family.ts';
import { families } from '../../../src/domain/classify/families/index.ts';
import type { Address, Hex, TransactionKind } from '../../../src/domain/model.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import { relaySolvers } from '../../../src/domain/normalize/wide-bridges.ts';
import {
  account,
  addressTopic,
  chainTransaction,
  type LogInput,
  numberTopic,
  router,
  stranger,
  token,
  topic,
  wallet,
} from '../support/chain-builders.ts';
import { logOf } from '../support/event-logs.ts';
import { recordedCases } from './meaning/cases.ts';
import { classifyCase } from './meaning/judge.ts';

const portal = '0x3ee18b2214aff97000d974cf647e7c347e8fa585';
const hash = `0x${'5a'.repeat(32)}` as const;
const rules = families.flatMap(({ events }) => events).filter(({ message }) => message !== undefined);
/** Messengers tell a message at one end, and its digest at the other. */
const isOfMessenger = ({ event }: EventRule): boolean => /^(SentMessage|RelayedMessage)\(/.test(event);

type Values = Readonly<Record<string, unknown>>;
const log = (rule: EventRule, values: Values = {}, named = wallet): LogInput =>
  logOf(rule, { emitter: account(0xf1), named, sender: portal, values });
const ruleOf = (start: string): EventRule => {
  const rule = rules.find(({ event }) => event.startsWith(start));
  if (rule === undefined) throw new Error(`no event ${start}`);
  return rule;
};
const logNamed = (name: string, values: Values = {}, named = wallet): LogInput => {
  return log(ruleOf(`${name}(`), values, named);
};

function messageOf(
  kind: TransactionKind,
  logs: readonly LogInput[],
  {
    chainId = 1,
    from = wallet,
    by = null,
  }: { chainId?: number; from?: Address; by?: { family: string; event?: string } | null } = {},
): string | null {
  const transaction = chainTransaction({ from, to: router, input: '0x12345678', logs, hash });
  const normalized = normalizeTransaction(transaction, wallet, chainRules(chainId));
  // What explains what moved, logged by the bridge.
  const claim = by && { event: 'none', contract: account(0xf1), ...by };
  return bridgeMessageOf({ kind, claim, normalized }, chainId);
}

/** What version 2 of CCTP burned, as BurnMessageV2 lays it out: what was executed stands there where it arrives alone. */
function burnMessage({ burned = 1_000n, executed = 3n }: { burned?: bigint; executed?: bigint } = {}): Hex {
  const [owner, recipient] = [addressTopic(token), numberTopic(7n)];
  const words = [owner, recipient, numberTopic(burned), owner, numberTopic(1_000n)];
  const later = [numberTopic(executed), numberTopic(25_000_000n)];
  return concat(['0x00000001', ...words, ...later, '0x1234']);
}

/** What the one end says beside the samples, so that it speaks of a crossing from Ethereum; by the event of the other end. */
const sameCrossing: Readonly<Record<string, Values>> = {
  FilledRelay: { origin: 1n, id: 1_000n },
  FilledV3Relay: { origin: 1n, id: 1_000 },
  MessageReceived: { domain: 0, nonce: 1_000n },
  'MessageReceived of version 2': { body: burnMessage() },
  // The digits of the hash from the last to the first.
  FundsMovement: { request: `0x${'a5'.repeat(32)}00` },
  FundsForwardedWithData: { data: hash },
  // Accounts of the other chain are bytes.
  InterchainTransfer: { to: wallet },
  InterchainTransferReceived: { source: wallet },
  // Ethereum's number there.
  FinTransfer: { origin: 0, nonce: 1_000n },
  TransferOut: { memo: `OUT:${hash.slice(2).toUpperCase()}` },
  DepositFinalized: { from: wallet },
  L2ToL1Tx: { sender: portal },
  OutBoxTransactionExecuted: { sender: portal, batch: 0n },
  // Wormhole's number of Ethereum.
  TransferRedeemed: { chain: 2, sequence: 1_000n },
  Relay: { sent: `0x${'0'.repeat(63)}7` },
  LogAnySwapIn: { id: hash },
};

describe('both ends of a crossing', () => {
  const nameOf = ({ event }: EventRule): string =>
    `${event.slice(0, event.indexOf('('))}${event.includes('finality, bytes body') ? ' of version 2' : ''}`;
  const bridgeOf = (rule: EventRule): string => {
    const kind = rule.message?.side === 'outflow' ? 'BRIDGE_OUT' : 'BRIDGE_IN';
    const { request, body, data, memo, source, to } = sameCrossing[nameOf(rule)] ?? {};
    return messageOf(kind, [log(rule, { request, body, data, memo, source, to })])?.split(':')[0] ?? 'none';
  };
  const byBridge = Map.groupBy(
    rules.filter((rule) => !isOfMessenger(rule)),
    bridgeOf,
  );

  test('of each bridge there are two', () => {
    const sides = [...byBridge.values()].map(
      (ends) => new Set(ends.map(({ message }) => message?.side)).size,
    );
    expect([...byBridge.keys()].sort()).toEqual(
      [
        ...[
          'across',
          'allbridge',
          'axelar',
          'bungee',
          'butter',
          'cbridge',
          'ccip',
          'cctp',
          'cctp2',
          'connext',
        ],
        ...[
          'debridge',
          'eco',
          'everclear',
          'hop',
          'hyperlane',
          'its',
          'layerzero',
          'linea',
          'mayan',
          'meson',
        ],
        ...[
          'multichain',
          'ntt',
          'oif',
          'omni',
          'omnibridge',
          'relay',
          'relayorder',
          'rollup',
          'socket',
          'symbiosis',
        ],
        ...['outbox', 'retryable', 'synapse', 'thorchain', 'veda', 'wormhole'],
      ].sort(),
    );
    // What fills an order of Relay's depository logs nothing.
    const single = [...byBridge.keys()].filter((_, index) => sides[index] !== 2);
    expect(single).toEqual(['relayorder']);
  });

  test.each([...byBridge])('%s', (bridge, ends) => {
    const saysOf = (rule: EventRule): string | null => {
      const values = rule.event.includes('digest') ? {} : (sameCrossing[nameOf(rule)] ?? {});
      const kind = rule.message?.side === 'outflow' ? 'BRIDGE_OUT' : 'BRIDGE_IN';
      return messageOf(kind, [log(rule, values)], { from: kind === 'BRIDGE_IN' ? stranger : wallet });
    };
    // Orders and their messages are two things that deBridge and Meson name; the samples of all are one.
    const names = new Set(ends.map(saysOf));
    expect(names.size).toBe(1);
    expect([...names][0]).toMatch(new RegExp(`^${bridge}:.`));
  });
});

describe('what messengers of rollups pass on', () => {
  const message = `0x${'ab'.repeat(40)}` as const;
  const [sender, target] = [account(0xf7), account(0xf8)];
  const digest = (types: string, values: readonly unknown[]): Hex =>
    keccak256(
      concat([
        toFunctionSelector(`relayMessage(${types})`),
        encodeAbiParameters(
          types.split(',').map((type): AbiParameter => ({ type })),
          values,
        ),
      ]),
    );
  const relayed = (hash: Hex, chainId: number) =>
    messageOf('BRIDGE_IN', [logNamed('RelayedMessage', { hash })], { from: stranger, chainId });
  const sent = (start: string, values: Values): LogInput =>
    log(ruleOf(`SentMessage(address* ${start}`), { ...values, message });

  test('of the OP stack: with the coins that the log behind it tells', () => {
    const told = sent('target', { sender, target, nonce: 9n, gasLimit: 200_000n });
    const coins: LogInput = {
      address: account(0xf1),
      topics: [topic('SentMessageExtension1(address,uint256)'), addressTopic(sender)],
      data: numberTopic(5n),
    };
    const hash = digest('uint256,address,address,uint256,uint256,bytes', [
      9n,
      sender,
      target,
      5n,
      200_000n,
      message,
    ]);
    expect(messageOf('BRIDGE_OUT', [told, coins])).toBe(`standard:${hash}`);
    expect(relayed(hash, 10)).toBe(`standard:${hash}`);
    // Without them, or told by another contract, nobody knows the digest.
    expect(messageOf('BRIDGE_OUT', [told])).toBeNull();
    expect(messageOf('BRIDGE_OUT', [told, { ...coins, address: router }])).toBeNull();
  });

  test('a withdrawal that a stranger finalises has the name of its departure', () => {
    const hash = `0x${'22'.repeat(32)}` as const;
    const finalized = logNamed('WithdrawalFinalized', { hash });
    const name = messageOf('BRIDGE_IN', [finalized], { from: stranger });
    expect(name).toMatch(/^rollup:/);
    // The messenger's digest of the same message stands beside.
    const digest = logNamed('RelayedMessage', { hash: `0x${'11'.repeat(32)}` });
    expect(messageOf('BRIDGE_IN', [digest, finalized], { from: stranger })).toBe(name);
    // Of two withdrawals in one transaction nobody knows which is the wallet's.
    const other = logNamed('WithdrawalFinalized', { hash: `0x${'33'.repeat(32)}` });
    expect(messageOf('BRIDGE_IN', [digest, finalized, other], { from: stranger })).toBeNull();
  });

  test('of Arbitrum: all that both ends say, and nothing else', () => {
    const others = {
      DepositFinalized: [{ token: target }, { from: target }, { to: target }, { amount: 8n }],
      OutBoxTransactionExecuted: [{ target }, { sender: target }, { batch: 8n }, { position: 8n }],
    };
    for (const [name, changes] of Object.entries(others)) {
      const logs = [{}, ...changes].map((values) => logNamed(name, values));
      expect(new Set(logs.map((one) => messageOf('BRIDGE_IN', [one], { from: stranger }))).size).toBe(5);
      expect(messageOf('BRIDGE_IN', logs, { from: stranger })).toBeNull();
    }
  });

  test('of Scroll', () => {
    const told = sent('from', { to: target, amount: 5n, nonce: 9n });
    const hash = digest('address,address,uint256,uint256,bytes', [wallet, target, 5n, 9n, message]);
    expect(messageOf('BRIDGE_OUT', [told])).toBe(`standard:${hash}`);
    expect(relayed(hash, 534_352)).toBe(`standard:${hash}`);
  });
});

describe('plain payments to and of solvers', () => {
  const solver = lowerAddress(relaySolvers[0] ?? '');
  const order = 'c4'.repeat(32);
  const paid = (kind: TransactionKind, { from, to, input }: { from: Address; to: Address; input: Hex }) => {
    const transaction = chainTransaction({ from, to, input, value: 5n, logs: [] });
    const normalized = normalizeTransaction(transaction, wallet, chainRules(1));
    return bridgeMessageOf({ kind, claim: null, normalized }, 1);
  };
  const transfer = (to: Address, rest = order): Hex =>
    `0xa9059cbb${addressTopic(to).slice(2)}${numberTopic(5n).slice(2)}${rest}`;

  test('have the order in the call, alone or behind a transfer of a token', () => {
    const name = `relayorder:0x${order}`;
    expect(paid('BRIDGE_OUT', { from: wallet, to: solver, input: `0x${order}` })).toBe(name);
    expect(paid('BRIDGE_IN', { from: solver, to: wallet, input: `0x${order}` })).toBe(name);
    expect(paid('BRIDGE_OUT', { from: wallet, to: token, input: transfer(solver) })).toBe(name);
    expect(paid('BRIDGE_IN', { from: solver, to: token, input: transfer(wallet) })).toBe(name);
    const deposit = logNamed('RelayErc20Deposit', { id: `0x${order}` });
    expect(messageOf('BRIDGE_OUT', [deposit])).toBe(name);
  });

  test('what a router takes into the depository is called by its request, as the router pays it elsewhere', () => {
    const asked = logNamed('FundsMovement', sameCrossing.FundsMovement);
    const request = messageOf('BRIDGE_OUT', [asked]);
    expect(request).toMatch(/^relay:/);
    const deposit = logNamed('RelayErc20Deposit', { id: `0x${order}` });
    const by = { family: 'bridge of pools', event: 'RelayErc20Deposit' };
    expect(messageOf('BRIDGE_OUT', [asked, deposit], { by })).toBe(request);
    expect(messageOf('BRIDGE_OUT', [deposit], { by })).toBe(`relayorder:0x${order}`);
  });

  test('and no name where it is anybody else, or the call says something else', () => {
    expect(paid('BRIDGE_IN', { from: stranger, to: wallet, input: `0x${order}` })).toBeNull();
    expect(paid('BRIDGE_IN', { from: solver, to: stranger, input: `0x${order}` })).toBeNull();
    expect(paid('BRIDGE_IN', { from: solver, to: token, input: transfer(stranger) })).toBeNull();
    expect(paid('BRIDGE_OUT', { from: wallet, to: token, input: transfer(solver, '') })).toBeNull();
    expect(paid('SEND', { from: wallet, to: solver, input: `0x${order}` })).toBeNull();
  });
});

describe('which of several', () => {
  const filled = (id: number, named = wallet) => logNamed('FilledV3Relay', { origin: 1n, id }, named);

  test('the one that names the wallet', () => {
    const of = (...logs: LogInput[]) => messageOf('BRIDGE_IN', logs, { from: stranger, chainId: 10 });
    expect(of(filled(7, stranger), filled(8), filled(9, stranger))).toBe('across:1:8');
    // Two of the wallet's: nobody knows which is which. Others' alone: none.
    expect(of(filled(7), filled(8))).toBeNull();
    expect(of(filled(7, stranger))).toBeNull();
  });

  test('of two bridges, one upon the other, the same at both ends', () => {
    const left = [logNamed('DepositForBurn', { nonce: 5n }), logNamed('DispatchId', { id: hash })];
    const arrived = [
      logNamed('ProcessId', { id: hash }),
      logNamed('MessageReceived', { domain: 0, nonce: 5n }),
    ];
    expect(messageOf('BRIDGE_OUT', left)).toBe('cctp:0:5');
    expect(messageOf('BRIDGE_IN', arrived, { chainId: 10 })).toBe('cctp:0:5');
  });

  test('the one of the bridge whose event explains what moved, whatever others log beside it', () => {
    const arrived = logNamed('MessageReceived', { domain: 0, nonce: 5n });
    const forged = logNamed('Claimed', { id: hash });
    const at = { from: stranger, chainId: 10 };
    expect(messageOf('BRIDGE_IN', [arrived, forged], { ...at, by: { family: 'CCTP' } })).toBe('cctp:0:5');
    // Where no event of a bridge explains it, or of one that names nothing, nobody knows which of two is true.
    for (const by of [null, { family: 'bridge aggregator' }]) {
      expect(messageOf('BRIDGE_IN', [arrived, forged], { ...at, by })).toBeNull();
      expect(messageOf('BRIDGE_IN', [forged], { ...at, by })).toBe(`debridge:${hash}`);
    }
  });

  test('of one family the log that explains what moved itself; what others log beside what says nothing makes it nameless', () => {
    const told = logNamed('Claimed', { id: hash });
    const beside = logNamed('BurnCompleted', { crossing: numberTopic(9n) });
    const delivered = logNamed('ProcessId', { id: hash });
    const at = { from: stranger, chainId: 10 };
    const family = 'bridge over messages';
    expect(messageOf('BRIDGE_IN', [beside, told], { ...at, by: { family, event: 'Claimed' } })).toBe(
      `debridge:${hash}`,
    );
    // Hyperlane's route names nothing, its mailbox does: a stranger's word for another bridge takes no other's place.
    const routed = { family, event: 'ReceivedTransferRemote' };
    expect(messageOf('BRIDGE_IN', [delivered], { ...at, by: routed })).toBe(`hyperlane:${hash}`);
    expect(messageOf('BRIDGE_IN', [delivered, beside], { ...at, by: routed })).toBeNull();
  });

  test('none of who rides along in others’ message', () => {
    expect(messageOf('BRIDGE_OUT', [logNamed('OFTSent', { guid: `0x${'0'.repeat(64)}` })])).toBeNull();
    expect(messageOf('BRIDGE_OUT', [logNamed('OFTSent', { guid: hash })])).toBe(`layerzero:${hash}`);
  });

  test('version 2 of CCTP: what was burned, whatever it cost in the end', () => {
    const second = rules.filter(({ event }) => event.includes('finality'));
    const [left, arrived] = ['outflow', 'inflow'].map((side) =>
      second.find(({ message }) => message?.side === side),
    );
    if (left === undefined || arrived === undefined) throw new Error('no event');
    const name = messageOf('BRIDGE_OUT', [log(left, { amount: 1_000n })]);
    expect(name).toMatch(/^cctp2:0x[\da-f]{64}$/);
    const told = (body: Hex) => messageOf('BRIDGE_IN', [log(arrived, { body })], { from: stranger });
    expect(told(burnMessage({ executed: 0n }))).toBe(name);
    expect(told(burnMessage({ executed: 1_000n }))).toBe(name);
    expect(told(burnMessage({ burned: 1_001n }))).not.toBe(name);
    // What is cut off, or of another form, has no name.
    expect(told(slice(burnMessage(), 0, 163))).toBeNull();
    expect(told('0x')).toBeNull();
    const { topics, data } = log(arrived, { body: burnMessage() });
    // The third word says where the message stands.
    const lost: Hex = `0x${data.slice(2, 130)}${'f'.repeat(64)}${data.slice(194)}`;
    expect(messageOf('BRIDGE_IN', [{ address: router, topics, data: lost }], { from: stranger })).toBeNull();
  });

  test('what a router sends for the wallet that calls it is in its name', () => {
    const deposit = logNamed('V3FundsDeposited', { id: 7 }, router);
    expect(messageOf('BRIDGE_OUT', [deposit])).toBe('across:1:7');
    expect(messageOf('BRIDGE_OUT', [deposit], { from: stranger })).toBeNull();
  });

  test('none: of what is no crossing, of the other end, of a chain that the bridge has no number for, of others’ messages', () => {
    expect(messageOf('SEND', [logNamed('OFTSent')])).toBeNull();
    expect(messageOf('BRIDGE_IN', [logNamed('OFTSent')])).toBeNull();
    expect(messageOf('BRIDGE_OUT', [logNamed('DepositForBurn', { nonce: 5n })], { chainId: 100 })).toBeNull();
    const published = rules.find(({ event }) => event.startsWith('LogMessagePublished('));
    if (published === undefined) throw new Error('no event');
    const others = logOf(published, { emitter: account(0xf1), named: wallet, sender: router });
    expect(messageOf('BRIDGE_OUT', [others])).toBeNull();
  });
});

test('real crossings, recorded on both chains', () => {
  const named = recordedCases().flatMap((given) => {
    const classified = classifyCase(given);
    const message = bridgeMessageOf(classified, given.chainId);
    return message === null ? [] : [{ message, end: `${given.chainId} ${classified.kind}` }];
  });
  const pairs = [...Map.groupBy(named, ({ message }) => message)].flatMap(([message, ends]) =>
    ends.length === 1
      ? []
      : [
          `${message} ${ends
            .map(({ end }) => end)
            .sort()
            .join(', ')}`,
        ],
  );
  // The deposit ids, nonces and transfer ids stand in the logs of both transactions, on two chains.
  expect(pairs.sort()).toEqual([
    'across:42161:1142258 42161 BRIDGE_OUT, 8453 BRIDGE_IN',
    'across:534352:1295289 42161 BRIDGE_IN, 534352 BRIDGE_OUT',
    'cctp:0:62883 1 BRIDGE_OUT, 42161 BRIDGE_IN',
    'hop:0x4a0eec59485aa9ae2105ea4af0eb470bbeb988269bfbcf317c18ac9a15999363 1 BRIDGE_IN, 100 BRIDGE_OUT',
    'relayorder:0x4865275a0ce3b45d06b859019d78246f27ab851a689ba92ad9225999aa2d0753 1 BRIDGE_IN, 42161 BRIDGE_OUT',
    'standard:0x83c2e666436be90332e345140483da90cbe035daff49c35040a3fe9ebd17b2b9 1 BRIDGE_OUT, 534352 BRIDGE_IN',
  ]);
});
