/**
 * Each family of protocols by a real transaction of its own (recorded/: facts of public chains, as decided in the data that
 * meaning/cases.ts describes), and by lies about it: an event counts with its shape, its wallet and its amount alone.
 */
import { describe, expect, test } from 'vitest';
import { eventShape } from '../../../src/domain/classify/evidence/event-shape.ts';
import type { EventFlow, EventRule } from '../../../src/domain/classify/evidence/family.ts';
import { families } from '../../../src/domain/classify/families/index.ts';
import type { ChainLog, Hash, Hex } from '../../../src/domain/model.ts';
import {
  account,
  addressTopic,
  chainTransaction,
  erc20Transfer,
  numberTopic,
  router,
  stranger,
  wallet,
} from '../support/chain-builders.ts';
import { type MeaningCase, recordedCases } from './meaning/cases.ts';
import {
  areFlowsRight,
  classifyCase,
  debtAsAsset,
  isKindRight,
  judgedFlows,
  principalAsIncome,
} from './meaning/judge.ts';

const recorded = recordedCases();
const nameOf = ({ chainId, expected }: MeaningCase): string =>
  `${expected.class} of ${expected.protocol} on ${chainId}, ${expected.hash.slice(0, 10)}`;

describe('recorded', () => {
  test.each(recorded.map((given) => [nameOf(given), given] as const))('%s', (_name, given) => {
    const classified = classifyCase(given);
    const flows = judgedFlows(given, classified);
    expect({
      kind: isKindRight(given, classified) || classified.kind,
      flows: areFlowsRight(given, classified) || !given.expected.balanced,
      principalAsIncome: principalAsIncome(flows),
      debtAsAsset: debtAsAsset(flows, given.tokens),
    }).toEqual({ kind: true, flows: true, principalAsIncome: [], debtAsAsset: [] });
  });

  test('reasons name the event and who logged it', () => {
    const loan = recorded.find(
      ({ expected }) => expected.class === 'borrow' && expected.protocol === 'aave-v3',
    );
    if (loan === undefined) throw new Error('no loan is recorded');
    expect(classifyCase(loan).kindReason).toMatch(/^event Borrow \(Aave\) of 0x[0-9a-f]{40}$/);
  });
});

/** A log of the rule's shape: the wallet where it may stand, one amount everywhere else. */
function logOf(rule: EventRule, change: { wallet?: Hash; amount?: bigint; words?: number } = {}): ChainLog {
  const shape = eventShape(rule.event);
  const { wallet: named = addressTopic(wallet), amount = 1000n, words = 0 } = change;
  const topics: Hash[] = [shape.topic];
  const data: Hash[] = [];
  for (const { name, type, isIndexed, place } of shape.parameters.values()) {
    const value = rule.wallet.includes(name)
      ? named
      : type === 'address'
        ? addressTopic(token)
        : numberTopic(amount);
    if (isIndexed) topics[place] = value;
    else data[place] = value;
  }
  const filler = Array.from({ length: Math.max(shape.words ?? 0, data.length) + words }, (_, index) =>
    (data[index] ?? numberTopic(amount)).slice(2),
  );
  const text: Hex = `0x${filler.join('')}`;
  return { address: protocol, topics, data: text, logIndex: 1 };
}

const token = account(0xe1);
const protocol = router;

/** Rules of fixed events with one wallet and one amount, as most are. */
const plainRules = families.flatMap(({ name, events }) =>
  events.flatMap((rule): { family: string; rule: EventRule; flow: EventFlow }[] => {
    const shape = eventShape(rule.event);
    const isPlain = [...shape.parameters.values()].every(({ type }) => !type.endsWith(']'));
    if (!shape.isFixed || !isPlain || rule.wallet.length === 0 || typeof rule.flows === 'function') return [];
    if (rule.flows.some(({ amount }) => amount === null)) return [];
    const flow = rule.flows.find(({ token: of }) => of !== 'emitter');
    return flow === undefined ? [] : [{ family: name, rule, flow }];
  }),
);

function claimedBy(rule: EventRule, flow: EventFlow, log: ChainLog): boolean {
  const transfer =
    flow.side === 'outflow'
      ? erc20Transfer(wallet, protocol, 1000n, token)
      : erc20Transfer(protocol, wallet, 1000n, token);
  const transaction = chainTransaction({ to: protocol, input: '0x12345678', logs: [transfer, log] });
  const given = { chainId: 31337, account: wallet, transaction, tokens: new Map() };
  return classifyCase(given).kindReason.startsWith(`event ${eventShape(rule.event).name} (`);
}

describe('lies', () => {
  test.each(plainRules.map((plain) => [`${plain.family}: ${plain.rule.event}`, plain] as const))(
    '%s',
    (_name, { rule, flow }) => {
      const fee = BigInt(flow.feeBasisPoints ?? 0);
      expect({
        truth: claimedBy(rule, flow, logOf(rule)),
        anotherWallet: claimedBy(rule, flow, logOf(rule, { wallet: addressTopic(stranger) })),
        // Rebasing tokens round by two units; a fee is within its bound.
        anotherAmount: claimedBy(rule, flow, logOf(rule, { amount: 997n - (1000n * fee) / 9_000n })),
        moreWords: claimedBy(rule, flow, logOf(rule, { words: 1 })),
        byAStranger:
          rule.emitter !== 'anyone' && claimedBy(rule, flow, { ...logOf(rule), address: stranger }),
      }).toEqual({
        truth: true,
        anotherWallet: false,
        anotherAmount: false,
        moreWords: false,
        byAStranger: false,
      });
    },
  );
});
