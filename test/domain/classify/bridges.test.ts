/** Crossing to and from another chain, as the canonical bridges of the OP stack and Arbitrum log it. */
import { encodeAbiParameters } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import type { Address } from '../../../src/domain/model.ts';
import {
  addressTopic,
  erc20Transfer,
  ether,
  internalCall,
  type LogInput,
  numberTopic,
  otherToken,
  router,
  stranger,
  token,
  topic,
  wallet,
  zeroAddress,
} from '../support/chain-builders.ts';
import { classified } from '../support/classified.ts';

function verdict(chainId: number, change: Parameters<typeof classified>[1]): string {
  const { category, kind, movements } = classified(chainId, change);
  return [category, kind, ...movements.map((item) => item.spamReason ?? item.taxTreatment)].join(' ');
}

const optimismL1Bridge: Address = '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1';
const basePortal: Address = '0x49048044d57e1c92a77f79988d21fa8faf74e97e';
const l2StandardBridge: Address = '0x4200000000000000000000000000000000000010';
const arbitrumInbox: Address = '0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f';
const arbitrumBridge: Address = '0x8315177ab297ba92a06054ce80a67ed4dbd7ed3a';
const arbitrumL1Gateway: Address = '0xa3a7b6f88361f48403514059f1f16c8e78d60eec';
const arbitrumL2Gateway: Address = '0x09e9222e96e7b4ae2a407b98d48e330053351eee';
const relayer = stranger;

/** OP stack: `Name(address indexed, address indexed, address indexed from, address to, uint256 amount, bytes)`. */
function opTokenEvent(name: string, bridge: Address, from: Address, to: Address, amount: bigint): LogInput {
  return {
    address: bridge,
    topics: [
      topic(`${name}(address,address,address,address,uint256,bytes)`),
      addressTopic(token),
      addressTopic(otherToken),
      addressTopic(from),
    ],
    data: encodeAbiParameters(
      [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }],
      [to, amount, '0x'],
    ),
  };
}

describe('BRIDGE_OUT', () => {
  test('OP stack, ether from Ethereum: deposited in the bridge', () => {
    const logs = [
      {
        address: optimismL1Bridge,
        topics: [
          topic('ETHDepositInitiated(address,address,uint256,bytes)'),
          addressTopic(wallet),
          addressTopic(wallet),
        ],
        data: encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes' }], [ether, '0x']),
      },
    ];
    expect(verdict(1, { to: optimismL1Bridge, input: '0xb1a1a882', value: ether, logs })).toBe(
      'SEND BRIDGE_OUT CARRY',
    );
  });

  test('OP stack, ether sent to the portal', () => {
    expect(verdict(1, { to: basePortal, value: ether })).toBe('SEND BRIDGE_OUT CARRY');
  });

  test('OP stack, a token back to Ethereum: burned by the bridge, which says why', () => {
    const logs = [
      erc20Transfer(wallet, zeroAddress, 5n),
      opTokenEvent('WithdrawalInitiated', l2StandardBridge, wallet, wallet, 5n),
    ];
    const burned = { to: l2StandardBridge, input: '0x32b7006d', logs } as const;
    expect(verdict(10, burned)).toBe('SEND BRIDGE_OUT CARRY');
    // It waits at the bridge, not at the address that it was burned to.
    const { movements } = classified(10, burned);
    expect(movements.map(({ heldBy }) => heldBy)).toEqual([l2StandardBridge]);
  });

  test('Arbitrum, ether into the inbox, and a token through the gateway', () => {
    expect(verdict(1, { to: arbitrumInbox, input: '0x439370b1', value: ether })).toBe(
      'SEND BRIDGE_OUT CARRY',
    );
    const logs = [
      erc20Transfer(wallet, arbitrumL1Gateway, 5n),
      {
        address: arbitrumL1Gateway,
        topics: [
          topic('DepositInitiated(address,address,address,uint256,uint256)'),
          addressTopic(wallet),
          addressTopic(wallet),
          numberTopic(77n),
        ],
        data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [token, 5n]),
      },
    ];
    const to: Address = '0x72ce9c846789fdb6fc1f34ac4ad25dd9ef7031ef';
    expect(verdict(1, { to, input: '0xd2ce7d65', value: 9n, logs })).toBe('SEND BRIDGE_OUT CARRY CARRY');
  });
});

describe('BRIDGE_IN', () => {
  test('OP stack, ether to Optimism: the bridge pays it out', () => {
    const change = {
      from: relayer,
      to: router,
      internalCalls: [internalCall(l2StandardBridge, wallet, ether)],
    };
    expect(verdict(10, change)).toBe('RECEIVE BRIDGE_IN CARRY');
  });

  test('OP stack, a token to Optimism: minted, and the bridge says why', () => {
    const logs = [
      erc20Transfer(zeroAddress, wallet, 5n),
      opTokenEvent('DepositFinalized', l2StandardBridge, wallet, wallet, 5n),
    ];
    expect(verdict(10, { from: relayer, to: router, logs })).toBe('RECEIVE BRIDGE_IN CARRY');
  });

  test('legacy OVM ETH of early Optimism: minted without a native move', () => {
    const ovmEther: Address = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000';
    const logs = [
      erc20Transfer(zeroAddress, wallet, ether, ovmEther),
      opTokenEvent('DepositFinalized', l2StandardBridge, wallet, wallet, ether),
    ];
    expect(verdict(10, { from: relayer, to: router, logs })).toBe('RECEIVE BRIDGE_IN CARRY');
  });

  test('Arbitrum, ether claimed on Ethereum, and a token that reached Arbitrum', () => {
    const claimed = {
      to: router,
      input: '0x08635a95',
      internalCalls: [internalCall(arbitrumBridge, wallet, ether)],
    } as const;
    expect(verdict(1, claimed)).toBe('RECEIVE BRIDGE_IN CARRY');
    const logs = [
      erc20Transfer(zeroAddress, wallet, 5n),
      {
        address: arbitrumL2Gateway,
        topics: [
          topic('DepositFinalized(address,address,address,uint256)'),
          addressTopic(token),
          addressTopic(wallet),
          addressTopic(wallet),
        ],
        data: numberTopic(5n),
      },
    ];
    expect(verdict(42161, { from: relayer, to: router, logs })).toBe('RECEIVE BRIDGE_IN CARRY');
  });
});

describe('no bridge', () => {
  test('the same event from anybody else proves nothing', () => {
    const logs = [
      erc20Transfer(wallet, zeroAddress, 5n),
      opTokenEvent('WithdrawalInitiated', router, wallet, wallet, 5n),
    ];
    expect(verdict(10, { to: router, input: '0x32b7006d', logs })).toBe('SEND BURN DISPOSAL');
  });

  test('the bridge’s event about another account proves nothing', () => {
    const logs = [
      erc20Transfer(stranger, wallet, 5n),
      opTokenEvent('DepositFinalized', l2StandardBridge, router, router, 5n),
    ];
    expect(verdict(10, { from: relayer, to: router, logs })).toBe('RECEIVE RECEIVE ACQUISITION');
  });

  test('an address that is a bridge on another chain is none here', () => {
    expect(verdict(137, { to: basePortal, value: ether })).toBe('SEND SEND DISPOSAL');
  });
});
