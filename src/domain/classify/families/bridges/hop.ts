import { receivedAs, sentAs, value } from '../../evidence/bridge-message.ts';
import type { Family } from '../../evidence/family.ts';
import { brings, sends } from './crossing.ts';

const received = receivedAs('hop', value('id'));

/** Hop: its amounts are of the bridged token, before or after a swap on the way. Source: L1_Bridge and L2_Bridge. */
export const hop: Family = {
  name: 'Hop',
  events: [
    sends(
      'TransferSent(bytes32* id, uint256* chain, address* recipient, uint256 amount, bytes32 nonce, uint256 bonderFee, uint256 index, uint256 minimum, uint256 deadline)',
      'amount',
      sentAs('hop', value('id')),
    ),
    sends(
      'TransferSentToL2(uint256* chain, address* recipient, uint256 amount, uint256 minimum, uint256 deadline, address* relayer, uint256 relayerFee)',
      'amount',
    ),
    brings('WithdrawalBonded(bytes32* id, uint256 amount)', [], received),
    brings(
      'Withdrew(bytes32* id, address* recipient, uint256 amount, bytes32 nonce)',
      ['recipient'],
      received,
    ),
    brings(
      'TransferFromL1Completed(address* recipient, uint256 amount, uint256 minimum, uint256 deadline, address* relayer, uint256 relayerFee)',
      ['recipient'],
      { emitter: 'anyone' },
    ),
  ],
};
