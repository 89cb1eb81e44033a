import { type Family, takes } from '../../evidence/family.ts';
import { sends } from './crossing.ts';

/** Circle's own bridge of USDC: burned here, minted there. Source: TokenMessenger and TokenMinter, versions 1 and 2. */
export const cctp: Family = {
  name: 'CCTP',
  events: [
    sends(
      'DepositForBurn(uint64* nonce, address* token, uint256 amount, address* depositor, bytes32 recipient, uint32 domain, bytes32 messenger, bytes32 caller)',
      'amount',
    ),
    sends(
      'DepositForBurn(address* token, uint256 amount, address* depositor, bytes32 recipient, uint32 domain, bytes32 messenger, bytes32 caller, uint256 maxFee, uint32* finality, bytes hook)',
      'amount',
    ),
    {
      event: 'MintAndWithdraw(address* recipient, uint256 amount, address* token)',
      wallet: ['recipient'],
      flows: [takes('bridge-in', 'amount', { token: 'token' })],
      emitter: 'anyone',
    },
    {
      event: 'MintAndWithdraw(address* recipient, uint256 amount, address* token, uint256 fee)',
      wallet: ['recipient'],
      flows: [takes('bridge-in', 'amount', { token: 'token' })],
      emitter: 'anyone',
    },
  ],
};
