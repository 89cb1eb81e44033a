import { type Family, gives, takes } from '../../evidence/family.ts';

/** LayerZero's tokens and Stargate. Source: OFTCore and StargateBase, version 2. */
export const layerZero: Family = {
  name: 'LayerZero',
  events: [
    {
      event: 'OFTSent(bytes32* guid, uint32 endpoint, address* from, uint256 sent, uint256 received)',
      wallet: [],
      flows: [gives('bridge-out', null)],
      emitter: 'anyone',
    },
    {
      event: 'OFTReceived(bytes32* guid, uint32 endpoint, address* to, uint256 received)',
      wallet: ['to'],
      flows: [takes('bridge-in', 'received')],
    },
  ],
};
