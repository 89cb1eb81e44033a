/**
 * The topics of bridges' events as they stand in the logs of public chains, in their first four bytes, from the documents of people who read
 * them there: a type that is mistyped in a signature makes another topic, and what is encoded from the signature does not show it.
 */
import { expect, test } from 'vitest';
import { eventShape } from '../../../src/domain/classify/evidence/event-shape.ts';
import { families } from '../../../src/domain/classify/families/index.ts';

const logged: Readonly<Record<string, readonly string[]>> = {
  BridgeDepositRefunded: ['0xb4c55c0c'],
  BridgeRelayed: ['0x88bd455d', '0xf8ae392d'],
  BridgeRequested: ['0x120ea036'],
  BridgedDeposit: ['0x573284f4'],
  BridgedDepositWithId: ['0x1655dc42'],
  BridgedWithdrawal: ['0xe4f4f1fb'],
  BridgedWithdrawalWithData: ['0x446598b3'],
  BridgedWithdrawalWithNative: ['0x0ec14d41'],
  BurnCompleted: ['0xaeef64b7'],
  BurnRequest: ['0x5f00e8f0'],
  CCIPMessageSent: ['0x192442a2', '0x371bc2ff'],
  CCIPSendRequested: ['0xd0c3c799'],
  ClaimedOrderCancel: ['0x7d7d1c5b'],
  ContractCallWithToken: ['0x7e50569d'],
  CreatedOrder: ['0x47ef43a3'],
  CrossMulticallExecuted: ['0x7c3aa10c'],
  CrossMulticallFailed: ['0xdd7b1484'],
  Deposit: ['0x5a62eae4', '0x7921786f', '0xef519b7e'],
  DepositForBurn: ['0x0c8c1cbd', '0x2fa9ca89'],
  Deposited: ['0xcfccc521'],
  ERC20Deposited: ['0x4794ca0c'],
  ExecutionStateChanged: ['0x05665fe9', '0x8c324ce1', '0xd4f85195'],
  FinTransfer: ['0x149a9b48'],
  Fulfilled: ['0x91170d66'],
  FulfilledOrder: ['0xc164aca3', '0xd281ee92'],
  Fulfillment: ['0x4a817ec6'],
  FundsForwardedWithData: ['0x936c2ca3'],
  FundsMovement: ['0xafbab204'],
  InitTransfer: ['0xaa7e1f77'],
  IntentAdded: ['0x80eb6c87'],
  IntentFilled: ['0xe3bc4b05'],
  IntentFulfilled: ['0xc471de16'],
  IntentFunded: ['0x2da42efd', '0xc1ed0572'],
  IntentRefunded: ['0x8d53c2b0'],
  LiFiTransferRecovered: ['0x1fbfa988'],
  LogMessagePublished: ['0x6eb224fb'],
  MessageIn: ['0x13d3a5b2'],
  MessageReceived: ['0x58200b4c', '0xff48c13e'],
  MintAndWithdraw: ['0x1b2a7ff0', '0x50c55e91'],
  NativeDeposited: ['0xac7e8d56'],
  Open: ['0x9ff74bd5'],
  OrderFulfilled: ['0x99e766e0', '0xcc5626df'],
  OrderRefunded: ['0x4f7c6170', '0xb4d4578b', '0xbff5487f'],
  OutputFilled: ['0xfef24569'],
  RangoBridgeCompleted: ['0x71e2229d'],
  RangoBridgeInitiated: ['0x012c155f', '0xa551f5e7'],
  Refunded: ['0x684124fe'],
  RelayErc20Deposit: ['0x49fed1d0'],
  RelayNativeDeposit: ['0x80320665'],
  Released: ['0x2d87480f'],
  ReleasedOrMinted: ['0xfc5e3a5b'],
  RemoteSwapAndCall: ['0x593e4dbc'],
  RequestFulfilled: ['0xd83e4fbd'],
  RevertBurnCompleted: ['0xb6f5f7b9'],
  RevertSynthesizeCompleted: ['0xefcdf9ea'],
  Settled: ['0x4190759d'],
  SingleOutputRequestCreated: ['0xaafaed86'],
  SwapAndBridge: ['0xba828651'],
  SwapCancelled: ['0xf6b6b4f7'],
  SwapExecuted: ['0x8d92c805'],
  SwapNative: ['0x6757034e'],
  SwapRescueFunds: ['0x7097a924'],
  SwapToken: ['0x834b524d'],
  SynthesizeCompleted: ['0x1f3f0f3c'],
  SynthesizeRequest: ['0x31325fe0'],
  TokenReceived: ['0xdacad485'],
  TokenSent: ['0xe24e6284'],
  TransferOut: ['0xa9cd03aa'],
  XCallNative: ['0x47705cc9'],
  XCallToken: ['0x030b52f4'],
};

const bridges = families.filter(({ name }) => /bridge|CCTP|Wormhole/.test(name));
const shapes = bridges.flatMap(({ events }) => events.map(({ event }) => eventShape(event)));

test.each(Object.entries(logged))('%s', (name, topics) => {
  const known = shapes.filter((shape) => shape.name === name).map(({ topic }) => topic.slice(0, 10));
  expect(known).toEqual(expect.arrayContaining([...topics]));
});
