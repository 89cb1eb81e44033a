import { type Family, gives, takes } from '../../evidence/family.ts';

/** LayerZero's tokens and Stargate. Source: OFTCore and StargateBase, version 2, and Pool of Stargate 1. */
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
    // Stargate 1: without its fees, in at most six decimals
    {
      event:
        'Swap(uint16 chain, uint256 pool, address from, uint256 amount, uint256 reward, uint256 equilibriumFee, uint256 protocolFee, uint256 poolFee)',
      wallet: ['from'],
      orCalled: true,
      flows: [gives('bridge-out', 'amount', { feeBasisPoints: 100 })],
    },
    {
      event: 'SwapRemote(address to, uint256 amount, uint256 protocolFee, uint256 poolFee)',
      wallet: ['to'],
      flows: [takes('bridge-in', 'amount')],
    },
  ],
};
