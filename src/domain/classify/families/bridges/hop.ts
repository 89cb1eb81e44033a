import { type Family, gives, takes } from '../../evidence/family.ts';

/** Hop: its amounts are of the bridged token, before or after a swap on the way. Source: L1_Bridge and L2_Bridge. */
export const hop: Family = {
  name: 'Hop',
  events: [
    {
      event:
        'TransferSent(bytes32* id, uint256* chain, address* recipient, uint256 amount, bytes32 nonce, uint256 bonderFee, uint256 index, uint256 minimum, uint256 deadline)',
      wallet: [],
      flows: [gives('bridge-out', null)],
      emitter: 'anyone',
    },
    {
      event:
        'TransferSentToL2(uint256* chain, address* recipient, uint256 amount, uint256 minimum, uint256 deadline, address* relayer, uint256 relayerFee)',
      wallet: [],
      flows: [gives('bridge-out', null)],
      emitter: 'anyone',
    },
    { event: 'WithdrawalBonded(bytes32* id, uint256 amount)', wallet: [], flows: [takes('bridge-in', null)] },
    {
      event: 'Withdrew(bytes32* id, address* recipient, uint256 amount, bytes32 nonce)',
      wallet: ['recipient'],
      flows: [takes('bridge-in', null)],
    },
    {
      event:
        'TransferFromL1Completed(address* recipient, uint256 amount, uint256 minimum, uint256 deadline, address* relayer, uint256 relayerFee)',
      wallet: ['recipient'],
      flows: [takes('bridge-in', null)],
      emitter: 'anyone',
    },
  ],
};
