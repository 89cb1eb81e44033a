import type { Address } from '../../../model.ts';
import { type EventFlow, type Family, gives, type Seen, takes } from '../../evidence/family.ts';
import { brings, sends } from './crossing.ts';

const rango =
  'address* id, address token, uint256 amount, address receiver, uint256 chain, bool message, bool swap, uint8* bridge, uint16* tag';

const addressOf = (word: bigint | undefined): Address | undefined =>
  word === undefined ? undefined : `0x${word.toString(16).padStart(40, '0')}`;

/** What is exchanged before it crosses leaves a rest of the token that does. */
const withRest = ({ values }: Seen): EventFlow[] => [
  gives('bridge-out', null, { refund: values.address('token') }),
];

/** Aggregators of bridges: whichever they take, they say that something crosses. Source: LI.FI's diamond, Socket's gateway, Rango's diamond. */
export const bridgeAggregators: Family = {
  name: 'bridge aggregator',
  events: [
    {
      event:
        'LiFiTransferStarted((bytes32,string,string,address,address,address,uint256,uint256,bool,bool) data)',
      wallet: [],
      flows: ({ values }) => [gives('bridge-out', null, { refund: addressOf(values.wordIn('data', 4)) })],
      emitter: 'anyone',
    },
    ...['LiFiTransferCompleted', 'LiFiTransferRecovered'].map((name) =>
      brings(`${name}(bytes32* id, address asset, address receiver, uint256 amount, uint256 time)`, [
        'receiver',
      ]),
    ),
    ...[rango, `${rango}, string app`].map((parameters) =>
      sends(`RangoBridgeInitiated(${parameters})`, null, { flows: withRest }),
    ),
    brings(
      'RangoBridgeCompleted(address* id, address* token, address* sender, address receiver, uint256 amount, uint8 status, uint16 tag)',
      ['receiver'],
    ),
    {
      event:
        'SocketBridge(uint256 amount, address token, uint256 chain, bytes32 bridge, address sender, address receiver, bytes32 metadata)',
      wallet: ['sender', 'receiver'],
      flows: withRest,
      emitter: 'anyone',
    },
    // Hyperliquid's bridge on Arbitrum, when a withdrawal's dispute period is over.
    {
      event:
        'FinalizedWithdrawal(address* user, address destination, uint64 amount, uint64 nonce, bytes32 message)',
      wallet: ['user', 'destination'],
      flows: [takes('bridge-in', 'amount')],
    },
  ],
};
