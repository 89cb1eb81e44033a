import { toEventSelector } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import { lowerAddress } from '../../../src/domain/address.ts';
import type { EventRule } from '../../../src/domain/classify/evidence/family.ts';
import { families } from '../../../src/domain/classify/families/index.ts';
import type { Address } from '../../../src/domain/model.ts';
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
  wallet,
  zeroAddress,
} from '../support/chain-builders.ts';
import { classified } from '../support/classified.ts';
import { amount, logOf, nameOf } from '../support/event-logs.ts';

const portal = '0x3ee18b2214aff97000d974cf647e7c347e8fa585';
const told = [
  ...['rollup bridge', 'Wormhole', 'bridge over messages', 'bridge of pools'],
  ...['Hop', 'Across', 'CCTP', 'Circle Gateway', 'Linea bridge', 'zkSync bridge', 'Scroll bridge'],
  ...['bridge by solvers', 'bridge of vaults', 'bridge aggregator'],
];
const crossings = families.flatMap(({ name, events }) =>
  told.includes(name)
    ? events.flatMap((rule) => (rule.flows.length === 0 ? [] : [[rule.event, rule] as const]))
    : [],
);

/** What arrives; all others leave. */
const arrivals = new Set([
  ...['ETHBridgeFinalized', 'ETHWithdrawalFinalized', 'ERC20BridgeFinalized', 'ERC20WithdrawalFinalized'],
  ...['WithdrawalFinalized', 'ClaimEvent', 'TransferRedeemed', 'OrderFulfilled', 'ReceivedTransferRemote'],
  ...['InterchainTransferReceived', 'CrossMulticallExecuted', 'CrossMulticallFailed', 'FundsMovement'],
  ...['Released', 'Minted', 'ReleasedOrMinted'],
  ...['Claimed', 'FulfilledOrder', 'Executed', 'TokenMint', 'TokenWithdraw', 'Relay', 'LogAnySwapIn'],
  ...['TokensReceived', 'SwapReleased', 'WithdrawalBonded', 'Withdrew', 'TransferFromL1Completed'],
  ...['FilledRelay', 'FilledV3Relay', 'MintAndWithdraw', 'MessageClaimed', 'BridgingFinalized'],
  ...['BridgingFinalizedV2', 'Withdrawal', 'PendingWithdrawalsComplete', 'EthWithdrawalFinalized'],
  ...['FinalizeDeposit', 'FinalizeDepositETH', 'FinalizeWithdrawETH', 'FinalizeDepositERC20'],
  ...['FinalizeWithdrawERC20', 'RelayedMessage', 'OrderRefunded', 'ClaimedOrderCancel', 'SwapCancelled'],
  ...[
    'BurnCompleted',
    'SynthesizeCompleted',
    'RevertSynthesizeCompleted',
    'RevertBurnCompleted',
    'MessageIn',
  ],
  ...['RemoteSwapAndCall', 'SwapRescueFunds', 'Fulfilled', 'Refunded', 'RequestFulfilled', 'IntentFulfilled'],
  ...['Fulfillment', 'IntentRefunded', 'OutputFilled', 'IntentFilled', 'Settled', 'BridgeRelayed'],
  ...[
    'BridgeDepositRefunded',
    'BridgedWithdrawal',
    'BridgedWithdrawalWithNative',
    'BridgedWithdrawalWithData',
  ],
  ...['TransferOut', 'FinTransfer', 'LiFiTransferCompleted', 'SingleOutputRequestWithdrawn'],
  ...['RequestCancelled', 'WithdrawOnDestination', 'RequestRefunded'],
  ...['LiFiTransferRecovered', 'RangoBridgeCompleted', 'FinalizedWithdrawal'],
  ...['WithdrawalCompleted', 'AttestationUsed'],
]);

/** Of what others log, too, one contract's word counts. */
const onlyOf: Readonly<Record<string, Address>> = {
  'Deposited(bytes32* id, address* token, address* receiver, uint256 amount)':
    '0xe226e4825cb215abafad98fdd400583eab6a594f',
  'Refunded(bytes32* id)': '0x00fc00edbe7c003b006f870068c548940000223e',
  'Deposited(address* token, address* depositor, address* sender, uint256 value)':
    '0x77777777dcc4d5a8b6e418fd04d8997ef11000ee',
  'WithdrawalCompleted(address* token, address* depositor, uint256 value)':
    '0x77777777dcc4d5a8b6e418fd04d8997ef11000ee',
  'AttestationUsed(address* token, address* recipient, bytes32* spec, uint32 domain, bytes32 depositor, bytes32 signer, uint256 value)':
    '0x2222222d7164433c4c09b0b0d809a9b52c04c205',
};
/** Chainflip's number of Arbitrum. */
const chains: Readonly<Record<string, { chain: number }>> = Object.fromEntries(
  ['SwapNative', 'SwapToken', 'XCallNative', 'XCallToken'].map((name) => [name, { chain: 4 }]),
);
/** THORChain's router says by words what it takes and gives. */
const memos: Readonly<Record<string, string>> = {
  Deposit: '=:BASE.ETH:0x0000000000000000000000000000000000000001:0/1/0',
  TransferOut: `OUT:${'5A'.repeat(32)}`,
};

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
  memo?: string;
  values?: Readonly<Record<string, unknown>>;
}

/** The wallet gives to the bridge that it calls, or the bridge gives when somebody else calls it. */
function kindOf(rule: EventRule, change: Change = {}): string {
  const place = onlyOf[rule.event] ?? router;
  const {
    named = wallet,
    emitter = place,
    others = beside,
    sender = portal,
    memo = memos[nameOf(rule)],
  } = change;
  const isArrival = arrivals.has(nameOf(rule));
  // Of another's word only what is minted is believed.
  const isMade = rule.emitter === 'anyone' && isArrival;
  const transfer = isArrival
    ? erc20Transfer(isMade ? zeroAddress : place, wallet, amount)
    : erc20Transfer(wallet, place, amount);
  const logs = [
    transfer,
    ...others,
    logOf(rule, { emitter, named, sender, values: { memo, ...chains[nameOf(rule)], ...change.values } }),
  ];
  const from = isArrival ? stranger : wallet;
  return classified(31_337, { from, to: place, input: '0x12345678', logs }).kind;
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
    expect(kinds).toHaveLength(6);
  });

  test('what is deposited in a vault of THORChain, or comes out of one, and is no swap', () => {
    const [deposit, transferOut] = ['string memo', 'TransferOut'].map((text) =>
      crossings.map(([, rule]) => rule).find(({ event }) => event.includes(text)),
    );
    if (deposit === undefined || transferOut === undefined) throw new Error('no rule');
    const kinds = [
      ...['+:ETH.USDC:thor1', 'SECURE+:thor1', 'BOND:thor1', '=:b:bc1qxyz', ''].map((memo) =>
        kindOf(deposit, { memo }),
      ),
      ...['MIGRATE:100', 'OUT:5A', 'RAGNAROK'].map((memo) => kindOf(transferOut, { memo })),
    ];
    expect(kinds.filter((kind) => kind.startsWith('BRIDGE'))).toEqual([]);
    const there = `${stranger}/${wallet}:0/3/0`;
    for (const memo of [`s:BASE.ETH:${there}`, `SWAP:e:${there}`])
      expect(kindOf(deposit, { memo })).toBe('BRIDGE_OUT');
    expect(kindOf(transferOut, { memo: `REFUND:${'5A'.repeat(32)}` })).toBe('BRIDGE_IN');
  });

  test('what others log of the same form as Layerswap, escrows of LI.FI, or Circle’s Gateway, is no crossing', () => {
    const rules = crossings.filter(([event]) => onlyOf[event] !== undefined).map(([, rule]) => rule);
    const kinds = rules.map((rule) => kindOf(rule, { emitter: router }));
    expect(kinds).toHaveLength(5);
    expect(kinds.filter((kind) => kind.startsWith('BRIDGE'))).toEqual([]);
  });

  test('what is in Circle’s Gateway in another’s name is a payment to him, and what comes of his balance is one from him', () => {
    const [deposited] = rulesOf('Deposited').filter(({ event }) => event.includes('sender'));
    const [used] = rulesOf('AttestationUsed');
    if (deposited === undefined || used === undefined) throw new Error('no rule');
    expect(kindOf(deposited, { named: stranger, sender: wallet })).toBe('SEND');
    expect(kindOf(used, { values: { depositor: addressTopic(stranger) } })).toBe('RECEIVE');
  });

  test('what Relay’s router pays for nothing came from elsewhere; what it exchanges did not', () => {
    const [moved] = rulesOf('FundsMovement');
    if (moved === undefined) throw new Error('no rule');
    const word = logOf(moved, { emitter: router, named: wallet, sender: portal });
    const got = erc20Transfer(router, wallet, amount);
    const kinds = [[got], [got, erc20Transfer(wallet, router, 4_000n, otherToken)]].map(
      (logs) =>
        classified(31_337, { from: stranger, to: router, input: '0x12345678', logs: [...logs, word] }).kind,
    );
    expect(kinds).toEqual(['BRIDGE_IN', 'SWAP']);
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
        const logs = [transfer, logOf(rule, { emitter: account(0xf3), named: wallet, sender: portal })];
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
    expect(silent).toHaveLength(5);
    const pays = { from: wallet, to: router, input: '0x12345678' } as const;
    const treatments = (rule: EventRule, logs: readonly LogInput[]) =>
      classified(31_337, {
        ...pays,
        logs: [...logs, ...beside, logOf(rule, { emitter: router, named: wallet, sender: portal })],
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
