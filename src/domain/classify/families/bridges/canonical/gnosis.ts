import { receivedAs, sentAs, value } from '../../../evidence/bridge-message.ts';
import { type Family, gives, takes } from '../../../evidence/family.ts';

const received = receivedAs('omnibridge', value('id'));

/** Gnosis: Omnibridge for tokens, and the bridge of xDAI. Source: their mediators. */
export const gnosisBridges: Family = {
  name: 'Gnosis bridge',
  events: [
    {
      event: 'TokensBridgingInitiated(address* token, address* sender, uint256 amount, bytes32* id)',
      wallet: ['sender'],
      // A router wraps ether on the way.
      orCalled: true,
      flows: [gives('bridge-out', 'amount', { feeBasisPoints: 100 })],
      ...sentAs('omnibridge', value('id')),
    },
    {
      event: 'TokensBridged(address* token, address* recipient, uint256 amount, bytes32* id)',
      wallet: ['recipient'],
      flows: [takes('bridge-in', 'amount')],
      emitter: 'anyone',
      ...received,
    },
    // A router unwraps ether on the way, and gives what it got.
    {
      event: 'TokensBridged(address* token, address* recipient, uint256 amount, bytes32* id)',
      wallet: [],
      flows: ({ values, evidence }) =>
        evidence.movements.some(({ counterparty }) => counterparty === values.address('recipient'))
          ? [takes('bridge-in', 'amount')]
          : [],
      emitter: 'anyone',
      ...received,
    },
    {
      event: 'UserRequestForSignature(address recipient, uint256 amount)',
      wallet: [],
      flows: [gives('bridge-out', 'amount')],
    },
    {
      event: 'UserRequestForSignature(address recipient, uint256 amount, bytes32 nonce, address token)',
      wallet: [],
      flows: [gives('bridge-out', 'amount')],
    },
    {
      event: 'UserRequestForAffirmation(address recipient, uint256 amount)',
      wallet: [],
      flows: [gives('bridge-out', 'amount')],
    },
    {
      event: 'UserRequestForAffirmation(address recipient, uint256 amount, bytes32 nonce)',
      wallet: [],
      flows: [gives('bridge-out', 'amount')],
    },
    {
      event: 'RelayedMessage(address recipient, uint256 amount, bytes32 hash)',
      wallet: ['recipient'],
      flows: [takes('bridge-in', 'amount')],
    },
    {
      event: 'AffirmationCompleted(address recipient, uint256 amount, bytes32 nonce)',
      wallet: ['recipient'],
      flows: [takes('bridge-in', 'amount')],
    },
  ],
};
