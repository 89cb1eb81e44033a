import { here, receivedAs, sentAs, value } from '../../evidence/bridge-message.ts';
import { type Family, takes } from '../../evidence/family.ts';
import { sends, tells } from './crossing.ts';

/** How version 1 numbers chains; version 2 says only where it arrives what a message is called. Source: Circle's list of domains. */
const domains: ReadonlyMap<number, number> = new Map([
  [1, 0],
  [43_114, 1],
  [10, 2],
  [42_161, 3],
  [8453, 6],
  [137, 7],
]);

/** Circle's own bridge of USDC: burned here, minted there. Source: TokenMessenger and TokenMinter, versions 1 and 2. */
export const cctp: Family = {
  name: 'CCTP',
  events: [
    sends(
      'DepositForBurn(uint64* nonce, address* token, uint256 amount, address* depositor, bytes32 recipient, uint32 domain, bytes32 messenger, bytes32 caller)',
      'amount',
      sentAs('cctp', here(domains), value('nonce')),
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
    tells(
      'MessageReceived(address* caller, uint32 domain, uint64* nonce, bytes32 sender, bytes body)',
      receivedAs('cctp', value('domain'), value('nonce')),
    ),
  ],
};
