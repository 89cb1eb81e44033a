import type { Hash } from '../../../model.ts';
import {
  accountIn,
  digestOf,
  type Part,
  receivedAs,
  sentAs,
  value,
  wordIn,
} from '../../evidence/bridge-message.ts';
import { eventShape } from '../../evidence/event-shape.ts';
import { type EventRule, type Family, isLogged, takes } from '../../evidence/family.ts';
import { allThatLeaves, arrives, brings, leaves, sends, tells } from './crossing.ts';

/** Its service names a transfer where it arrives alone: the digest of what both ends say of it. */
const told = ['amount', 'data'].map(value);

const order =
  '(uint64,bytes,uint256,bytes,uint256,uint256,bytes,uint256,bytes,bytes,bytes,bytes,bytes,bytes) order';
const ccipMessage =
  '(uint64,address,address,uint64,uint256,bool,uint64,address,uint256,bytes,(address,uint256)[],bytes[],bytes32) message';
const ccipMessage16 =
  '((bytes32,uint64,uint64,uint64,uint64),address,bytes,bytes,bytes,address,uint256,uint256,(address,bytes,bytes,uint256,bytes)[]) message';
const connextCall =
  '(uint32,uint32,uint32,address,address,bool,bytes,uint256,address,uint256,uint256,uint256,bytes32)';

const symbiosisRequest =
  'bytes32 id, address* from, uint256* chain, address* revertable, address to, uint256 amount, address token';

const topicsOf = (...events: string[]): ReadonlySet<Hash> =>
  new Set(events.map((event) => eventShape(event).topic));

/** What CCIP's pools log of tokens that go along: a message may carry none. */
const pooled = topicsOf(
  'Locked(address* sender, uint256 amount)',
  'Burned(address* sender, uint256 amount)',
  'LockedOrBurned(uint64* chain, address token, address sender, uint256 amount)',
);
/** Up to 1.5, of 1.6, and since 2.0. */
const executions = [
  'ExecutionStateChanged(uint64* number, bytes32* id, uint8 state, bytes data)',
  'ExecutionStateChanged(uint64* chain, uint64* number, bytes32* id, bytes32 hash, uint8 state, bytes data, uint256 gas)',
  'ExecutionStateChanged(uint64* chain, uint64* number, bytes32* id, uint8 state, bytes data)',
];
const executed = topicsOf(...executions);

const ccipSends = (event: string, id: Part): EventRule => ({
  event,
  wallet: [],
  flows: (seen) => (isLogged(seen, pooled) ? allThatLeaves(seen) : []),
  emitter: 'anyone',
  ...sentAs('ccip', id),
});
/** Pools of other protocols log the same. */
const ccipGives = (event: string): EventRule => ({
  event,
  wallet: ['recipient'],
  flows: (seen) => (isLogged(seen, executed) ? [takes('bridge-in', 'amount')] : []),
  emitter: 'anyone',
});

/**
 * Bridges over messages of others: Hyperlane, Axelar with Squid, CCIP, deBridge, CrossCurve, Symbiosis, Butter, Connext. Source: TokenRouter, IAxelarGateway,
 * IInterchainTokenService, ISquidRouter, EVM2EVMOnRamp, OnRamp, TokenPool, DeBridgeGate, DlnSource, DlnDestination, RouterV2, Symbiosis' Portal, ButterRouter, MAP's
 * Bridge, BridgeFacet.
 */
export const messengers: Family = {
  name: 'bridge over messages',
  events: [
    // Hyperlane's routes
    sends('SentTransferRemote(uint32* chain, bytes32* recipient, uint256 amount)', 'amount'),
    brings('ReceivedTransferRemote(uint32* chain, bytes32* recipient, uint256 amount)', ['recipient']),
    tells('DispatchId(bytes32* id)', sentAs('hyperlane', value('id'))),
    tells('ProcessId(bytes32* id)', receivedAs('hyperlane', value('id'))),
    // Axelar
    leaves('TokenSent(address* sender, string chain, string to, string symbol, uint256 amount)', ['sender'], {
      orCalled: true,
    }),
    sends(
      'ContractCallWithToken(address* sender, string chain, string contract, bytes32* hash, bytes payload, string symbol, uint256 amount)',
      'amount',
      sentAs('axelar', value('hash')),
    ),
    leaves(
      'InterchainTransfer(bytes32* token, address* source, string chain, bytes to, uint256 amount, bytes32* data)',
      ['source'],
      {
        ...{ emitter: 'anyone', orCalled: true },
        ...sentAs('its', digestOf(value('token'), value('source'), accountIn('to'), ...told)),
      },
    ),
    arrives(
      'InterchainTransferReceived(bytes32* command, bytes32* token, string chain, bytes source, address* to, uint256 amount, bytes32 data)',
      ['to'],
      {
        emitter: 'anyone',
        ...receivedAs('its', digestOf(value('token'), accountIn('source'), value('to'), ...told)),
      },
    ),
    // Squid's router; what could not be exchanged there it gives as it came.
    brings('CrossMulticallExecuted(bytes32* payload)', [], receivedAs('axelar', value('payload'))),
    brings(
      'CrossMulticallFailed(bytes32* payload, bytes reason, address* recipient)',
      ['recipient'],
      receivedAs('axelar', value('payload')),
    ),
    // CCIP, up to 1.5, of 1.6, and since 2.0
    ccipSends(`CCIPSendRequested(${ccipMessage})`, wordIn('message', 12)),
    ccipSends(`CCIPMessageSent(uint64* chain, uint64* number, ${ccipMessage16})`, wordIn('message', 0)),
    ccipSends(
      'CCIPMessageSent(uint64* chain, address* sender, bytes32* id, address fee, uint256 amount, bytes message, (address,uint32,uint32,uint256,bytes)[] receipts, bytes[] blobs)',
      value('id'),
    ),
    ...executions.map((event) => tells(event, receivedAs('ccip', value('id')))),
    ccipGives('Released(address* sender, address* recipient, uint256 amount)'),
    ccipGives('Minted(address* sender, address* recipient, uint256 amount)'),
    ccipGives(
      'ReleasedOrMinted(uint64* chain, address token, address sender, address recipient, uint256 amount)',
    ),
    // deBridge, and its orders
    sends(
      'Sent(bytes32 id, bytes32* bridge, uint256 amount, bytes receiver, uint256 nonce, uint256* chain, uint32 referral, (uint256,uint256,uint256,bool,bool) fees, bytes auto, address sender)',
      'amount',
      sentAs('debridge', value('id')),
    ),
    brings(
      'Claimed(bytes32 id, bytes32* bridge, uint256 amount, address* receiver, uint256 nonce, uint256* chain, bytes auto, bool native)',
      ['receiver'],
      receivedAs('debridge', value('id')),
    ),
    sends(
      `CreatedOrder(${order}, bytes32 id, bytes affiliateFee, uint256 fixFee, uint256 percentFee, uint32 referral, bytes metadata)`,
      null,
      sentAs('debridge', value('id')),
    ),
    sends(
      `CreatedOrder(${order}, bytes32 id, bytes affiliateFee, uint256 fixFee, uint256 percentFee, uint32 referral)`,
      null,
      sentAs('debridge', value('id')),
    ),
    brings(
      `FulfilledOrder(${order}, bytes32 id, address sender, address unlocker)`,
      [],
      receivedAs('debridge', value('id')),
    ),
    // Since February 2026
    brings(
      `FulfilledOrder(${order}, bytes32 id, uint256 amount, address sender, address unlocker)`,
      [],
      receivedAs('debridge', value('id')),
    ),
    arrives(
      'ClaimedOrderCancel(bytes32 id, address beneficiary, uint256 amount, address token)',
      ['beneficiary'],
      {
        ...receivedAs('debridge', value('id')),
      },
    ),
    // CrossCurve; what arrives names no chain to go to
    {
      event:
        'ComplexOpProcessed(uint64 chain, bytes32 id, uint64 next, bytes32 nextId, uint8 result, uint8 last)',
      wallet: [],
      flows: (seen) => ((seen.values.number('next') ?? 0n) > 0n ? allThatLeaves(seen) : []),
      isOwnAct: true,
    },
    // Symbiosis, whose router may stand in the wallet's place
    sends(`SynthesizeRequest(${symbiosisRequest})`, 'amount', sentAs('symbiosis', value('id'))),
    sends(`BurnRequest(${symbiosisRequest})`, 'amount', sentAs('symbiosis', value('id'))),
    arrives(
      'BurnCompleted(bytes32* id, bytes32* crossing, address* to, uint256 amount, uint256 fee, address token)',
      ['to'],
      receivedAs('symbiosis', value('crossing')),
    ),
    arrives(
      'SynthesizeCompleted(bytes32* id, address* to, bytes32* crossing, uint256 amount, uint256 fee, address token)',
      ['to'],
      receivedAs('symbiosis', value('crossing')),
    ),
    ...['RevertSynthesizeCompleted', 'RevertBurnCompleted'].map((name) =>
      arrives(`${name}(bytes32* id, address* to, uint256 amount, uint256 fee, address token)`, ['to']),
    ),
    // Butter, over MAP
    leaves(
      'SwapAndBridge(address* referrer, address* initiator, address* from, bytes32 transfer, bytes32 id, address token, address bridged, uint256 amount, uint256 bridgedAmount, uint256 chain, bytes to)',
      ['initiator', 'from'],
      { orCalled: true, ...sentAs('butter', value('id')) },
    ),
    arrives(
      'MessageIn(bytes32* id, uint256* chains, address token, uint256 amount, address to, bytes from, bytes payload, bool ok, bytes reason)',
      ['to'],
      receivedAs('butter', value('id')),
    ),
    brings(
      'RemoteSwapAndCall(bytes32* id, address* receiver, address* target, address token, address swapped, uint256 amount, uint256 swappedAmount, uint256 callAmount, uint256 from, uint256 chain, bytes sender)',
      ['receiver'],
      receivedAs('butter', value('id')),
    ),
    arrives(
      'SwapRescueFunds(bytes32* id, address* token, address* receiver, uint256 amount, uint256 from, uint256 chain, bytes sender)',
      ['receiver'],
      receivedAs('butter', value('id')),
    ),
    // Connext
    sends(
      `XCalled(bytes32* id, uint256* nonce, bytes32* hash, ${connextCall} call, address asset, uint256 amount, address local, bytes message)`,
      'amount',
      sentAs('connext', value('id')),
    ),
    brings(
      `Executed(bytes32* id, address* to, address* asset, (${connextCall},address[],bytes[],address,bytes) call, address local, uint256 amount, address caller)`,
      ['to'],
      receivedAs('connext', value('id')),
    ),
  ],
};
