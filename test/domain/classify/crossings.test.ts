/**
 * What bridges log that no recording has: each event is encoded by viem from its signature, as its contract would, and told beside a plain
 * transfer; and the lies about it.
 */
import type { AbiParameter } from 'viem';
import { encodeAbiParameters, parseAbiParameters, toEventSelector } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import { lowerAddress } from '../../../src/domain/address.ts';
import type { EventRule } from '../../../src/domain/classify/evidence/family.ts';
import { families } from '../../../src/domain/classify/families/index.ts';
import type { Address, Hash } from '../../../src/domain/model.ts';
import { relaySolvers } from '../../../src/domain/normalize/wide-bridges.ts';
import {
  account,
  addressTopic,
  erc20Transfer,
  erc721Transfer,
  type LogInput,
  numberTopic,
  otherToken,
  router,
  stranger,
  token,
  wallet,
  zeroAddress,
} from '../support/chain-builders.ts';
import { classified } from '../support/classified.ts';

const amount = 1_000n;
const portal = '0x3ee18b2214aff97000d974cf647e7c347e8fa585';
const told = [
  ...['rollup bridge', 'Wormhole', 'bridge over messages', 'bridge of pools'],
  ...['Hop', 'Across', 'CCTP', 'Linea bridge', 'zkSync bridge', 'Scroll bridge'],
];
const crossings = families.flatMap(({ name, events }) =>
  told.includes(name) ? events.map((rule) => [rule.event, rule] as const) : [],
);

const nameOf = ({ event }: EventRule): string => event.slice(0, event.indexOf('('));

/** What arrives; all others leave. */
const arrivals = new Set([
  ...['ETHBridgeFinalized', 'ETHWithdrawalFinalized', 'ERC20BridgeFinalized', 'ERC20WithdrawalFinalized'],
  ...['WithdrawalFinalized', 'ClaimEvent', 'TransferRedeemed', 'OrderFulfilled', 'ReceivedTransferRemote'],
  ...['InterchainTransferReceived', 'CrossMulticallExecuted', 'Released', 'Minted', 'ReleasedOrMinted'],
  ...['Claimed', 'FulfilledOrder', 'Executed', 'TokenMint', 'TokenWithdraw', 'Relay', 'LogAnySwapIn'],
  ...['TokensReceived', 'SwapReleased', 'WithdrawalBonded', 'Withdrew', 'TransferFromL1Completed'],
  ...['FilledRelay', 'FilledV3Relay', 'MintAndWithdraw', 'MessageClaimed', 'BridgingFinalized'],
  ...['BridgingFinalizedV2', 'Withdrawal', 'PendingWithdrawalsComplete', 'EthWithdrawalFinalized'],
  ...['FinalizeDeposit', 'FinalizeDepositETH', 'FinalizeWithdrawETH', 'FinalizeDepositERC20'],
  ...['FinalizeWithdrawERC20', 'RelayedMessage'],
]);

interface Parameter {
  type: AbiParameter;
  isIndexed: boolean;
  label: string;
}

/** `name(type label, type* label)`, the star for indexed ones. */
function parameters(event: string): Parameter[] {
  const list = event.slice(event.indexOf('(') + 1, -1);
  const parts: string[] = [];
  let depth = 0;
  for (const piece of list.split(',')) {
    if (depth > 0) parts.push(`${parts.pop()},${piece}`);
    else parts.push(piece.trim());
    depth += piece.split('(').length - piece.split(')').length;
  }
  return parts.map((part) => {
    const [, type = '', star, label = ''] = /^(.*?)(\*?) (\w+)$/.exec(part) ?? [];
    const [parsed] = parseAbiParameters(type);
    if (parsed === undefined) throw new Error(`no parameter: ${part}`);
    return { type: parsed, isIndexed: star === '*', label };
  });
}

/** Any value of the type; the named account where one may stand. */
function sample(type: AbiParameter, named: Address | null): unknown {
  if (type.type.endsWith('[]')) return [];
  if ('components' in type) return type.components.map((one) => sample(one, null));
  if (type.type === 'address') return named ?? token;
  if (type.type === 'bytes32') return named === null ? numberTopic(7n) : addressTopic(named);
  if (type.type === 'bool') return true;
  if (type.type === 'string') return 'elsewhere';
  if (type.type === 'bytes') return '0x1234';
  return type.type === 'uint8' ? 1 : type.type.length > 7 ? amount : Number(amount);
}

function logOf(rule: EventRule, emitter: Address, named: Address, sender: Address): LogInput {
  const all = parameters(rule.event).map((one) => {
    const isNamed = rule.wallet.includes(one.label);
    return { ...one, value: sample(one.type, isNamed ? named : one.label === 'sender' ? sender : null) };
  });
  const signature = `${nameOf(rule)}(${all.map(({ type }) => textOf(type)).join()})`;
  const rest = all.filter(({ isIndexed }) => !isIndexed);
  return {
    address: emitter,
    topics: [
      toEventSelector(signature),
      ...all
        .filter(({ isIndexed }) => isIndexed)
        .map(({ type, value }) => encodeAbiParameters([type], [value]) as Hash),
    ],
    data: encodeAbiParameters(
      rest.map(({ type }) => type),
      rest.map(({ value }) => value),
    ),
  };
}

const textOf = (type: AbiParameter): string =>
  'components' in type
    ? `(${type.components.map(textOf).join()})${type.type.slice('tuple'.length)}`
    : type.type;

/** What CCIP's pools and ramps log beside. */
const beside: readonly LogInput[] = [
  {
    address: account(0xf1),
    topics: [toEventSelector('Locked(address,uint256)'), addressTopic(router)],
    data: numberTopic(amount),
  },
  {
    address: account(0xf2),
    topics: [
      toEventSelector('ExecutionStateChanged(uint64,bytes32,uint8,bytes)'),
      numberTopic(1n),
      numberTopic(2n),
    ],
    data: '0x',
  },
];

interface Change {
  named?: Address;
  emitter?: Address;
  others?: readonly LogInput[];
  sender?: Address;
}

/** The wallet gives to the bridge that it calls, or the bridge gives when somebody else calls it. */
function kindOf(rule: EventRule, change: Change = {}): string {
  const { named = wallet, emitter = router, others = beside, sender = portal } = change;
  const isArrival = arrivals.has(nameOf(rule));
  // Of another's word only what is minted is believed.
  const isMade = rule.emitter === 'anyone' && isArrival;
  const transfer = isArrival
    ? erc20Transfer(isMade ? zeroAddress : router, wallet, amount)
    : erc20Transfer(wallet, router, amount);
  const logs = [transfer, ...others, logOf(rule, emitter, named, sender)];
  const from = isArrival ? stranger : wallet;
  return classified(31_337, { from, to: router, input: '0x12345678', logs }).kind;
}

describe('what bridges log', () => {
  test.each(crossings)('%s', (_event, rule) => {
    const [crossing, plain] = arrivals.has(nameOf(rule)) ? ['BRIDGE_IN', 'RECEIVE'] : ['BRIDGE_OUT', 'SEND'];
    expect(kindOf(rule)).toBe(crossing);
    if (rule.wallet.length > 0) expect(kindOf(rule, { named: stranger })).toBe(plain);
    // Whoever called for it is believed.
    if (rule.emitter !== 'anyone') expect(kindOf(rule, { emitter: stranger })).toBe(plain);
  });

  const rulesOf = (...names: string[]) =>
    crossings.filter(([, rule]) => names.includes(nameOf(rule))).map(([, rule]) => rule);

  test('a message is no crossing where no pool tells of tokens', () => {
    const rules = rulesOf('CCIPSendRequested', 'CCIPMessageSent', 'Released', 'Minted', 'ReleasedOrMinted');
    const kinds = rules.map((rule) => kindOf(rule, { others: [] }));
    expect(kinds.filter((kind) => kind.startsWith('BRIDGE'))).toEqual([]);
    expect(kinds).toHaveLength(5);
  });

  /** Of all bridges: what anybody may log of somebody else, with an amount. */
  const words = families.flatMap(({ events }) =>
    events.filter(
      ({ emitter, wallet: names, flows }) =>
        emitter === 'anyone' &&
        names.length > 0 &&
        typeof flows !== 'function' &&
        flows.some(({ is, amount: told }) => is.startsWith('bridge-') && told !== null),
    ),
  );

  test.each(words.map((rule) => [rule.event, rule] as const))(
    'a stranger’s word on what another pays or takes counts only where it was minted or burned: %s',
    (_event, rule) => {
      const isArrival = typeof rule.flows !== 'function' && rule.flows[0]?.side === 'inflow';
      const kinds = [router, zeroAddress].map((other) => {
        const transfer = isArrival
          ? erc20Transfer(other, wallet, amount)
          : erc20Transfer(wallet, other, amount);
        const logs = [transfer, logOf(rule, account(0xf3), wallet, portal)];
        return classified(31_337, { from: stranger, to: router, input: '0x12345678', logs }).kind;
      });
      expect(kinds).toEqual(isArrival ? ['RECEIVE', 'BRIDGE_IN'] : ['SEND', 'BRIDGE_OUT']);
    },
  );

  test('there are such words', () => {
    expect(words.map(nameOf)).toEqual(
      expect.arrayContaining(['MintAndWithdraw', 'BridgingFinalizedV2', 'ExitedERC20', 'TokensBridged']),
    );
  });

  test('an event that names no wallet says nothing of what it does not tell beside a swap or a purchase', () => {
    const telling = rulesOf(
      ...['SentTransferRemote', 'TransferSentToL2', 'V3FundsDeposited', 'DepositForBurn', 'ForwardedERC20'],
    );
    expect(telling).toHaveLength(6);
    const silent = rulesOf(
      'CreatedOrder',
      'InboxMessageDelivered',
      'CCIPSendRequested',
      'LogMessagePublished',
    );
    expect(silent).toHaveLength(4);
    const pays = { from: wallet, to: router, input: '0x12345678' } as const;
    const treatments = (rule: EventRule, logs: readonly LogInput[]) =>
      classified(31_337, {
        ...pays,
        logs: [...logs, ...beside, logOf(rule, router, wallet, portal)],
      }).movements.map(({ taxTreatment }) => taxTreatment);
    // 4,000 of one token are paid, and the 1,000 of another cross, which the event tells.
    const both = [erc20Transfer(wallet, router, 4_000n), erc20Transfer(wallet, router, amount, otherToken)];
    for (const rule of telling) expect(treatments(rule, both)).toEqual(['DISPOSAL', 'CARRY']);
    for (const rule of silent) expect(treatments(rule, both)).toEqual(['DISPOSAL', 'DISPOSAL']);
    // An NFT is bought.
    const bought = [erc20Transfer(wallet, router, 4_000n), erc721Transfer(router, wallet, 7n)];
    for (const rule of [...telling, ...silent])
      expect(treatments(rule, bought)).toEqual(['DISPOSAL', 'ACQUISITION']);
  });

  test('what a solver pays through a contract arrives, too; it says nothing of what others send', () => {
    const solver = lowerAddress(relaySolvers[0] ?? '');
    const logs = [erc20Transfer(router, wallet, amount)];
    const paid = { to: router, input: '0x12345678', logs } as const;
    expect(classified(8453, { ...paid, from: solver }).kind).toBe('BRIDGE_IN');
    expect(classified(8453, { ...paid, from: stranger }).kind).toBe('RECEIVE');
  });

  test('what others publish over Wormhole is no transfer', () => {
    const [published] = rulesOf('LogMessagePublished');
    if (published === undefined) throw new Error('no rule');
    expect(kindOf(published, { sender: router })).toBe('SEND');
  });
});
