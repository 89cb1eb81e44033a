import { digestOf, here, receivedAs, sentAs, value, within } from '../../evidence/bridge-message.ts';
import { type Family, takes } from '../../evidence/family.ts';
import { sends, tells } from './crossing.ts';

/** How version 1 numbers chains. Source: Circle's list of domains. */
const domains: ReadonlyMap<number, number> = new Map([
  [1, 0],
  [43_114, 1],
  [10, 2],
  [42_161, 3],
  [8453, 6],
  [137, 7],
]);

/**
 * Version 2 numbers a message where it arrives alone, but the message says there what was burned: its version, the token, the recipient, the amount,
 * who burned it, and what that may cost at most. Source: BurnMessageV2.
 */
const burned = ['token', 'recipient', 'amount', 'depositor', 'maxFee'].map(value);
const told = [4, 36, 68, 100, 132].map((at) => within('body', at));

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
      sentAs('cctp2', digestOf(...burned)),
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
    tells(
      'MessageReceived(address* caller, uint32 domain, bytes32* nonce, bytes32 sender, uint32* finality, bytes body)',
      receivedAs('cctp2', digestOf(...told)),
    ),
  ],
};
