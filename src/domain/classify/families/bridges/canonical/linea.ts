import { receivedAs, sentAs, value } from '../../../evidence/bridge-message.ts';
import { type EventFlow, type Family, gives, type Seen } from '../../../evidence/family.ts';
import { arrives, leaves, releases } from '../crossing.ts';

/** The fee of a message goes with its ether. */
const sent = ({ values }: Seen): EventFlow[] =>
  (values.number('value') ?? 0n) > 0n ? [gives('bridge-out', null, { isWithEmitter: true })] : [];
const out = (event: string) => leaves(event, ['sender', 'recipient'], { emitter: 'anyone' });
const into = (event: string) => arrives(event, ['recipient'], { emitter: 'anyone' });

/** Linea's own bridge. Source: its message service and TokenBridge. */
export const lineaBridge: Family = {
  name: 'Linea bridge',
  events: [
    {
      event:
        'MessageSent(address* from, address* to, uint256 fee, uint256 value, uint256 nonce, bytes data, bytes32* hash)',
      wallet: ['from'],
      flows: sent,
      ...sentAs('linea', value('hash')),
    },
    releases('MessageClaimed(bytes32* hash)', receivedAs('linea', value('hash'))),
    out('BridgingInitiated(address* sender, address recipient, address* token, uint256* amount)'),
    out('BridgingInitiatedV2(address* sender, address* recipient, address* token, uint256 amount)'),
    into('BridgingFinalized(address* native, address* bridged, uint256* amount, address recipient)'),
    into('BridgingFinalizedV2(address* native, address* bridged, uint256 amount, address* recipient)'),
  ],
};
